"""Damage, the wound ladder, stun, and what befalls those who are badly hurt."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..kernel.formula import Term
from ..kernel.ids import CombatantId
from ..kernel.requests import GM, Ask, Option, Roll
from ..kernel.roster import told
from ..kernel.script import Script, choose, throw
from . import facts as f
from .common import Scene, terms
from .modifiers import funk
from .options import Options
from .rows import Catalogue, step
from .sheet import Sheet, Worn, health
from .state import Combatant, has, params_of
from .vocabulary import HOLDS, OUT, UPSETS


class Stun(NamedTuple):
    """How a stun roll came out: `none`, `dazed` or `stunned`; dice and total are None when none was rolled."""

    outcome: str
    dice: int | None = None
    total: int | None = None

    def result(self) -> dict[str, int | str]:
        """The keys of the result."""
        out: dict[str, int | str] = {"stun": self.outcome}
        if self.dice is not None and self.total is not None:
            out.update(stun_dice=self.dice, stun_total=self.total)
        return out


def step_of(sheet: Sheet, lethal: int, subdual: int, options: Options) -> str:
    """The wound ladder for so much damage: unhurt, hurt, severe, dead (GRV-SEVERE, GRV-DEATH, GRV-SUBDUAL)."""
    full, total = health(sheet), lethal + subdual
    if (total if options.subdual_kills else lethal) >= 2 * full:
        return "dead"
    return "severe" if total >= full else "hurt" if total else "unhurt"


def wound(who: Combatant, options: Options) -> str:
    """The step of the wound ladder that somebody is on."""
    return step_of(who.sheet, who.lethal, who.subdual, options)


def standing(who: Combatant, options: Options) -> str:
    """The step that counts now: what was done at this very moment stops nobody yet (GRV-INSTANT, GRV-INIT-TIE)."""
    return who.spared or wound(who, options)


def unable(who: Combatant, options: Options) -> bool:
    """Whether somebody can do nothing at all."""
    return standing(who, options) == "dead" or has(who, *OUT)


def stun_dice(rows: Catalogue, sheet: Sheet, damage: int) -> int:
    """How many d6 a wound of this size is rolled with, by its share of full Health (GRV-STATCHECK)."""
    return step(rows.stun_steps, damage, health(sheet))


class Figures(NamedTuple):
    """What a weapon roll is worked with: x `up` / `down` of the maneuver, + `plus` - `less` of a block, / `divider` of the
    armour, x `share` / `whole` of the location.
    """

    up: int
    down: int
    plus: int
    less: int
    divider: int
    share: int
    whole: int


def figures(multiplier: Fraction, plus: int, less: int, divider: int, place: Fraction) -> Figures:
    """The figures of a blow as whole numbers."""
    return Figures(*multiplier.as_integer_ratio(), plus, less, divider, *place.as_integer_ratio())


def damage_of(rolled: int, by: Figures) -> int:
    """Weapon roll x maneuver, less a block, by armour, by location; rounded down once (GRV-DAMAGE, GRV-ARMOR-DIVIDER)."""
    over = rolled * by.up + (by.plus - by.less) * by.down
    return max(0, over) * by.share // (by.down * by.divider * by.whole)


@lru_cache(maxsize=1024)
def armor_on(rows: Catalogue, armor: tuple[Worn, ...], location: str, kind: str) -> tuple[int, int] | None:
    """Needed number and divider of what covers a location: of two pieces the harder to pierce (GRV-ARMOR-CHART)."""
    found = []
    for piece in armor:
        row = rows.armor.get(piece.type)
        if row is not None and location in (row.covers if piece.locations is None else piece.locations):
            found.append(row.against(kind))
    return max(found, default=None)


def lay(scene: Scene, who: CombatantId, condition: str, params: f.Params | None = None, later: bool = False) -> None:
    """Lay a condition on: a longer one replaces a shorter, stunned overrides dazed, a begun Great Blow is lost (GRV-STUN)."""
    now = scene.state.combatants[who]
    given = dict(params or {})
    had = next((one.params for one in now.conditions if one.id == condition), None)
    if had is not None and "rounds" in given and int(had.get("rounds", 0)) >= given["rounds"]:
        return
    if condition == "dazed" and any(one.id == "stunned" for one in now.conditions):
        return
    if condition == "stunned" and any(one.id == "dazed" for one in now.conditions):
        scene.record(f.ConditionLost(who, "dazed"))
    beside = condition in HOLDS
    if beside:
        scene.record(f.ConditionLost(who, condition, {"by": given.get("by")}))
    scene.record(f.ConditionGained(who, condition, given, later, beside))
    if not later:
        upset(scene, who)


def upset(scene: Scene, who: CombatantId) -> None:
    """A Great Blow that was begun is lost to whoever is stunned, dazed, pinned or dropped meanwhile (GRV-M-GREAT-BLOW)."""
    now = scene.state.combatants[who]
    if has(now, "winding_up") and has(now, *UPSETS):
        scene.record(f.ConditionLost(who, "winding_up"))


def let_go(scene: Scene, holder: CombatantId, only: CombatantId = "") -> None:
    """Every hold of a holder ends, or those on one alone (GRV-DEATH)."""
    for one, held in scene.state.combatants.items():
        if only and one != only:
            continue
        for condition in HOLDS:
            if any(c.id == condition and c.params.get("by") == holder for c in held.conditions):
                scene.record(f.ConditionLost(one, condition, {"by": holder}))


def take(scene: Scene, who: CombatantId, amount: int, subdual: bool, location: str = "", cause: str = "") -> tuple[str, str]:
    """Note damage. The steps of the wound ladder before and after come back."""
    now = scene.state.combatants[who]
    before = wound(now, scene.options)
    lethal, soft = (now.lethal, now.subdual + amount) if subdual else (now.lethal + amount, now.subdual)
    after = step_of(now.sheet, lethal, soft, scene.options)
    places = {**now.by_location, location: now.by_location.get(location, 0) + amount} if location else now.by_location
    scene.record(f.Hurt(who, amount, lethal, soft, after, places, cause, before))
    return before, after


def hurt(
    scene: Scene, who: CombatantId, amount: int, subdual: bool, location: str = "", later: bool = False, stuns: bool = True
) -> Script[Stun]:
    """Take damage with all that follows: dropping, bleeding, death, the stun roll (GRV-INCAP, GRV-SEVERE-BLEED, GRV-STUN).

    `later`: conditions and wounds take hold only when things settle.
    """
    if amount <= 0:
        return Stun("none")
    victim = scene.state.combatants[who]
    if later and not victim.spared:
        scene.record(f.Spared(who, wound(victim, scene.options)))
    full, was = health(victim.sheet), victim.lethal + victim.subdual
    before, after = take(scene, who, amount, subdual, location)
    if after == "dead":
        if not later:
            let_go(scene, who)
        return Stun("none")
    if after == "severe" and before != "severe":
        yield from bleed(scene, who, later)
    if was <= full < was + amount:
        lay(scene, who, "incapacitated", {"rounds": 0}, later)
    if not stuns:
        return Stun("none")
    stun = yield from stun_roll(scene, who, stun_dice(scene.catalogue, victim.sheet, amount), amount, later)
    return stun


def bleed(scene: Scene, who: CombatantId, later: bool = False) -> Script[None]:
    """A wound has made somebody severe: does it bleed? (GRV-SEVERE-BLEED, GRV-SEVERE)."""
    how: str = scene.options.bleeding
    if how == "gm":
        prompt = f"{told(scene, who, GM)} is severely injured. Does the wound bleed?"
        how = yield from choose(Ask("bleeding", GM, prompt, "no", (Option("yes", "Yes"), Option("no", "No"))))
    if how in ("always", "yes") and not has(scene.state.combatants[who], "bleeding"):
        scene.record(f.ConditionGained(who, "bleeding", {}, later))


class Under(NamedTuple):
    """A roll of d6 under a number: its sum with what a funk adds, and for the card its addends and place."""

    total: int
    dice: f.Dice


def under(
    scene: Scene, who: CombatantId, key: str, label: str, dice: int, limit: int, after: tuple[int | str, ...] | None = None
) -> Script[Under]:
    """Roll so many d6 against a limit; a funk raises the sum by 1 (GRV-STATCHECK, GRV-FUNK).

    Only three things matter to the odds: below the limit, on it, above it. `after`: as in `Roll`.
    """
    worse = funk(scene.state.combatants[who])
    thrown = yield from throw(Roll(key, who, (6,) * dice, (limit - worse, limit - worse + 1), after))
    assert isinstance(thrown.value, int)
    rolled = under_card(who, label, thrown.at, thrown.value, worse)
    return Under(rolled.total, rolled)


def under_card(who: CombatantId, label: str, at: int, rolled: int, worse: int) -> f.Dice:
    """The card of a roll of d6."""
    addends: list[Term] = terms(("die", "Dice", rolled), ("funk", "Funk", worse))
    return f.Dice(who, label, at, rolled + worse, tuple(addends))


def stun_roll(scene: Scene, who: CombatantId, dice: int, damage: int, later: bool = False) -> Script[Stun]:
    """Below Wil nothing, exactly Wil dazed for a round, above it stunned by the excess (GRV-STUN)."""
    wil = scene.state.combatants[who].sheet.stats.wil
    rolled = yield from under(scene, who, "stun", "Stun", dice, wil, (damage,))
    outcome = "none" if rolled.total < wil else "dazed" if rolled.total == wil else "stunned"
    scene.record(f.Tested(who, "stun", outcome, (rolled.dice,)))
    if outcome == "dazed":
        lay(scene, who, "dazed", {"rounds": 1}, later)
    elif outcome == "stunned":
        lay(scene, who, "stunned", {"rounds": rolled.total - wil}, later)
    return Stun(outcome, dice, rolled.total)


def heal(scene: Scene, who: CombatantId, lethal: int, subdual: int) -> None:
    """Take damage away; whoever comes below Health is not severely injured any more (GRV-HEAL, GRV-SEVERE)."""
    patient = scene.state.combatants[who]
    lethal, subdual = min(lethal, patient.lethal), min(subdual, patient.subdual)
    if lethal + subdual > 0:
        left = (patient.lethal - lethal, patient.subdual - subdual)
        after = step_of(patient.sheet, *left, scene.options)
        scene.record(f.Healed(who, lethal + subdual, *left, after, fewer(patient.by_location, sum(left))))
    recover(scene, who)


def recover(scene: Scene, who: CombatantId) -> None:
    """End what comes with severe injury for whoever is below Health (GRV-STABILIZE, GRV-INFECTION)."""
    patient = scene.state.combatants[who]
    if wound(patient, scene.options) in ("severe", "dead"):
        return
    for one in ("bleeding", "stabilized"):
        if has(patient, one):
            scene.record(f.ConditionLost(who, one))
    if (params_of(patient, "unconscious") or {}).get("cause") == "infection":
        scene.record(f.ConditionLost(who, "unconscious", {"cause": "infection"}))


def fewer(places: dict[str, int], most: int) -> dict[str, int]:
    """Wounds by location, the worst healed first, until they come to no more than `most` points."""
    left = dict(places)
    while left and sum(left.values()) > most:
        worst = max(left, key=lambda one: left[one])
        left[worst] -= min(left[worst], sum(left.values()) - most)
        if not left[worst]:
            del left[worst]
    return left


def settle(scene: Scene, who: CombatantId) -> None:
    """What was done to somebody at the same moment takes hold (GRV-INSTANT, GRV-INIT-TIE)."""
    now = scene.state.combatants[who]
    if not now.spared and not any(one.later for one in now.conditions):
        return
    scene.record(f.Settled(who))
    upset(scene, who)
    if wound(scene.state.combatants[who], scene.options) == "dead":
        let_go(scene, who)
