"""`next_round`: what ends, burns and kills between two Turns, in the order of the game's README; then the new Turn."""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.formula import parse
from ...kernel.ids import CombatantId
from ...kernel.requests import Ask, Option
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene, change, gain, lose
from ..harm import die, dying, is_out, survival_test, tidy, wound
from ..modifiers import term, wound_penalty
from ..state import Condition, has, params_of
from ..vocabulary import CONDITIONS
from .hazard import fear, poison, scorch, suffocate, touch
from .rolls import add_die, tested, traits_total

#: Turns in a minute (UNI-C-TURN).
MINUTE = 12
_WILL = parse("2 * willpower")
_BRAINS = parse("brains")

Step = Callable[[Scene], Script[None]]


def next_round(scene: Scene) -> Script[None]:
    """One boundary for all: each step for everyone in the order in which they joined (UNI-C-TURN)."""
    for step in STEPS:
        yield from step(scene)
    scene.result.setdefault("outcome", "success")


def _flips(scene: Scene) -> Script[None]:
    """Who flipped over a wall and was attacked in vain ends up behind one of the attackers (UNI-M-WALL-FLIP)."""
    for one, who in scene.state.combatants.items():
        standing = params_of(who, "standing_roll") if who.conditions else None
        if standing is None or standing.get("maneuver") != "wall_flip" or is_out(who):
            continue
        if any(mark.startswith("struck:") for mark in who.marks):
            continue
        attackers = [mark.partition(":")[2] for mark in who.marks if mark.startswith("missed:")]
        attackers = [foe for foe in attackers if foe in scene.state.combatants]
        if not attackers:
            continue
        options = (*(Option(foe, scene.state.combatants[foe].sheet.name) for foe in attackers), Option("none", "Nobody"))
        pick = yield from choose(Ask("flip_behind", one, "Behind whom does the flip end?", attackers[0], options))
        if pick != "none":
            gain(scene, one, "behind", {"of": pick, "turns": 1})


def _expire(scene: Scene) -> Script[None]:
    """What lasts until the Turn is over, for some Turns, or until a Turn is over (vocabulary.py)."""
    turn = scene.state.encounter.turn if scene.state.encounter is not None else None
    for who in list(scene.state.combatants):
        for one in scene.state.combatants[who].conditions:
            _run_out(scene, who, one, turn)
        _rest(scene, who)
    return
    yield


def _run_out(scene: Scene, who: CombatantId, one: Condition, turn: int | None) -> None:
    kind = CONDITIONS[one.id]
    if kind.until == "next_round":
        lose(scene, who, one.id, one.params)
        if one.id == "standing_up":
            lose(scene, who, "prone")
    elif kind.until == "until" and (turn is None or turn >= int(one.params.get("until", 0))):
        lose(scene, who, one.id, one.params)
    elif kind.until == "turns" and "turns" in one.params:
        _count_down(scene, who, one, int(one.params["turns"]))
    elif one.id == "prone" and one.params.get("fresh"):
        change(scene, who, "prone", one.params, {})
    elif one.id == "drained":  # UNI-M-VAMPIRE-DRAIN: gone after a Turn without draining
        if one.params.get("fresh"):
            change(scene, who, "drained", one.params, {**one.params, "fresh": False})
        else:
            lose(scene, who, "drained", one.params)


def _count_down(scene: Scene, who: CombatantId, one: Condition, turns: int) -> None:
    kind = CONDITIONS[one.id]
    if turns > kind.last:
        change(scene, who, one.id, one.params, {**one.params, "turns": turns - 1})
        return
    lose(scene, who, one.id, one.params)
    if kind.then == "dead":
        die(scene, who, "wounds")
    elif kind.then:
        gain(scene, who, kind.then)


def _rest(scene: Scene, who: CombatantId) -> None:
    """A Turn without a tiring maneuver clears the fatigue (UNI-M-WHIRLING-SWORD and its kin)."""
    combatant = scene.state.combatants[who]
    if not combatant.exertion:
        return
    kept = {one: turns for one, turns in combatant.exertion.items() if f"tiring:{one}" in combatant.marks}
    if kept != combatant.exertion:
        scene.record(f.Tired(who, kept))


def _burn(scene: Scene) -> Script[None]:
    """Burning costs Fire damage each Turn (UNI-C-DAMAGE-FIRE)."""
    for who in list(scene.state.combatants):
        fire = params_of(scene.state.combatants[who], "on_fire")
        if fire is not None and not has(scene.state.combatants[who], "dead"):
            damage = yield from scorch(scene, who, int(fire.get("per_turn", 3)))
            scene.result["damage"] = damage


def _contact(scene: Scene) -> Script[None]:
    """Whoever holds, or is held by, a burning body takes half its fire and may catch it (UNI-C-FIRE-CONTACT)."""
    fight = scene.state
    fires = {}
    for one, who in fight.combatants.items():
        fire = params_of(who, "on_fire") if who.conditions else None
        if fire is not None:
            fires[one] = int(fire.get("per_turn", 3))
    if not fires:
        return
    touched: dict[CombatantId, int] = {}
    for one, who in fight.combatants.items():
        for condition in who.conditions:
            other = str(condition.params.get("by"))
            if condition.id != "grappled":
                continue
            for near, alight in ((one, other), (other, one)):
                if alight in fires and near not in fires and near in fight.combatants:
                    touched[near] = max(touched.get(near, 0), fires[alight])
    for near in fight.combatants:
        if near in touched:
            damage = yield from touch(scene, near, touched[near])
            scene.result["damage"] = damage


def _bleed(scene: Scene) -> Script[None]:
    """Blood runs; at -10 or lower Survival is tested every Turn (UNI-M-THROAT-SLIT)."""
    for who in list(scene.state.combatants):
        bleeding = params_of(scene.state.combatants[who], "bleeding")
        if bleeding is None or has(scene.state.combatants[who], "dead"):
            continue
        wound(scene, who, int(bleeding.get("per_turn", 1)), "slash_stab")
        victim = scene.state.combatants[who]
        if victim.life_points <= -10 and not has(victim, "last_deed"):
            passed = yield from survival_test(scene, who)
            if not passed:
                yield from dying(scene, who)


def _recover(scene: Scene) -> Script[None]:
    """Who is doubled over tries to get his breath back, each Turn a point easier (UNI-M-GROIN-SHOT)."""
    for who in list(scene.state.combatants):
        victim = scene.state.combatants[who]
        hurt = params_of(victim, "doubled_over")
        if hurt is None:
            continue
        turn = int(hurt.get("turn", 0)) + 1
        total = traits_total(victim, _WILL, _BRAINS).plus(
            [
                term("groin_shot", int(hurt.get("penalty", -1))),
                term("turns", turn, "Turns passed"),
                term("wounds", wound_penalty(victim, scene.options)),
            ]
        )
        total = yield from add_die(scene, who, total, "recovery", needs=(9,))
        tested(scene, who, "recovery", total, total.value >= 9)
        scene.result.setdefault("recovery_total", {})[who] = total.value
        if total.value >= 9:
            lose(scene, who, "doubled_over")
        else:
            change(scene, who, "doubled_over", hurt, {**hurt, "turn": turn})


def _breathe(scene: Scene) -> Script[None]:
    """The choked run out of breath; the first breath puts an end to it (UNI-C-SUFFOCATE)."""
    for who in list(scene.state.combatants):
        victim = scene.state.combatants[who]
        if not has(victim, "choked") or has(victim, "dead"):
            if victim.breathless_turns:
                scene.record(f.Breathless(who, 0))
            continue
        scene.record(f.Breathless(who, victim.breathless_turns + 1))
        yield from suffocate(scene, who, victim.breathless_turns + 1)


def _poisons(scene: Scene) -> Script[None]:
    """Very deadly poisons roll every Turn (UNI-C-POISON)."""
    for who in list(scene.state.combatants):
        sick = params_of(scene.state.combatants[who], "poisoned")
        if sick is not None and sick.get("every") == "turn":
            yield from poison(scene, who, "poison", sick)


def _slow_death(scene: Scene) -> Script[None]:
    """Each minute below -10 without help: Survival, at -1 more every time (UNI-C-SLOW-DEATH)."""
    for who in list(scene.state.combatants):
        patient = scene.state.combatants[who]
        params = params_of(patient, "dying")
        if params is None or has(patient, "dead"):
            continue
        turns = int(params.get("turns_passed", 0)) + 1
        if turns < MINUTE:
            change(scene, who, "dying", params, {**params, "turns_passed": turns})
            continue
        minutes = int(params.get("minutes", 0)) + 1
        change(scene, who, "dying", params, {**params, "turns_passed": 0, "minutes": minutes})
        passed = yield from survival_test(scene, who, -minutes, "slow_death")
        if not passed:
            yield from dying(scene, who)


def _begin(scene: Scene) -> Script[None]:
    """The new Turn: counts and shared dice start again."""
    met = scene.state.encounter
    scene.record(f.TurnBegan(met.turn + 1 if met is not None else 0))
    for who in scene.state.combatants:
        tidy(scene, who)
    return
    yield


def _fears(scene: Scene) -> Script[None]:
    """Everyone still burning and awake makes the fear test (UNI-C-FIRE-FEAR)."""
    for who in list(scene.state.combatants):
        if has(scene.state.combatants[who], "on_fire"):
            yield from fear(scene, who)


#: The boundary, step by step (README, Order of dice and questions).
STEPS: tuple[Step, ...] = (
    _flips, _expire, _burn, _contact, _bleed, _recover, _breathe, _poisons, _slow_death, _begin, _fears,
)  # fmt: skip
