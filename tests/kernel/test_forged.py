"""What no honest referee writes: facts of the game that no action brought, and nobody's coming or going."""

from __future__ import annotations

from typing import Any

import pytest
from duel import DUEL, Hurt, Joined
from fracas_rules import RULESETS
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.grid import Token
from fracas_rules.kernel.verify import verify
from msgspec.structs import replace
from tabletop import Table

CREATED = f.Created("t1", "duel", "A table", b"sixteen bytes or more", DUEL.version)
Log = list[f.Commit[Any]]


def faults(log: Log) -> list[tuple[int, str]]:
    return [(one.seq, one.kind) for one in verify(DUEL, CREATED, log).faults]


def added(log: Log, *facts: Any) -> Log:
    """The log with an entry more."""
    return [*log, f.Commit(log[-1].seq + 1, "gm", "forged", 0, f.Receipt(""), facts)]


def longer(log: Log, fact: Any, at: int = -1) -> Log:
    """The log with a fact more in one entry."""
    forged = replace(log[at], facts=(*log[at].facts, fact))
    return [forged if one is log[at] else one for one in log]


def test_comings_and_goings_are_honest() -> None:
    """Whoever comes or goes, also while an action is open, and with everything that an entry may say besides."""
    table = Table()
    table.ok("gm", do="add_combatant", id="d", sheet={"name": "D"}, hidden=True, ref="Actor.d", x=1, y=1)
    table.poke()
    table.ok("gm", do="add_combatant", id="e", sheet={"name": "E"})
    table.answer("gm", "none", (5,))
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    table.ok("gm", do="remove_combatant", id="d")
    table.ok("gm", do="undo")
    table.ok("gm", do="redo")
    assert faults(table.log) == []


@pytest.mark.parametrize("fact", [Hurt("b", 1), Joined("b", DUEL.sheet("Other")), Joined("x", DUEL.sheet("Other", hp=500))])
def test_a_fact_of_the_game_from_nowhere(fact: Any) -> None:
    """Alone, or behind whatever else an entry may hold."""
    table = Table()
    table.poke("pat")
    opened = list(table.log)
    table.answer("gm", "none", (8,))
    closed = list(table.log)
    table.ok("gm", do="undo")
    undone = list(table.log)
    table.ok("gm", do="redo")
    redone = list(table.log)
    table.ok("gm", do="move_token", id="c", x=1, y=1)
    moved = list(table.log)
    table.poke("pat")
    table.ok("gm", do="void")
    assert faults(table.log) == []
    forged = [longer(log, fact) for log in (opened, closed, undone, redone, moved, table.log)]
    if isinstance(fact, Hurt):
        forged += [added(moved, fact), added(moved, f.Paused(True, 5), fact)]
    for log in forged:
        assert faults(log) == [(log[-1].seq, "fact")]


def test_what_happened_beside_an_amended_action_is_what_did() -> None:
    """An amendment repeats it as it was."""
    table = Table()
    table.poke()
    table.ok("gm", do="move_token", id="c", x=5, y=5)
    table.answer("gm", "none", (8,))
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    log = list(table.log)
    assert faults(log) == []
    elsewhere = tuple(f.TokenPlaced("c", Token(9, 9)) if isinstance(one, f.TokenPlaced) else one for one in log[-1].facts)
    assert faults([*log[:-1], replace(log[-1], facts=elsewhere)]) == [(log[-1].seq, "fact")]


@pytest.mark.parametrize("system", sorted(RULESETS))
def test_whoever_comes_and_goes_in_a_game(system: str) -> None:
    """Every template of every game, also hidden and with a place on the map, and gone again."""
    ruleset = RULESETS[system]
    table = Table(ruleset, "spare")
    templates = list(ruleset.core.rows["template"])
    for at, template in enumerate(templates):
        table.ok("gm", do="add_combatant", id=f"n{at}", template=template, hidden=at % 2 == 0, x=at % 9, y=1)
    log = [ruleset.decoder.decode(ruleset.encoder.encode(commit)) for commit in table.log]
    for at in range(len(templates)):
        table.ok("gm", do="remove_combatant", id=f"n{at}")
    created = f.Created("t1", system, "A table", b"sixteen bytes or more", ruleset.version)
    for told in (log, table.log):
        assert verify(ruleset, created, told).faults == []
