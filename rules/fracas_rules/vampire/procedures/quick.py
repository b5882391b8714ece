"""A whole fight by one roll for each party (VTM-Q-…): for fights whose outcome is hardly in doubt (VTM-Q-WHEN)."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from ...errors import located, refuse
from ...kernel.formula import Term
from ...kernel.ids import CombatantId
from ...kernel.ranked import known
from ...kernel.requests import GM, Ask, Option, Shares
from ...kernel.script import Script, choose
from .. import facts as f
from ..commands import Check
from ..common import Scene, cast, gain, share_out
from ..harm import mark, settle
from ..modifiers import bodily, discipline, tens_of, trait_terms
from ..move import payable, power_of
from ..rows import generation
from ..sheet import Attribute, Level
from ..state import Combatant, has
from .blood import spend

Method = Literal["none", "bashing", "lethal", "aggravated"]
SEVERE = ("lethal", "aggravated")


class Approach(Struct, frozen=True, forbid_unknown_fields=True):
    """How somebody fights: pool, method, whether the foe is spared, and the blood that goes into it."""

    attribute: Attribute = "strength"
    ability: Annotated[str, Meta(max_length=48)] = ""
    method: Method = "bashing"
    sparing: bool = False
    blood: Level = 0
    buff: dict[Literal["strength", "dexterity", "stamina"], Level] = {}
    powers: tuple[str, ...] = ()
    difficulty: Annotated[int, Meta(ge=2, le=10)] | None = None
    willpower: Level = 0

    @property
    def difficult(self) -> int:
        """Lethal means 4, held back 8, all else 6, unless the GM says otherwise (VTM-Q-DIFFICULTY, VTM-Q-SPARE)."""
        if self.difficulty is not None:
            return self.difficulty
        return 6 if self.method not in SEVERE else 8 if self.sparing else 4


class Verdict(NamedTuple):
    """Totals by side, the winning side (empty for a draw), and by how much."""

    totals: dict[str, int]
    winner: str
    ahead: int


def quick_fight(scene: Scene, command: Check) -> Script[None]:
    """Everybody rolls once; the side with the most successes wins (VTM-Q-ROLL, VTM-Q-WINNER)."""
    fighters = _read(scene, command)
    for one, way in fighters.items():
        _pay(scene, one, way)
    rolls: dict[CombatantId, f.Cast] = {}
    for one, way in fighters.items():
        rolls[one] = yield from _roll(scene, one, way)
    verdict = _verdict(scene, rolls)
    losers = [one for one in fighters if _side(scene, one) != verdict.winner] if verdict.winner else []
    kind, levels = yield from _levels(scene, fighters, rolls, verdict)
    damage = yield from _share(scene, losers, rolls, levels) if losers else _nobody(fighters)
    scene.record(f.QuickFought(verdict.totals, verdict.winner or "none", levels, kind, dict(damage), tuple(rolls.values())))
    for one, count in damage.items():
        if count and kind != "none":
            mark(scene, one, kind, count)
    _tell(scene, fighters, rolls, verdict, kind, levels, damage)


def _read(scene: Scene, command: Check) -> dict[CombatantId, Approach]:
    raw = command.params.get("approach")
    if not isinstance(raw, dict) or len(raw) < 2:
        refuse("malformed", "`approach` has an entry for each participant, and there are at least two.", "$.params.approach")
    found: dict[CombatantId, Approach] = {}
    for one, entry in raw.items():
        path = f"$.params.approach.{one}"
        known(one, scene.state.combatants, path)
        try:
            found[one] = msgspec.convert(entry, Approach)
        except msgspec.ValidationError as error:
            refuse("malformed", *located(error, path))
    for one, way in found.items():
        _allow(scene, scene.state.combatants[one], way, f"$.params.approach.{one}")
    if len({_side(scene, one) for one in found}) < 2:
        refuse("illegal-target", "A fight has two sides at least.", "$.params.approach")
    return found


def _allow(scene: Scene, who: Combatant, way: Approach, path: str) -> None:
    """Whether somebody may fight like this (VTM-Q-WILLPOWER, VTM-Q-BLOOD)."""
    name = who.sheet.name
    if way.willpower:
        refuse("forbidden", "Willpower buys no success in a fight.", f"{path}.willpower")
    if who.fate or who.full:
        refuse("incapacitated", f"{name} cannot fight.", path)
    if (way.blood or way.buff or way.powers) and who.sheet.kind != "vampire":
        refuse("requirement", f"{name} cannot spend blood.", f"{path}.blood")
    cost = sum(way.buff.values())
    for at, power in enumerate(way.powers):
        found = power_of(scene, who, power)
        if found is None:
            refuse("unknown-id", f"There is no power `{power}`.", f"{path}.powers[{at}]")
        if any(discipline(who, needed) < dots for needed, dots in found.needs.items()):
            refuse("requirement", f"{name} lacks the dots for {power}.", f"{path}.powers[{at}]")
        cost += found.cost
    for attribute, points in way.buff.items():
        raised = getattr(who.sheet.attributes, attribute) + who.buffs.get(attribute, 0) + points
        if raised > generation(scene.catalogue, who.sheet).buff_max:
            refuse("requirement", f"{name} cannot raise {attribute} so far.", f"{path}.buff.{attribute}")
    if max(way.blood, cost) > payable(scene, who):
        refuse("resource", f"{name} may spend {payable(scene, who)} points of blood.", f"{path}.blood")
    if cost > way.blood:
        refuse("illegal-choice", f"That takes {cost} points; `blood` says {way.blood}.", f"{path}.blood")


def _pay(scene: Scene, who: CombatantId, way: Approach) -> None:
    if way.blood:
        spend(scene, who, way.blood, "quick fight")
    for attribute, points in way.buff.items():
        raised = scene.state.combatants[who].buffs.get(attribute, 0) + points
        scene.record(f.Buffed(who, attribute, raised))
    for power in way.powers:
        fighter = scene.state.combatants[who]
        row = power_of(scene, fighter, power)
        assert row is not None  # it was allowed
        if row.condition and not has(fighter, row.condition):
            gain(scene, who, row.condition, fresh=False)
    settle(scene, who)


def _roll(scene: Scene, who: CombatantId, way: Approach) -> Script[f.Cast]:
    """Attribute + ability, with Celerity, Potence, wounds and armour; no defence, damage or soak (VTM-Q-ROLL)."""
    fighter = scene.state.combatants[who]
    terms = trait_terms(fighter, way.attribute, way.ability)
    terms += bodily(fighter, (way.attribute,), False)
    if way.attribute == "strength" and has(fighter, "potence_active") and discipline(fighter, "potence"):
        terms.append(Term("potence", "Potence", discipline(fighter, "potence")))  # its successes come later (VTM-Q-POTENCE)
    tens = tens_of(fighter, way.ability, scene.options)
    return (yield from cast("quick_fight", who, "One roll", terms, way.difficult, tens=tens))


def _side(scene: Scene, who: CombatantId) -> str:
    return scene.state.combatants[who].sheet.side or who


def _verdict(scene: Scene, rolls: dict[CombatantId, f.Cast]) -> Verdict:
    """Successes by side; equal ones are a draw (VTM-Q-TIE)."""
    totals: dict[str, int] = {}
    for one, roll in rolls.items():
        totals[_side(scene, one)] = totals.get(_side(scene, one), 0) + roll.successes
    best, second = sorted(totals.values(), reverse=True)[:2]
    winner = next(side for side, total in totals.items() if total == best) if best > second else ""
    return Verdict(totals, winner, best - second)


def _levels(
    scene: Scene, fighters: dict[CombatantId, Approach], rolls: dict[CombatantId, f.Cast], verdict: Verdict
) -> Script[tuple[str, int]]:
    """The type of damage and its levels (VTM-Q-NONE, VTM-Q-BASHING, VTM-Q-SEVERE, VTM-Q-POTENCE)."""
    winners = [one for one in fighters if _side(scene, one) == verdict.winner]
    if not winners:
        return "none", 0
    lead = yield from _method(scene, winners, fighters, rolls)
    method, sparing = fighters[lead].method, fighters[lead].sparing
    if method == "none":
        return "none", 0
    strong = sum(discipline(scene.state.combatants[one], "potence") for one in winners if "potence" in fighters[one].powers)
    if method not in SEVERE or sparing:
        return "bashing", verdict.ahead + strong
    if scene.options.quick_severe_potence == "before":
        return method, 2 * (verdict.ahead + strong)
    return method, 2 * verdict.ahead + strong


def _method(
    scene: Scene, winners: list[CombatantId], fighters: dict[CombatantId, Approach], rolls: dict[CombatantId, f.Cast]
) -> Script[CombatantId]:
    """Whose method counts, where the winners used different ones."""
    lead = max(winners, key=lambda one: rolls[one].successes)
    methods: list[str] = list(dict.fromkeys(fighters[one].method for one in winners))
    if len(methods) == 1:
        return lead
    options = tuple(Option(one, one.capitalize()) for one in methods)
    pick = yield from choose(Ask("quick_method", GM, "Which of the winners' methods counts?", fighters[lead].method, options))
    chosen = [one for one in winners if fighters[one].method == pick]
    return max(chosen, key=lambda one: rolls[one].successes)


def _nobody(fighters: dict[CombatantId, Approach]) -> Script[dict[CombatantId, int]]:
    return {}
    yield


def _share(
    scene: Scene, losers: list[CombatantId], rolls: dict[CombatantId, f.Cast], levels: int
) -> Script[dict[CombatantId, int]]:
    """The levels are shared out, the odd ones to whoever had the fewest successes (VTM-Q-DIVIDE)."""
    each, rest = divmod(levels, len(losers))
    damage = dict.fromkeys(losers, each)
    for one in sorted(losers, key=lambda one: rolls[one].successes)[:rest]:
        damage[one] += 1
    if len(losers) == 1 or not levels:
        return damage
    shares = Shares(tuple(losers), levels)
    prompt = f"{levels} levels for the losers: who takes what?"
    return (yield from share_out(scene, "split_damage", GM, prompt, damage, shares))


def _tell(
    scene: Scene,
    fighters: dict[CombatantId, Approach],
    rolls: dict[CombatantId, f.Cast],
    verdict: Verdict,
    kind: str,
    levels: int,
    damage: dict[CombatantId, int],
) -> None:
    result = {
        "outcome": "success" if verdict.winner else "tie",
        "winner": verdict.winner or "none",
        "totals": verdict.totals,
        "difference": verdict.ahead,
        "levels": levels,
        "successes": {one: roll.successes for one, roll in rolls.items()},
        "pool": {one: roll.dice for one, roll in rolls.items()},
        "difficulty": {one: way.difficult for one, way in fighters.items()},
        "damage": sum(damage.values()) if len(damage) < 2 else dict(damage),
    }
    if kind != "none":
        result["damage_type"] = kind
    scene.result = result
