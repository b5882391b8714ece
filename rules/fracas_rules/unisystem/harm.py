"""Damage, armour, wounds, and the tests of those who are badly hurt."""

from __future__ import annotations

from fractions import Fraction

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.requests import GM, Ask, Number, Option
from ..kernel.script import Script, ask, choose
from . import facts as f
from .modifiers import wound_penalty
from .play import Scene, d10, may_spend, spend_drama, together, told
from .sheet import damage_factor, full_life_points, quality
from .state import Combatant, current, has

#: The usual multiplier of each damage type (UNI-C-DAMAGE-BASH, -SLASH, -BULLET, -FIRE).
USUAL = {"bash": Fraction(1), "slash_stab": Fraction(2), "bullet": Fraction(2), "fire": Fraction(1)}

OUT = ("dead", "unconscious", "incapacitated", "doubled_over")
#: What hangs on a holder and ends with him.
HOLDS = ("grappled", "held", "choked", "bitten", "drained")


def is_out(who: Combatant) -> bool:
    """Whether someone can do nothing at all: no act, no defence, no hold."""
    return any(has(who, one) for one in OUT)


def levels_of(total: int) -> int:
    """Success Levels of a total: none under 9, then one for every two points (UNI-C-SUCCESS-LEVELS)."""
    return max(0, (total - 7) // 2) if total >= 9 else 0


def armor_value(who: Combatant, kind: str) -> int:
    """What armour takes off a blow: the best worn piece, all natural pieces, Natural Toughness against Bash (UNI-C-ARMOR)."""
    if who.sheet.kind in ("vehicle", "object"):
        return who.sheet.av
    worn = natural = 0
    for piece in who.sheet.armor:
        value = piece.av_by_type.get(kind, 0 if kind == "fire" and not piece.natural else piece.av)  # type: ignore[call-overload]
        if piece.natural:
            natural += value
        else:
            worn = max(worn, value)
    toughness = 4 * quality(who.sheet, "natural_toughness") if kind == "bash" else 0
    total: int = worn + natural + toughness
    return total


def multiplier(who: Combatant, kind: str, simple: bool = False) -> Fraction:
    """The multiplier of a damage type on this body (UNI-C-DAMAGE-FORMULA); 1 for objects and with `simple_damage`."""
    if simple or who.sheet.kind in ("vehicle", "object"):
        return Fraction(1)
    own = damage_factor(who.sheet, kind)
    return USUAL[kind] if own is None else own


def points(raw: int, factor: Fraction) -> int:
    """Damage after the multiplier, rounded down once."""
    return int(raw * factor)


def hurt(scene: Scene, who: CombatantId, amount: int, kind: str, by: CombatantId = "", survival: int = 0) -> Script[None]:
    """Take `amount` points and make the tests that fall due (UNI-C-LIFE-POINTS, -SURVIVAL, -CONSCIOUSNESS).

    `survival` is a further modifier of the Survival test.
    """
    wound(scene, who, amount, kind, by)
    if amount > 0:
        yield from make_tests(scene, who, by, survival)


def wound(scene: Scene, who: CombatantId, amount: int, kind: str, by: CombatantId = "", cause: str = "") -> None:
    """Take points without any test."""
    if amount <= 0:
        return
    victim = scene.state.combatants[who]
    if victim.sheet.kind in ("vehicle", "object"):
        left = victim.damage_capacity - amount
        scene.record(f.Worn(who, amount, left))
        if left < 0 and victim.sheet.kind == "object" and not has(victim, "wrecked"):  # UNI-C-BREAK-CAPACITY
            scene.record(f.ConditionGained(who, "wrecked"))
        return
    if by and victim.spared is None and together(scene, who, by):
        scene.record(f.Spared(who, wound_penalty(victim, scene.options)))
    burned = victim.fire_damage + (amount if kind == "fire" and not scene.options.simple_damage else 0)
    scene.record(f.Hurt(who, amount, kind, victim.life_points - amount, burned, cause or by))
    if burned > 20 and not has(victim, "scarred"):  # UNI-C-FIRE-SCAR
        scene.record(f.ConditionGained(who, "scarred"))


def make_tests(scene: Scene, who: CombatantId, by: CombatantId = "", survival: int = 0) -> Script[None]:
    """Survival at -10 or worse, then Consciousness at 0 or worse, for whoever is still alive and awake."""
    victim = scene.state.combatants[who]
    if victim.sheet.kind in ("vehicle", "object") or has(victim, "dead") or has(victim, "last_deed"):
        return
    if victim.life_points <= -10:
        passed = yield from survival_test(scene, who, survival)
        if not passed:
            yield from dying(scene, who, by)
            return
    if victim.life_points <= 0 and not any(has(scene.state.combatants[who], one) for one in ("unconscious", "incapacitated")):
        passed = yield from consciousness_test(scene, who)
        if not passed:
            yield from pass_out(scene, who, by)


def survival_test(scene: Scene, who: CombatantId, modifier: int = 0, key: str = "survival") -> Script[bool]:
    """d10 + Willpower + Constitution + Hard to Kill, -1 for every full ten points below zero (UNI-C-SURVIVAL)."""
    victim = scene.state.combatants[who]
    below = min(0, -(-victim.life_points // 10)) if victim.life_points < 0 else 0
    base = [
        Term("willpower", "Willpower", current(victim, "willpower")),
        Term("constitution", "Constitution", current(victim, "constitution")),
        Term("hard_to_kill", "Hard to Kill", quality(victim.sheet, "hard_to_kill")),
        Term("life_points", "Below zero", below),
        Term("maneuver", "Modifier", modifier),
    ]
    total = yield from _test(scene, who, key, "drama_survival", base)
    return total >= 9


def consciousness_test(scene: Scene, who: CombatantId, modifier: int = 0) -> Script[bool]:
    """d10 + Willpower + Constitution + Resistance (Pain), -1 for every point below zero (UNI-C-CONSCIOUSNESS)."""
    victim = scene.state.combatants[who]
    base = [
        Term("willpower", "Willpower", current(victim, "willpower")),
        Term("constitution", "Constitution", current(victim, "constitution")),
        Term("resistance_pain", "Resistance (Pain)", quality(victim.sheet, "resistance_pain")),
        Term("life_points", "Below zero", min(0, victim.life_points)),
        Term("maneuver", "Modifier", modifier),
    ]
    total = yield from _test(scene, who, "consciousness", "drama_consciousness", base)
    return total >= 9


def _test(scene: Scene, who: CombatantId, key: str, drama: str, base: list[Term]) -> Script[int]:
    terms = [one for one in base if one.value or one.key in ("willpower", "constitution")]
    if may_spend(scene, who):
        prompt = f"{scene.state.combatants[who].sheet.name} makes a {key.replace('_', ' ')} test. Spend a Drama Point on it?"
        spent = yield from choose(
            Ask(drama, who, prompt, "none", (Option("none", "No"), Option("heroic_feat", "Heroic feat", "+10")))
        )
        if spent == "heroic_feat":
            spend_drama(scene, who, 1, "heroic_feat")
            terms.append(Term("heroic_feat", "Heroic feat", 10))
    face = yield from d10(key, who)
    terms.insert(0, Term("die", "Die", face))
    total = sum(one.value for one in terms)
    scene.record(f.Tested(who, key, total, tuple(terms), total >= 9))
    scene.result.setdefault("tests", {}).setdefault(who, {})[key] = {"total": total, "passed": total >= 9}
    if total >= 9 and drama == "drama_survival" and victim_below(scene, who):
        scene.record(f.ConditionGained(who, "dying", {"minutes": 0}))
    return total


def victim_below(scene: Scene, who: CombatantId) -> bool:
    """Whether a passed Survival test leaves a slow death: strictly below -10 and not dying yet (UNI-C-SLOW-DEATH)."""
    victim = scene.state.combatants[who]
    return victim.life_points < -10 and not has(victim, "dying")


def dying(scene: Scene, who: CombatantId, by: CombatantId = "") -> Script[None]:
    """A Survival test was failed: death, or a last deed or last words for cast members (UNI-C-LAST-DEED)."""
    victim = scene.state.combatants[who]
    if victim.sheet.kind == "cast":
        options = (
            Option("none", "Die"),
            Option("deed", "One last deed", "Act for one or two Turns without wound penalties"),
            Option("words", "Famous last words"),
        )
        deed = yield from choose(Ask("last_deed", who, f"{victim.sheet.name} is dying.", "none", options))
        if deed == "deed":
            turns = yield from ask(Ask("deed_turns", GM, f"How many Turns has {victim.sheet.name} left?", 1, (), Number(1, 2)))
            scene.record(f.ConditionGained(who, "last_deed", {"turns": turns}))
            return
    die(scene, who, "wounds", by)


def die(scene: Scene, who: CombatantId, cause: str, by: CombatantId = "", destroyed: bool = False) -> None:
    """Death replaces every other condition and ends every hold of the dead."""
    victim = scene.state.combatants[who]
    minutes = next((int(one.params.get("minutes", 0)) for one in victim.conditions if one.id == "dying"), 0)
    for one in {condition.id: None for condition in victim.conditions}:
        scene.record(f.ConditionLost(who, one))
    params: f.Params = {"cause": cause}
    if minutes:
        params["minutes"] = minutes
    if destroyed:
        params["destroyed"] = True
    scene.record(f.ConditionGained(who, "dead", params, bool(by) and together(scene, who, by)))
    let_go(scene, who)


def pass_out(scene: Scene, who: CombatantId, by: CombatantId = "") -> Script[None]:
    """A Consciousness test was failed: unconscious, or awake but helpless, as the GM says."""
    options = (Option("unconscious", "Unconscious"), Option("incapacitated", "Awake, but helpless"))
    name = told(scene, who, GM)
    form = yield from choose(Ask("out_form", GM, f"{name} fails the Consciousness test.", "unconscious", options))
    later = bool(by) and together(scene, who, by)
    if not later:
        for one in ("prone", "fire_panic"):
            if has(scene.state.combatants[who], one):
                scene.record(f.ConditionLost(who, one))
    scene.record(f.ConditionGained(who, form, {}, later))
    let_go(scene, who)


def let_go(scene: Scene, holder: CombatantId) -> None:
    """Everything that the holder holds comes free (UNI-M-GRAPPLE)."""
    for one, victim in scene.state.combatants.items():
        for condition in HOLDS:
            if any(c.id == condition and c.params.get("by") == holder for c in victim.conditions):
                scene.record(f.ConditionLost(one, condition, {"by": holder}))


def heal(scene: Scene, who: CombatantId, amount: int) -> None:
    """Regain Life Points, up to the maximum; fire damage shrinks only once nothing else is left to heal."""
    patient = scene.state.combatants[who]
    gained = max(0, min(amount, full_life_points(patient.sheet) - patient.life_points))
    if gained:
        left = patient.life_points + gained
        burned = min(patient.fire_damage, full_life_points(patient.sheet) - left)
        scene.record(f.Healed(who, gained, left, burned))
