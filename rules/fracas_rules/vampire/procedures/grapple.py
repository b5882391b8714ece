"""Within a grapple: crushing, breaking free, letting go; placing a face; drinking on, and closing the wound."""

from __future__ import annotations

from ...kernel.ids import CombatantId
from ...kernel.requests import Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene, cast, gain, lose, this_round
from ..harm import GRAPPLED, come_free, let_go, wound
from ..modifiers import bodily, formula_terms, potence
from ..move import Move
from ..state import get
from .act import stop_drinking, take
from .defend import Defense
from .effects import drink
from .strike import HIT, Blow, Landed, damage_terms, note, roll_damage, told_blow


def crush(scene: Scene, move: Move) -> Script[None]:
    """Strength damage without an attack roll; claws and spikes rend (VTM-M-CRUSH, VTM-M-GRAPPLE-SPIKES)."""
    take(scene, move)
    kind = move.row.type
    if move.natural:
        kind = "lethal" if move.natural in ("bone_spurs", "spikes") else "aggravated"
    terms = damage_terms(scene.state.combatants[move.actor], move, 0)
    rolled = yield from roll_damage(scene, move, move.actor, terms, False)
    done = yield from wound(scene, move.target, kind, max(1, rolled.successes), after=())
    landed = Landed(Blow(move.target, None, Defense(), 1, HIT), rolled, done)
    note(scene, move, landed)
    scene.result = told_blow(move, landed)


def gripper_of(scene: Scene, victim: CombatantId) -> CombatantId:
    """Who holds a victim; empty when whoever did is not here."""
    who = scene.state.combatants[victim]
    for one in GRAPPLED:
        held = get(who, one)
        if held is not None:
            by = str(held.params.get("by", ""))
            return by if by in scene.state.combatants else ""
    return ""


def escape(scene: Scene, move: Move) -> Script[None]:
    """A contest with the gripper, who rolls by reflex; a tie keeps the grapple (VTM-M-ESCAPE, VTM-M-ESCAPE-DEX)."""
    spec = move.roll()
    victim = scene.state.combatants[move.actor]
    by = gripper_of(scene, move.actor)
    take(scene, move)
    own = yield from cast(
        "escape", move.actor, "Break free", spec.terms, spec.difficulty, tens=spec.tens, auto=spec.auto
    )  # fmt: skip
    result = {"pool": own.dice, "difficulty": own.difficulty, "successes": own.successes, "reversed": False}
    other = None
    if by:
        grip = scene.state.combatants[by]
        formula = move.row.roll
        assert formula is not None
        terms = [*formula_terms(grip, formula), *bodily(grip, formula.traits, True)]
        other = yield from cast("grip", by, "Grip", terms, 6, auto=potence(grip, formula.traits))
        result.update(opposed_pool=other.dice, opposed_successes=other.successes)
    ahead = own.successes - (0 if other is None else other.successes)
    outcome = "success" if ahead > 0 else "botch" if own.botch else "tie" if ahead == 0 else "failure"
    if ahead > 0:
        turned = False
        if ahead >= 2 and by:
            turned = yield from _reverse(scene, move.actor, by)
        if not turned:
            come_free(scene, move.actor)
        result["reversed"] = turned
    scene.record(f.Contested(move.actor, by or victim.id, "escape", outcome, own, other))
    scene.result = {"outcome": outcome, **result}


def _reverse(scene: Scene, victim: CombatantId, by: CombatantId) -> Script[bool]:
    """Two or more ahead, the victim may turn the grapple round; its kind stays (VTM-M-REVERSE)."""
    prompt = f"{scene.state.combatants[victim].sheet.name} is free. Turn the grapple on {told(scene, by, victim)}?"
    options = (Option("yes", "Yes"), Option("no", "No"))
    pick = yield from choose(Ask("reverse", victim, prompt, "yes", options))
    if pick == "no":
        return False
    state = next(one for one in GRAPPLED if get(scene.state.combatants[victim], one) is not None)
    come_free(scene, victim)
    gain(scene, by, state, {"by": victim})
    gain(scene, victim, "grappling", {"target": by, "mode": "hold" if state == "held" else "clinch"})
    return True


def release(scene: Scene, move: Move) -> Script[None]:
    """Let go of whom one holds or drinks from (VTM-F-FREE, VTM-M-GRAPPLE)."""
    take(scene, move)
    let_go(scene, move.actor)
    scene.result = {"outcome": "success"}
    return
    yield


def position(scene: Scene, move: Move) -> Script[None]:
    """Place the face of a victim for a stomp on a later turn (VTM-M-CURBSTOMP)."""
    take(scene, move)
    gain(scene, move.target, "positioned", {"by": move.actor, "round": this_round(scene)})
    scene.result = {"outcome": "success"}
    return
    yield


def drain(scene: Scene, move: Move) -> Script[None]:
    """Go on drinking: an action without a roll (VTM-M-KISS-DRAIN)."""
    take(scene, move)
    drained = yield from drink(scene, move.actor, move.target)
    scene.result = {"outcome": "success", "drained": drained}


def lick(scene: Scene, move: Move) -> Script[None]:
    """Close the wound; no trace stays, and the Kiss is over (VTM-M-KISS-LICK)."""
    take(scene, move)
    stop_drinking(scene, move.actor)
    lose(scene, move.target, "kiss_wound")
    scene.result = {"outcome": "success"}
    return
    yield
