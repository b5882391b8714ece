"""Deciding: one thing at a time, each command once, and nothing changed by a no."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from duel import DUEL, Hurt
from fracas_rules import RULESETS
from fracas_rules.errors import Refusal, Refused
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.commands import TableCommand
from fracas_rules.kernel.decide import Repeated
from fracas_rules.kernel.requests import Answered, Option
from fracas_rules.kernel.resolve import read, still_open, try_out
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.viewer import Viewer
from msgspec.structs import replace
from tabletop import Table

POKE = {"do": "act", "actor": "a", "maneuver": "poke", "targets": ["b"]}


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ({}, "$.do"),
        ({"do": ["act"]}, "$.do"),
        ({"do": "dance"}, "$.do"),
        ({"do": "act", "actor": "a"}, "$"),
        ({**POKE, "luck": 3}, "$"),
        ({**POKE, "targets": [1]}, "$.targets[0]"),
        ({"do": "undo", "steps": 0}, "$.steps"),
        ({"do": "add_combatant"}, "$"),
        ({"do": "add_combatant", "sheet": {"name": "D", "hp": "much"}}, "$.sheet.hp"),
        ({"do": "add_combatant", "sheet": {"name": "D"}, "id": "gm"}, "$.id"),
        ({"do": "add_combatant", "sheet": {"name": "D"}, "id": "Not plain"}, "$.id"),
        ({"do": "set_options", "set": {"harder": True}}, "$.set.harder"),
        ({"do": "set_options", "set": {"hard": 1}}, "$.set.hard"),
        ({"do": "set_options", "set": {"odds": "some"}}, "$.set.odds"),
        ({"do": "install_pack", "text": "name ="}, "$.text: $"),
        ({"do": "install_pack", "text": 'name = "duel"'}, "$.text: $.name"),
        ({"do": "act", "actor": 2**70}, "$"),
    ],
    ids=str,
)
def test_malformed(command: dict[str, Any], path: str) -> None:
    """A command that cannot be read is refused with the path of what is wrong."""
    assert Table().refused("gm", **command) == ("malformed", path)


@pytest.mark.parametrize("game", RULESETS.values(), ids=list(RULESETS))
def test_every_command_is_read(game: Ruleset) -> None:
    """Each command of a game and of the table is read as the kind that its `do` names, and one with an odd field by no other."""
    for kind in (*get_args(game.command), *get_args(TableCommand)):
        do = kind.__struct_config__.tag
        needed = {one.name for one in msgspec.structs.fields(kind) if one.required}
        with pytest.raises(Refusal) as odd:
            read(game, {"do": do, "surprise": 1})
        assert odd.value.refused.code == "malformed"
        if not needed:
            assert type(read(game, {"do": do})) is kind


def test_nested_too_deep() -> None:
    """A command nested without end is malformed, not a crash."""
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert Table().refused("gm", do="act", actor=deep) == ("malformed", "$")


def test_asks_then_plays() -> None:
    """A command opens with its ask; answered, its facts and its result come in one commit, under one resolution."""
    table = Table()
    opened, replied = table.poke("pat")
    assert (opened.command, opened.seat, opened.label, opened.actor) == (POKE, "pat", "A: poke → B", "a")
    assert (replied.replies, replied.asks[0].ask.key, replied.asks[0].ask.who) == ((), "defense", "b")
    assert table.log[-1].receipt.resolution == opened.resolution
    facts = table.answer("bob", "brace", (9,))
    assert [type(fact) for fact in facts] == [f.Replied, Hurt, f.Closed]
    assert facts[1] == Hurt("b", 16)
    assert facts[2] == f.Closed(opened.resolution, {"outcome": "hit", "damage": 4})
    assert table.state.pending is None


def test_one_at_a_time() -> None:
    """While a resolution is open another action is `busy`; moves, joins, seats and the answer go through."""
    table = Table()
    table.poke()
    assert table.refused("gm", **POKE) == ("busy", None)
    assert table.refused("bob", do="act", actor="b", maneuver="poke", targets=["a"]) == ("busy", None)
    for command in (
        {"do": "set_options", "set": {"hard": True}},
        {"do": "install_pack", "text": 'name = "house"'},
        {"do": "remove_combatant", "id": "c"},
        {"do": "next_round"},
    ):
        assert table.refused("gm", **command) == ("busy", None)
    table.ok("pat", do="move_token", id="a", x=1, y=2)
    table.ok("gm", do="add_combatant", sheet={"name": "D"})
    table.ok("gm", do="seat_add", name="New")
    table.answer("gm", "none", (5,))
    assert table.hp("b") == 15
    assert table.state.game.of["d"].name == "D"


def test_base_is_frozen() -> None:
    """What happens while a resolution is open does not change what its script reads."""
    table = Table()
    table.ok("gm", do="act", actor="a", maneuver="flurry", targets=["b", "c"])
    table.ok("gm", do="add_combatant", sheet={"name": "D"})
    table.answer("gm", "none", (5,))
    table.answer("gm", "brace", (5,))
    assert (table.hp("b"), table.hp("c")) == (15, 18)
    assert list(table.state.game.of) == ["a", "b", "c", "d"]


def test_answers() -> None:
    """Whoever may act for the one who is asked may answer, and the GM; nobody else, nothing illegal, nothing twice."""
    table = Table()
    table.poke()
    assert table.state.pending is not None
    ask = table.state.pending.asks[0].id
    assert table.refused("pat", do="answer", ask=ask, pick="none") == ("stale-answer", "$.ask")
    assert table.refused("eve", do="answer", ask=ask, pick="none") == ("stale-answer", "$.ask")
    assert table.refused("bob", do="answer", ask="other", pick="none") == ("stale-answer", "$.ask")
    assert table.refused("bob", do="answer", ask=ask, pick="duck") == ("illegal-choice", "$.pick")
    table.ok("bob", (3,), do="answer", ask=ask, pick="none")
    assert table.refused("bob", do="answer", ask=ask, pick="none") == ("stale-answer", "$.ask")
    assert table.hp("b") == 17


def test_answers_of_all_kinds() -> None:
    """Numbers, orders and selections are answered as such; the next ask opens under another id."""
    table = Table()
    table.ok("gm", do="act", actor="a", maneuver="share")
    table.answer("pat", 3)
    table.answer("pat", ["b", "a"])
    assert table.answer("pat", ["b"], (2,))[-1].result == {"number": 3, "order": ["b", "a"], "some": ["b"], "luck": 2}
    asks = [one.id for commit in table.log for fact in commit.facts if isinstance(fact, f.Replied) for one in fact.asks]
    assert len(set(asks)) == 3


def test_duplicates() -> None:
    """An id that was accepted has one effect and the same answer again; with another content it is a conflict."""
    table = Table()
    first = table.send("gm", (), "k1", **POKE)
    assert isinstance(first, f.Commit)
    table.answer("gm", "none", (4,))
    again = table.send("gm", (), "k1", **POKE)
    assert again == Repeated(first.receipt)
    assert table.refused("gm", (), "k1", **{**POKE, "actor": "c"}) == ("conflict", None)
    assert isinstance(table.send("pat", (), "k1", **POKE), f.Commit), "another seat's id is its own"
    assert table.hp("b") == 16


def test_duplicates_outlive_undo() -> None:
    """A command that was taken back is still known by its id."""
    table = Table()
    table.ok("gm", (), "k1", do="next_round")
    table.ok("gm", do="undo")
    assert isinstance(table.send("gm", (), "k1", do="next_round"), Repeated)
    assert table.state.game.round == 0


def test_refused_id_is_free() -> None:
    """An id whose command was refused may be used again."""
    table = Table()
    assert table.refused("gm", (), "k1", do="act", actor="a", maneuver="poke", targets=["zed"])[0] == "unknown-id"
    table.ok("gm", (), "k1", **POKE)


def test_refused_before_dice() -> None:
    """A rule's refusal changes nothing and says where."""
    table = Table()
    assert table.refused("gm", do="act", actor="a", maneuver="poke", targets=["b", "zed"]) == ("unknown-id", "$.targets[1]")


def test_refused_late() -> None:
    """A refusal after a ruling drops the resolution: the fight is as before, and an undo does not count it."""
    table = Table()
    before = table.state.fingerprint()
    opened = table.ok("pat", (6, 6, 1), do="act", actor="a", maneuver="push", targets=["b"])[0]
    facts = table.answer("gm", "no")
    told = "There is no wall to push against."
    given = f.Replied((Answered("wall", "gm", "no", "gm"),))
    assert facts == (given, f.Voided(opened.resolution, "refused", "requirement", told))
    assert table.state.fingerprint() == before
    assert table.state.pending is None
    assert table.line.marks == []


def test_void() -> None:
    """The GM drops what is open, as if it had never begun; with nothing open there is nothing to drop."""
    table = Table()
    before = table.state.fingerprint()
    assert table.refused("gm", do="void") == ("requirement", None)
    opened = table.poke()[0]
    assert table.ok("gm", do="void") == (f.Voided(opened.resolution, "dropped by the GM"),)
    assert table.state.fingerprint() == before
    assert table.line.marks == []


CLAIM = {"do": "act", "actor": "a", "maneuver": "poke", "targets": ["b"], "modifiers": [{"label": "from behind", "value": 2}]}


@pytest.mark.parametrize(("ruling", "hp"), [("allow", 14), ("without", 16)])
def test_claims(ruling: str, hp: int) -> None:
    """A player's claimed circumstances go to the GM: allowed they count, without they do not."""
    table = Table()
    asked = table.ok("pat", **CLAIM)[1].asks[0].ask
    assert (asked.key, asked.who, asked.default) == ("ruling", "gm", "without")
    assert asked.prompt == "A: poke → B claims from behind: +2. Does that hold?"
    table.answer("gm", ruling)
    table.answer("bob", "none", (4,))
    assert table.hp("b") == hp


def test_claims_of_one_name() -> None:
    """Two claims of the same name are both put to the GM: none hides behind the other."""
    table = Table()
    twice = [{"label": "high ground", "value": 50}, {"label": "high ground", "value": 1}]
    asked = table.ok("pat", **{**CLAIM, "modifiers": twice})[1].asks[0].ask
    assert asked.prompt == "A: poke → B claims high ground: +50; high ground: +1. Does that hold?"


def test_claims_denied() -> None:
    """Denied, the whole action is refused."""
    table = Table()
    table.ok("pat", **CLAIM)
    _, voided = table.answer("gm", "deny")
    assert (voided.code, voided.message) == ("forbidden", "The GM does not grant the claimed circumstances.")


def test_claims_trusted() -> None:
    """The GM's own word needs no ruling, nor a player's where the table trusts its players."""
    table = Table()
    assert table.ok("gm", **CLAIM)[1].asks[0].ask.key == "defense"
    table.ok("gm", do="void")
    table.ok("gm", do="set_options", set={"trust_players": True})
    assert table.ok("pat", **CLAIM)[1].asks[0].ask.key == "defense"


def test_claims_about_nobody() -> None:
    """A claim about someone who is not there, or hidden, is refused before any ruling; the two are told alike."""
    table = Table()
    assert table.refused("pat", **{**CLAIM, "targets": ["zed"]}) == ("unknown-id", "$.targets[0]")
    table.ok("gm", do="set_hidden", id="b", hidden=True)
    assert table.refused("pat", **CLAIM) == ("unknown-id", "$.targets[0]")


def test_bug() -> None:
    """A bug of the rules is raised, and nothing has changed."""
    table = Table()
    before = table.state
    with pytest.raises(ZeroDivisionError):
        table.send("gm", (3,), do="act", actor="a", maneuver="crash")
    assert table.state is before


def test_rules_changed_while_open() -> None:
    """Where the rules ask something else than when it opened, the resolution is dropped: on loading, or when answered."""
    table = Table()
    opened = table.poke()[0]
    assert still_open(table.ruleset, table.state) is None
    pending = table.state.pending
    assert pending is not None
    elsewhere = replace(table.state, pending=replace(pending, command={**POKE, "maneuver": "share"}))
    voided = f.Voided(opened.resolution, "the rules changed while it was open")
    assert still_open(table.ruleset, elsewhere) == voided
    table.line.state = elsewhere
    assert table.answer("gm", "none") == (voided,)


def test_option_gone_while_open() -> None:
    """An answer that was offered and that the rules do not offer any more drops the resolution."""
    table = Table()
    opened = table.poke()[0]
    pending = table.state.pending
    assert pending is not None
    ask = pending.asks[0].ask
    offered = replace(pending.asks[0], ask=replace(ask, options=(*ask.options, Option("duck", "Duck"))))
    table.line.state = replace(table.state, pending=replace(pending, asks=(offered,)))
    assert table.answer("gm", "duck") == (f.Voided(opened.resolution, "the rules changed while it was open"),)


def test_try_out() -> None:
    """Trying a command out draws nothing: a refusal before any ask or die, or None."""
    table = Table()
    viewer = Viewer("pat", "player", ("a",))
    came = try_out(DUEL, table.state, viewer, {**POKE, "targets": ["zed"]})
    assert came == Refused("unknown-id", "There is no combatant `zed` here.", "$.targets[0]")
    assert try_out(DUEL, table.state, viewer, POKE) is None
    assert try_out(DUEL, table.state, viewer, {**POKE, "maneuver": "push"}) is None
