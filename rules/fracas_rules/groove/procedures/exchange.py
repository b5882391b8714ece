"""What all attacks share: the target's answer, then the roll to hit (GRV-ATTACK-ORDER, GRV-TOHIT)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...kernel.formula import Term
from ...kernel.script import Script
from .. import facts as f
from ..common import Scene, terms, total
from ..dice import EVERY, d20, effect_of, succeeds
from ..harm import lay
from ..modifiers import STEP, bodily, increments, range_steps, skill_terms, stated
from ..move import Move, dodge_against
from .defend import Defense, defend
from .fumble import botched


class Exchange(NamedTuple):
    """A defended roll to hit. `score`: the Combat Score or skill. `feet`: the distance at which it took place."""

    outcome: str
    face: int
    total: int
    effect: int
    score: int
    dodge: int
    critical: bool
    defense: Defense
    band: str
    feet: int | None
    rolls: tuple[f.Dice, ...]

    @property
    def hit(self) -> bool:
        """Whether the attack came off."""
        return self.outcome in ("hit", "critical", "blocked")

    def result(self) -> dict[str, Any]:
        """The keys of the result that every attack has."""
        out: dict[str, Any] = {
            "outcome": self.outcome, "roll": self.face, "total": self.total, "score": self.score, "dodge": self.dodge,
        }  # fmt: skip
        if self.hit:
            out["effect"] = self.effect
        if self.defense.effect is not None:
            out["defense_effect"] = self.defense.effect
        if self.band:
            out["band"] = self.band
        if self.feet is not None:
            out["distance"] = self.feet
        return out


def exchange(scene: Scene, move: Move, extra: tuple[Term, ...] = (), blow: bool = False, every: bool = False) -> Script[Exchange]:
    """The target's defence, then the attacker's d20 (GRV-TOHIT).

    extra: addends of this maneuver. blow: a critical success does more with the weapon, not with the effect number.
    every: the odds walk every effect number, not only whether it hits.
    """
    rows, row = scene.catalogue, move.row
    if row.foul and move.duel:  # GRV-DUEL
        lay(scene, move.actor, "foul_play")
    defense = yield from defend(scene, move)
    own = _attack_terms(scene, move, extra)
    if defense.kind == "sidestep" and defense.worked:  # GRV-M-SIDESTEP
        own = [one for one in own if one.key != "rush"]
    dodge = dodge_against(scene, move, _cut(scene, move, defense)) + defense.adds
    sum_up = total(own) - dodge
    blunted = defense.effect if defense.effect is not None and defense.kind != "parry" else 0
    need = 10 - sum_up
    breaks = tuple(face for face in EVERY if face >= need) if every else (need,)
    rolled = yield from d20(scene, move.actor, "attack", breaks, after=(defense.kind, blunted, sum_up))
    came = rolled.face + sum_up
    hits = succeeds(came, rolled)
    effect = effect_of(came, rolled, scene.options.critical_damage and not blow)
    outcome = ("critical" if rolled.critical else "hit") if hits else "botch" if rolled.fumble else "miss"
    if hits and defense.kind == "block" and defense.worked:
        outcome = "blocked"
    addends = (Term("die", "Die", rolled.face), *own, Term("dodge", "Dodge", -dodge))
    card = f.Dice(move.actor, "Attack", rolled.at, came, addends, 1)
    if rolled.fumble:
        yield from botched(scene, move.actor)
    weapon = move.weapon
    band = ""
    if row.weapon == "melee" and weapon is not None:
        band = weapon.range if move.after is None else rows.bands[min(rows.band(move.after), len(rows.bands) - 1)][0]
    score = next(one.value for one in own if one.key == "score")
    return Exchange(
        outcome, rolled.face, came, effect, score, dodge, rolled.critical, defense, band, move.after, (*defense.rolls, card),
    )  # fmt: skip


def _attack_terms(scene: Scene, move: Move, extra: tuple[Term, ...]) -> list[Term]:
    """Every addend of an attack but Dodge, in the order of the card."""
    who = scene.state.combatants[move.actor]
    row, weapon = move.row, move.weapon
    far = 0
    if row.weapon == "melee" and weapon is not None and row.procedure != "charge":  # GRV-RANGE
        far = STEP * abs(range_steps(scene.catalogue, weapon, move.after))
    elif row.weapon == "ranged" and weapon is not None:  # GRV-RANGE-GUN
        far = STEP * (increments(weapon, move.feet) - 1)
    rush = row.to_hit if row.procedure != "charge" or scene.options.charge_bonus == "hit" else 0
    return [
        *skill_terms(who, row.score, weapon, move.duel),
        *terms(("range", "Range", -far), ("rush", row.name, rush), ("opening", "Opening", move.opening)),
        *extra,
        *bodily(who),
        *stated(move.act.modifiers),
    ]


def _cut(scene: Scene, move: Move, defense: Defense) -> int:
    """What the maneuver takes from the target's Dodge (GRV-M-LUNGE)."""
    if defense.kind == "sidestep" and defense.worked:
        return 0
    return move.row.dodge_cut if scene.options.lunge_dodge == "defender" else 0
