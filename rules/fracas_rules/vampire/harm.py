"""Damage on its way to the track, and what the track does to its bearer: daze, coma, torpor, death.

The functions on tracks are plain: as many signs out as in, seven or more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.script import Script
from . import facts as f
from .common import After, Scene, gain, levels, lose
from .modifiers import current, soak_terms
from .options import Options
from .sheet import Kind
from .state import Combatant, get, has
from .vocabulary import HELPLESS

#: Marks by their values: bashing 1, lethal 2, aggravated 3.
MARKS = "./X*"
VALUES = {"bashing": 1, "lethal": 2, "aggravated": 3}
GRAPPLED = ("clinched", "held")


def sorted_track(track: str) -> str:
    """The track with the worst marks on top (VTM-H-TRACK)."""
    return "".join(sorted(track, key=MARKS.index, reverse=True))


def add_level(track: str, fate: str, kind: Kind, value: int, options: Options) -> tuple[str, str]:
    """One more level: the track and the fate after it (VTM-H-TRACK, VTM-H-OVERFLOW).

    Beyond a full track the topmost of the mildest marks gets worse by the level's value; a mortal's never beyond lethal
    (VTM-D-AGG-MORTAL, VTM-H-DEATH). A vampire goes on to torpor and Final Death (VTM-H-TORPOR, VTM-H-FINAL-DEATH).
    """
    if fate in ("dead", "final_death"):
        return track, fate
    cap = 2 if kind == "mortal" else 3
    value = min(value, cap)
    if "." in track:
        return sorted_track(track.replace(".", MARKS[value], 1)), fate
    low = min(map(MARKS.index, track))
    if kind == "vampire":
        if low == 3:
            return track, "final_death" if value == 3 or options.full_aggravated_any_damage else fate
        if low == 2:
            fate = "torpor"
    elif low >= 2:
        return track, "dead"
    raised = track.replace(MARKS[low], MARKS[min(cap, low + value)], 1)
    if options.overflow_rule == "step_and_insert":
        raised = sorted_track(raised + MARKS[value])[: len(track)]
    return sorted_track(raised), fate


def heal_track(track: str, count: int) -> str:
    """The track without so many of its mildest marks (VTM-R-HEAL)."""
    marks = track.rstrip(".")
    return marks[: max(0, len(marks) - count)].ljust(len(track), ".")


def settled_fate(track: str, fate: str, kind: Kind, blood: int) -> str:
    """Torpor without blood, and of a full aggravated track (VTM-H-BLOODLESS, VTM-H-AGG-TORPOR)."""
    if kind == "vampire" and not fate and "." not in track and (not blood or track == "*" * len(track)):
        return "torpor"
    return fate


def senseless(track: str, fate: str, kind: Kind) -> str:
    """What a full track makes of those who are no vampires (VTM-H-UNCONSCIOUS, VTM-H-COMATOSE); empty for nothing."""
    if kind == "vampire" or fate or "." in track:
        return ""
    return "unconscious" if "/" in track else "comatose"


def mark(scene: Scene, who: CombatantId, kind: str, count: int) -> None:
    """Mark levels one by one, without soak (VTM-H-OVERFLOW, VTM-H-COMMAND)."""
    victim = scene.state.combatants[who]
    track, fate, body = victim.track, victim.fate, victim.sheet.kind
    for _ in range(count):
        track, fate = add_level(track, fate, body, VALUES[kind], scene.options)
    if count and (track, fate) != (victim.track, victim.fate):
        scene.record(f.Marked(who, count, kind, track))
    settle(scene, who, fate)


def heal(scene: Scene, who: CombatantId, count: int) -> None:
    """Take away the mildest marks."""
    victim = scene.state.combatants[who]
    healed = min(count, victim.filled)
    if healed:
        scene.record(f.Healed(who, healed, heal_track(victim.track, healed)))
    settle(scene, who, was_full=victim.full)


def settle(scene: Scene, who: CombatantId, fate: str | None = None, was_full: bool = False) -> None:
    """What follows from track, blood and fate: it is looked at whenever one of them changes (VTM-H-INCAPACITATED).

    `was_full`: the track was full before, so that whoever was unconscious from it wakes.
    """
    victim = scene.state.combatants[who]
    kind = victim.sheet.kind
    now = settled_fate(victim.track, victim.fate if fate is None else fate, kind, victim.blood_pool)
    if now != victim.fate:
        scene.record(f.Fated(who, now))
    if now in ("dead", "final_death") and now != victim.fate:
        lose(scene, who, *(one.id for one in victim.conditions if one.id not in ("grappling", *GRAPPLED)))
    state = senseless(victim.track, now, kind)
    for one in ("unconscious", "comatose"):
        if one != state and (state or was_full):
            lose(scene, who, one)
    if state and not has(victim, state):
        gain(scene, who, state)
    if now or state or victim.full:
        lose(scene, who, "dazed")
        let_go(scene, who)
    if now in ("dead", "final_death"):
        come_free(scene, who)


def helpless(who: Combatant) -> bool:
    """Whether it is hit without a roll (VTM-X-HELPLESS, VTM-H-INCAPACITATED, VTM-X-STAKED)."""
    return bool(who.fate) or who.full or any(one.id in HELPLESS for one in who.conditions)


def let_go(scene: Scene, gripper: CombatantId) -> None:
    """Whoever this one holds or drinks from comes free (VTM-M-GRAPPLE)."""
    lose(scene, gripper, "grappling")
    for one, who in scene.state.combatants.items():
        for condition in (*GRAPPLED, "kissed"):
            held = get(who, condition)
            if held is not None and held.params.get("by") == gripper:
                scene.record(f.ConditionLost(one, condition))


def come_free(scene: Scene, victim: CombatantId) -> None:
    """A victim is in nobody's grip any more."""
    lose(scene, victim, *GRAPPLED, "kissed")
    for one, who in scene.state.combatants.items():
        hold = get(who, "grappling")
        if hold is not None and hold.params.get("target") == victim:
            scene.record(f.ConditionLost(one, "grappling"))


class Wound(NamedTuple):
    """Damage after everything: the type, levels rolled, halved (None unless a vampire's bashing), soak, levels marked."""

    type: str
    dealt: int
    halved: int | None
    soak: f.Cast
    damage: int

    def told(self) -> dict[str, Any]:
        """The keys of a result."""
        found: dict[str, Any] = {"damage_type": self.type, "damage_successes": self.dealt}
        if self.halved is not None:
            found["halved"] = self.halved
        found.update(soak_pool=self.soak.dice, soak_successes=self.soak.successes, damage=self.damage)
        return found


def wound(
    scene: Scene,
    who: CombatantId,
    kind: str,
    dealt: int,
    *,
    armored: bool = True,
    dazes: bool = True,
    hit: bool = True,
    after: After = None,
    tally: int = 0,
) -> Script[Wound]:
    """Halve, soak, mark, daze (VTM-D-HALVE, VTM-D-SOAK, VTM-X-DAZED, VTM-D-BASHING, VTM-D-AGGRAVATED).

    A mortal takes aggravated damage as lethal (VTM-D-AGG-MORTAL). `hit`: at least one level by option (VTM-D-MINIMUM).
    `after`: what still matters besides the levels that are left to soak.
    """
    victim = scene.state.combatants[who]
    if kind == "aggravated" and victim.sheet.kind == "mortal":
        kind = "lethal"
    halved = dealt // 2 if kind == "bashing" and victim.sheet.kind == "vampire" else None
    open_levels = dealt if halved is None else halved
    terms: list[Term] = soak_terms(victim, kind, armored) if open_levels else []
    after = None if after is None else (*after, open_levels)
    soak = yield from levels(scene, "soak", who, "Soak", terms, most=open_levels, after=after, tally=tally)
    left = max(0, open_levels - soak.successes)
    if hit and scene.options.minimum_damage_after_soak:
        left = max(1, left)
    mark(scene, who, kind, left)
    now = scene.state.combatants[who]
    threshold = current(now, "stamina") + (0 if now.sheet.kind == "mortal" else 2)
    if dazes and left > threshold and not now.full and not now.fate:
        gain(scene, who, "dazed")
    return Wound(kind, dealt, halved, soak, left)
