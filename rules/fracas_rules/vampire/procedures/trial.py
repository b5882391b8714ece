"""Rolls that harm nobody by themselves: an ambush, and whatever no maneuver covers."""

from __future__ import annotations

from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, cast, outcome_of
from ..modifiers import trait_terms
from ..move import Move
from .act import take


def ambush(scene: Scene, move: Move) -> Script[None]:
    """Dexterity + Stealth against Perception + Alertness, before initiative (VTM-I-AMBUSH).

    Won or tied, it brings a free attack (VTM-I-AMBUSH-WIN, VTM-I-AMBUSH-TIE); else nothing (VTM-I-AMBUSH-FOILED).
    """
    spec = move.roll()
    take(scene, move)
    own = yield from cast(
        "ambush", move.actor, "Ambush", spec.terms, spec.difficulty, tens=spec.tens, auto=spec.auto
    )  # fmt: skip
    victim = scene.state.combatants[move.target]
    terms = trait_terms(victim, "perception", "alertness")
    other = yield from cast("notice", move.target, "Notice", terms, 6)
    ahead = own.successes - other.successes
    outcome = "botch" if own.botch else "success" if ahead > 0 else "tie" if ahead == 0 else "failure"
    if not own.botch and ahead >= 0:
        scene.record(f.Ambushed(move.actor, f.Ambush(move.target, ahead, ahead == 0)))
    scene.record(f.Contested(move.actor, move.target, "ambush", outcome, own, other))
    scene.result = {
        "outcome": outcome, "pool": own.dice, "difficulty": own.difficulty, "successes": own.successes,
        "opposed_pool": other.dice, "opposed_successes": other.successes,
        "bonus": max(0, ahead) if not own.botch else 0,
    }  # fmt: skip


def other(scene: Scene, move: Move) -> Script[None]:
    """Attribute and ability at a difficulty that the GM names (VTM-C-OTHER)."""
    spec = move.roll()
    take(scene, move)
    roll = yield from cast(
        "other", move.actor, "Action", spec.terms, spec.difficulty, tens=spec.tens, auto=spec.auto
    )  # fmt: skip
    scene.record(f.Tested("other", outcome_of(roll), roll))
    scene.result = {
        "outcome": outcome_of(roll), "pool": roll.dice, "difficulty": roll.difficulty, "successes": roll.successes
    }  # fmt: skip
