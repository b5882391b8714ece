"""What every game's fight has in common: combatants by id, each with a sheet that bears a name; and, at times, an encounter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ..errors import refuse
from .ids import CombatantId
from .packs import enc_hook
from .requests import GM
from .ruleset import Look
from .scene import Scene

S = TypeVar("S", bound=Struct)
W = TypeVar("W", bound="_Combatant")
E = TypeVar("E")
W_co = TypeVar("W_co", covariant=True)
E_co = TypeVar("E_co", covariant=True)


class _Sheet(Protocol):
    @property
    def name(self) -> str: ...


class _Combatant(Protocol):
    @property
    def sheet(self) -> _Sheet: ...


class _Roster(Protocol):
    @property
    def combatants(self) -> Mapping[CombatantId, _Combatant]: ...


class _Fight(Protocol[W_co, E_co]):
    @property
    def combatants(self) -> Mapping[CombatantId, W_co]: ...

    @property
    def encounter(self) -> E_co | None: ...


def names(fight: _Roster) -> Mapping[CombatantId, str]:
    """The name of everybody, in the order in which they joined. Not to be changed."""
    last = _Called.last  # read once: odds are reckoned in another thread
    if last is not None and last[0] is fight.combatants:
        return last[1]
    found = {one: who.sheet.name for one, who in fight.combatants.items()}
    _Called.last = fight.combatants, found
    return found


class _Called:
    """The names that were asked for last: a command asks for the same ones many times."""

    last: tuple[Mapping[CombatantId, _Combatant], Mapping[CombatantId, str]] | None = None


def told(scene: Scene[Any, Any, Any], who: CombatantId, to: CombatantId) -> str:
    """A combatant's name as `to` may hear it: whoever is hidden is `someone` to all but the GM."""
    if who in scene.hidden and to not in (GM, who):
        return "someone"
    name: str = scene.state.combatants[who].sheet.name
    return name


def distance(scene: Scene[Any, Any, Any], a: CombatantId, b: CombatantId, claimed: int | None = None) -> int | None:
    """The way between two in the game's unit: as ruled, else on the map, else as the encounter began; None when nobody knows."""
    if claimed is not None:
        return claimed
    measured = scene.map_distance(a, b)
    if measured is not None or scene.state.encounter is None:
        return measured
    began: int | None = scene.state.encounter.distances.get(a, {}).get(b)
    return began


def running(encounter: E | None) -> E:
    """The encounter. Refuses (`not-your-turn`) where there is none."""
    if encounter is None:
        refuse("not-your-turn", "There is no fight: begin one first.", "$.do")
    return encounter


def changed(fight: S, who: CombatantId, **fields: Any) -> S:
    """The fight with other fields of one combatant."""
    combatants: dict[CombatantId, Any] = dict(fight.combatants)  # type: ignore[attr-defined]
    combatants[who] = replace(combatants[who], **fields)
    return replace(fight, combatants=combatants)


def look(
    fight: _Fight[W, E],
    eyes: Look,
    card: Callable[[W, Look], dict[str, Any]],
    met: Callable[[E], dict[str, Any]],
    *around: Any,
) -> dict[str, Any]:
    """Combatants and, in a fight, the encounter, as `card` and `met` show them; without whoever does not exist for `eyes`.

    A card may depend on the combatant, on everybody's names, on `around`, and on the eyes it is given: whether these know the
    combatant or may act for it, and who exists for them. The same eyes look often: a card is drawn again when one of these is
    another.
    """
    called, others = names(fight), eyes.others
    eyes.seen.of((called, around))
    if others is not None:
        others.seen.of((called, around))
    shown, unseen, own = {}, eyes.unseen, eyes.viewer.owns
    for one, who in fight.combatants.items():
        if one not in unseen:
            through = eyes if others is None or one in own else others
            cards = through.seen.cards
            known = cards.get(one)
            if known is None or known[0] is not who:
                known = cards[one] = who, card(who, through)
            shown[one] = known[1]
    out: dict[str, Any] = {"combatants": shown}
    if fight.encounter is not None:
        out["encounter"] = met(fight.encounter)
    return out


def sheet(eyes: Look, one: CombatantId, of: Any) -> dict[str, Any]:
    """A combatant's sheet as plain data; few commits touch one."""
    known = eyes.seen.sheets.get(one)
    if known is None or known[0] is not of:
        known = eyes.seen.sheets[one] = of, msgspec.to_builtins(of, enc_hook=enc_hook)
    return known[1]


def episode(opens: type[Any], closes: type[Any]) -> Callable[[Any], Literal["opens", "closes"] | None]:
    """Whether a fact opens or closes a fight, by the types of the facts that do."""

    def of(fact: Any) -> Literal["opens", "closes"] | None:
        if isinstance(fact, opens):
            return "opens"
        return "closes" if isinstance(fact, closes) else None

    return of
