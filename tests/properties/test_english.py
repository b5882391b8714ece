"""Lines read as English, in every game: conditions as sentences, one of a thing in the singular."""

from __future__ import annotations

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel import english
from fracas_rules.kernel.lines import lines
from tabletop import Table

#: What a name cannot be.
NO_ADJECTIVE = ("damage", "weapon", "limb", "arm ", "eyes", "punctures", "potence", "claws", "form.", "deed", "fury", "panic",
                "opening.", "play.", "defense.", "offense.", "actions", "fled", "clothing", "follow-up", "reach.", "polearm",
                "running on")  # fmt: skip


@pytest.mark.parametrize("game", list(RULESETS))
def test_conditions_are_sentences(game: str) -> None:
    """Nobody `is now massive damage`; whatever begins is told as beginning."""
    ruleset = RULESETS[game]
    table, told = Table(ruleset), []
    for condition in (one["id"] for one in ruleset.schemas(ruleset.catalogue(ruleset.core.rows))["conditions"]):
        for word in ("add_condition", "remove_condition"):
            before = table.state
            given = {"id": condition, "by": "b"} if word == "add_condition" else condition
            came = table.send("gm", do="adjust", targets=["a"], **{word: given})
            if not hasattr(came, "facts"):
                came = table.send("gm", do="adjust", targets=["a"], **{word: condition})
            if hasattr(came, "facts"):
                told += [line.gm.text for line in lines(ruleset, before, came, table.state) if line.gm.key == "condition"]
    assert len(told) > 20
    for text in told:
        assert (text[:2], text[-1]) == ("A ", "."), text
        if ("is now" in text or "is no longer" in text) and not any(one in text for one in (" on full ", " in righteous ")):
            assert not any(one in text.lower() for one in NO_ADJECTIVE), text


def test_so_many() -> None:
    """One is one; none and two are many."""
    assert [english.counted(number, "yard") for number in (0, 1, 2)] == ["0 yards", "1 yard", "2 yards"]
    assert [english.in_feet(number) for number in (0, 1, 2)] == ["0 feet", "1 foot", "2 feet"]
