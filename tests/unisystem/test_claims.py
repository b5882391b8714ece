"""Claimed circumstances: the GM is asked only where a ruling can make a difference."""

from __future__ import annotations

from fracas_rules import RULESETS
from fracas_rules.kernel import facts as f
from tabletop import Table


def table() -> Table:
    made = Table(RULESETS["unisystem"], "a", "b")
    made.ok("gm", do="start")
    return made


def test_what_cannot_be_done_anyway_asks_nobody() -> None:
    """Out of turn, with a parameter that does not exist, with a value that does not fit: refused before any ruling."""
    where = table()
    act = {"do": "act", "actor": "a", "maneuver": "punch", "targets": ["b"], "modifiers": [{"label": "fog", "value": 2}]}
    assert where.refused("pat", **act)[0] == "not-your-turn"
    where.ok("gm", do="end_encounter")
    assert where.refused("pat", **{**act, "params": {"luck": 1}}) == ("malformed", "$.params.luck")
    assert where.refused("pat", **{**act, "params": {"from_behind": "yes"}}) == ("malformed", "$.params.from_behind")
    assert where.state.pending is None


def test_what_a_ruling_decides_is_asked() -> None:
    """What may be done goes to the GM with what is claimed."""
    where = table()
    where.ok("gm", do="end_encounter")
    claim = {"maneuver": "punch", "targets": ["b"], "params": {"from_behind": True}}
    facts = where.ok("pat", do="act", actor="a", **claim)
    assert isinstance(facts[1], f.Replied)
    assert (facts[1].asks[0].ask.key, "from behind" in facts[1].asks[0].ask.prompt) == ("ruling", True)
