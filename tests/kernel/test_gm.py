"""The game master's tools: amend, redo, the gate, secret rolls, pause; deadlines; dice by hand and from the stream."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from duel import Hurt
from fracas_rules.errors import Refused
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.decide import Spent, decide, expired
from fracas_rules.kernel.lines import lines
from fracas_rules.kernel.requests import Answered, Rolled
from fracas_rules.kernel.resolve import still_open
from fracas_rules.kernel.stream import Stream, commitment, face, key_of
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from tabletop import Table
from toy import TOY

PAT = Viewer("pat", "player", ("a",))
BOB = Viewer("bob", "player", ("b",))
GM = Viewer("gm", "gm")
SEED = bytes(range(32))


class Safe:
    """Seals that keep every seed."""

    def seal(self, epoch: int) -> str:
        return commitment(bytes([epoch]) * 32)

    def reveal(self, epoch: int) -> str:
        return (bytes([epoch]) * 32).hex()


def seen(table: Table, viewer: Viewer) -> dict[str, Any]:
    return view(table.ruleset, table.line, viewer)


# ── amend ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_amend_a_die_of_the_last_action() -> None:
    """The GM changes a die of the last action: what follows is reckoned anew, the answers are kept and marked."""
    table = Table()
    table.poke()
    table.answer("gm", "brace", (8,))
    assert table.hp("b") == 16
    facts = table.ok("gm", do="amend", who="a", key="poke", faces=[2])
    assert table.hp("b") == 19
    assert [type(fact) for fact in facts] == [f.Amended, f.Rewound, f.Opened, f.Replied, Hurt, f.Closed]
    assert facts[3].replies == (
        Answered("defense", "b", "brace", "gm", "kept"),
        Rolled("poke", "a", (10,), (2,), origin="amended"),
    )
    assert [mark.label for mark in table.line.marks] == ["A: poke → B"]
    table.ok("gm", do="undo", steps=1)
    assert table.hp("b") == 20


def test_amend_a_decision_keeps_the_dice() -> None:
    """The GM changes a decision of the last action: the dice stay as they fell."""
    table = Table()
    table.poke()
    table.answer("gm", "brace", (8,))
    table.ok("gm", do="amend", who="b", key="defense", pick="none")
    assert table.hp("b") == 12


def test_amend_the_open_action() -> None:
    """While an action is open its replies can be changed; it stays open, with the same question."""
    table = Table()
    table.ok("gm", do="set_options", set={"confirm": "gm"})
    table.poke()
    table.answer("bob", "none", (8,))
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    assert still_open(table.ruleset, table.state) is None
    table.answer("gm", "approve")
    assert table.hp("b") == 17
    assert table.refused("pat", do="amend", who="a", key="poke", faces=[1]) == ("forbidden", None)


def test_an_amended_question_is_another_question() -> None:
    """Amended dice under the gate: the GM is asked about the new result, under a new id, and a restart asks the same."""
    table = Table(TOY, "a", "b")
    table.ok("gm", do="set_options", set={"confirm": "gm"})
    table.ok("gm", do="poke", actor="a", targets=["b"])
    table.answer("gm", "none", (8,))
    ((before, asked),) = seen(table, GM)["asks"].items()
    assert asked["prompt"] == "A pokes B: 8."
    table.ok("gm", do="amend", who="a", key="poke", faces=[3])
    ((after, asked),) = seen(table, GM)["asks"].items()
    assert (asked["prompt"], after != before) == ("A pokes B: 3.", True)
    assert still_open(table.ruleset, table.state) is None
    assert table.refused("gm", do="answer", ask=before, pick="approve") == ("stale-answer", "$.ask")


def test_amend_by_value() -> None:
    """The GM says what a roll shall count as, whatever its faces are."""
    table = Table()
    table.poke()
    table.answer("gm", "none", (8,))
    table.ok("gm", do="amend", who="a", key="poke", value=5)
    assert table.hp("b") == 15


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"key": "jump", "faces": [1]}, "unknown-id", "$.key"),
        ({"key": "poke"}, "malformed", "$"),
        ({"key": "poke", "faces": [1], "value": 2}, "malformed", "$"),
        ({"key": "poke", "pick": "none"}, "malformed", "$.pick"),
        ({"key": "poke", "faces": [11]}, "illegal-choice", "$.faces"),
        ({"key": "poke", "faces": [1, 2]}, "illegal-choice", "$.faces"),
        ({"key": "poke", "nth": 1, "faces": [1]}, "unknown-id", "$.key"),
    ],
)
def test_amend_refused(change: dict[str, Any], code: str, path: str) -> None:
    """A change that fits no reply is refused, and nothing is taken back."""
    table = Table()
    table.poke()
    table.answer("gm", "none", (8,))
    assert table.refused("gm", do="amend", who="a", **change) == (code, path)


# ── undo and redo ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_redo_returns_to_the_bit() -> None:
    """What was taken back can be done again with its old dice, one after the other, to the bit; something new ends that."""
    table = Table()
    prints = [table.state.fingerprint()]
    for roll in (3, 5):
        table.poke()
        table.answer("bob", "none", (roll,))
        prints.append(table.state.fingerprint())
    table.ok("gm", do="move_token", id="c", x=1, y=1)
    prints.append(table.state.fingerprint())
    table.ok("gm", do="undo", steps=3)
    assert table.state.fingerprint() == prints[0]
    assert [one["label"] for one in seen(table, GM)["redo"]] == ["A: poke → B", "A: poke → B", "Token moved"]
    for expected in prints[1:]:
        table.ok("gm", do="redo")
        assert table.state.fingerprint() == expected
    assert table.refused("gm", do="redo") == ("requirement", None)
    table.ok("gm", do="undo", steps=1)
    table.ok("gm", do="rename", title="Anew")
    assert table.refused("gm", do="redo") == ("requirement", None)


def test_redo_after_a_dropped_action() -> None:
    """A dropped action is no part of the one before it: doing that again drops nothing."""
    table = Table()
    table.poke()
    table.answer("bob", "none", (3,))
    table.poke()
    table.ok("gm", do="void")
    after = table.state.fingerprint()
    table.ok("gm", do="undo", steps=1)
    facts = table.ok("gm", do="redo")
    assert [type(fact) for fact in facts] == [f.Redone, f.Opened, f.Replied, f.Replied, Hurt, f.Closed]
    assert table.state.fingerprint() == after


def test_the_log_folds_to_the_same_table() -> None:
    """Amendments, undo and redo are facts like others: a table loaded from its log is the same, marks and all."""
    table = Table()
    table.poke()
    table.answer("bob", "brace", (9,))
    table.ok("gm", do="amend", who="a", key="poke", faces=[4])
    table.ok("gm", do="undo", steps=1)
    table.ok("gm", do="redo")
    again = Table()
    for commit in table.log[len(again.log) :]:
        again.line.fold(commit)
    assert again.state == table.state
    assert [mark.label for mark in again.line.marks] == [mark.label for mark in table.line.marks]


# ── the gate ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_gate_of_the_gm() -> None:
    """With the gate, what came of the dice is told to the GM and counts once it is approved; refused, it never was."""
    table = Table()
    table.ok("gm", do="set_options", set={"confirm": "gm"})
    table.poke()
    table.answer("bob", "none", (6,))
    assert table.hp("b") == 20
    assert seen(table, BOB)["asks"] == {}
    assert [one["key"] for one in seen(table, GM)["asks"].values()] == ["confirm"]
    table.answer("gm", "approve")
    assert table.hp("b") == 14
    table.poke()
    table.answer("bob", "none", (6,))
    before = table.state
    assert table.answer("gm", "refuse")[-1] == f.Voided(
        table.log[-1].receipt.resolution or "", "refused", "forbidden", "The GM does not let it stand."
    )
    assert table.hp("b") == 14
    told = lines(table.ruleset, before, table.log[-1], table.state)[-1].all
    assert told is not None
    assert told.text == "The open action was dropped: The GM does not let it stand."


def test_gate_of_all() -> None:
    """With the gate for all, everyone concerned may object, in any order; the GM is told and decides alone."""
    table = Table()
    table.ok("gm", do="set_options", set={"confirm": "all"})
    table.poke()
    table.answer("bob", "none", (6,))
    assert len(seen(table, BOB)["asks"]) == len(seen(table, PAT)["asks"]) == 1
    for seat, viewer, pick in (("bob", BOB, "agree"), ("pat", PAT, "object")):
        ask = next(iter(seen(table, viewer)["asks"]))
        assert table.refused(seat, do="answer", ask=ask, pick="refuse") == ("illegal-choice", "$.pick")
        table.ok(seat, do="answer", ask=ask, pick=pick)
        assert table.hp("b") == 20
    (ask,) = seen(table, GM)["asks"].values()
    assert (ask["key"], ask["prompt"].endswith(" A objects.")) == ("confirm", True)
    table.answer("gm", "approve")
    assert table.hp("b") == 14


# ── secret, paused, late ─────────────────────────────────────────────────────────────────────────────────────────────


def test_secret_actions_are_told_to_nobody() -> None:
    """What the GM does in secret is in no line and no view of a player's; players cannot."""
    table = Table()
    before = table.state
    table.ok("gm", do="act", actor="c", maneuver="poke", targets=["a"], secret=True)
    assert "pending" not in seen(table, BOB)
    table.answer("gm", "none", (5,))
    told = [one for commit in table.log[-2:] for one in lines(table.ruleset, before, commit, table.state)]
    assert all(one.all is None and one.own is None for one in told)
    refused = table.refused("pat", do="act", actor="a", maneuver="poke", targets=["b"], secret=True)
    assert refused == ("forbidden", "$.secret")


def test_what_was_done_unseen_is_undone_unseen() -> None:
    """An undo or a redo of what only the GM knows of is told to nobody else; among others it is not counted."""
    table = Table()
    table.ok("gm", do="set_hidden", id="c", hidden=True)
    table.line.marks.clear()
    table.ok("gm", do="move_token", id="c", x=1, y=1)
    table.ok("gm", do="act", actor="c", maneuver="poke", targets=["a"], secret=True)
    assert table.refused("pat", do="act", actor="a", maneuver="poke", targets=["b"]) == ("busy", None)
    came = table.send("pat", do="act", actor="a", maneuver="poke", targets=["b"])
    assert isinstance(came, Refused)
    assert came.message == "Another action is open: it must be answered first."
    table.answer("gm", "none", (5,))

    def told(command: str, **more: Any) -> list[str | None]:
        before = table.state
        table.ok("gm", do=command, **more)
        return [one.all.text if one.all else None for one in lines(table.ruleset, before, table.log[-1], table.state)][:1]

    assert told("undo", steps=2) == [None]
    assert told("redo") == [None]
    assert told("redo") == [None]
    table.ok("gm", do="move_token", id="a", x=1, y=1)
    assert told("undo", steps=3) == ["The GM took back 1 step."]


def test_pause() -> None:
    """While the table pauses only the GM acts."""
    table = Table()
    table.poke()
    table.ok("gm", do="pause")
    assert seen(table, BOB)["paused"] is True
    ask = table.state.pending.asks[0].id  # type: ignore[union-attr]
    assert table.refused("bob", do="answer", ask=ask, pick="none") == ("forbidden", None)
    table.ok("gm", do="pause", paused=False)
    table.answer("bob", "none", (1,))
    assert table.refused("gm", do="pause", paused=False) == ("requirement", "$.paused")


def test_deadlines() -> None:
    """After its time an ask takes its default; a pause stops the clock; a late answer is stale."""
    table = Table()
    table.ok("gm", do="set_options", set={"ask_seconds": 10})
    table.poke()
    ask = table.state.pending.asks[0]  # type: ignore[union-attr]
    assert ask.due == 10_007
    assert seen(table, BOB)["asks"][ask.id]["due"] == 10_007
    assert expired(table.ruleset, table.line, lambda _who, _sides: 4, 10_006) is None
    table.ok("gm", do="pause")
    assert expired(table.ruleset, table.line, lambda _who, _sides: 4, 99_999) is None
    goes_on = decide(table.ruleset, table.line, "gm", {"do": "pause", "paused": False}, "on", lambda _w, _s: 1, 5_007)
    assert isinstance(goes_on, f.Commit)
    table.line.fold(goes_on)
    assert expired(table.ruleset, table.line, lambda _who, _sides: 4, 15_006) is None
    late = expired(table.ruleset, table.line, lambda _who, _sides: 4, 15_007)
    assert late is not None
    table.line.fold(late)
    assert table.hp("b") == 16
    assert table.refused("bob", do="answer", ask=ask.id, pick="brace") == ("stale-answer", "$.ask")


# ── dice ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_dice_by_hand() -> None:
    """Where dice are rolled by hand, whoever rolls types in what shows, and is told what fits."""
    table = Table()
    table.ok("gm", do="set_options", set={"dice": "hand"})
    table.poke()
    table.answer("bob", "none")
    asked = seen(table, PAT)["asks"]
    assert [(one["key"], one["dice"], one["prompt"]) for one in asked.values()] == [
        ("roll.poke", [10], "A rolls d10 for poke. What do the dice show?")
    ]
    ask = next(iter(asked))
    for wrong in ([11], [1, 2], "7", ["7"], []):
        assert table.refused("pat", do="answer", ask=ask, pick=wrong) == ("illegal-choice", "$.pick")
    facts = table.ok("pat", do="answer", ask=ask, pick=[7])
    assert facts[0].replies == (Rolled("poke", "a", (10,), (7,), origin="hand"),)
    assert table.hp("b") == 13


def test_stream_is_fair_and_can_be_drawn_again() -> None:
    """The same seed, additions and counter give the same face; faces are spread evenly."""
    key = key_of(SEED, ("salt",))
    stream = Stream(key, 5)
    assert [stream("a", 10) for _ in range(4)] == [face(key, at, 10) for at in (5, 6, 7, 8)]
    assert stream.at == 9
    assert key_of(SEED) != key
    counts = Counter(face(key, at, 6) for at in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert all(880 < count < 1120 for count in counts.values())


def test_counter_never_goes_back() -> None:
    """Dice from the stream are noted with their counter; an undo, and a refusal after dice, leave it where it stands."""
    table = Table()
    sealed = decide(table.ruleset, table.line, "gm", {"do": "reveal_dice"}, "s", lambda _w, _s: 1, 7, Safe())
    assert isinstance(sealed, f.Commit)
    assert sealed.facts == (f.DiceSealed(1, commitment(bytes([1]) * 32)),)
    table.line.fold(sealed)
    key = key_of(bytes([1]) * 32)

    def send(seat: str, **command: Any) -> Any:
        table.count += 1
        came = decide(table.ruleset, table.line, seat, command, f"x{table.count}", Stream(key, table.state.dice.counter), 7)
        if not isinstance(came, Refused):
            table.line.fold(came.commit if isinstance(came, Spent) else came)  # type: ignore[union-attr]
        return came

    send("gm", do="act", actor="a", maneuver="poke", targets=["b"])
    done = send("bob", do="answer", ask=table.state.pending.asks[0].id, pick="none")  # type: ignore[union-attr]
    assert done.facts[0].replies[1] == Rolled("poke", "a", (10,), (face(key, 0, 10),), 0)
    assert table.state.dice.counter == 1
    send("gm", do="undo", steps=1)
    assert table.state.dice.counter == 1
    told = decide(table.ruleset, table.line, "gm", {"do": "reveal_dice"}, "t", lambda _w, _s: 1, 7, Safe())
    assert isinstance(told, f.Commit)
    assert told.facts == (f.DiceRevealed(1, (bytes([1]) * 32).hex()), f.DiceSealed(2, commitment(bytes([2]) * 32)))


def test_entropy() -> None:
    """Any seat may add to the dice once they are committed to."""
    table = Table()
    assert table.refused("eve", do="add_entropy", text="my dog's birthday") == ("requirement", None)
    sealed = decide(table.ruleset, table.line, "gm", {"do": "reveal_dice"}, "s", lambda _w, _s: 1, 7, Safe())
    assert isinstance(sealed, f.Commit)
    table.line.fold(sealed)
    table.ok("eve", do="add_entropy", text="my dog's birthday")
    assert table.state.dice.entropy == ("my dog's birthday",)


def test_whoever_agreed_is_asked_again_about_another_result() -> None:
    """An amended die makes another result: neither those concerned nor the GM have said anything of that one."""
    table = Table()
    table.ok("gm", do="set_options", set={"confirm": "all"})
    table.poke()

    def asked() -> list[str]:
        return [one.ask.key for one in table.state.pending.asks] if table.state.pending is not None else []

    table.answer("gm", "none", (5,))
    assert asked() == ["agree", "agree"]
    table.answer("gm", "agree")
    table.answer("gm", "agree")
    assert asked() == ["confirm"]
    table.ok("gm", do="amend", who="a", key="poke", faces=[9])
    assert asked() == ["agree", "agree"]
    table.answer("gm", "agree")
    table.answer("gm", "agree")
    table.answer("gm", "approve")
    assert (asked(), table.hp("b")) == ([], 11)
