"""The target's answer to an attack: what may be picked, the pick, and its roll (GRV-M-PARRY, GRV-M-BLOCK, GRV-M-SIDESTEP)."""

from __future__ import annotations

from typing import NamedTuple

from ...kernel.formula import Term
from ...kernel.requests import Ask, Option
from ...kernel.roster import told
from ...kernel.script import Script, choose
from .. import facts as f
from ..common import Scene, terms, total
from ..dice import EVERY, d20, effect_of, succeeds
from ..harm import unable
from ..modifiers import defenseless, funk, hth, level
from ..move import Move
from ..sheet import bonus
from ..vocabulary import DEFENSES, RESERVES
from .fumble import botched

#: The options by their ids.
_OFFERS = {one: Option(one, *said) for one, said in DEFENSES.items()}


class Defense(NamedTuple):
    """What the target did: which defence, its effect number (-1 when its roll failed), what it adds to Dodge."""

    kind: str = "none"
    effect: int | None = None
    adds: int = 0
    rolls: tuple[f.Dice, ...] = ()

    @property
    def worked(self) -> bool:
        """Whether a defence that is rolled for came off."""
        return self.effect is not None and self.effect >= 0


def offered(scene: Scene, move: Move) -> list[str]:
    """The defences that the target may pick, beside none (GRV-M-PARRY, GRV-M-BLOCK, GRV-M-SIDESTEP)."""
    target = scene.state.combatants[move.target]
    if move.unaware or defenseless(target) or unable(target, scene.options):
        return []
    kinds: list[str] = list(move.row.answers)
    if target.mode == "aggressive":  # GRV-MODE-AGGRESSIVE
        kinds = [one for one in kinds if one == "sidestep"]
    if scene.state.encounter is None:
        return kinds
    return [one for one in kinds if target.reserved.get(RESERVES[one], 0) > 0]


def defend(scene: Scene, move: Move) -> Script[Defense]:
    """Ask the target, spend the reserved action, roll."""
    who = move.target
    kinds = offered(scene, move)
    if not kinds:
        return Defense()
    prompt = f"{told(scene, move.actor, who)} attacks with {move.row.name.lower()}. How do you defend?"
    options = tuple([_OFFERS[one] for one in ("none", *kinds)])
    kind = yield from choose(Ask("defense", who, prompt, "none", options))
    if kind == "none":
        return Defense()
    if scene.state.encounter is not None:
        reserved = {**scene.state.combatants[who].reserved}
        reserved[RESERVES[kind]] -= 1
        scene.record(f.ReservedSet(who, {one: left for one, left in reserved.items() if left}))
    target = scene.state.combatants[who]
    gear = target.sheet.parry_bonus  # GRV-M-PARRY-GEAR
    if kind == "parry_flat":  # GRV-M-PARRY-FLAT
        return Defense(kind, None, max(0, level(target, move.duel) + gear))
    own = _defense_terms(scene, move, kind)
    need = 10 - total(own)
    rolled = yield from d20(scene, who, kind, (need,) if kind == "sidestep" else EVERY)
    came = rolled.face + total(own)
    worked = succeeds(came, rolled)
    effect = effect_of(came, rolled, scene.options.critical_damage) if worked else -1
    card = f.Dice(who, DEFENSES[kind][0], rolled.at, came, (Term("die", "Die", rolled.face), *own))
    if rolled.fumble:
        yield from botched(scene, who)
    return Defense(kind, effect, effect if worked and kind == "parry" else 0, (card,))


def _defense_terms(scene: Scene, move: Move, kind: str) -> list[Term]:
    target = scene.state.combatants[move.target]
    worse = ("funk", "Funk", -funk(target))
    if kind == "sidestep":
        return terms(("score", "HTH Score", hth(target, move.duel)), ("ref", "Ref bonus", bonus(target.sheet, "ref")), worse)
    gear = target.sheet.parry_bonus if kind == "parry" else 0
    dex = ("dex", "Dex bonus", bonus(target.sheet, "dex"))
    return terms(("score", "MCL", level(target, move.duel)), dex, ("gear", "Shield or weapon", gear), worse)
