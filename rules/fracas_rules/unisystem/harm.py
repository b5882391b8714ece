"""Damage, armour, wounds, and the tests of those who are badly hurt."""

from __future__ import annotations

from fractions import Fraction

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.requests import GM, Ask, Number, Option
from ..kernel.roster import told
from ..kernel.script import Script, ask, choose
from . import facts as f
from .common import Scene, d10, gain, heroic_feat, is_thing, lose, put_away, ready, rider_of, together
from .modifiers import wound_penalty
from .sheet import damage_factor, full_life_points, quality
from .state import Combatant, current, has

#: The usual multiplier of each type: UNI-C-DAMAGE-BASH, UNI-C-DAMAGE-SLASH, UNI-C-DAMAGE-BULLET, UNI-C-DAMAGE-FIRE.
USUAL = {"bash": Fraction(1), "slash_stab": Fraction(2), "bullet": Fraction(2), "fire": Fraction(1)}

OUT = ("dead", "unconscious", "incapacitated", "doubled_over")
#: Too far gone for a Consciousness test or a knockdown.
ASLEEP = ("unconscious", "incapacitated")
#: What hangs on a holder and ends with him.
HOLDS = ("grappled", "held", "choked", "bitten", "drained")


def is_out(who: Combatant) -> bool:
    """Whether someone can do nothing at all: no act, no defence, no hold."""
    if not who.conditions:
        return False
    return any(one.id in OUT and not one.later for one in who.conditions)


def levels_of(total: int) -> int:
    """Success Levels of a total: none under 9, then one for every two points (UNI-C-SUCCESS-LEVELS)."""
    return max(0, (total - 7) // 2) if total >= 9 else 0


def armor_value(who: Combatant, kind: str, worn: bool = True) -> int:
    """What armour takes off a blow: the best worn piece, all natural pieces, Natural Toughness against Bash (UNI-C-ARMOR).

    `worn`: False where worn armour is of no help.
    """
    if is_thing(who):
        return who.sheet.av
    best = natural = 0
    for piece in who.sheet.armor:
        value = piece.av_by_type.get(kind, 0 if kind == "fire" and not piece.natural else piece.av)  # type: ignore[call-overload]
        if piece.natural:
            natural += value
        elif worn:
            best = max(best, value)
    toughness = 4 * quality(who.sheet, "natural_toughness") if kind == "bash" else 0
    total: int = best + natural + toughness
    return total


def multiplier(who: Combatant, kind: str, simple: bool = False, special: int = 0, bite: bool = False) -> Fraction:
    """The one multiplier of a blow on this body (UNI-C-DAMAGE-FORMULA, UNI-M-BASE-DAMAGE).

    `special` stands in place of the type's usual one; a body's own factor keeps its proportion to it. A `bite` is not
    doubled. 1 for things, and with `simple` for every type.
    """
    if is_thing(who):
        return Fraction(1)
    if bite:
        return who.sheet.body.damage_factors.get("bite", Fraction(1))
    if simple:
        return Fraction(special or 1)
    own, usual = damage_factor(who.sheet, kind), USUAL[kind]
    if special:
        return Fraction(special) if own is None else special * own / usual
    return usual if own is None else own


def points(raw: int, factor: Fraction) -> int:
    """Damage after the multiplier, rounded down once."""
    return raw * factor.numerator // factor.denominator


def hurt(scene: Scene, who: CombatantId, amount: int, kind: str, by: CombatantId = "", survival: int = 0) -> Script[None]:
    """Take `amount` points and make the tests that fall due (UNI-C-LIFE-POINTS, -SURVIVAL, -CONSCIOUSNESS).

    `survival` is a further modifier of the Survival test.
    """
    wound(scene, who, amount, kind, by)
    if amount > 0 and not is_thing(scene.state.combatants[who]):
        yield from make_tests(scene, who, by, survival)


def wound(scene: Scene, who: CombatantId, amount: int, kind: str, by: CombatantId = "") -> None:
    """Take points without any test."""
    if amount <= 0:
        return
    victim = scene.state.combatants[who]
    if is_thing(victim):
        left = victim.damage_capacity - amount
        scene.record(f.Worn(who, amount, left))
        if left < 0 and victim.sheet.kind == "object" and not has(victim, "wrecked"):  # UNI-C-BREAK-CAPACITY
            gain(scene, who, "wrecked")
        return
    if by and victim.spared is None and together(scene, who, by):
        scene.record(f.Spared(who, wound_penalty(victim, scene.options)))
    burned = victim.fire_damage + (amount if kind == "fire" and not scene.options.simple_damage else 0)
    scene.record(f.Hurt(who, amount, kind, victim.life_points - amount, burned, by))
    if burned > 20 and not has(victim, "scarred"):  # UNI-C-FIRE-SCAR
        gain(scene, who, "scarred")


def make_tests(
    scene: Scene, who: CombatantId, by: CombatantId = "", survival: int = 0, cause: str = "wounds", destroyed: bool = False
) -> Script[None]:
    """Survival at -10 or worse, then Consciousness at 0 or worse, for whoever is still alive and awake."""
    victim = scene.state.combatants[who]
    if victim.life_points > 0 or is_thing(victim) or has(victim, "dead") or has(victim, "last_deed"):
        return
    if victim.life_points <= -10:
        passed = yield from survival_test(scene, who, survival)
        if not passed:
            yield from dying(scene, who, by, cause, destroyed)
            return
    if not any(one.id in ASLEEP for one in scene.state.combatants[who].conditions):
        passed = yield from consciousness_test(scene, who)
        if not passed:
            yield from pass_out(scene, who, by)


def tens_below(points: int) -> int:
    """-1 for every full ten points below zero."""
    return min(0, -(-points // 10))


def survival_test(scene: Scene, who: CombatantId, modifier: int = 0, key: str = "survival") -> Script[bool]:
    """d10 + Willpower + Constitution + Hard to Kill, -1 for every full ten points below zero (UNI-C-SURVIVAL)."""
    victim = scene.state.combatants[who]
    below = tens_below(victim.life_points)
    extra = [
        Term("hard_to_kill", "Hard to Kill", quality(victim.sheet, "hard_to_kill")),
        Term("life_points", "Below zero", below),
        Term("maneuver", "Modifier", modifier),
    ]
    passed = yield from _test(scene, who, key, "drama_survival", extra)
    victim = scene.state.combatants[who]
    if passed and victim.life_points < -10 and not has(victim, "dying"):  # UNI-C-SLOW-DEATH
        gain(scene, who, "dying", {"minutes": 0})
    return passed


def consciousness_test(scene: Scene, who: CombatantId, modifier: int = 0) -> Script[bool]:
    """d10 + Willpower + Constitution + Resistance (Pain), -1 for every point below zero (UNI-C-CONSCIOUSNESS)."""
    victim = scene.state.combatants[who]
    extra = [
        Term("resistance_pain", "Resistance (Pain)", quality(victim.sheet, "resistance_pain")),
        Term("life_points", "Below zero", min(0, victim.life_points)),
        Term("maneuver", "Modifier", modifier),
    ]
    passed = yield from _test(scene, who, "consciousness", "drama_consciousness", extra)
    return passed


def _test(scene: Scene, who: CombatantId, key: str, drama: str, extra: list[Term]) -> Script[bool]:
    victim = scene.state.combatants[who]
    terms = [
        Term("willpower", "Willpower", current(victim, "willpower")),
        Term("constitution", "Constitution", current(victim, "constitution")),
        *(one for one in extra if one.value),
    ]
    heroic = False
    if victim.drama_points:
        prompt = f"{victim.sheet.name} makes a {key.replace('_', ' ')} test. Spend a Drama Point on it?"
        heroic = yield from heroic_feat(scene, who, drama, prompt)
    if heroic:
        terms.append(Term("heroic_feat", "Heroic feat", 10))
    rest = sum(one.value for one in terms)
    face = yield from d10(key, who, (9 - rest,))
    total = rest + face
    scene.record(f.Tested(who, key, total, (Term("die", "Die", face), *terms), total >= 9))
    return total >= 9


def dying(scene: Scene, who: CombatantId, by: CombatantId = "", cause: str = "wounds", destroyed: bool = False) -> Script[None]:
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
            gain(scene, who, "last_deed", {"turns": turns})
            return
    die(scene, who, cause, by, destroyed)


def die(scene: Scene, who: CombatantId, cause: str, by: CombatantId = "", destroyed: bool = False) -> None:
    """Death replaces every other condition and ends every hold of the dead."""
    victim = scene.state.combatants[who]
    minutes = next((int(one.params.get("minutes", 0)) for one in victim.conditions if one.id == "dying"), 0)
    later = bool(by) and together(scene, who, by)
    if not later:
        for one in {condition.id: None for condition in victim.conditions}:
            lose(scene, who, one)
    params: f.Params = {"cause": cause}
    if minutes:
        params["minutes"] = minutes
    if destroyed:
        params["destroyed"] = True
    gain(scene, who, "dead", params, by)
    let_go(scene, who)


def pass_out(scene: Scene, who: CombatantId, by: CombatantId = "") -> Script[None]:
    """A Consciousness test was failed: unconscious, or awake but helpless, as the GM says."""
    options = (Option("unconscious", "Unconscious"), Option("incapacitated", "Awake, but helpless"))
    prompt = f"{told(scene, who, GM)} fails the Consciousness test."
    form = yield from choose(Ask("out_form", GM, prompt, "unconscious", options))
    collapse(scene, who, form, {}, by)


def collapse(scene: Scene, who: CombatantId, form: str, params: f.Params | None = None, by: CombatantId = "") -> None:
    """Unconscious or incapacitated: neither prone nor in panic any more, and holding nobody."""
    if not (by and together(scene, who, by)):
        for one in ("prone", "fire_panic"):
            lose(scene, who, one)
    gain(scene, who, form, params, by)
    let_go(scene, who)


def tidy(scene: Scene, who: CombatantId) -> None:
    """What a death or a collapse that has just begun to bite puts an end to (UNI-C-INIT-SIMULTANEOUS)."""
    held = scene.state.combatants[who].conditions
    ends = [one.id for one in held if one.id in ("dead", *ASLEEP) and not one.later]
    if not ends or len(held) == 1:
        return
    gone = [one.id for one in held if one.id not in ("dead", "scarred")] if "dead" in ends else ["prone", "fire_panic"]
    for one in dict.fromkeys(gone):
        lose(scene, who, one)


def let_go(scene: Scene, holder: CombatantId) -> None:
    """Everything that the holder holds comes free (UNI-M-GRAPPLE)."""
    for one, victim in scene.state.combatants.items():
        for condition in HOLDS:
            if victim.conditions and any(c.id == condition and c.params.get("by") == holder for c in victim.conditions):
                lose(scene, one, condition, {"by": holder})


def end_holds(scene: Scene, victim: CombatantId, holder: CombatantId, part: str = "") -> None:
    """End a hold, and all that hangs on it once the last part is free (UNI-M-BREAK-FREE, UNI-M-RELEASE)."""
    if part:
        lose(scene, victim, "grappled", {"by": holder, "part": part})
        if part == "neck":
            lose(scene, victim, "choked", {"by": holder})
        if any(one.id == "grappled" and one.params.get("by") == holder for one in scene.state.combatants[victim].conditions):
            return
    for condition in HOLDS:
        lose(scene, victim, condition, {"by": holder})


def lose_limb(scene: Scene, who: CombatantId, part: str, how: str) -> None:
    """A limb is `crippled` or `severed`; what it held falls (UNI-M-TARGET-LIMB, UNI-C-DAMAGE-SEVER)."""
    gain(scene, who, how, {"part": part})
    if part.startswith("arm"):
        held = [one for one in ready(scene.state.combatants[who]) if not one.natural and one.class_ != "unarmed"]
        hand = "off" if part == "arm_left" else "main"
        put_away(scene, who, *(one.id for one in held if one.hands == 2 or one.hand == hand))


def knock_down(scene: Scene, who: CombatantId, by: CombatantId = "", fresh: bool = True) -> None:
    """Prone; `fresh`: without an attack for the rest of the Turn (UNI-C-KNOCKDOWN). Not for those already down or out."""
    victim = scene.state.combatants[who]
    if is_thing(victim) or any(one.id in ("prone", "dead", *ASLEEP) for one in victim.conditions):
        return
    gain(scene, who, "prone", {"fresh": True} if fresh else {}, by)


def dismount(scene: Scene, rider: CombatantId) -> None:
    """Off the mount."""
    if scene.state.combatants[rider].mount:
        scene.record(f.Mounted(rider, ""))


def ridden(scene: Scene, mount: CombatantId) -> Combatant | None:
    """Who sits on a mount that has gone down or died."""
    down = any(one.id in ("dead", "prone", *ASLEEP) for one in scene.state.combatants[mount].conditions)
    return rider_of(scene.state, mount) if down else None


def heal(scene: Scene, who: CombatantId, amount: int) -> None:
    """Regain Life Points, up to the maximum; fire damage shrinks only once nothing else is left to heal."""
    patient = scene.state.combatants[who]
    full = full_life_points(patient.sheet)
    gained = max(0, min(amount, full - patient.life_points))
    if gained:
        left = patient.life_points + gained
        scene.record(f.Healed(who, gained, left, min(patient.fire_damage, full - left)))
        come_round(scene, who, patient.life_points)


def come_round(scene: Scene, who: CombatantId, before: int) -> None:
    """Healing above zero ends the swoon of the badly hurt, above -10 a slow death (UNI-C-CONSCIOUSNESS, UNI-C-SLOW-DEATH)."""
    now = scene.state.combatants[who].life_points
    if before <= 0 < now:
        for one in ASLEEP:
            lose(scene, who, one)
    if before <= -10 < now:
        lose(scene, who, "dying")
