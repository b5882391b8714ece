"""A fight and its turns: begin, announce, order, end (D6-C-ROUND, D6-C-INIT, D6-C-MULTI)."""

from __future__ import annotations

from msgspec.structs import replace

from ...errors import refuse
from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.params import check as check_params
from ...kernel.ranked import known, refuse_first
from ...kernel.roster import running
from ...kernel.script import Script
from .. import facts as f
from ..checks import unknown
from ..commands import Declare, EndTurn, PlannedAct, Start
from ..common import Scene, is_gone, up
from ..modifiers import term
from ..rolls import Count, roll_pool
from ..rounds import in_order, takes_part
from ..sheet import SPECIALISATIONS, code, has_skill, title
from ..state import Combatant, has, params_of
from .boundary import turn_over

#: Skills that strike; specialisations do too, and damaging powers (D6-O-QUICK-DRAW).
_ATTACKS = ("brawling", "martial_arts", "melee_weapons", "marksmanship", "missile_weapons", "thrown_weapons")


def start(scene: Scene, command: Start) -> Script[None]:
    """Begin an encounter with its first round."""
    if command.surprised:
        refuse("malformed", "This game has no rule of surprise.", "$.surprised")
    both: dict[CombatantId, dict[CombatantId, int]] = {}
    for one, others in command.distances.items():
        refuse_first(unknown(scene, (one, *others), f"$.distances.{one}"))
        for other, feet in others.items():
            both.setdefault(one, {})[other] = feet
            both.setdefault(other, {})[one] = feet
    if not scene.state.combatants:
        refuse("requirement", "There is nobody here to fight.")
    scene.record(f.FightBegan(both))
    return
    yield


def end(scene: Scene) -> Script[None]:
    """The fight is over; what lasts a battle ends with it."""
    running(scene.state.encounter)
    for one, who in scene.state.combatants.items():
        for condition in ("knockout_immune", "acted_out", "quick_draw"):
            if has(who, condition):
                scene.record(f.ConditionLost(one, condition))
    scene.record(f.FightEnded())
    return
    yield


def declare(scene: Scene, command: Declare) -> Script[None]:
    """Plan actions, or announce a Quick Draw; before initiative, or on one's turn before its first act (D6-C-MULTI)."""
    known(command.actor, scene.state.combatants, "$.actor")
    met = running(scene.state.encounter)
    who = scene.state.combatants[command.actor]
    planned = _planned(scene, command, who)
    command = _announced(scene, command, who)
    if met.phase == "actions" and command.actor in met.done:
        refuse("no-actions-left", f"{who.sheet.name}'s turn of this round is over.", "$.actor")
    if met.phase == "actions" and (up(scene.state) != command.actor or who.acted or command.mode):
        refuse("not-your-turn", "Announcements are made before initiative, or on one's turn before the first act.", "$.do")
    quick = command.mode == "quick_draw"
    if quick:
        _check_quick_draw(command, who)
    if is_gone(who) or has(who, "stunned"):
        refuse("incapacitated", f"{who.sheet.name} can do nothing.", "$.actor")
    if has(who, "quick_draw") and met.phase == "intentions":
        scene.record(f.ConditionLost(command.actor, "quick_draw"))
    if quick:
        scene.record(f.ConditionGained(command.actor, "quick_draw", {"skill": command.skill, "shift": command.shift}))
    scene.record(f.Declared(command.actor, planned, tuple(one.maneuver for one in command.intent)))
    scene.result.update(outcome="success", actions=planned or 0)
    return
    yield


def _planned(scene: Scene, command: Declare, who: Combatant) -> int | None:
    """The number of actions that a declaration plans; a Quick Draw is all of a turn (D6-O-QUICK-DRAW)."""
    rows = scene.catalogue
    for at, entry in enumerate(command.intent):
        path = f"$.intent[{at}]"
        if entry.maneuver not in rows.maneuvers:
            refuse("unknown-id", f"There is no maneuver `{entry.maneuver}`.", f"{path}.maneuver")
        refuse_first(unknown(scene, entry.targets, f"{path}.targets"))
        check_params(entry.params, rows.takes[entry.maneuver], f"{path}.params", rows.maneuvers[entry.maneuver].name)
    if command.actions is not None and (command.intent or command.mode):
        refuse("malformed", "Plan by `actions`, by `intent`, or by `mode`: one of them.", "$.actions")
    if command.mode == "" and (command.skill or command.shift is not None):
        refuse("malformed", "`skill` and `shift` belong to the mode quick_draw.", "$.mode")
    if command.mode:
        return 1
    if command.intent:
        return _cost_of(scene, command.intent, who)
    return command.actions


def _announced(scene: Scene, command: Declare, who: Combatant) -> Declare:
    """A plan that holds a Quick Draw announces it: it is all of the turn (D6-O-QUICK-DRAW)."""
    rows = scene.catalogue.maneuvers
    draws = [(at, one) for at, one in enumerate(command.intent) if rows[one.maneuver].procedure == "quick_draw"]
    if not draws:
        return command
    if len(command.intent) > 1:
        refuse("no-actions-left", "A Quick Draw is all that one does in a turn.", f"$.intent[{draws[0][0]}]")
    params = draws[0][1].params
    best = max(_ATTACKS, key=lambda one: code(who.sheet, one))
    return replace(command, mode="quick_draw", skill=params.get("skill", best), shift=params.get("shift", 1))


def _cost_of(scene: Scene, intent: tuple[PlannedAct, ...], who: Combatant) -> int:
    """What a plan costs; each Power Punch of a fast hero twice the one before (D6-M-POWER-PUNCH-SPEED)."""
    total, punches = 0, 0
    for entry in intent:
        row = scene.catalogue.maneuvers[entry.maneuver]
        if row.procedure == "power_punch" and who.sheet.powers.get("speed_manipulation"):
            total += 2 * 2 ** min(punches, 10)
            punches += 1
        elif row.procedure == "spin":
            total += max(1, len(entry.targets))
        else:
            total += 1 if row.cost == "all" else row.cost
    return total


def _check_quick_draw(command: Declare, who: Combatant) -> None:
    """At least 1D stays in the skill; any attack skill will do (D6-O-QUICK-DRAW)."""
    sheet, skill = who.sheet, command.skill
    if not skill or command.shift is None:
        refuse("malformed", "A Quick Draw needs `skill` and `shift`.", "$.skill" if not skill else "$.shift")
    own = skill in SPECIALISATIONS and has_skill(sheet, skill)
    if skill not in _ATTACKS and not own:
        refuse("requirement", f"{title(skill)} is no attack skill of {sheet.name}'s.", "$.skill")
    if command.shift > code(sheet, skill) - 1:
        refuse("requirement", f"At least 1D must stay in {title(skill).lower()}.", "$.shift")


def initiative(scene: Scene) -> Script[None]:
    """Everyone who is not out rolls Reflexes; wounds and lost balance count, several actions do not (D6-C-INIT)."""
    met = running(scene.state.encounter)
    if met.phase != "intentions":
        refuse("not-your-turn", "The order of this round is fixed already.", "$.do")
    counts: dict[CombatantId, Count] = {}
    for one in takes_part(scene.state):
        bonus = _quick(scene.state.combatants[one])
        counts[one] = yield from roll_pool(scene, one, "initiative", "reflexes", bonus=bonus)
    totals = {one: count.successes for one, count in counts.items()}
    order = in_order(scene.state, totals)
    terms, at = ({one: getattr(count, key) for one, count in counts.items()} for key in ("terms", "at"))
    scene.record(f.Ordered(order, totals, terms, at))
    scene.result.update(outcome="success", order=list(order), totals=totals)


def _quick(who: Combatant) -> tuple[Term, ...]:
    quick = params_of(who, "quick_draw")
    return (term("shift", int(quick.get("shift", 0)), "Quick Draw"),) if quick is not None else ()


def end_turn(scene: Scene, command: EndTurn) -> Script[None]:
    """A combatant's turn is over."""
    known(command.actor, scene.state.combatants, "$.actor")
    running(scene.state.encounter)
    if up(scene.state) != command.actor:
        refuse("not-your-turn", f"It is not {scene.state.combatants[command.actor].sheet.name}'s turn.", "$.actor")
    turn_over(scene, command.actor)
    return
    yield
