"""What all attacks share: the defender's choice, the roll to hit, critical failures (GRV-ATTACK-ORDER, GRV-TOHIT)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..checks import Move, dodge_against
from ..common import Scene, terms, told, total
from ..dice import EVERY, d20, effect_of, succeeds
from ..harm import lay, unable
from ..modifiers import STEP, bodily, defenseless, funk, hth, increments, level, range_steps, skill_terms, stated
from ..rounds import actions, without_last
from ..sheet import bonus
from ..vocabulary import DEFENSES, RESERVES


class Defense(NamedTuple):
    """What the target did: which defence, its effect number (-1 when its roll failed), what it adds to Dodge."""

    kind: str = "none"
    effect: int | None = None
    adds: int = 0
    rolls: tuple[f.Dice, ...] = ()

    @property
    def worked(self) -> bool:
        """Whether a defence that is rolled for came off."""
        return self.effect is not None and self.effect >= 0


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
    own = _attack_terms(scene, move, extra)
    defense = yield from defend(scene, move)
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


def offered(scene: Scene, move: Move) -> list[str]:
    """The defences that the target may pick, beside none (GRV-M-PARRY, GRV-M-BLOCK, GRV-M-SIDESTEP)."""
    target = scene.state.combatants[move.target]
    if move.unaware or defenseless(target) or unable(target, scene.options):
        return []
    kinds: list[str] = list(move.row.answers)
    if target.mode == "aggressive":  # GRV-MODE-AGGRESSIVE
        kinds = [one for one in kinds if one == "sidestep"]
    if scene.state.encounter is None:
        return kinds
    return [one for one in kinds if target.reserved.get(RESERVES[one], 0) > 0]


def defend(scene: Scene, move: Move) -> Script[Defense]:
    """Ask the target, spend the reserved action, roll."""
    who = move.target
    kinds = offered(scene, move)
    if not kinds:
        return Defense()
    prompt = f"{told(scene, move.actor, who)} attacks with {move.row.name.lower()}. How do you defend?"
    options = tuple(Option(one, *DEFENSES[one]) for one in ("none", *kinds))
    kind = yield from choose(Ask("defense", who, prompt, "none", options))
    if kind == "none":
        return Defense()
    if scene.state.encounter is not None:
        reserved = {**scene.state.combatants[who].reserved}
        reserved[RESERVES[kind]] -= 1
        scene.record(f.ReservedSet(who, {one: left for one, left in reserved.items() if left}))
    target = scene.state.combatants[who]
    gear = target.sheet.parry_bonus  # GRV-M-PARRY-GEAR
    if kind == "parry_flat":  # GRV-M-PARRY-FLAT
        return Defense(kind, None, max(0, level(target, move.duel) + gear))
    own = _defense_terms(scene, move, kind)
    need = 10 - total(own)
    rolled = yield from d20(scene, who, kind, (need,) if kind == "sidestep" else EVERY)
    came = rolled.face + total(own)
    worked = succeeds(came, rolled)
    effect = effect_of(came, rolled, scene.options.critical_damage) if worked else -1
    card = f.Dice(who, DEFENSES[kind][0], rolled.at, came, (Term("die", "Die", rolled.face), *own))
    if rolled.fumble:
        yield from botched(scene, who)
    return Defense(kind, effect, effect if worked and kind == "parry" else 0, (card,))


def _defense_terms(scene: Scene, move: Move, kind: str) -> list[Term]:
    target = scene.state.combatants[move.target]
    worse = ("funk", "Funk", -funk(target))
    if kind == "sidestep":
        return terms(("score", "HTH Score", hth(target, move.duel)), ("ref", "Ref bonus", bonus(target.sheet, "ref")), worse)
    gear = target.sheet.parry_bonus if kind == "parry" else 0
    dex = ("dex", "Dex bonus", bonus(target.sheet, "dex"))
    return terms(("score", "MCL", level(target, move.duel)), dex, ("gear", "Shield or weapon", gear), worse)


def botched(scene: Scene, who: CombatantId) -> Script[None]:
    """A critical failure: the Director picks what comes of it (GRV-CRIT)."""
    options = (
        Option("lose_actions", "Loses the round", "remaining and reserved actions are gone"),
        Option("drop_weapon", "Drops the weapon"),
        Option("fall", "Falls"),
        Option("none", "Nothing more"),
    )
    prompt = f"{told(scene, who, GM)} fails critically. What happens?"
    pick = yield from choose(Ask("critical_failure", GM, prompt, "lose_actions", options))
    if pick == "drop_weapon":
        lay(scene, who, "disarmed")
    elif pick == "fall":
        lay(scene, who, "prone")
    elif pick == "lose_actions":
        lose_actions(scene, who)


def lose_actions(scene: Scene, who: CombatantId) -> None:
    """The remaining slots and reserved actions of the round are gone."""
    met = scene.state.encounter
    if met is None:
        return
    now = scene.state.combatants[who]
    if now.reserved:
        scene.record(f.ReservedSet(who, {}))
    if met.phase == "actions":
        left = without_last(met.slots, met.passed, who, 0)
        if left != met.slots:
            scene.record(f.SlotsSet(left, met.passed, who))
    else:
        scene.record(f.InstantTaken(who, actions(scene.catalogue, scene.options, now, now.mode, now.use)))
