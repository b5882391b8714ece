"""The three phases of a Turn, and the boundary between two (UNI-C-TURN, UNI-C-PHASES, UNI-C-INTENT)."""

from __future__ import annotations

from ...errors import refuse
from ...kernel.ids import CombatantId
from ...kernel.params import check as check_params
from ...kernel.requests import GM, Ask, Ids, Option
from ...kernel.roster import running
from ...kernel.script import Script, ask, choose
from .. import facts as f
from ..commands import Declare, EndTurn, PlannedAct, Start, planned
from ..common import Scene, d10, lose, up
from ..common import known as _known
from ..harm import is_out, tidy
from ..rounds import arranged, initiative_value, second_places, sides, takes_part, tied
from ..state import has, params_of
from ..vocabulary import CONDITIONS
from .posture import STANCES, take_stance

#: What ends with the fight.
_FIGHT_LONG = ("righteous_fury", "opportunist", "set_polearm")


def start(scene: Scene, command: Start) -> Script[None]:
    """Begin an encounter with its first Turn."""
    fight = scene.state
    for at, one in enumerate(command.surprised):
        _known(scene, one, f"$.surprised[{at}]")
    both: dict[CombatantId, dict[CombatantId, int]] = {}
    for one, others in command.distances.items():
        _known(scene, one, f"$.distances.{one}")
        for other, yards in others.items():
            _known(scene, other, f"$.distances.{one}.{other}")
            both.setdefault(one, {})[other] = yards
            both.setdefault(other, {})[one] = yards
    if not fight.combatants:
        refuse("requirement", "There is nobody here to fight.")
    scene.record(f.FightBegan(command.surprised, both))
    return
    yield


def end(scene: Scene) -> Script[None]:
    """The fight is over, and with it all that lasts for a Turn or for the fight (UNI-C-DRAMA-FURY)."""
    running(scene.state.encounter)
    for who, combatant in scene.state.combatants.items():
        for one in combatant.conditions:
            if one.id in _FIGHT_LONG or CONDITIONS[one.id].until == "next_round":
                lose(scene, who, one.id, one.params)
    for by in dict.fromkeys(area.by for area in scene.state.areas):
        scene.record(f.AreaClosed(by))
    scene.record(f.FightEnded())
    return
    yield


def declare(scene: Scene, command: Declare) -> Script[None]:
    """Say what a combatant means to do; stances in the plan take effect at once (UNI-C-INTENT)."""
    _known(scene, command.actor, "$.actor")
    met = running(scene.state.encounter)
    who = scene.state.combatants[command.actor]
    for at, entry in enumerate(command.intent):
        _well_formed(scene, entry, f"$.intent[{at}]")
    if met.phase != "intentions":
        refuse("not-your-turn", "Plans are made in the phase of intentions.", "$.do")
    if is_out(who):
        refuse("incapacitated", f"{who.sheet.name} can do nothing.", "$.actor")
    rows = [scene.catalogue.maneuvers[entry.maneuver] for entry in command.intent]
    defensive = any(entry.maneuver == "full_defense" for entry in command.intent) or has(who, "full_defense")
    if defensive and any(row.attack for row in rows):
        refuse("forbidden", "On Full Defense there is no attack.", "$.intent")
    if scene.options.revised_multiple_actions:  # UNI-C-HR-PLANNED
        busy = [row for row in rows if row.cost in ("attack", "noncombat", "full")]
        if any(row.cost == "full" and row.answers for row in busy) and len(busy) > 1:
            refuse("forbidden", "An attack that takes the whole Turn stands alone in a plan.", "$.intent")
    for entry in command.intent:
        if entry.maneuver in STANCES and not has(who, entry.maneuver):
            take_stance(scene, command.actor, entry.maneuver)
    scene.record(f.Declared(command.actor, planned(command.intent)))
    return
    yield


def _well_formed(scene: Scene, entry: PlannedAct, path: str) -> None:
    if entry.maneuver not in scene.catalogue.maneuvers:
        refuse("unknown-id", f"There is no maneuver `{entry.maneuver}`.", f"{path}.maneuver")
    for index, one in enumerate(entry.targets):
        _known(scene, one, f"{path}.targets[{index}]")
    row = scene.catalogue.maneuvers[entry.maneuver]
    check_params(entry.params, scene.catalogue.takes[entry.maneuver], f"{path}.params", row.name)


def initiative(scene: Scene) -> Script[None]:
    """Fix the order: the GM's word, surprise, momentum, categories, Dexterity, and dice for ties of different sides.

    UNI-C-INIT-SITUATION, UNI-C-INIT-MOMENTUM, UNI-C-INIT-CATEGORY, UNI-C-INIT-DEX, UNI-C-INIT-SIMULTANEOUS.
    """
    met = running(scene.state.encounter)
    if met.phase != "intentions":
        refuse("not-your-turn", "The order of this Turn is fixed already.", "$.do")
    everyone = takes_part(scene)
    names = scene.state.combatants
    rules = (Option("rules", "As the rules have it"),)
    told = yield from ask(
        Ask("initiative_order", GM, "In which order does everyone act this Turn?", "rules", rules, None, Ids(tuple(everyone)))
    )
    if isinstance(told, list):
        said = [str(one) for one in told]
        said += second_places(scene, [(one,) for one in said])
        scene.record(f.Ordered(tuple(said)))
        scene.result.update(outcome="success", order=said, simultaneous=[])
        return
    first: list[CombatantId] = []
    if met.turn > 1 and len(everyone) > 1:
        options = (Option("none", "Nobody"), *(Option(one, names[one].sheet.name) for one in everyone))
        one = yield from choose(Ask("momentum", GM, "Who has the momentum and acts first?", "none", options))
        first = [one] if one != "none" else []
    late = [one for one in everyone if met.turn == 1 and one in met.surprised and one not in first]
    early = [one for one in everyone if one not in late and one not in first]
    slots: list[tuple[CombatantId, ...]] = [(one,) for one in first]
    for part in (early, late):
        if scene.options.random_initiative:
            slots += yield from _random(scene, part)
            continue
        for group in tied(scene, part):
            slots += yield from _settle(scene, group)
    _fix(scene, slots)


def _fix(scene: Scene, slots: list[tuple[CombatantId, ...]]) -> None:
    slots = arranged(scene, slots)
    order = (*(one for slot in slots for one in slot), *second_places(scene, slots))
    together = tuple(slot for slot in slots if len(slot) > 1)
    scene.record(f.Ordered(order, together))
    scene.result.update(outcome="success", order=list(order), simultaneous=[list(slot) for slot in together])


def _settle(scene: Scene, group: list[CombatantId]) -> Script[list[tuple[CombatantId, ...]]]:
    """A tie: one die per side; equal dice act at the same time; one side alone acts as its members joined (UNI-C-INIT-DEX)."""
    by_side = sides(scene, group)
    if len(by_side) == 1:
        return [(one,) for one in group]
    dice: dict[int, list[CombatantId]] = {}
    for members in by_side.values():
        face = yield from d10("initiative", members[0])
        dice.setdefault(face, []).extend(members)
    slots: list[tuple[CombatantId, ...]] = []
    for face in sorted(dice, reverse=True):
        members = [one for one in group if one in dice[face]]
        if len(sides(scene, members)) > 1:
            slots.append(tuple(members))
        else:
            slots += [(one,) for one in members]
    return slots


def _random(scene: Scene, group: list[CombatantId]) -> Script[list[tuple[CombatantId, ...]]]:
    """d10 + Dexterity for everyone; equal totals by initiative value, then at the same time (UNI-C-INIT-RANDOM)."""
    ranks: dict[tuple[int, int], list[CombatantId]] = {}
    for one in group:
        who = scene.state.combatants[one]
        face = yield from d10("initiative", one)
        total = face + initiative_value(who)
        scene.result.setdefault("totals", {})[one] = total
        ranks.setdefault((-total, -initiative_value(who)), []).append(one)
    return [tuple(ranks[rank]) for rank in sorted(ranks)]


def end_turn(scene: Scene, command: EndTurn) -> Script[None]:
    """A combatant's place is over; a stunned one loses an action with it, old opportunities are paid for."""
    _known(scene, command.actor, "$.actor")
    met = running(scene.state.encounter)
    who = scene.state.combatants[command.actor]
    if met.phase != "actions" or command.actor not in up(met, scene.state):
        refuse("not-your-turn", f"It is not {who.sheet.name}'s place in the order.", "$.actor")
    stunned = params_of(who, "stunned")
    if stunned is not None:
        left = int(stunned.get("actions", 1)) - 1
        if left > 0:
            scene.record(f.ConditionChanged(command.actor, "stunned", stunned, {**stunned, "actions": left}))
        else:
            lose(scene, command.actor, "stunned")
    taken = params_of(who, "opportunist")
    if taken is not None and taken.get("turn", -1) != met.turn:  # UNI-C-HR-OPPORTUNITY
        lose(scene, command.actor, "opportunist")
    if any(one.by == command.actor and one.turn < met.turn for one in scene.state.areas):
        scene.record(f.AreaClosed(command.actor))
    scene.record(f.PlaceEnded(command.actor))
    tidy(scene, command.actor)
    return
    yield
