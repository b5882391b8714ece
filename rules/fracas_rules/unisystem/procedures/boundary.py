"""`next_round`: what ends, burns and kills between two Turns, in the order of the game's README; then the new Turn."""

from __future__ import annotations

from ...kernel.formula import Term, parse
from ...kernel.ids import CombatantId
from ...kernel.requests import GM, Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..harm import armor_value, die, dying, hurt, multiplier, points, survival_test
from ..modifiers import wound_penalty
from ..play import Scene, told
from ..sheet import quality
from ..state import Combatant, has, params_of
from .rolls import add_die, traits_total

#: Conditions that last until the Turn is over.
_UNTIL_NEXT = ("full_offense", "full_defense", "aiming", "standing_roll", "changed_intention")
#: Turns in a minute (UNI-C-TURN).
MINUTE = 12
_FEAR = parse("2 * willpower")
_BRAINS = parse("brains")


def next_round(scene: Scene) -> Script[None]:
    """One boundary for all: each step for everyone in the order in which they joined (UNI-C-TURN)."""
    everyone = list(scene.state.combatants)
    for who in everyone:
        _expire(scene, who)
    for who in everyone:
        yield from _burn(scene, who)
    yield from _contact(scene)
    for who in everyone:
        yield from _slow_death(scene, who)
    met = scene.state.encounter
    scene.record(f.TurnBegan(met.turn + 1 if met is not None else 0))
    for who in everyone:
        if has(scene.state.combatants[who], "on_fire"):
            yield from fear(scene, who)


def _expire(scene: Scene, who: CombatantId) -> None:
    for one in scene.state.combatants[who].conditions:
        turns = one.params.get("turns")
        if one.id in _UNTIL_NEXT:
            scene.record(f.ConditionLost(who, one.id))
        elif one.id == "standing_up":
            scene.record(f.ConditionLost(who, "standing_up"))
            scene.record(f.ConditionLost(who, "prone"))
        elif one.id == "prone" and one.params.get("fresh"):
            scene.record(f.ConditionGained(who, "prone"))
        elif isinstance(turns, int) and one.id not in ("jammed",):
            _count_down(scene, who, one.id, one.params, turns)


def _count_down(scene: Scene, who: CombatantId, condition: str, params: f.Params, turns: int) -> None:
    ends = turns <= 1 if condition == "unconscious" else turns <= 0
    if not ends:
        scene.record(f.ConditionLost(who, condition, params))
        scene.record(f.ConditionGained(who, condition, {**params, "turns": turns - 1}))
        return
    scene.record(f.ConditionLost(who, condition, params))
    if condition == "unconscious":
        scene.record(f.ConditionGained(who, "prone"))
    elif condition == "last_deed":
        die(scene, who, "wounds")


def _burn(scene: Scene, who: CombatantId) -> Script[None]:
    """Burning costs Fire damage each Turn (UNI-C-DAMAGE-FIRE)."""
    burning = scene.state.combatants[who]
    fire = params_of(burning, "on_fire")
    if fire is not None and not has(burning, "dead"):
        yield from _scorch(scene, who, int(fire.get("per_turn", 3)))


def _scorch(scene: Scene, who: CombatantId, amount: int) -> Script[None]:
    victim = scene.state.combatants[who]
    raw = max(0, amount - armor_value(victim, "fire"))
    damage = points(raw, multiplier(victim, "fire", scene.options.simple_damage))
    scene.result["damage"] = damage
    yield from hurt(scene, who, damage, "fire")


def _contact(scene: Scene) -> Script[None]:
    """Whoever holds, or is held by, a burning body takes half its fire and may catch it (UNI-C-FIRE-CONTACT)."""
    fight = scene.state
    burning = {one: params_of(who, "on_fire") for one, who in fight.combatants.items()}
    fires = {one: int(fire.get("per_turn", 3)) for one, fire in burning.items() if fire is not None}
    touched: dict[CombatantId, int] = {}
    for one, who in fight.combatants.items():
        for condition in who.conditions:
            if condition.id != "grappled":
                continue
            other = str(condition.params.get("by"))
            for near, alight in ((one, other), (other, one)):
                if alight in fires and near not in fires and near in fight.combatants:
                    touched[near] = max(touched.get(near, 0), fires[alight])
    for near in fight.combatants:
        if near in touched:
            yield from touch(scene, near, touched[near])


def touch(scene: Scene, who: CombatantId, per_turn: int) -> Script[None]:
    """Contact with a burning body: half its damage, and the GM says whether the fire spreads."""
    yield from _scorch(scene, who, per_turn // 2)
    prompt = f"Does {told(scene, who, GM)} catch fire?"
    spreads = yield from choose(Ask("catch_fire", GM, prompt, "no", (Option("no", "No"), Option("yes", "Yes"))))
    if spreads == "yes":
        yield from ignite(scene, who, 3, True)


def ignite(scene: Scene, who: CombatantId, per_turn: int, normal: bool) -> Script[None]:
    """Set alight: the fear is tested at once, the first damage comes when the Turn ends (UNI-C-DAMAGE-FIRE)."""
    scene.record(f.ConditionGained(who, "on_fire", {"per_turn": per_turn, "normal": normal}))
    yield from fear(scene, who)


def fear(scene: Scene, who: CombatantId) -> Script[None]:
    """The fear of burning: panic unless it is overcome (UNI-C-FIRE-FEAR)."""
    burning = scene.state.combatants[who]
    body = burning.sheet.body
    if not scene.options.fire_fear_test or body.fearless or any(has(burning, one) for one in ("unconscious", "dead")):
        return
    total = traits_total(burning, _FEAR, _BRAINS)
    total.add(
        Term("fire", "Fire", -4 if body.vulnerable_to_fire else -2),
        Term("phobia", "Phobia of fire", -burning.sheet.drawbacks.get("phobia_fire", 0)),
        Term("wounds", "Wounds", wound_penalty(burning, scene.options, resisting_pain=False)),
        Term("nerves", "Nerves of Steel", 4 if quality(burning.sheet, "nerves_of_steel") else 0),
    )
    yield from add_die(scene, who, total, "fire_fear")
    passed = total.value >= 9
    scene.record(f.Tested(who, "fire_fear", total.value, tuple(total.terms), passed))
    scene.result.setdefault("tests", {}).setdefault(who, {})["fire_fear"] = {"total": total.value, "passed": passed}
    _panic(scene, burning, not passed)


def _panic(scene: Scene, who: Combatant, panics: bool) -> None:
    if panics:
        scene.record(f.ConditionGained(who.id, "fire_panic"))
    elif has(who, "fire_panic"):
        scene.record(f.ConditionLost(who.id, "fire_panic"))


def _slow_death(scene: Scene, who: CombatantId) -> Script[None]:
    """Each minute below -10 without help: Survival, at -1 more every time (UNI-C-SLOW-DEATH)."""
    patient = scene.state.combatants[who]
    params = params_of(patient, "dying")
    if params is None or has(patient, "dead"):
        return
    turns = int(params.get("turns_passed", 0)) + 1
    if turns < MINUTE:
        scene.record(f.ConditionGained(who, "dying", {**params, "turns_passed": turns}))
        return
    minutes = int(params.get("minutes", 0)) + 1
    scene.record(f.ConditionGained(who, "dying", {**params, "turns_passed": 0, "minutes": minutes}))
    passed = yield from survival_test(scene, who, -minutes, "slow_death")
    if not passed:
        yield from dying(scene, who)
