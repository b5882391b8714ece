"""The round around the acts: the start of a fight, declarations, initiative with its ties, hesitating, the end."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.params import check as check_params
from ...kernel.ranked import Problem, known, refuse_first
from ...kernel.requests import GM, Ask, Option, Roll
from ...kernel.roster import told
from ...kernel.script import Script, choose, roll
from .. import facts as f
from ..commands import Declare, EndTurn, Entry, Start
from ..common import Scene, weapon_of
from ..harm import lay, settle, standing, unable
from ..modifiers import funk
from ..move import row_of
from ..rounds import actions, count_down, current, has_no_slots, kept, left, slots_of, without_last
from ..rows import Maneuver
from ..sheet import bonus
from ..state import Combatant, Encounter, Plan, has, params_of
from .act import settle_passed
from .boundary import land


def start(scene: Scene, command: Start) -> Script[None]:
    """Begin an encounter; old grooves end, the surprised are unaware (GRV-AWARE, GRV-GROOVE)."""
    for at, one in enumerate(command.surprised):
        known(one, scene.state.combatants, f"$.surprised[{at}]")
    both: dict[CombatantId, dict[CombatantId, int]] = {}
    for one, row in command.distances.items():
        known(one, scene.state.combatants, f"$.distances.{one}")
        for other, feet in row.items():
            path = f"$.distances.{one}.{other}"
            known(other, scene.state.combatants, path)
            if other == one or both.get(one, {}).get(other, feet) != feet:
                refuse("malformed", "Each pair is given once, and nobody is away from himself.", path)
            both.setdefault(one, {})[other] = feet
            both.setdefault(other, {})[one] = feet
    for one in scene.state.combatants:
        settle(scene, one)
    scene.record(f.FightBegan(both))
    for one, who in scene.state.combatants.items():
        grooving = params_of(who, "in_groove")
        if grooving is not None and int(grooving.get("combats", 0)) > 0:
            scene.record(f.ConditionGained(one, "in_groove", {"combats": int(grooving["combats"]) - 1}))
        elif grooving is not None:
            scene.record(f.ConditionLost(one, "in_groove"))
        if one in command.surprised:
            lay(scene, one, "unaware")
        elif has(who, "unaware"):
            scene.record(f.ConditionLost(one, "unaware"))
    scene.result = {"outcome": "success"}
    return
    yield


def end(scene: Scene) -> Script[None]:
    """End the encounter: whoever is falling strikes the ground, what is counted in a fight is forgotten."""
    if scene.state.encounter is None:
        refuse("requirement", "No fight is going on.")
    for one in scene.state.combatants:
        settle(scene, one)
        while scene.state.combatants[one].falls:
            yield from land(scene, one)
        if has(scene.state.combatants[one], "unaware"):
            scene.record(f.ConditionLost(one, "unaware"))
    scene.record(f.FightEnded())
    scene.result = {"outcome": "success"}


def declare(scene: Scene, command: Declare) -> Script[None]:
    """Mode, action count, half move, reserved defences, intended acts (GRV-DECLARE, GRV-MODES, GRV-M-PARRY)."""
    known(command.actor, scene.state.combatants, "$.actor")
    who = scene.state.combatants[command.actor]
    met = scene.state.encounter
    sets, reserved, intent = _entries(scene, who, command.intent or ())
    plan = met.plans.get(who.id, Plan()) if met is not None else Plan()
    mode = command.mode or sets.get("mode") or who.mode
    use = command.use or sets.get("use") or who.use
    half = (
        command.half_move if command.half_move is not None else "half_move" in sets or (plan.half_move and command.intent is None)
    )
    if command.intent is None:
        reserved, intent = who.reserved, plan.intent
    rows = scene.catalogue.maneuvers
    kinds = tuple(rows[one.maneuver].procedure for one in intent if one.maneuver in rows)
    refuse_first(_problems(scene, who, met, mode, use, half, reserved, kinds))
    scene.record(f.Declared(who.id, mode, use, half, reserved, intent, "charge" in kinds))
    scene.result = {"outcome": "success"}
    return
    yield


def _entries(
    scene: Scene, who: Combatant, entries: Sequence[Entry]
) -> tuple[dict[str, str], dict[str, int], tuple[f.Intent, ...]]:
    """What the entries of an intent come to: settings, reserved actions, acts. Refuses what names nothing."""
    sets: dict[str, str] = {}
    reserved: dict[str, int] = {}
    acts = []
    for at, entry in enumerate(entries):
        path = f"$.intent[{at}]"
        keeps = entry.reserve
        if not keeps:
            if not entry.maneuver:
                refuse("malformed", "An entry is a `maneuver` or a `reserve`.", path)
            row = row_of(scene, entry.maneuver, f"{path}.maneuver")
            keeps = row.sets.get("reserve", "")
            sets.update({key: str(said) for key, said in row.sets.items() if key != "reserve"})
            if row.procedure != "plan":
                acts.append(_act(scene, who, entry, row, path))
        elif entry.maneuver:
            refuse("malformed", "An entry is a `maneuver` or a `reserve`, not both.", path)
        if keeps:
            reserved[keeps] = reserved.get(keeps, 0) + 1
    return sets, reserved, tuple(acts)


def _act(scene: Scene, who: Combatant, entry: Entry, row: Maneuver, path: str) -> f.Intent:
    for index, one in enumerate(entry.targets):
        known(one, scene.state.combatants, f"{path}.targets[{index}]")
    if entry.weapon and weapon_of(scene.catalogue, who.sheet, entry.weapon) is None:
        refuse("unknown-id", f"There is no weapon `{entry.weapon}`.", f"{path}.weapon")
    if len(entry.targets) > row.against:
        refuse("illegal-target", f"{row.name} takes {row.against} target{'s' * (row.against != 1)}.", f"{path}.targets")
    check_params(entry.params, row.params(), f"{path}.params", row.name)
    return f.Intent(entry.maneuver, entry.targets, entry.weapon)


def _problems(
    scene: Scene,
    who: Combatant,
    met: Encounter | None,
    mode: str,
    use: str,
    half: bool,
    reserved: dict[str, int],
    kinds: tuple[str, ...],
) -> list[Problem]:
    """What speaks against a declaration (GRV-MODES, GRV-MODE-AGGRESSIVE, GRV-M-CHARGE)."""
    name, charges = who.sheet.name, "charge" in kinds
    found: list[Problem] = []
    if met is not None and met.phase != "intentions":
        found.append(("not-your-turn", "Declarations come before initiative.", "$.do"))
    if met is None and (reserved or kinds or half):
        found.append(("requirement", "Outside a fight only the mode can be chosen.", "$.intent"))
    if mode == "aggressive" and (reserved.get("parry") or reserved.get("block")):
        found.append(("requirement", f"{name} is in aggressive mode: no parry, no block.", "$.intent"))
    if mode == "aggressive" and "great_blow" in kinds:
        found.append(("requirement", f"{name} is in aggressive mode: no great blow.", "$.intent"))
    if charges and half:
        found.append(("requirement", "A charge takes the whole move of the round.", "$.half_move"))
    count = 0 if has_no_slots(who) else actions(scene.catalogue, scene.options, who, mode, use, half) - who.instants
    wanted = sum(reserved.values())
    if wanted and wanted + charges > count:
        found.append(("no-actions-left", f"{name} has {max(0, count)} actions this round.", "$.intent"))
    return found


def initiative(scene: Scene) -> Script[None]:
    """Everyone alive rolls; ties roll off; the count-down is laid out (GRV-INIT, GRV-INIT-TIE, GRV-INIT-MULTI)."""
    met = scene.state.encounter
    if met is None:
        refuse("requirement", "No fight is going on.")
    if met.phase != "intentions":
        refuse("not-your-turn", "Initiative has been rolled for this round.")
    for one in scene.state.combatants:
        settle(scene, one)
    living = [one for one, who in scene.state.combatants.items() if standing(who, scene.options) != "dead"]
    totals: dict[CombatantId, int] = {}
    for one in living:
        who = scene.state.combatants[one]
        face = yield from roll(Roll("initiative", one, (6,)))
        totals[one] = face + bonus(who.sheet, "ref") - funk(who)
    order, tied = yield from _order(scene, totals)
    slots: list[f.Slot] = []
    for one in order:
        slots += _slots(scene, scene.state.combatants[one], totals[one])
    laid = count_down(slots, totals, order)
    scene.record(f.Ordered(tuple(order), totals, tuple(map(tuple, tied)), laid))
    scene.result = {
        "outcome": "success", "order": order, "totals": totals, "slots": [shown(one) for one in laid], "simultaneous": tied,
    }  # fmt: skip


def shown(slot: f.Slot) -> str:
    """A slot as results have it: `id@count`, `id@count:move`, `id@end`."""
    if slot.kind == "end":
        return f"{slot.who}@end"
    return f"{slot.who}@{slot.count}" + (":move" if slot.kind == "move" else "")


def _slots(scene: Scene, who: Combatant, total: int) -> list[f.Slot]:
    """The slots of one combatant: his actions, less those kept, used before initiative, or lost to a feint (GRV-M-FEINT)."""
    met = scene.state.encounter
    if met is None or has_no_slots(who):
        return []
    plan = met.plans.get(who.id)
    half = plan is not None and plan.half_move
    count = actions(scene.catalogue, scene.options, who, who.mode, who.use, half) - kept(who) - who.instants
    made = slots_of(who, total, max(0, count), plan)
    if has(who, "feinted"):
        scene.record(f.ConditionLost(who.id, "feinted"))
        lost = next((at for at, slot in enumerate(made) if slot.kind != "move"), None)
        made = made if lost is None else [*made[:lost], *made[lost + 1 :]]
    return made


def _order(scene: Scene, totals: dict[CombatantId, int]) -> Script[tuple[list[CombatantId], list[list[CombatantId]]]]:
    """The combatants by total; ties by a die each; a second tie by the Director's word."""
    order: list[CombatantId] = []
    tied: list[list[CombatantId]] = []
    for total in sorted(set(totals.values()), reverse=True):
        group = sorted(one for one in totals if totals[one] == total)
        if len(group) > 1:
            group = yield from _roll_off(scene, group, tied)
        order += group
    return order, tied


def _roll_off(scene: Scene, group: list[CombatantId], tied: list[list[CombatantId]]) -> Script[list[CombatantId]]:
    """A tied group in order, by one unmodified die each; those who stay level are added to `tied` or roll again."""
    faces: dict[int, list[CombatantId]] = {}
    for one in group:
        face = yield from roll(Roll("initiative_tie", one, (6,)))
        faces.setdefault(face, []).append(one)
    order: list[CombatantId] = []
    for face in sorted(faces, reverse=True):
        level = faces[face]
        if len(level) > 1:
            prompt = f"{', '.join(told(scene, one, GM) for one in level)} are tied again."
            options = (Option("simultaneous", "They act at the same time"), Option("reroll", "They roll again"))
            pick = yield from choose(Ask("initiative_tie", GM, prompt, "simultaneous", options))
            if pick == "reroll":
                level = yield from _roll_off(scene, level, tied)
            else:
                tied.append(list(level))
        order += level
    return order


def end_turn(scene: Scene, command: EndTurn) -> Script[None]:
    """Hesitate: every remaining slot of the round is given up; reserved defences stay (GRV-DECLARE)."""
    known(command.actor, scene.state.combatants, "$.actor")
    who = scene.state.combatants[command.actor]
    met = scene.state.encounter
    if met is None or met.phase != "actions":
        refuse("not-your-turn", "Nobody's count is up.", "$.actor")
    at = current(scene.state, scene.options)
    if not left(met, who.id):
        refuse("no-actions-left", f"{who.sheet.name} has no action left this round.", "$.actor")
    if not unable(who, scene.options) and (at is None or met.slots[at].who != who.id):
        refuse("not-your-turn", f"It is not {who.sheet.name}'s count yet.", "$.actor")
    passed = met.passed if at is None else at
    scene.record(f.SlotsSet(without_last(met.slots, passed, who.id, 0), passed))
    scene.record(f.Noted(who.id, "hesitates", "{who} hesitates."))
    settle_passed(scene)
    scene.result = {"outcome": "success"}
    return
    yield
