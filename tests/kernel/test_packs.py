"""Packs: rows are read strictly, and every mistake is told with its key path."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from duel import DUEL, Stunt
from fracas_rules.errors import PackError, refuse
from fracas_rules.kernel.blame import Fault, blamed
from fracas_rules.kernel.formula import Formula, parse
from fracas_rules.kernel.packs import LONGEST, dec_hook, holding, layer, load
from msgspec import Struct

GOOD = 'name = "house"\n[stunt.spin]\nname = "Spin"\nroll = "strength + 2"\n'


def test_rows() -> None:
    """A row becomes the Struct of its kind, its formula parsed; a whole number is a formula too."""
    pack = load(GOOD + '[stunt.hop]\nname = "Hop"\nroll = 3\n', DUEL.kinds)
    assert pack.name == "house"
    assert pack.rows == {"stunt": {"spin": Stunt("Spin", parse("strength + 2")), "hop": Stunt("Hop", parse("3"))}}
    assert len(pack.digest) == 64


@pytest.mark.parametrize(
    ("text", "path", "told"),
    [
        ("name = ", "$", "This is not TOML: "),
        ("a = " + "[" * 5000, "$", "This is not TOML: "),
        ("[stunt.spin]\n", "$.name", "A pack needs a `name`"),
        ('name = " "', "$.name", "A pack needs a `name`"),
        ('name = "x"\n[stunts.spin]\n', "$.stunts", "There is no kind of row `stunts`; known are stunt."),
        ('name = "x"\nstunt = 3\n', "$.stunt", "`stunt` holds rows by id, as in [stunt.example]."),
        ('name = "x"\n[stunt]\nspin = 3\n', "$.stunt.spin", "Expected `object`, got `int`"),
        ('name = "x"\n[stunt.spin]\n', "$.stunt.spin", "Object missing required field `name`"),
        (GOOD + "rol = 1\n", "$.stunt.spin", "Object contains unknown field `rol`"),
        (GOOD.replace('"Spin"', "3"), "$.stunt.spin.name", "Expected `str`, got `int`"),
        (GOOD.replace("+ 2", "+ $"), "$.stunt.spin.roll", "In `strength + $`, at sign 12: `$` is no sign of a formula."),
        (GOOD.replace('"strength + 2"', "true"), "$.stunt.spin.roll", "Expected a whole number or a formula"),
        (GOOD.replace("strength", "luck"), "$.stunt.spin.roll", "Unknown trait `luck` in `luck + 2`"),
        (GOOD.replace("Spin", "spin"), "$.stunt.spin", "`spin` needs a name for people."),
        ("#" * (LONGEST + 1), "$", f"A pack may have {LONGEST} signs; this one has {LONGEST + 1}."),
    ],
    ids=lambda value: None if len(str(value)) > 60 else str(value),
)
def test_mistakes(text: str, path: str, told: str) -> None:
    """Every kind of mistake is told in words, with its key path."""
    with pytest.raises(PackError) as caught:
        load(text, DUEL.kinds)
    assert caught.value.path == path
    assert str(caught.value).startswith(told)
    assert str(caught.value).endswith(f" - at `{path}`")


def test_layers() -> None:
    """A later pack's row stands in place of the earlier one of its id as a whole; the others stay."""
    over = load('name = "house"\n[stunt.leap]\nname = "Great leap"\nroll = "speed"\n[stunt.hop]\nname = "Hop"\n', DUEL.kinds)
    assert layer((DUEL.core, over)) == {
        "stunt": {"leap": Stunt("Great leap", parse("speed")), "hop": Stunt("Hop", parse("strength"))}
    }
    assert DUEL.core.rows == {"stunt": {"leap": Stunt("Leap")}}


class Trick(Struct, frozen=True):
    """A row that an act plays."""

    name: str
    procedure: str = "do"
    roll: Formula | None = None
    against: int = 1


ROWS = {"maneuver": {"leap": Trick("Leap", roll=parse("strength")), "hop": Trick("Hop", "hop")}, "weapon": {"pole": 1}}


def blame(mine: Trick, new: list[tuple[str, str]], again: Callable[[Any], object], **more: Any) -> str | None:
    """What is said of a fault of the row `mine`."""
    rows = {**ROWS, "maneuver": {**ROWS["maneuver"], "mine": mine}, **more}
    told = blamed(Fault("maneuver", "mine", KeyError("x"), again), ROWS, rows, new)
    return None if told is None else str(told)


def test_what_a_row_lacks() -> None:
    """A fault is told with the field that mends it: what a row leaves out before what it says otherwise."""

    def again(rows: Any) -> None:
        mine = rows["maneuver"].get("mine")
        assert mine is None or mine.roll is not None

    told = blame(Trick("Mine", against=2), [("maneuver", "mine")], again)
    assert told == (
        "`mine` cannot be played by its procedure `do` (KeyError: 'x'): it has no `roll`; that of `leap` is \"strength\"."
        " - at `$.maneuver.mine`"
    )


def test_what_a_row_says_otherwise() -> None:
    """What it says itself is told too; a refusal is no fault."""

    def again(rows: Any) -> None:
        mine = rows["maneuver"].get("mine")
        if mine is not None and mine.against == 1:
            refuse("illegal-target", "That takes a target.")
        assert mine is None

    told = blame(Trick("Mine", roll=parse("strength"), against=2), [("maneuver", "mine")], again)
    assert told is not None
    assert "its `against` is 2; that of `leap` is 1." in told


def test_a_procedure_that_knows_its_rows() -> None:
    """Where no field mends it, the game's own rows are named that the procedure can play; without any, none is."""

    def again(rows: Any) -> None:
        assert "mine" not in rows["maneuver"]

    told = blame(Trick("Leap", roll=parse("strength")), [("maneuver", "mine")], again)
    assert told is not None
    assert "(KeyError: 'x'): it may know none but `leap`, which a pack may change. - at" in told
    alone = blame(Trick("Leap", "none"), [("maneuver", "mine")], again)
    assert alone == "`mine` cannot be played by its procedure `none` (KeyError: 'x'). - at `$.maneuver.mine`"


def test_whose_fault_it_is() -> None:
    """The row is blamed without which there is none; the pack, where that is no single one; nobody, where it was there before."""

    def again(rows: Any) -> None:
        assert rows["weapon"]["pole"] == 1

    told = blame(Trick("Mine"), [("maneuver", "mine"), ("weapon", "pole")], again, weapon={"pole": 2})
    assert told == "With this row the maneuver `mine` meets a bug (KeyError: 'x'). - at `$.weapon.pole`"

    def both(rows: Any) -> None:
        assert rows["weapon"] == ROWS["weapon"]

    told = blame(Trick("Mine"), [("weapon", "pole"), ("weapon", "rod")], both, weapon={"pole": 2, "rod": 2})
    assert told == "With this pack the maneuver `mine` meets a bug (KeyError: 'x'). - at `$`"
    assert blame(Trick("Mine"), [("maneuver", "mine")], lambda _rows: 1 // 0) is None


def test_a_template_that_cannot_come() -> None:
    """A template is named as such."""
    fault = Fault("template", "ghoul", ZeroDivisionError(), lambda rows: 1 // ("ghoul" not in rows.get("template", {})))
    told = blamed(fault, ROWS, {**ROWS, "template": {"ghoul": 1}}, [("template", "ghoul")])
    assert str(told) == "The template `ghoul` cannot come to a table (ZeroDivisionError). - at `$.template.ghoul`"


def test_things_in_hand() -> None:
    """A template holds a thing in the way in which it writes them: a list of its own, or one of its sheet, or a single one."""

    class Ready(Struct, frozen=True):
        name: str
        sheet: dict[str, Any]
        weapons: tuple[str, ...] = ()

    ready = Ready("Ann", {"armor": "mail"}, ("bow",))
    assert next(holding(ready, "weapon", "pole")).weapons == ("pole", "bow")
    assert [one.sheet for one in holding(ready, "armor", "coat")] == [
        {"armor": "mail", "armors": ["coat"]},
        {"armor": "coat"},
    ]


@pytest.mark.parametrize(
    "text",
    [
        'name = "x"\n[stunt.a]\n' + ".".join("a" * 20_000) + " = 1\n",
        'name = "x"\n[stunt.a]\nb = {' + ".".join("a" * 20_000) + " = 1}\n",
        'name = "x"\n[stunt.a]\nb = ' + "9" * 5000,
        f'name = "{"n" * 81}"',
        'name = "a\\u202eb"',
        'name = "two\\nlines"',
    ],
)
def test_a_pack_that_would_take_long_or_look_odd(text: str) -> None:
    """A key of very many parts would take gigabytes to read, a number of very many digits is none; a name is seen as it is."""
    began = time.process_time()
    with pytest.raises(PackError):
        load(text, DUEL.kinds)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    "value", ["1e10000000", "1e-5000", "1e30", "1/0", 10**30, 1e30, float("inf"), float("nan"), "12345678", True, "x"]
)
def test_numbers_that_are_no_fractions(value: object) -> None:
    """Refused at once: a few letters could keep everybody waiting for minutes."""
    began = time.process_time()
    with pytest.raises(ValueError, match="Expected a number"):
        dec_hook(Fraction, value)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize(
    ("value", "read"), [(2, 2), (0.5, Fraction(1, 2)), ("1/2", Fraction(1, 2)), ("-3", -3), ("2.25", Fraction(9, 4))]
)
def test_fractions(value: object, read: object) -> None:
    """As numbers, with a point, or as a fraction."""
    assert dec_hook(Fraction, value) == read
