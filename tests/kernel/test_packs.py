"""Packs: rows are read strictly, and every mistake is told with its key path."""

from __future__ import annotations

import pytest
from duel import DUEL, Stunt
from fracas_rules.errors import PackError
from fracas_rules.kernel.formula import parse
from fracas_rules.kernel.packs import LONGEST, layer, load

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
