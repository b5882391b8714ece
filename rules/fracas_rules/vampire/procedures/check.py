"""Stand-alone checks: movement, blood, balance, torpor, days without care, hiding a weapon; each with its parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ...errors import refuse
from ...kernel import params
from ...kernel.formula import Term
from ...kernel.ranked import known
from ...kernel.requests import GM, Ask, Number
from ...kernel.roster import told
from ...kernel.script import Script, ask
from .. import facts as f
from .. import params as p
from ..commands import Check
from ..common import Scene, cast, lose, outcome_of, weapon_of
from ..harm import mark, settle
from ..modifiers import speed
from ..rows import generation
from ..state import Combatant, has
from .blood import spend
from .effects import balance, told_roll
from .quick import quick_fight


class Kind(NamedTuple):
    """A check: its script, and whether a player may ask for it about his own."""

    play: Callable[[Scene, Check], Script[None]]
    open: bool = False


def check(scene: Scene, command: Check) -> Script[None]:
    """One of `CHECKS`."""
    known(command.actor, scene.state.combatants, "$.actor")
    kind = CHECKS.get(command.check)
    if kind is None:
        refuse("unknown-id", f"There is no check `{command.check}`; there are {', '.join(CHECKS)}.", "$.check")
    params.check(command.params, p.CHECKS[command.check], "$.params", command.check)
    yield from kind.play(scene, command)


def _who(scene: Scene, command: Check) -> Combatant:
    return scene.state.combatants[command.actor]


def _vampire(scene: Scene, command: Check) -> Combatant:
    who = _who(scene, command)
    if who.sheet.kind != "vampire":
        refuse("requirement", f"{who.sheet.name} is no vampire.", "$.actor")
    return who


def _movement(scene: Scene, command: Check) -> Script[None]:
    """Metres of a run, of free movement, and at most (VTM-H-MOVEMENT)."""
    run, free, most = speed(_who(scene, command))
    scene.result = {"outcome": "success", "run": run, "free": free, "max": most}
    return
    yield


def _generation(scene: Scene, command: Check) -> Script[None]:
    """The row of one's generation (VTM-R-LIMIT)."""
    row = generation(scene.catalogue, _vampire(scene, command).sheet)
    scene.result = {"outcome": "success", "per_turn": row.per_turn, "buff_max": row.buff_max, "pool_max": row.pool}
    return
    yield


def _knockdown(scene: Scene, command: Check) -> Script[None]:
    """A balance roll at the difficulty that the GM names: up again at once, or down (VTM-X-KNOCKDOWN)."""
    prompt = f"How hard is it for {told(scene, command.actor, GM)} to stay up?"
    pick = yield from ask(Ask("knockdown_difficulty", GM, prompt, 6, (), Number(2, 10)))
    roll = yield from balance(scene, command.actor, pick if isinstance(pick, int) else 6)
    if roll.successes:
        lose(scene, command.actor, "knocked_down")
    scene.result = {"outcome": outcome_of(roll), "resist": {command.actor: told_roll(roll)}}


def _torpor_length(scene: Scene, command: Check) -> Script[None]:
    row = scene.catalogue.torpor.get(str(_vampire(scene, command).sheet.humanity))
    scene.result = {"outcome": "success", "torpor_length": row.length if row is not None else "unknown"}
    return
    yield


def _torpid(scene: Scene, command: Check) -> Combatant:
    who = _vampire(scene, command)
    if who.fate != "torpor":
        refuse("requirement", f"{who.sheet.name} is not in torpor.", "$.actor")
    return who


def _rise(scene: Scene, command: Check) -> None:
    """Up at Crippled: the six worst marks stay."""
    who = _who(scene, command)
    if who.full:
        scene.record(f.Healed(command.actor, 1, who.track[:-1] + "."))
    scene.record(f.Fated(command.actor, ""))


def _torpor_rise(scene: Scene, command: Check) -> Script[None]:
    """When the time is over: a point of blood, and Humanity at 8 (VTM-H-TORPOR-RISE, VTM-H-TORPOR-BLOODLESS)."""
    who = _torpid(scene, command)
    if not command.params.get("rested"):
        refuse("requirement", "The time of torpor is not over: `rested`.", "$.params.rested")
    if not who.blood_pool:
        refuse("resource", f"{who.sheet.name} has no blood left, and sleeps on until fed.", "$.actor")
    spend(scene, command.actor, 1, "torpor", counts=False)
    terms = [Term("humanity", "Humanity or Path", who.sheet.humanity)]
    roll = yield from cast("humanity", command.actor, "Humanity", terms, 8)
    outcome = "success" if roll.successes else "failure"
    scene.record(f.Tested("torpor_rise", outcome, roll))
    if roll.successes:
        _rise(scene, command)
    scene.result = {
        "outcome": outcome, "pool": roll.dice, "difficulty": roll.difficulty, "successes": roll.successes
    }  # fmt: skip


def _rouse(scene: Scene, command: Check) -> Script[None]:
    """Fresh blood in a following scene (VTM-H-TORPOR-ROUSE)."""
    who = _torpid(scene, command)
    blood = command.params.get("blood", 0)
    if not command.params.get("following_scene"):
        refuse("requirement", "Fresh blood rouses in a following scene: `following_scene`.", "$.params.following_scene")
    if blood < 1:
        refuse("requirement", "It takes at least one point of blood.", "$.params.blood")
    scene.record(f.BloodMoved(command.actor, min(who.blood_max, who.blood_pool + blood)))
    _rise(scene, command)
    scene.result = {"outcome": "success"}
    return
    yield


def _untreated(scene: Scene, command: Check) -> Script[None]:
    """A mortal's lethal wounds beyond Hurt get worse by a level a day (VTM-H-UNTREATED)."""
    who = _who(scene, command)
    worse = who.sheet.kind == "mortal" and who.track.count("X") >= 3 and not has(who, "treated") and not who.fate
    if worse:
        mark(scene, command.actor, "lethal", 1)
    scene.result = {"outcome": "success", "worsened": worse}
    return
    yield


def _heal_aggravated(scene: Scene, command: Check) -> Script[None]:
    """Five points and a day's rest for an aggravated mark, or for destroyed eyes (VTM-R-HEAL, VTM-M-BLIND-EYES)."""
    who = _vampire(scene, command)
    eyes = has(who, "eyes_destroyed") and (command.params.get("eyes", False) or "*" not in who.track)
    if who.fate:
        refuse("incapacitated", f"{who.sheet.name} can do nothing.", "$.actor")
    if not command.params.get("rested"):
        refuse("requirement", "It takes a full day of rest: `rested`.", "$.params.rested")
    if "*" not in who.track and not eyes:
        refuse("requirement", f"{who.sheet.name} has no aggravated damage.", "$.actor")
    if who.blood_pool < 5:
        refuse("resource", f"It takes five points of blood; {who.sheet.name} has {who.blood_pool}.", "$.actor")
    spend(scene, command.actor, 5, "healing", counts=False)
    if eyes:
        lose(scene, command.actor, "eyes_destroyed")
    else:
        scene.record(f.Healed(command.actor, 1, who.track.replace("*", "", 1) + "."))
    settle(scene, command.actor)
    scene.result = {"outcome": "success", "healed": 0 if eyes else 1}
    return
    yield


def _conceal(scene: Scene, command: Check) -> Script[None]:
    """Whether a garment hides a weapon (VTM-E-CONCEAL)."""
    who = _who(scene, command)
    wanted = command.params.get("weapon")
    if wanted is None:
        refuse("malformed", "Say which weapon: `params.weapon`.", "$.params.weapon")
    weapon = weapon_of(who, str(wanted)) or scene.catalogue.weapons.get(str(wanted))
    if weapon is None:
        refuse("unknown-id", f"There is no weapon `{wanted}`.", "$.params.weapon")
    hidden = weapon.conceal in p.HIDES[command.params.get("clothing", "none")]
    scene.result = {"outcome": "success" if hidden else "failure", "hidden": hidden}
    return
    yield


#: What each takes stands in `params.CHECKS`.
CHECKS: dict[str, Kind] = {
    "quick_fight": Kind(quick_fight),
    "movement": Kind(_movement, open=True),
    "generation": Kind(_generation, open=True),
    "knockdown": Kind(_knockdown),
    "torpor_length": Kind(_torpor_length, open=True),
    "torpor_rise": Kind(_torpor_rise),
    "rouse": Kind(_rouse),
    "untreated_day": Kind(_untreated),
    "heal_aggravated": Kind(_heal_aggravated),
    "conceal": Kind(_conceal, open=True),
}
