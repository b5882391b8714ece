"""Stand-alone tests: the command `check`."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import refuse
from ...kernel.formula import Term, parse
from ...kernel.params import check as check_params
from ...kernel.params import mentioned
from ...kernel.requests import GM, Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Check
from ..common import Scene, gain, heroic_feat, known, may_spend, spend_drama
from ..harm import come_round, consciousness_test, dying, levels_of, pass_out, survival_test
from ..modifiers import term
from ..params import CHECKS
from ..sheet import SCORE_OF, full_life_points
from ..state import current, has
from . import hazard, things, vehicles
from .rolls import Total, add_die, tested, traits_total


def check(scene: Scene, command: Check) -> Script[None]:
    """Make one of the tests in `CHECKS`."""
    known(scene, command.actor, "$.actor")
    if command.check not in CHECKS:
        refuse("unknown-id", f"There is no check `{command.check}`; there are {', '.join(CHECKS)}.", "$.check")
    table = CHECKS[command.check]
    check_params(command.params, table, "$.params", f"The check {command.check}")
    for one, path in mentioned(command.params, table, "$.params"):
        known(scene, one, path)
    for resource in command.spend:
        if resource != "drama_points":
            refuse("malformed", f"There is no resource `{resource}`; drama_points is one.", f"$.spend.{resource}")
    yield from _SCRIPTS[command.check](scene, command)


def _survival(scene: Scene, command: Check) -> Script[None]:
    """Survival, or with `minutes` a test of slow death (UNI-C-SURVIVAL, UNI-C-SLOW-DEATH)."""
    slow = command.check == "slow_death"
    minutes = int(command.params.get("minutes", 0)) if slow else 0
    if slow and not has(scene.state.combatants[command.actor], "dying"):
        refuse("illegal-target", "Slow death takes only those who are dying.", "$.actor")
    passed = yield from survival_test(scene, command.actor, int(command.params.get("modifier", 0)) - minutes, command.check)
    if slow:
        gain(scene, command.actor, "dying", {"minutes": minutes})
    _tell_last(scene)
    if not passed:
        yield from dying(scene, command.actor)


def _consciousness(scene: Scene, command: Check) -> Script[None]:
    passed = yield from consciousness_test(scene, command.actor, int(command.params.get("modifier", 0)))
    _tell_last(scene)
    if not passed:
        yield from pass_out(scene, command.actor)


def _tell_last(scene: Scene) -> None:
    """The result of the test that was recorded last."""
    found = [fact for fact in scene.facts if isinstance(fact, f.Tested)]
    if found:
        scene.result.update(outcome="success" if found[-1].passed else "failure", total=found[-1].total)


def _attribute(scene: Scene, command: Check) -> Script[None]:
    """d10 + Attribute (+ skill), or doubled; a quick sheet's Score, halved when not doubled and without skill (UNI-C-ROLL)."""
    who, params = scene.state.combatants[command.actor], command.params
    name, skill, doubled = params.get("attribute", "dexterity"), params.get("skill"), bool(params.get("doubled"))
    written = f"{name} + {skill}" if skill else f"2 * {name}" if doubled else name
    plain = not skill and not doubled and name != "dexterity"
    score = SCORE_OF[name] + (" // 2" if plain else "")
    total = traits_total(who, parse(written), parse(score))
    total = total.plus(
        [
            term("senses", who.sheet.senses if name == "perception" else 0),
            term("gm", int(params.get("modifier", 0)), "Modifier"),
            term("righteous_fury", 5 if has(who, "righteous_fury") else 0),
        ]
    )
    heroic = yield from _heroic(scene, command)
    total = yield from add_die(scene, command.actor, total, "check", heroic=heroic)
    passed = levels_of(total.value) >= int(params.get("need", 1))
    tested(scene, command.actor, f"{name}_check", total, passed)
    _tell(scene, total, passed)


def _heroic(scene: Scene, command: Check) -> Script[bool]:
    """A Heroic Feat that comes with the command, or is bought when asked."""
    spent = command.spend.get("drama_points", 0)
    who = scene.state.combatants[command.actor]
    if spent:
        if spent != 1 or not may_spend(scene, command.actor):
            refuse("resource", f"{who.sheet.name} has no Drama Point to spend now.", "$.spend.drama_points")
        spend_drama(scene, command.actor, 1, "heroic_feat")
        return True
    if not who.drama_points:
        return False
    bought = yield from heroic_feat(scene, command.actor, "drama_check", "Spend a Drama Point on the roll?")
    return bought


def _tell(scene: Scene, total: Total, passed: bool) -> None:
    scene.result.update(
        outcome="success" if passed else "failure", total=total.value, success_levels=total.levels, modifier=total.modifier
    )


def _fire_fear(scene: Scene, command: Check) -> Script[None]:
    yield from hazard.fear(scene, command.actor)
    _tell_last(scene)


def _recover(scene: Scene, command: Check) -> Script[None]:
    """Rest, care and supernatural healing; burns heal at half the rate.

    UNI-C-HEAL-REST, UNI-C-HEAL-CARE, UNI-C-HEAL-SUPERNATURAL, UNI-C-HEAL-FIRE.
    """
    patient, params = scene.state.combatants[command.actor], command.params
    days, care = int(params.get("days", 0)), params.get("care", "none")
    constitution = max(1, current(patient, "constitution"))
    if care == "supernatural":
        gained = int(params.get("hours", 24 * days)) * int(params.get("rate", constitution))
    else:
        gained = days * (constitution if care == "medical" else 1)
    for attribute, lost in patient.attribute_loss.items():
        scene.record(f.Drained(command.actor, attribute, max(0, lost - days)))
    lost = full_life_points(patient.sheet) - patient.life_points
    ordinary = min(gained, max(0, lost - patient.fire_damage))
    burns = min(patient.fire_damage, (gained - ordinary) // 2, max(0, lost - ordinary))
    if ordinary + burns > 0:
        left = patient.life_points + ordinary + burns
        scene.record(f.Healed(command.actor, ordinary + burns, left, patient.fire_damage - burns))
        come_round(scene, command.actor, patient.life_points)
    scene.result.update(outcome="success", healed=max(0, ordinary + burns))
    return
    yield


def _driving(scene: Scene, command: Check) -> Script[None]:
    """Hold the road at speed (UNI-C-VF-MANEUVER, UNI-C-VF-HANDLING)."""
    who, params = scene.state.combatants[command.actor], command.params
    terms = [
        term("speed", vehicles.speed_penalty(int(params.get("speed", 0)))),
        term("sharp", -2 if params.get("sharp") else 0, "Sharp turn"),
        term("sudden", -3 if params.get("sudden") else 0, "Sudden move"),
    ]
    total = vehicles.driving(scene, who).plus(terms)
    heroic = yield from _heroic(scene, command)
    total = yield from add_die(scene, command.actor, total, "driving", heroic=heroic)
    tested(scene, command.actor, "driving", total, total.value >= 9)
    _tell(scene, total, total.value >= 9)


def _vehicle(scene: Scene, command: Check) -> Script[None]:
    passed = yield from things.survival(scene, command.actor)
    _tell_last(scene)
    if not passed:
        gain(scene, command.actor, "wrecked", {"how": "stops"})


def _redline(scene: Scene, command: Check) -> Script[None]:
    """Flat out for too long: Toughness, at -1 more each time (UNI-C-VF-REDLINE)."""
    vehicle = scene.state.combatants[command.actor]
    if vehicle.sheet.kind != "vehicle":
        refuse("illegal-target", f"{vehicle.sheet.name} is no vehicle.", "$.actor")
    tough = 2 * vehicle.sheet.toughness
    total = Total((Term("toughness", "2 x Toughness", tough),), tough, tough)
    total = total.plus([term("count", 1 - int(command.params.get("count", 1)), "Again and again")])
    total = yield from add_die(scene, command.actor, total, "redline", needs=(9,))
    passed = total.value >= 9
    tested(scene, command.actor, "redline", total, passed)
    if not passed:
        options = (Option("coasts", "It coasts to a halt"), Option("stops", "It stops"), Option("crash", "It crashes"))
        prompt = f"Something breaks in {told(scene, command.actor, GM)}."
        how = yield from choose(Ask("vehicle_failure", GM, prompt, "coasts", options))
        gain(scene, command.actor, "wrecked", {"how": how})
    _tell(scene, total, passed)


def _chase(scene: Scene, command: Check) -> Script[None]:
    yield from vehicles.chase(scene, command.params)


_SCRIPTS: dict[str, Callable[[Scene, Check], Script[None]]] = {
    "attribute": _attribute,
    "survival": _survival,
    "slow_death": _survival,
    "consciousness": _consciousness,
    "fire_fear": _fire_fear,
    "recover": _recover,
    "redline": _redline,
    "vehicle_survival": _vehicle,
    "driving": _driving,
    "chase": _chase,
}
