"""What a seat may ask of any table, whatever the game. Tagged by `do`; the game's own commands carry other tags."""

from __future__ import annotations

from typing import Annotated, Any, get_args

from msgspec import Meta, Struct

from .bounds import SEEN
from .grid import FINE
from .ids import AskId, CombatantId, SeatId
from .requests import Pick
from .viewer import Role

Name = Annotated[str, Meta(min_length=1, max_length=80)]
IdText = Annotated[str, Meta(pattern="^[a-z0-9_]{1,48}$")]
Square = Annotated[int, Meta(ge=-1000, le=1000)]
#: Along the map in hundredths of a square.
FineSquare = Annotated[int, Meta(ge=-1000 * FINE, le=1000 * FINE)]
#: So many walls a map may have.
WALLS = 500
Ref = Annotated[str, Meta(max_length=200)]


class _Command(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    pass


class AddCombatant(_Command, frozen=True, tag="add_combatant"):
    """Bring a combatant in: from a `template`'s id or from a `sheet`, optionally onto the map at `x`, `y` (squares).

    `ref` is what a front end calls the combatant; no two have the same one.
    """

    id: IdText | None = None
    template: str | None = None
    sheet: dict[str, Any] | None = None
    name: Name | None = None
    side: Name | None = None
    x: Square | None = None
    y: Square | None = None
    hidden: bool = False
    ref: Ref = ""


class RemoveCombatant(_Command, frozen=True, tag="remove_combatant"):
    """Take a combatant out, with its token."""

    id: CombatantId


class MoveToken(_Command, frozen=True, tag="move_token"):
    """Put a combatant's token on a square of the map."""

    id: CombatantId
    x: Square
    y: Square


class SetHidden(_Command, frozen=True, tag="set_hidden"):
    """Hide a combatant from everyone but the game masters, or show it."""

    id: CombatantId
    hidden: bool


class SetRef(_Command, frozen=True, tag="set_ref"):
    """Say what a front end calls a combatant; empty takes the reference away."""

    id: CombatantId
    ref: Ref


class Answer(_Command, frozen=True, tag="answer"):
    """Answer an open ask."""

    ask: AskId
    pick: Pick


class Void(_Command, frozen=True, tag="void"):
    """Drop the open resolution as if it had never been begun."""


class Undo(_Command, frozen=True, tag="undo"):
    """Take back the last `steps` accepted commands."""

    steps: Annotated[int, Meta(ge=1, le=100)] = 1


class Redo(_Command, frozen=True, tag="redo"):
    """Do the command that was taken back last again, with its old dice and answers."""


class Amend(_Command, frozen=True, tag="amend"):
    """Change one reply of the open action, or of the last one: the `nth` (from 0) of `who` to `key`.

    For dice give `faces`, or the `value` that they shall count as; for a decision give `pick`. What follows is played anew;
    the other dice and answers are kept where they still fit.
    """

    who: CombatantId
    key: str
    nth: Annotated[int, Meta(ge=0, le=999)] = 0
    faces: tuple[int, ...] | None = None
    value: Annotated[int, Meta(ge=-20, le=200)] | None = None
    pick: Pick | None = None


class Pause(_Command, frozen=True, tag="pause"):
    """Pause the table, or let it go on: only game masters act meanwhile, and no deadline passes."""

    paused: bool = True


class AddEntropy(_Command, frozen=True, tag="add_entropy"):
    """Add to what the next dice follow from; any seat may."""

    text: Annotated[str, Meta(min_length=1, max_length=200, pattern=SEEN)]


class RevealDice(_Command, frozen=True, tag="reveal_dice"):
    """Publish the seed of the dice so far, and begin a new stream."""


class SetOptions(_Command, frozen=True, tag="set_options"):
    """Change table options; every key is checked before any is set."""

    set: dict[str, Any]


class InstallPack(_Command, frozen=True, tag="install_pack"):
    """Add a house pack (TOML), or replace the one of the same name."""

    text: str


class RemovePack(_Command, frozen=True, tag="remove_pack"):
    """Take a house pack out."""

    name: str


class SetMap(_Command, frozen=True, tag="set_map"):
    """Change the map: squares across and down (1 to 200), the game's units per square, a picture's address."""

    width: Annotated[int, Meta(ge=1, le=200)] = 24
    height: Annotated[int, Meta(ge=1, le=200)] = 16
    unit_per_square: Annotated[int, Meta(ge=1, le=1000)] = 1
    background: Annotated[str, Meta(max_length=500)] = ""


class WallSpan(Struct, frozen=True, forbid_unknown_fields=True):
    """A straight wall from a to b, in hundredths of a square from the top left; `cover`: what it is worth, by the game's id."""

    ax: FineSquare
    ay: FineSquare
    bx: FineSquare
    by: FineSquare
    cover: IdText


class SetWalls(_Command, frozen=True, tag="set_walls"):
    """Replace all walls of the map, at most 500. A game that knows no cover has none."""

    walls: Annotated[tuple[WallSpan, ...], Meta(max_length=WALLS)]


class Rename(_Command, frozen=True, tag="rename"):
    """Give the table another title."""

    title: Name


class SeatAdd(_Command, frozen=True, tag="seat_add"):
    """Make a seat. `token_hash` is filled in by the server, never by a client."""

    name: Name
    role: Role = "player"
    owns: tuple[CombatantId, ...] = ()
    token_hash: str = ""


class SeatChange(_Command, frozen=True, tag="seat_change"):
    """Change a seat's name, role or combatants."""

    seat: SeatId
    name: Name | None = None
    role: Role | None = None
    owns: tuple[CombatantId, ...] | None = None


class SeatLink(_Command, frozen=True, tag="seat_link"):
    """Give a seat a new token; the old one dies. `token_hash` is filled in by the server."""

    seat: SeatId
    token_hash: str = ""


class SeatRevoke(_Command, frozen=True, tag="seat_revoke"):
    """End a seat: its token opens nothing any more."""

    seat: SeatId


TableCommand = (
    AddCombatant | RemoveCombatant | MoveToken | SetHidden | SetRef | Answer | Void | Undo | Redo | Amend | Pause
    | AddEntropy | RevealDice | SetOptions | InstallPack | RemovePack | SetMap | SetWalls | Rename | SeatAdd | SeatChange
    | SeatLink | SeatRevoke
)  # fmt: skip

#: May go through while a resolution is open: none of them touches what its script reads.
WHILE_OPEN = (
    AddCombatant, MoveToken, SetHidden, SetRef, Answer, Void, Undo, Amend, Pause, AddEntropy, SetWalls, Rename, SeatAdd,
    SeatChange, SeatLink, SeatRevoke,
)  # fmt: skip

TABLE_COMMANDS = frozenset(get_args(TableCommand))
#: The commands that are the table's own, by their `do`.
TABLE_DO = {str(kind.__struct_config__.tag): kind for kind in get_args(TableCommand)}
