"""What a game fills in. One record of types and functions; the kernel calls nothing else of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta, Struct

from ..errors import Refused
from .facts import Commit, TableFact
from .ids import CombatantId
from .packs import Pack, RowKind, dec_hook, enc_hook
from .requests import Reply
from .scene import Scene
from .script import Script
from .viewer import Line, Viewer


class House(Struct, frozen=True, forbid_unknown_fields=True):
    """Options that every table has, whatever its game.

    trust_players: a player's claimed circumstances count without the GM's ruling.
    confirm: who must approve what an action came to before it counts: nobody, the GM, or all whom it concerns.
    ask_seconds: after how long the default of an ask is taken; 0 for never.
    dice: whether the server rolls, or everyone by hand and types in what shows.
    odds: whether players see chances against those whose numbers they may not know.
    numbers: whether players see the numbers of combatants that are not theirs.
    open_rolls: whether players see the dice and addends of rolls that are not theirs.
    """

    trust_players: bool = False
    confirm: Literal["none", "gm", "all"] = "none"
    ask_seconds: Annotated[int, Meta(ge=0, le=86_400)] = 0
    dice: Literal["server", "hand"] = "server"
    odds: Literal["known", "all"] = "known"
    numbers: Literal["own", "all"] = "own"
    open_rolls: bool = False


class Seen:
    """Cards and sheets of combatants as they were drawn last, each with what it was drawn of; `about` counts for all of them."""

    __slots__ = ("about", "cards", "sheets")

    def __init__(self) -> None:
        self.about: tuple[Any, ...] = ()
        self.cards: dict[CombatantId, tuple[Any, dict[str, Any]]] = {}
        self.sheets: dict[CombatantId, tuple[Any, dict[str, Any]]] = {}

    def of(self, about: tuple[Any, ...]) -> None:
        """Forget all, unless it is about the same."""
        if self.about != about:
            self.about, self.cards, self.sheets = about, {}, {}


@dataclass(frozen=True)
class Look:
    """Through whose eyes, which combatants exist for them, and the game's options.

    `seen` is what these eyes saw last: it is kept by `roster`, and is no part of what they are. Nor are `others`: eyes that see
    whoever is not this viewer's own as these do.
    """

    viewer: Viewer
    house: House
    hidden: tuple[CombatantId, ...]
    options: Any = None
    seen: Seen = field(default_factory=Seen, compare=False, repr=False)
    others: Look | None = field(default=None, compare=False, repr=False)

    @cached_property
    def unseen(self) -> tuple[CombatantId, ...]:
        """Who does not exist for the viewer."""
        return () if self.viewer.is_gm else tuple([one for one in self.hidden if one not in self.viewer.owns])

    def exists(self, combatant: CombatantId) -> bool:
        """Whether the viewer may know that this combatant is there."""
        return combatant not in self.unseen

    def knows(self, combatant: CombatantId) -> bool:
        """Whether the viewer may know this combatant's numbers."""
        if not self.exists(combatant):
            return False
        return self.house.numbers == "all" or self.viewer.may_act_for(combatant)


@dataclass(frozen=True)
class Finding:
    """What odds are reckoned over: one way in which a command can come out. Whole numbers; flags are 0 or 1."""

    chances: Mapping[str, int]
    means: Mapping[str, int]


@dataclass(frozen=True)
class Names:
    """Names of combatants for a line of the log: as the GM sees them, and as everyone may.

    `open_numbers`: everybody may know the numbers of those who are not hidden.
    """

    known: Mapping[CombatantId, str]
    hidden: tuple[CombatantId, ...]
    open_numbers: bool = False

    def gm(self, combatant: CombatantId) -> str:
        """The name."""
        return self.known.get(combatant, combatant)

    def all(self, combatant: CombatantId) -> str:
        """The name, or `someone` for whoever is hidden."""
        return "someone" if combatant in self.hidden else self.known.get(combatant, combatant)


#: Whether a command would be refused, before anything is asked or rolled.
TryOut = Callable[[Mapping[str, Any]], Refused | None]


@dataclass(frozen=True)
class Ruleset:
    """One game: its state, facts, commands and sheets are msgspec types, its functions are pure.

    id, title, unit: the system's id in scenario files, its name, and its unit of distance.
    version: names the rules, for the log.
    commands: the values of `do` that the game knows.
    kinds, core, catalogue, template: the kinds of pack rows, the core pack, all rows in the game's own Struct, and the
        sheet (plain data) of a template or None.
    join, leave: the facts of a combatant's coming (state, id, sheet, catalogue) and going (state, id).
    play: the script of a command. label(command, state, called): what a command is called.
    player_may: the combatant that a player must own to send this command; None where it is the GM's alone.
    claims, unclaimed: circumstances in a command that a GM must grant, each as what and how much (two of the same name are
        two); the command without them. Both (command, state).
    may_move(state, id, options): whether a combatant may be moved on the map by its owner now.
    look: `combatants` and, in a fight, `encounter` of the view (state, catalogue, look).
    lines: the log's lines for the facts of a commit: (facts, before, after, names, replies of the resolution).
    legal: answers the query of the same name: (state, catalogue, options, params, try_out).
    mentions: every combatant that a command names, with the path where it does.
    odds_about: the combatants whose numbers the odds of a command need. finding: (before, after, command, result).
    tallied: the mean of a finding that the `tally` of rolls counts towards; empty where no roll has one.
    covers: ids of the kinds of cover that walls of the map may give, weakest first; none where the game knows no cover.
    episode: whether a fact opens or closes a fight: a new stream of dice begins with either, and the old seed is told.
    describe(state, id, options), describe_encounter: state by the field names of the game's README, for scenarios.
    """

    id: str
    title: str
    unit: str
    version: str
    state: Any
    fact: Any
    command: Any
    commands: tuple[str, ...]
    sheet: Any
    options: type[Any]
    kinds: Mapping[str, RowKind]
    core: Pack
    new: Callable[[], Any]
    apply: Callable[[Any, Any], Any]
    catalogue: Callable[[Mapping[str, Mapping[str, Any]]], Any]
    template: Callable[[Any, str], dict[str, Any] | None]
    join: Callable[[Any, CombatantId, Any, Any], Sequence[Any]]
    leave: Callable[[Any, CombatantId], Sequence[Any]]
    play: Callable[[Scene[Any, Any, Any], Any], Script[None]]
    label: Callable[[Any, Any, Callable[[CombatantId], str]], str]
    player_may: Callable[[Any, Any], CombatantId | None]
    claims: Callable[[Any, Any], Sequence[tuple[str, str]]]
    unclaimed: Callable[[Any, Any], Any]
    names: Callable[[Any], Mapping[CombatantId, str]]
    may_move: Callable[[Any, CombatantId, Any], bool]
    look: Callable[[Any, Any, Look], dict[str, Any]]
    lines: Callable[[Sequence[Any], Any, Any, Names, Sequence[Reply]], Sequence[Line]]
    legal: Callable[[Any, Any, Any, Mapping[str, Any], TryOut], dict[str, Any]]
    mentions: Callable[[Any], Sequence[tuple[CombatantId, str]]]
    odds_about: Callable[[Any, Any], Sequence[CombatantId]]
    finding: Callable[[Any, Any, Any, Mapping[str, Any]], Finding]
    odds_labels: Mapping[str, str]
    schemas: Callable[[Any], dict[str, Any]]
    describe: Callable[[Any, CombatantId, Any], dict[str, Any]]
    describe_encounter: Callable[[Any], dict[str, Any]]
    tallied: str = ""
    covers: tuple[str, ...] = ()
    episode: Callable[[Any], Literal["opens", "closes"] | None] = lambda _fact: None

    @cached_property
    def by_do(self) -> Mapping[str, type[Struct]]:
        """The Struct of each command by its `do`: one alone is read in a tenth of the time that the union takes."""
        kinds = {str(kind.__struct_config__.tag): kind for kind in get_args(self.command) or (self.command,)}
        return {do: kinds[do] for do in self.commands}

    @cached_property
    def encoder(self) -> msgspec.msgpack.Encoder:
        """Writes commits."""
        return msgspec.msgpack.Encoder(enc_hook=enc_hook)

    @cached_property
    def decoder(self) -> msgspec.msgpack.Decoder[Commit[Any]]:
        """Reads commits of this game."""
        return msgspec.msgpack.Decoder(Commit[TableFact | self.fact], dec_hook=dec_hook)  # type: ignore[name-defined]
