"""What the payloads look like: documentation that compiles.

The wire passes payloads through unread, so nothing here is used to read or write them; the server builds them from its tables.
These Structs are where their shape is written down, and the JSON Schema and TypeScript types of payloads are generated from
them.

The view holds no null, because it travels as merge patches and null there means "take away": an absent field means "none".
"""

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from fracas_protocol.outbound import Role

Flag = bool | UnsetType


class TableCard(Struct, frozen=True, kw_only=True):
    """A table, as everybody at it sees it."""

    id: str
    title: str
    system: str
    system_title: str


class You(Struct, frozen=True, kw_only=True):
    """The seat that looks at this view."""

    seat: str
    name: str
    role: Role
    owns: list[str]


class Wall(Struct, frozen=True, kw_only=True):
    """A wall from a to b, in hundredths of a square from the top left corner; `cover` is an id of the game's."""

    ax: int
    ay: int
    bx: int
    by: int
    cover: str


class BattleMap(Struct, frozen=True, kw_only=True):
    """The grid. Width and height are in squares; a square is `unit_per_square` units wide."""

    width: int
    height: int
    unit: str
    unit_per_square: int
    background: Annotated[str, Meta(description="Address of a picture.")] | UnsetType = UNSET
    walls: Annotated[list[Wall], Meta(description="Absent: there are none.")] | UnsetType = UNSET


class Token(Struct, frozen=True, kw_only=True):
    """Where a combatant stands: the upper left square, and how many squares it is wide."""

    x: int
    y: int
    size: int


class Condition(Struct, frozen=True, kw_only=True):
    """A lasting state of a combatant."""

    id: str
    label: str
    detail: str


class BarMark(Struct, frozen=True, kw_only=True):
    """A threshold on a bar."""

    at: int
    label: str


class BarTrack(Struct, tag_field="kind", tag="bar", frozen=True, kw_only=True):
    """Wounds as a number that falls."""

    label: str
    value: int
    max: int
    min: int
    marks: list[BarMark]


class Step(Struct, frozen=True, kw_only=True):
    """A rung of a ladder."""

    id: str
    label: str


class LadderTrack(Struct, tag_field="kind", tag="ladder", frozen=True, kw_only=True):
    """Wounds as named steps, mildest first; also what those see who may not know the numbers."""

    label: str
    steps: list[Step]
    at: Annotated[int, Meta(description="Index into `steps`.")]


class Box(Struct, frozen=True, kw_only=True):
    """A box of a health track; `mark` is empty while the box is."""

    label: str
    mark: str
    glyph: str


class BoxesTrack(Struct, tag_field="kind", tag="boxes", frozen=True, kw_only=True):
    """Wounds as boxes to be ticked, each with its own kind of damage."""

    label: str
    boxes: list[Box]


class BodyPart(Struct, frozen=True, kw_only=True):
    """A part of the body and how badly it is hurt, 0 to 1."""

    id: str
    label: str
    severity: float


class FigureTrack(Struct, tag_field="kind", tag="figure", frozen=True, kw_only=True):
    """Wounds by part of the body."""

    label: str
    parts: list[BodyPart]


Track = BarTrack | LadderTrack | BoxesTrack | FigureTrack


class Wound(Struct, frozen=True, kw_only=True):
    """How badly somebody is hurt: a step of the game's ladder, a severity from 0 to 1, and tracks to draw."""

    id: str
    label: str
    severity: float
    track: list[Track]


class NumberCard(Struct, frozen=True, kw_only=True):
    """A resource or another number of a combatant."""

    key: str
    label: str
    value: int


class Weapon(Struct, frozen=True, kw_only=True):
    """A weapon that a combatant carries."""

    id: str
    name: str
    ready: bool


class Combatant(Struct, frozen=True, kw_only=True):
    """Somebody in the fight. `numbers`, `weapons` and `sheet` are for the owner and GMs."""

    name: str
    side: str
    kind: str
    mine: Annotated[bool, Meta(description="This seat may act for it.")] | UnsetType = UNSET
    token: Annotated[Token, Meta(description="Absent: not on the map.")] | UnsetType = UNSET
    hidden: Annotated[bool, Meta(description="Players do not see it; GMs only.")] | UnsetType = UNSET
    wound: Wound
    conditions: list[Condition]
    defeated: Flag = UNSET
    numbers: list[NumberCard] | UnsetType = UNSET
    weapons: list[Weapon] | UnsetType = UNSET
    sheet: dict[str, Any] | UnsetType = UNSET
    ref: Annotated[str, Meta(description="What a front end calls it: `add_combatant`, `set_ref`.")] | UnsetType = UNSET
    seen: Annotated[dict[str, Any], Meta(description="GMs only: the combatant as everybody sees it.")] | UnsetType = UNSET


class Encounter(Struct, frozen=True, kw_only=True):
    """The fight's clock. The lists hold ids of combatants."""

    round: int
    round_label: str
    phase: str
    phase_label: str
    order: list[str]
    up: Annotated[list[str], Meta(description="Whose turn it is.")]
    done: list[str]
    declared: list[str]
    planning: Annotated[bool | UnsetType, Meta(description="Plans or gear may be declared now.")] = UNSET
    late: Annotated[list[str], Meta(description="Who joined since, and may be put into the order now.")] | UnsetType = UNSET


class Pending(Struct, frozen=True, kw_only=True):
    """The resolution that is open, and whom it waits for."""

    id: str
    label: str
    actor: str
    waiting: list[str]


class AskOption(Struct, frozen=True, kw_only=True):
    """One way to answer."""

    id: str
    label: str
    note: str


class NumberRange(Struct, frozen=True, kw_only=True):
    """Both ends belong to it."""

    min: int
    max: int


class AskIds(Struct, frozen=True, kw_only=True):
    """Answer with ids: all of them in an order, or some of them."""

    of: list[str]
    mode: Literal["order", "some"]


class Ask(Struct, frozen=True, kw_only=True):
    """A decision that this seat may make. Answered with the command `answer {ask, pick}`."""

    key: str
    who: str
    who_name: str
    prompt: str
    options: list[AskOption]
    number: Annotated[NumberRange, Meta(description="Answer with a number.")] | UnsetType = UNSET
    ids: AskIds | UnsetType = UNSET
    dice: (
        Annotated[list[int], Meta(description="No decision: dice of these sizes, rolled by hand. Answer with what they show.")]
        | UnsetType
    ) = UNSET
    default: Annotated[Any, Meta(description="What is taken when nobody answers.")] = UNSET
    due: Annotated[int, Meta(description="When that is, in milliseconds since 1970.")] | UnsetType = UNSET
    deputy: Annotated[bool, Meta(description="A GM answers for another.")] | UnsetType = UNSET


class UndoStep(Struct, frozen=True, kw_only=True):
    """A command that undo would take back."""

    label: str


class ReplyCard(Struct, frozen=True, kw_only=True):
    """A reply of the open action, or of the last one, that `amend {who, key, nth}` can change: dice or a decision."""

    who: str
    key: str
    faces: list[int] | UnsetType = UNSET
    pick: Annotated[Any, Meta(description="Of a decision.")] = UNSET
    origin: Annotated[str, Meta(description="`hand`, `kept` or `amended`.")] | UnsetType = UNSET


class DiceCard(Struct, frozen=True, kw_only=True):
    """The stream that the server's dice come from: the SHA-256 of its seed, which is told at its end."""

    epoch: int
    commitment: str


class SeatCard(Struct, frozen=True, kw_only=True):
    """A seat as GMs see it."""

    name: str
    role: Role
    owns: list[str]
    online: bool
    revoked: bool


class PackCard(Struct, frozen=True, kw_only=True):
    """A pack of house rules that is installed."""

    name: str
    digest: str


class View(Struct, frozen=True, kw_only=True):
    """Everything that a seat may see of its table. `undo`, `redo`, `replies`, `options`, `seats`, `packs` are for GMs."""

    table: TableCard
    you: You
    map: BattleMap
    combatants: dict[str, Combatant]
    encounter: Annotated[Encounter, Meta(description="Absent: no fight.")] | UnsetType = UNSET
    pending: Annotated[Pending, Meta(description="Absent: nothing is open.")] | UnsetType = UNSET
    asks: Annotated[dict[str, Ask], Meta(description="By ask id.")]
    dice: Annotated[DiceCard, Meta(description="Absent: no seed was committed to.")] | UnsetType = UNSET
    paused: Annotated[bool, Meta(description="Only GMs act, and no deadline passes.")] | UnsetType = UNSET
    undo: Annotated[list[UndoStep], Meta(description="Latest first.")] | UnsetType = UNSET
    redo: Annotated[list[UndoStep], Meta(description="What `redo` would do again, next first.")] | UnsetType = UNSET
    replies: list[ReplyCard] | UnsetType = UNSET
    options: dict[str, Any] | UnsetType = UNSET
    seats: dict[str, SeatCard] | UnsetType = UNSET
    packs: list[PackCard] | UnsetType = UNSET


class SystemCard(Struct, frozen=True, kw_only=True):
    """A game that the server can referee."""

    id: str
    title: str


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A table, as the lobby lists it. One that is archived or deleted can be restored, the latter until `until`."""

    title: str
    system: str
    system_title: str
    status: Literal["archived", "deleted"] | UnsetType = UNSET
    until: Annotated[int, Meta(description="When it is gone for ever, in milliseconds since 1970.")] | UnsetType = UNSET


class LobbyView(Struct, frozen=True, kw_only=True):
    """What a host sees who opened the socket with the host token; the welcome's table is then `lobby`."""

    lobby: Annotated[bool, Meta(extra_json_schema={"const": True})]
    systems: list[SystemCard]
    tables: dict[str, LobbyTable]


class Die(Struct, frozen=True, kw_only=True):
    """One die and the number on its face."""

    sides: int
    face: int


class Term(Struct, frozen=True, kw_only=True):
    """One addend of a roll."""

    key: str
    label: str
    value: int


class Roll(Struct, frozen=True, kw_only=True):
    """Dice that fell, and why the total is what it is."""

    label: str
    who: str
    who_name: str
    dice: list[Die]
    terms: list[Term]
    total: int


class Entry(Struct, frozen=True, kw_only=True):
    """One line of the log: a key and data for a localised front end, and a ready English line for a plain one."""

    id: Annotated[str, Meta(description="The same for all who get this line; tells nothing.")]
    key: str
    text: str
    told: Annotated[str, Meta(description="GMs only: the text that everybody got, where it is another.")] | UnsetType = UNSET
    resolution: Annotated[str, Meta(description="What it belongs to.")] | UnsetType = UNSET
    data: dict[str, Any]
    rolls: list[Roll]
    gm: Annotated[bool, Meta(description="Only GMs got this line.")] | UnsetType = UNSET


class CommandResult(Struct, frozen=True, kw_only=True):
    """What a command gave back; each command fills the fields that its description names."""

    id: str | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    table: str | UnsetType = UNSET
    token: str | UnsetType = UNSET
