"""What may not be done, and which reason is given first.

Every check adds to a list, in any order; the reason whose code stands first in `REFUSAL_CODES` is the answer: the game's
README says nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kernel.english import in_feet
from ..kernel.params import check as check_params
from ..kernel.ranked import Problem, refuse_first
from ..kernel.roster import distance
from .commands import Act
from .common import Scene, actions_left, in_hand, is_gone, rounds_left, up, weapon_of
from .modifiers import is_out, range_step
from .move import Move, fits, prepare
from .needs import NEEDS
from .sheet import title, weapon_title
from .state import Combatant, has, params_of
from .vocabulary import FAST, LOCATIONS


def checked(scene: Scene, act: Act) -> Move:
    """The move that an act is, or a `Refusal` with the reason that comes first."""
    refuse_first(_unknown(scene, act))
    check_params(act.params, scene.catalogue.takes[act.maneuver], "$.params", scene.catalogue.maneuvers[act.maneuver].name)
    refuse_first(_unknown_inside(scene, act))
    move = prepare(scene, act)
    refuse_first(problems(scene, move))
    return move


def unknown(scene: Scene, ids: Iterable[str], path: str) -> Iterator[Problem]:
    """A problem for each id that names no combatant."""
    for at, one in enumerate(ids):
        if one not in scene.state.combatants:
            yield "unknown-id", f"There is no combatant `{one}` here.", f"{path}[{at}]"


def _unknown(scene: Scene, act: Act) -> Iterator[Problem]:
    if act.actor not in scene.state.combatants:
        yield "unknown-id", f"There is no combatant `{act.actor}` here.", "$.actor"
    if act.maneuver not in scene.catalogue.maneuvers:
        yield "unknown-id", f"There is no maneuver `{act.maneuver}`.", "$.maneuver"
    yield from unknown(scene, act.targets, "$.targets")
    if act.location and act.location not in LOCATIONS:
        yield "unknown-id", f"There is no place `{act.location}`; there are {', '.join(LOCATIONS)}.", "$.location"
    for resource in act.spend:
        yield "malformed", "Nothing is spent on an act: Character Points are asked for when they may help.", f"$.spend.{resource}"


def _unknown_inside(scene: Scene, act: Act) -> Iterator[Problem]:
    """Ids in weapon and parameters, once their shape is known to be right."""
    who = scene.state.combatants[act.actor]
    if act.weapon and weapon_of(scene, who, act.weapon) is None:
        yield "unknown-id", f"There is no weapon `{act.weapon}`.", "$.weapon"
    held = act.params.get("with", "body")
    if held != "body" and weapon_of(scene, who, held) is None:
        yield "unknown-id", f"There is no weapon `{held}`.", "$.params.with"
    at = act.params.get("at")
    if at is not None and at not in scene.state.combatants:
        yield "unknown-id", f"There is no combatant `{at}` here.", "$.params.at"
    feet = act.params.get("feet")
    for one in feet if isinstance(feet, dict) else ():
        if one not in scene.state.combatants:
            yield "unknown-id", f"There is no combatant `{one}` here.", f"$.params.feet.{one}"


def problems(scene: Scene, move: Move) -> Iterator[Problem]:
    """Every reason against a move, in no order."""
    who = scene.state.combatants[move.actor]
    yield from _turn(scene, move, who)
    yield from _body(move, who)
    yield from _skill(move, who)
    yield from _weapon(scene, move, who)
    yield from _targets(scene, move, who)
    for need in NEEDS.get(move.row.procedure, ()):
        yield from need(scene, move, who)


def _turn(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Whether it is the actor's turn and the plan has room (D6-C-MULTI)."""
    name, met, row = who.sheet.name, scene.state.encounter, move.row
    if is_gone(who) or has(who, "stunned"):
        why = "has fled" if has(who, "fled") and not is_out(who) else "can do nothing now"
        yield "incapacitated", f"{name} {why}.", "$.actor"
    if has(who, "overrun") and row.procedure not in ("charge_run", "charge"):
        yield "requirement", f"{name} is still running: only another run or charge is possible.", "$.maneuver"
    if met is None:
        return
    if move.actor in met.done:
        yield "no-actions-left", f"{name}'s turn of this round is over.", "$.actor"
    elif up(scene.state) != move.actor:
        yield "not-your-turn", f"It is not {name}'s turn.", "$.actor"
    left = actions_left(who, met)
    if move.whole and (who.used or (who.planned or 1) > 1 or left == 0):
        yield "no-actions-left", f"{row.name} is all that one does in a turn; {name} planned or did something else.", "$.maneuver"
    elif left is not None and move.cost > left:
        need = f"{move.cost} actions" if move.cost > 1 else "an action"
        yield "no-actions-left", f"{row.name} needs {need}; {name} has {left} left.", "$.maneuver"
    quick = params_of(who, "quick_draw")
    if quick is not None and move.skill != quick.get("skill"):
        skill = title(str(quick.get("skill"))).lower()
        yield "illegal-choice", f"{name} announced a Quick Draw with {skill}: nothing else is possible.", "$.maneuver"


def _body(move: Move, who: Combatant) -> Iterator[Problem]:
    """What holds, entanglement and the ground leave open (D6-M-GRAB, D6-M-CHOKE, D6-M-TACKLE, D6-M-STAND, D6-O-ENTANGLE)."""
    if not who.conditions:
        return
    name, row = who.sheet.name, move.row
    fast = [one for one in FAST if has(who, one)]
    if fast and not row.held and not _at_the_choker(move, who, fast):
        yield "requirement", f"{name} is held fast and can only try to escape.", "$.maneuver"
    if has(who, "prone") and not row.down:
        yield "requirement", f"{name} is on the ground: first comes getting up.", "$.maneuver"
    grabs = [one.params.get("where", "body") for one in who.conditions if one.id == "grabbed"]
    stuck = any(where in ("leg", "body") for where in grabs) or has(who, "pinned_clothing") or has(who, "entangled")
    if row.moves and stuck:
        yield "requirement", f"{name} cannot leave the spot.", "$.maneuver"
    if row.attack and has(who, "entangled"):
        yield "requirement", f"{name} is entangled and cannot attack.", "$.maneuver"
    if row.legs and "leg" in grabs:
        yield "requirement", f"{name} is held by the leg.", "$.maneuver"
    if row.arms > 2 - _useless_arms(who):
        yield "requirement", f"{name} has no arm free for that.", "$.maneuver"


def _at_the_choker(move: Move, who: Combatant, fast: list[str]) -> bool:
    """Whoever is choked, and no worse, may also attack the choker (D6-M-CHOKE)."""
    chokers = [one.params.get("by") for one in who.conditions if one.id == "choked"]
    targets = move.act.targets
    return fast == ["choked"] and move.row.attack and bool(targets) and all(one in chokers for one in targets)


def _useless_arms(who: Combatant) -> int:
    """Arms that are held, each by somebody else, or broken."""
    holders = {
        one.params.get("by")
        for one in who.conditions
        if one.id == "arm_pinned" or (one.id == "grabbed" and one.params.get("where") == "arm")
    }
    return min(2, max(len(holders), int(has(who, "broken_arm"))))


def _skill(move: Move, who: Combatant) -> Iterator[Problem]:
    """Whether the skill is one of those that the maneuver lists, or a damaging power of the actor's (D6-C-SKILLS)."""
    row, name = move.row, who.sheet.name
    power = move.act.params.get("power")
    if row.powers and move.power:
        if move.power not in who.sheet.power_damage or move.power not in who.sheet.powers:
            yield "requirement", f"{name} has no damaging power `{move.power}`.", "$.params.power"
    elif power is not None and power not in who.sheet.powers:
        yield "requirement", f"{name} has no power `{power}`.", "$.params.power"
    elif row.skills and move.skill not in move.allowed:
        listed = ", ".join(title(one).lower() for one in move.allowed)
        yield "requirement", f"{row.name} of {name}'s may use {listed}.", "$.params.skill"


def _weapon(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    """Whether the weapon fits, is in hand, and has a round left (D6-O-READY, D6-O-SHOOT)."""
    row, name = move.row, who.sheet.name
    if row.weapon == "any":
        return
    if not row.weapon and move.act.weapon:
        yield "illegal-choice", f"{row.name} takes no weapon.", "$.weapon"
        return
    needed = row.weapon not in ("", "optional") or (not move.close and row.weapon == "optional")
    weapon = move.weapon
    if weapon is None or not row.weapon:
        if needed:
            yield "requirement", f"{row.name} needs a weapon in hand that fits.", "$.weapon"
        return
    called = weapon_title(move.weapon_id, weapon)
    if not fits(row, weapon):
        yield "requirement", f"{row.name} cannot be done with {called}.", "$.weapon"
    if not in_hand(scene, who, move.weapon_id):
        yield "requirement", f"{name} does not have {called} in hand.", "$.weapon"
    if not move.close:
        if rounds_left(who, move.weapon_id, weapon) == 0:
            yield "no-ammunition", f"{called} is empty.", "$.weapon"
        for at, target in enumerate(move.act.targets):
            feet = distance(scene, move.actor, target, move.act.distance)
            if feet is not None and range_step(feet, weapon) is None:
                yield "out-of-range", f"{in_feet(feet)} is beyond the range of {called}.", f"$.targets[{at}]"


def _targets(scene: Scene, move: Move, who: Combatant) -> Iterator[Problem]:
    row, targets = move.row, move.act.targets
    if len(targets) < row.fewest or len(targets) > row.against:
        if row.against == 0:
            what = "no target"
        elif row.fewest == row.against:
            what = "one target" if row.against == 1 else f"{row.against} targets"
        else:
            what = f"{row.fewest} to {row.against} targets"
        yield "illegal-target", f"{row.name} takes {what}.", "$.targets"
    for at, one in enumerate(targets):
        path = f"$.targets[{at}]"
        if one == move.actor:
            yield "illegal-target", f"{who.sheet.name} cannot be the target.", path
        if one in targets[:at]:
            yield "illegal-target", f"`{one}` is named twice.", path
        if has(scene.state.combatants[one], "fled"):
            yield "illegal-target", f"{scene.state.combatants[one].sheet.name} has fled.", path
    if move.act.location not in ("", row.place) and not row.called:
        yield "illegal-choice", f"{row.name} cannot be aimed at a place.", "$.location"
