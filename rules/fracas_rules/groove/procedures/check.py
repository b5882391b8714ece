"""Stand-alone rolls: stat and skill checks, acting while severely injured, healing, funk and groove."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...errors import refuse
from ...kernel import params as p
from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.ranked import known
from ...kernel.requests import GM, Ask, Option, Roll
from ...kernel.roster import told
from ...kernel.script import Script, choose, throw
from .. import facts as f
from ..commands import Check
from ..common import Scene, terms, total
from ..dice import d20, effect_of, succeeds
from ..harm import heal, let_go, take, unable, under, wound
from ..modifiers import funk
from ..params import CHECKS
from ..sheet import bonus, groove_cap, plain_skill, skills, stat
from ..state import has, params_of
from .act import force
from .fumble import botched

Came = Script[dict[str, Any]]


def check(scene: Scene, command: Check) -> Script[None]:
    """Play a check."""
    known(command.actor, scene.state.combatants, "$.actor")
    who = scene.state.combatants[command.actor]
    if command.check not in CHECKS:
        refuse("unknown-id", f"There is no check `{command.check}`; there are {', '.join(CHECKS)}.", "$.check")
    p.check(command.params, CHECKS[command.check], "$.params", f"The check {command.check}")
    if wound(who, scene.options) == "dead":
        refuse("incapacitated", f"{who.sheet.name} is dead.", "$.actor")
    scene.result = yield from _CHECKS[command.check](scene, command.actor, command.params)


def _said(params: dict[str, Any], check_id: str, name: str) -> Any:
    return p.value_of(params, CHECKS[check_id], name)


def _stat(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Came:
    """So many d6 at or under a stat (GRV-STATCHECK)."""
    name, dice = params["stat"], int(_said(params, "stat", "dice"))
    limit = stat(scene.state.combatants[who].sheet, name) + int(_said(params, "stat", "bonus"))
    rolled = yield from under(scene, who, "stat", name.capitalize(), dice, limit)
    outcome = "success" if rolled.total <= limit else "failure"
    scene.record(f.Tested(who, f"{name}_check", outcome, (rolled.dice,)))
    return {"outcome": outcome, "dice_count": dice, "total": rolled.total, "effect": abs(limit - rolled.total)}


def _skill(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Came:
    """An easy roll of a skill (GRV-ROLL, GRV-CRIT)."""
    name, sheet = params["skill"], scene.state.combatants[who].sheet
    kinds = (skills(sheet, "hth"), skills(sheet, "gun"), skills(sheet, "ranged"))
    level = next((kind[name] for kind in kinds if name in kind), plain_skill(sheet, name))
    worse = funk(scene.state.combatants[who])
    words = name.replace("_", " ").capitalize()
    own = terms(("score", words, level), ("bonus", "Bonus", int(_said(params, "skill", "bonus"))), ("funk", "Funk", -worse))
    rolled = yield from d20(scene, who, "skill")
    came = rolled.face + total(own)
    works = succeeds(came, rolled)
    outcome = ("critical" if rolled.critical else "success") if works else "botch" if rolled.fumble else "failure"
    card = f.Dice(who, words, rolled.at, came, (Term("die", "Die", rolled.face), *own))
    scene.record(f.Tested(who, name, outcome, (card,)))
    if rolled.fumble:
        yield from botched(scene, who)
    effect = effect_of(came, rolled, scene.options.critical_damage) if works else max(1, 10 - came)
    return {"outcome": outcome, "roll": rolled.face, "total": came, "effect": effect}


def _acting(scene: Scene, who: CombatantId, _params: dict[str, Any]) -> Came:
    """The severely injured roll before they act in a round (GRV-SEVERE-ACT)."""
    injured = scene.state.combatants[who]
    if unable(injured, scene.options):
        refuse("incapacitated", f"{injured.sheet.name} can do nothing.", "$.actor")
    came = yield from force(scene, who)
    if came is None:
        refuse("requirement", f"{injured.sheet.name} needs no roll to act now.", "$.check")
    outcome = "success" if came.outcome == "free" else "failure"
    return {"outcome": outcome, "dice_count": 5, "total": came.total, "effect": abs(came.over)}


def _healing(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Came:
    """A day of healing with all that helps or hinders, or an hour for subdual damage (GRV-HEAL, GRV-HEAL-MODS)."""
    patient = scene.state.combatants[who]
    fit = bonus(patient.sheet, "fit")
    thrown = yield from throw(Roll("healing", who, (4,)))
    assert isinstance(thrown.value, int)
    own = terms(("die", "Die", thrown.value), ("fit", "Fit bonus", fit))
    if _said(params, "healing", "period") == "hour":  # GRV-HEAL-SUBDUAL
        rate = max(1, total(own))
        _rested(scene, who, thrown.at, own, rate)
        heal(scene, who, 0, rate)
        return {"outcome": "success", "rate": rate, "damage": 0}
    aid = int(params.get("first_aid_effect", patient.first_aid_effect)) // 5
    care = [(one, value) for one, value in scene.catalogue.care.items() if params.get(one)]
    own += terms(("first_aid", "First aid", aid), *((one, one.replace("_", " ").capitalize(), value) for one, value in care))
    rate = total(own)
    _rested(scene, who, thrown.at, own, rate)
    heal(scene, who, max(0, rate), patient.subdual)
    if rate > 0 and has(scene.state.combatants[who], "infected"):
        scene.record(f.ConditionLost(who, "infected"))
    if rate < 0:
        _sicken(scene, who, -rate)
    return {"outcome": "failure" if rate < 0 else "success", "rate": rate, "damage": max(0, -rate)}


def _rested(scene: Scene, who: CombatantId, at: int, own: list[Term], rate: int) -> None:
    card = f.Dice(who, "Healing", at, rate, tuple(own))
    scene.record(f.Tested(who, "healing", "failure" if rate < 0 else "success", (card,)))


def _sicken(scene: Scene, who: CombatantId, amount: int) -> None:
    """A negative rate: worse wounds, infection, and where it reaches Health shock and fever (GRV-INFECTION)."""
    before, after = take(scene, who, amount, False, cause="infection")
    if not has(scene.state.combatants[who], "infected"):
        scene.record(f.ConditionGained(who, "infected"))
    if after == "dead":
        let_go(scene, who)
    elif after == "severe" and before != "severe" and not has(scene.state.combatants[who], "unconscious"):
        scene.record(f.ConditionGained(who, "unconscious", {"cause": "infection"}))


def _funk(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Came:
    """Into a funk, through another session of it, and out of it (GRV-FUNK, GRV-FUNK-SESSIONS, GRV-FUNK-EXIT)."""
    now = scene.state.combatants[who]
    deep = params_of(now, "in_funk")
    action = params["action"]
    if action == "enter":
        if deep is not None:
            refuse("requirement", f"{now.sheet.name} is in a funk already.", "$.params.action")
        scene.record(f.ConditionGained(who, "in_funk", {"sessions": 1}))
        scene.record(f.GroovesSet(who, now.grooves, now.experience + 1, "funk"))
        return {"outcome": "success"}
    if deep is None:
        refuse("requirement", f"{now.sheet.name} is in no funk.", "$.params.action")
    if action == "session":
        scene.record(f.ConditionGained(who, "in_funk", {"sessions": int(deep.get("sessions", 1)) + 1}))
        store(scene, who, "session")
        return {"outcome": "success"}
    options = (Option("yes", "Yes"), Option("no", "No"))
    prompt = f"{told(scene, who, GM)} comes out of the funk. Is a groove stored?"
    pick = yield from choose(Ask("store_groove", GM, prompt, "yes", options))
    scene.record(f.ConditionLost(who, "in_funk"))
    if pick == "yes":
        store(scene, who, "funk over")
    return {"outcome": "success"}


def store(scene: Scene, who: CombatantId, why: str) -> None:
    """Store a groove, up to a third of Luck (GRV-GROOVE-CAP)."""
    now = scene.state.combatants[who]
    kept = max(now.grooves, min(now.grooves + 1, groove_cap(now.sheet)))
    if kept != now.grooves:
        scene.record(f.GroovesSet(who, kept, now.experience, why))


def _groove(scene: Scene, who: CombatantId, params: dict[str, Any]) -> Came:
    """Into a groove, and out of it (GRV-GROOVE, GRV-FUNK-TO-GROOVE, GRV-GROOVE-INTERRUPT)."""
    now = scene.state.combatants[who]
    name, action = now.sheet.name, params["action"]
    if action != "enter":
        if not has(now, "in_groove"):
            refuse("requirement", f"{name} is in no groove.", "$.params.action")
        scene.record(f.ConditionLost(who, "in_groove"))
        if action == "interrupt":
            store(scene, who, "interrupted")
        return {"outcome": "success"}
    direct = bool(params.get("direct"))
    if has(now, "in_groove"):
        refuse("requirement", f"{name} is in a groove already.", "$.params.action")
    if has(now, "in_funk") != direct:
        why = "is in no funk" if direct else "is in a funk: only a very strong stimulus leads straight out of it"
        refuse("requirement", f"{name} {why}.", "$.params.direct")
    if direct:
        scene.record(f.ConditionLost(who, "in_funk"))
    elif now.grooves < 1:
        refuse("resource", f"{name} has no groove stored.", "$.params.action")
    else:
        scene.record(f.GroovesSet(who, now.grooves - 1, now.experience, "groove"))
    scene.record(f.ConditionGained(who, "in_groove", {"combats": 0 if scene.state.encounter is not None else 1}))
    return {"outcome": "success"}
    yield


_CHECKS: dict[str, Callable[[Scene, CombatantId, dict[str, Any]], Came]] = {
    "stat": _stat,
    "skill": _skill,
    "acting": _acting,
    "healing": _healing,
    "funk": _funk,
    "groove": _groove,
}
