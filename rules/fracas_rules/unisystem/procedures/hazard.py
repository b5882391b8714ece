"""What befalls: fire, falls, no breath, poison and disease (the command `hazard`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import refuse
from ...kernel.formula import parse
from ...kernel.ids import CombatantId
from ...kernel.params import check as check_params
from ...kernel.params import mentioned
from ...kernel.requests import GM, TABLE, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose, gm_says
from .. import facts as f
from ..commands import Hazard
from ..common import Scene, d10, gain, heroic_feat, is_thing, known, lose
from ..harm import ASLEEP, armor_value, collapse, consciousness_test, die, hurt, levels_of, multiplier, points, survival_test
from ..modifiers import term, wound_penalty
from ..params import HAZARDS
from ..sheet import needs_breath, quality
from ..state import current, has
from . import shooting, vehicles
from .rolls import add_die, tested, traits_total

_FEAR = parse("2 * willpower")
_BRAINS = parse("brains")
_LEAP = parse("dexterity + acrobatics")
_COMBAT = parse("combat")
_TOUGH = parse("2 * constitution")
_MUSCLE = parse("muscle")
#: Turns without breath that harm nobody, and how far apart Survival tests are.
_BREATH, _SURVIVAL_EVERY = 12, 6
#: Yards beyond which a fall grows no worse, where the table has it so.
_CAP = 50


# ── Fire ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def ignite(scene: Scene, who: CombatantId, per_turn: int, normal: bool) -> Script[None]:
    """Set alight: the fear is tested at once, the first damage comes when the Turn ends (UNI-C-DAMAGE-FIRE)."""
    gain(scene, who, "on_fire", {"per_turn": per_turn, "normal": normal})
    yield from fear(scene, who)


def fear(scene: Scene, who: CombatantId) -> Script[None]:
    """The fear of burning: panic unless it is overcome (UNI-C-FIRE-FEAR)."""
    burning = scene.state.combatants[who]
    body = burning.sheet.body
    asleep = any(one.id in ("unconscious", "dead") for one in burning.conditions)
    if not scene.options.fire_fear_test or body.fearless or is_thing(burning) or asleep:
        return
    total = traits_total(burning, _FEAR, _BRAINS).plus(
        [
            term("fire", -4 if body.vulnerable_to_fire else -2),
            term("phobia", -burning.sheet.drawbacks.get("phobia_fire", 0), "Phobia of fire"),
            term("wounds", wound_penalty(burning, scene.options, resisting_pain=False)),
            term("nerves", 4 if quality(burning.sheet, "nerves_of_steel") else 0, "Nerves of Steel"),
        ]
    )
    total = yield from add_die(scene, who, total, "fire_fear", needs=(9,))
    passed = total.value >= 9
    tested(scene, who, "fire_fear", total, passed)
    if passed:
        lose(scene, who, "fire_panic")
    elif not has(scene.state.combatants[who], "fire_panic"):
        gain(scene, who, "fire_panic")


def scorch(scene: Scene, who: CombatantId, amount: int) -> Script[int]:
    """Fire damage: worn armour helps only where it says so."""
    victim = scene.state.combatants[who]
    damage = points(max(0, amount - armor_value(victim, "fire")), multiplier(victim, "fire", scene.options.simple_damage))
    yield from hurt(scene, who, damage, "fire")
    return damage


def touch(scene: Scene, who: CombatantId, per_turn: int) -> Script[int]:
    """Contact with a burning body: half its damage, and the GM says whether the fire spreads (UNI-C-FIRE-CONTACT)."""
    damage = yield from scorch(scene, who, per_turn // 2)
    spreads = yield from gm_says("catch_fire", f"Does {told(scene, who, GM)} catch fire?")
    if spreads:
        yield from ignite(scene, who, 3, True)
    return damage


def _fire(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[None]:
    yield from ignite(scene, who, int(params.get("per_turn", 3)), bool(params.get("normal", True)))


def _contact(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[None]:
    damage = yield from touch(scene, who, int(params.get("per_turn", 3)))
    scene.result["damage"] = damage


# ── Falls and breath ─────────────────────────────────────────────────────────────────────────────────────────────────


def fall(scene: Scene, who: CombatantId, yards: int) -> Script[dict[str, Any]]:
    """Three points a yard; each level of Dexterity + Acrobatics takes a yard off (UNI-C-FALL, UNI-C-FALL-CAP)."""
    faller = scene.state.combatants[who]
    bound = any(one.id in ("restrained", "dead", *ASLEEP) for one in faller.conditions) or is_thing(faller)
    told_total: dict[str, Any] = {}
    effective = yards
    if yards > 1 and not bound:
        heroic = False
        if faller.drama_points:
            heroic = yield from heroic_feat(scene, who, "drama_resist", f"{faller.sheet.name} falls. Spend a Drama Point?")
        total = yield from add_die(scene, who, traits_total(faller, _LEAP, _COMBAT), "fall", heroic=heroic)
        tested(scene, who, "fall", total, total.levels > 0)
        effective = max(0, yards - total.levels)
        told_total = {"total": total.value, "success_levels": total.levels}
    if scene.options.fall_cap:
        effective = min(effective, _CAP)
    damage = 0
    if effective > 1:
        raw = max(0, 3 * effective - armor_value(faller, "bash", worn=False))
        damage = points(raw, multiplier(faller, "bash", scene.options.simple_damage))
        yield from hurt(scene, who, damage, "bash")
    return {"effective_yards": effective, "damage": damage, **told_total}


def _fall(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[None]:
    scene.result.update((yield from fall(scene, who, int(params.get("yards", 3)))))


def suffocate(scene: Scene, who: CombatantId, turn: int) -> Script[None]:
    """From the 13th Turn on Consciousness, every sixth Turn Survival first, each at -1 more (UNI-C-SUFFOCATE)."""
    victim = scene.state.combatants[who]
    if is_thing(victim) or not needs_breath(victim.sheet) or turn <= _BREATH or has(victim, "dead"):
        return
    if turn % _SURVIVAL_EVERY == 0:
        passed = yield from survival_test(scene, who, -((turn - _BREATH) // _SURVIVAL_EVERY))
        if not passed:
            die(scene, who, "suffocation")
            return
    if not any(one.id in ASLEEP for one in scene.state.combatants[who].conditions):
        awake = yield from consciousness_test(scene, who, -(turn - _BREATH))
        if not awake:
            collapse(scene, who, "unconscious")


def _no_breath(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[None]:
    turn = int(params.get("turn", _BREATH + 1))
    if needs_breath(scene.state.combatants[who].sheet):
        scene.record(f.Breathless(who, turn))
    yield from suffocate(scene, who, turn)


# ── Poison and disease ───────────────────────────────────────────────────────────────────────────────────────────────


def poison(scene: Scene, who: CombatantId, condition: str, params: dict[str, Any]) -> Script[dict[str, Any]]:
    """Its strength against the body's: each level of a win takes a level of an attribute (UNI-C-POISON, UNI-C-DISEASE)."""
    victim = scene.state.combatants[who]
    immune = victim.sheet.body.poison_immune
    immune = victim.sheet.body.vampire if immune is None else immune
    if is_thing(victim) or has(victim, "dead") or (immune and not params.get("supernatural")):
        return {"outcome": "failure", "levels_lost": 0}
    strength = int(params.get("strength", 1))
    face = yield from d10(condition, TABLE)
    total = face + 2 * strength
    heroic = False
    if victim.drama_points:
        prompt = f"{victim.sheet.name} resists a {condition}. Spend a Drama Point on it?"
        heroic = yield from heroic_feat(scene, who, "drama_resist", prompt)
    other = yield from add_die(scene, who, traits_total(victim, _TOUGH, _MUSCLE), "resist", heroic=heroic, needs=(total,))
    wins = total >= 9 and total > other.value
    tested(scene, who, condition, other, not wins)
    sickness = {"poison": "poisoned", "disease": "diseased"}[condition]
    lost = 0
    if wins:
        lost = yield from _drain(scene, who, str(params.get("attribute", "strength")), levels_of(total), params)
        if not has(scene.state.combatants[who], "dead"):
            kept = {key: value for key, value in params.items() if key != "by"}
            if not has(scene.state.combatants[who], sickness):
                gain(scene, who, sickness, kept)
    else:
        lose(scene, who, sickness)
    return {
        "outcome": "success" if wins else "failure", "total": total, "defense_total": other.value,
        "success_levels": levels_of(total), "levels_lost": lost,
    }  # fmt: skip


def _drain(scene: Scene, who: CombatantId, attribute: str, levels: int, params: dict[str, Any]) -> Script[int]:
    """Levels of the attribute, or once that is gone, of Constitution."""
    victim = scene.state.combatants[who]
    if current(victim, attribute) <= 0:
        if not params.get("lethal", True):
            return 0
        attribute = "constitution"
    lost = max(0, min(levels, current(victim, attribute)))
    if lost:
        scene.record(f.Drained(who, attribute, victim.attribute_loss.get(attribute, 0) + lost))
    victim = scene.state.combatants[who]
    if current(victim, "constitution") <= 0:
        die(scene, who, "poison")
    elif current(victim, attribute) <= 0 and not any(one.id in ASLEEP for one in victim.conditions):
        if not params.get("lethal", True):
            collapse(scene, who, "incapacitated")
            return lost
        options = (Option("unconscious", "Unconscious"), Option("incapacitated", "Awake, but helpless"))
        prompt = f"{told(scene, who, GM)} has no {attribute} left."
        form = yield from choose(Ask("out_form", GM, prompt, "unconscious", options))
        collapse(scene, who, form)
    return lost


def _poison(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[None]:
    scene.result.update((yield from poison(scene, who, "poison", params)))


def _disease(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[None]:
    scene.result.update((yield from poison(scene, who, "disease", {"every": "day", **params})))


def _area(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Script[None]:
    by = str(params.get("by", ""))
    known(scene, by, "$.params.by")
    scene.result.update((yield from shooting.enter(scene, who, by)))


# ── The command ──────────────────────────────────────────────────────────────────────────────────────────────────────

Befall = Callable[[Scene, CombatantId, dict[str, Any]], Script[None]]
_BEFALL: dict[str, Befall] = {
    "fall": _fall,
    "fire": _fire,
    "burning_contact": _contact,
    "suffocation": _no_breath,
    "poison": _poison,
    "disease": _disease,
    "suppressed_area": _area,
}


def hazard(scene: Scene, command: Hazard) -> Script[None]:
    """Let one of `HAZARDS` befall the targets."""
    for at, one in enumerate(command.targets):
        known(scene, one, f"$.targets[{at}]")
    if command.hazard not in HAZARDS:
        refuse("unknown-id", f"There is no hazard `{command.hazard}`; there are {', '.join(HAZARDS)}.", "$.hazard")
    table = HAZARDS[command.hazard]
    check_params(command.params, table, "$.params", f"The hazard {command.hazard}")
    for one, path in mentioned(command.params, table, "$.params"):
        known(scene, one, path)
    if command.hazard == "crash":
        yield from vehicles.crash(scene, command.targets, command.params)
        return
    for one in command.targets:
        yield from _BEFALL[command.hazard](scene, one, command.params)
