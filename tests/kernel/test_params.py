"""Parameters, conditions, the rank of reasons and the forms of options."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from fracas_rules.errors import Refusal
from fracas_rules.kernel import conditions as c
from fracas_rules.kernel import params as p
from fracas_rules.kernel.forms import options_of
from fracas_rules.kernel.ranked import known, refuse_first
from msgspec import Meta, Struct

TABLE: dict[str, p.Param] = {
    "shots": p.number(1, 3, "Shots", 1),
    "cover": p.flag("cover", claim=True, default=True),
    "gait": p.choice("walk", "trot", label="gait", default="walk", claim=True),
    "at": p.Param("who"),
    "helpers": p.Param("whos", claim=True),
    "half": p.Param("half", fits=lambda value: "" if value in ("1/2", 1) else "takes 1/2 or 1"),
}
KINDS = {
    "held": c.Kind("Held", {"by": p.Param("who"), "levels": p.number(0, 9)}, {"levels": 1}, ("by",), many=True),
    "prone": c.Kind("Prone"),
}


def refused(call: Any, *given: Any) -> tuple[str, str | None]:
    with pytest.raises(Refusal) as caught:
        call(*given)
    return caught.value.refused.code, caught.value.refused.path


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"shots": 0}, "shots"),
        ({"shots": True}, "shots"),
        ({"shots": "2"}, "shots"),
        ({"shots": 1.5}, "shots"),
        ({"cover": 1}, "cover"),
        ({"gait": "fly"}, "gait"),
        ({"at": ""}, "at"),
        ({"at": "x" * 81}, "at"),
        ({"helpers": ["a", "a"]}, "helpers"),
        ({"helpers": "a"}, "helpers"),
        ({"half": 2}, "half"),
        ({"luck": 1}, "luck"),
    ],
)
def test_values_that_do_not_fit(given: dict[str, Any], name: str) -> None:
    """A value of another kind, out of range, or of an unknown parameter is malformed, with its path."""
    assert refused(p.check, given, TABLE, "$.params", "Punch") == ("malformed", f"$.params.{name}")


def test_values_that_fit() -> None:
    """What fits passes; what is needed may not be missing; what is absent is its default."""
    p.check({"shots": 3, "cover": False, "gait": "trot", "at": "bo", "helpers": ["a", "b"], "half": "1/2"}, TABLE, "$", "It")
    assert p.value_of({}, TABLE, "shots") == 1
    assert refused(p.check, {}, {"to": p.number(1, 2, needed=True)}, "$.params", "It") == ("malformed", "$.params.to")


def test_claims() -> None:
    """Claims are told by their label, unless they equal the default; the rest stays without them."""
    given = {"cover": True, "gait": "trot", "helpers": ["a", "b"], "shots": 2}
    assert p.claimed(given, TABLE) == [("gait", "trot"), ("Helpers", "a, b")]
    assert p.without_claims(given, TABLE) == {"shots": 2}
    assert list(p.mentioned({"at": "bo", "helpers": ["a", "b"]}, TABLE, "$.params")) == [
        ("bo", "$.params.at"),
        ("a", "$.params.helpers[0]"),
        ("b", "$.params.helpers[1]"),
    ]


def test_shown() -> None:
    """A front end gets kind, limits, options and default, and what claims something about the world is marked."""
    assert TABLE["shots"].shown("shots") == {
        "id": "shots", "label": "Shots", "kind": "number", "min": 1, "max": 3, "default": 1,
    }  # fmt: skip
    assert TABLE["gait"].shown("gait")["label"] == "Gait"
    assert (TABLE["at"].shown("at")["kind"], TABLE["helpers"].shown("helpers")["kind"]) == ("who", "whos")
    assert TABLE["gait"].shown("gait")["options"] == [{"id": "walk", "label": "Walk"}, {"id": "trot", "label": "Trot"}]
    assert p.flag("No room", claim=True).shown("no_room") == {
        "id": "no_room", "label": "No room", "kind": "flag", "default": False, "claim": True,
    }  # fmt: skip
    assert TABLE["half"].shown("half") == {"id": "half", "label": "Half", "kind": "text"}


def test_conditions_are_read() -> None:
    """A condition is an id or a table; it gets what it has by itself, and is refused what does not fit or is missing."""
    assert c.listed(None) == []
    assert c.listed("prone") == ["prone"]
    one, given = c.parse({"id": "held", "by": "bo"}, KINDS, "$.add_condition")
    assert c.completed(KINDS, one, given, "$") == {"levels": 1, "by": "bo"}
    assert c.named_by(KINDS, one, given) == ["bo"]
    assert refused(c.parse, "flying", KINDS, "$.add_condition") == ("unknown-id", "$.add_condition.id")
    assert refused(c.parse, {"id": "prone", "x": 1}, KINDS, "$.c") == ("malformed", "$.c.x")
    assert refused(c.parse, {"id": ["prone"]}, KINDS, "$.c") == ("unknown-id", "$.c.id")
    assert refused(c.completed, KINDS, "held", {}, "$.c") == ("malformed", "$.c.by")


def test_conditions_name_those_who_are_there() -> None:
    """A condition names neither somebody absent nor its own holder."""
    c.resolve(KINDS, "held", {"by": "bo"}, ("al", "bo"), "al", "$.c")
    assert refused(c.resolve, KINDS, "held", {"by": "ghost"}, ("al", "bo"), "al", "$.c") == ("unknown-id", "$.c.by")
    assert refused(c.resolve, KINDS, "held", {"by": "al"}, ("al", "bo"), "al", "$.c") == ("illegal-target", "$.c.by")


def test_rank() -> None:
    """Of several reasons the one whose code ranks first is given, the earliest of equals."""
    refuse_first([])
    found = [("requirement", "b", "$.b"), ("unknown-id", "c", "$.c"), ("unknown-id", "d", "$.d")]
    assert refused(refuse_first, found) == ("unknown-id", "$.c")
    assert refused(refuse_first, found, ("requirement", "unknown-id")) == ("requirement", "$.b")
    assert refused(known, "x", ("a",), "$.x") == ("unknown-id", "$.x")


def test_options() -> None:
    """Options are listed with their values or limits, default, and help that cites the rule."""

    class Options(Struct):
        dark: Annotated[bool, Meta(description="No light.")] = False
        dice: Literal["one", "each"] = "one"
        seconds: Annotated[int, Meta(ge=0, le=9, description="How long.")] = 3

    assert options_of(Options, {"dark": "X-DARK"}) == [
        {"id": "dark", "label": "Dark", "default": False, "values": [True, False], "help": "No light. (X-DARK)"},
        {"id": "dice", "label": "Dice", "default": "one", "values": ["each", "one"], "help": ""},
        {"id": "seconds", "label": "Seconds", "default": 3, "values": [], "min": 0, "max": 9, "help": "How long."},
    ]
