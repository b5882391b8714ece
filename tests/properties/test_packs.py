"""House packs, in every game: a row that its procedure cannot play is refused by name; what is let in never meets a bug."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from dataclasses import replace as alter
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.errors import PackError, Refused
from fracas_rules.kernel import facts as f
from fracas_rules.kernel.decide import create, decide, timeline
from fracas_rules.kernel.fold import Timeline
from fracas_rules.kernel.packs import layer, load
from fracas_rules.kernel.resolve import try_out
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.table import catalogue_of, options_of
from fracas_rules.kernel.trial import BUDGET, trial
from fracas_rules.kernel.view import view
from fracas_rules.kernel.viewer import Viewer
from fracas_server.checks import check
from tabletop import Table
from toy import TOY

pytestmark = pytest.mark.timeout(180)
GM = Viewer("gm", "gm")
#: Of the rows that lack one field every so many are tried: all of them in `FRACAS_EVERY=1`.
EVERY = int(os.environ.get("FRACAS_EVERY", "5"))


@cache
def core(game: str) -> dict[str, dict[str, dict[str, Any]]]:
    """The rows of a game as they are written."""
    text = resources.files(f"fracas_rules.{game}").joinpath("packs/core.toml").read_text("utf-8")
    return {kind: rows for kind, rows in tomllib.loads(text).items() if isinstance(rows, dict)}


def toml(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def written(rows: dict[str, dict[str, Any]], kind: str = "maneuver") -> str:
    """A house pack of these rows."""
    told = [f"[{kind}.{one}]\n" + "".join(f"{key} = {toml(value)}\n" for key, value in row.items()) for one, row in rows.items()]
    return 'name = "house"\n' + "".join(told)


def row(game: str, like: str, *without: str, **other: Any) -> str:
    """A pack of the row `mine`, which is one of the game's without some fields, or with others."""
    made = {**core(game)["maneuver"][like], **other}
    return written({"mine": {key: value for key, value in made.items() if key not in without}})


def mistake(game: str, text: str) -> str:
    """What is wrong with a pack, and where; empty when nothing is."""
    ruleset = RULESETS[game]
    try:
        pack = load(text, ruleset.kinds)
        ruleset.catalogue(layer((ruleset.core, pack)))
        trial(ruleset, (ruleset.core,), pack)
    except PackError as error:
        return str(error)
    return ""


@cache
def crowd(game: str) -> Timeline:
    """A table of every template."""
    ruleset = RULESETS[game]
    line = timeline(ruleset, create(ruleset, "t1", "A table", b"sixteen bytes or more"))
    line.fold(f.Commit(1, "gm", "", 0, f.Receipt(""), (f.SeatSet(f.Seat("gm", "Gwen", "gm")),)))
    for one in core(game)["template"]:
        done(ruleset, line, {"do": "add_combatant", "template": one})
    return line


def done(ruleset: Ruleset, line: Timeline, command: dict[str, Any], high: bool = False) -> bool:
    """Whether a command goes through; it is folded. Dice are all low, or all high but for those that explode."""
    thrown = 0

    def die(_who: str, sides: int) -> int:
        nonlocal thrown
        thrown += 1
        return 1 if not high else sides if thrown < 8 else thrown % sides + 1

    came = decide(ruleset, line, "gm", command, f"c{line.state.seq}", die, 1)
    if isinstance(came, f.Commit):
        line.fold(came)
    return isinstance(came, f.Commit)


def offers(ruleset: Ruleset, line: Timeline, mine: str) -> Iterator[dict[str, Any]]:
    """The commands of a maneuver that palettes offer: everybody is asked, each with the next one as a target."""
    state, everyone = line.state, tuple(ruleset.names(line.state.game))

    def tried(command: Any) -> Refused | None:
        return try_out(ruleset, state, GM, command) if command["maneuver"] == mine else Refused("forbidden", "Not now.")

    rows, options = catalogue_of(ruleset, state.packs), options_of(ruleset, state.options)
    for actor, target in zip(everyone, everyone[1:] + everyone[:1], strict=True):
        told = ruleset.legal(state.game, rows, options, {"actor": actor, "targets": [target]}, tried)
        for offer in [one for group in told["groups"] for one in group["actions"] if one["id"] == mine and one["legal"]]:
            command = {"do": "act", "actor": actor, "maneuver": mine}
            if offer["targets"]["max"]:
                command["targets"] = [target]
            if offer["weapons"]:
                command["weapon"] = offer["weapons"][0]["id"]
            needed = [param for param in offer["params"] if param.get("needed")]
            params = {one["id"]: one["options"][0]["id"] if one.get("options") else one.get("min", 1) for one in needed}
            yield {**command, "params": params} if params else command


def played(game: str, text: str, mine: str, most: int = 3) -> int:
    """How often a maneuver of a house pack that is at a table could be played there, by its first options and its last."""
    ruleset, times = RULESETS[game], 0
    line = crowd(game).fork()
    assert done(ruleset, line, {"do": "install_pack", "text": text})
    for command in list(offers(ruleset, line, mine))[:most]:
        for last in (False, True):
            own = line.fork()
            times += done(ruleset, own, command, last)
            for _ in range(12):
                if own.state.pending is None:
                    break
                ask = own.state.pending.asks[0]
                pick = ask.ask.options[-1 if last else 0].id if ask.ask.options else ask.ask.default
                if not done(ruleset, own, {"do": "answer", "ask": ask.id, "pick": pick}, last):
                    break
    return times


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("unisystem", row("unisystem", "full_offense"), "it may know none but `full_offense`, `full_defense`"),
        ("unisystem", row("unisystem", "kick", "limbs"), 'it has no `limbs`; that of `kick` is ["leg_right"]'),
        ("unisystem", row("unisystem", "punch", against=0, least=0), "its `least` is 0; that of `punch` is 1"),
        ("unisystem", row("unisystem", "feint", "skills"), "it has no `skills`"),
        ("d6", row("d6", "charge_run", "params"), 'it has no `params`; that of `charge_run` is ["turn"]'),
        ("d6", row("d6", "force_wave", "params"), "it has no `params`"),
        ("d6", row("d6", "aerial_charge", "params"), "it has no `params`"),
        ("d6", row("d6", "run_away", "opposed"), "it has no `opposed`"),
        ("d6", row("d6", "slam", "params"), 'it has no `params`; that of `slam` is ["skill","bdv"]'),
        ("d6", row("d6", "punch", against=0), "its `against` is 0; that of `punch` is 1"),
        ("vampire", row("vampire", "kick", "roll"), "it has no `roll`"),
        ("vampire", row("vampire", "aim", "needs"), 'it has no `needs`; that of `aim` is "aimed"'),
        ("vampire", row("vampire", "nock", "needs"), "it has no `needs`"),
        ("vampire", row("vampire", "power", "setup"), 'it has no `setup`; that of `power` is "power"'),
        ("vampire", row("vampire", "kick", against=0, least=0), "its `least` is 0; that of `kick` is 1"),
        ("groove", row("groove", "first_aid", "against"), "it has no `against`; that of `first_aid` is 1"),
        ("groove", row("groove", "feint", against=0, attack=False), "it has no `against`; that of `feint` is 1"),
    ],
)
def test_a_row_that_cannot_be_played(game: str, text: str, told: str) -> None:
    """It is refused where the pack is checked or installed, with its key path and what it lacks; every time in the same words."""
    wrong = mistake(game, text)
    assert mistake(game, text) == wrong
    assert wrong.startswith("`mine` cannot be played by its procedure `")
    assert told in wrong
    assert wrong.endswith(" - at `$.maneuver.mine`")
    assert Table(RULESETS[game]).refused("gm", do="install_pack", text=text) == ("malformed", "$.text: $.maneuver.mine")


@pytest.mark.parametrize("game", list(RULESETS))
def test_other_kinds_of_rows(game: str) -> None:
    """The game's own weapons, armor, templates and the rest are let in under new ids, and a pack of each kind is tried."""
    for kind, rows in core(game).items():
        if kind not in ("maneuver", "location"):
            copies = {f"other_{one}": told for one, told in list(rows.items())[:4]}
            assert mistake(game, written(copies, kind)) == "", kind


@pytest.mark.parametrize("game", list(RULESETS))
def test_the_games_own_rows(game: str) -> None:
    """All of them stand the trial, as one pack over themselves: it finds no fault of the game's."""
    renamed = written({one: {**told, "name": f"Other {told['name']}"} for one, told in core(game)["maneuver"].items()})
    assert mistake(game, renamed) == ""


@pytest.mark.parametrize("game", list(RULESETS))
def test_copies(game: str) -> None:
    """Every row of a game under a new id is refused with a reason, or let in and playable wherever it is offered."""
    refused, offered = [], 0
    for one in core(game)["maneuver"]:
        text = row(game, one)
        wrong = mistake(game, text)
        if wrong:
            assert wrong.endswith(" - at `$.maneuver.mine`")
            refused.append(one)
        else:
            offered += played(game, text, "mine") > 0
    assert refused == {"unisystem": ["full_offense", "full_defense"]}.get(game, [])
    assert offered >= 10


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", list(RULESETS))
def test_rows_that_lack_a_field(game: str) -> None:
    """A row of a game without one of its fields is refused, or let in and then no palette and no act meets a bug."""
    cases = [(one, field) for one, told in core(game)["maneuver"].items() for field in told]
    came = {"refused": 0, "let in": 0}
    for one, field in cases[::EVERY]:
        text = row(game, one, field)
        wrong = mistake(game, text)
        came["refused" if wrong else "let in"] += 1
        if not wrong:
            played(game, text, "mine")
    assert min(came.values()) > 0


def test_a_log_with_a_pack_that_would_be_refused_today() -> None:
    """It is read as ever: the table is as it was, it can be seen, another pack goes in, and that one comes out."""
    ruleset = RULESETS["d6"]
    bad = row("d6", "charge_run", "params")
    line = crowd("d6").fork()
    digest = load(bad, ruleset.kinds).digest
    line.fold(f.Commit(line.state.seq + 1, "gm", "old", 1, f.Receipt(""), (f.PackInstalled("house", bad, digest),)))
    assert [pack.name for pack in line.state.packs] == ["house"]
    assert view(ruleset, line, GM)["combatants"].keys() == crowd("d6").state.game.combatants.keys()
    good = written({"sling": core("d6")["weapon"]["knife"]}, "weapon").replace("house", "more")
    assert done(ruleset, line, {"do": "install_pack", "text": good})
    assert not done(ruleset, line, {"do": "install_pack", "text": bad.replace("mine", "worse")})
    assert done(ruleset, line, {"do": "remove_pack", "name": "house"})


def test_how_much_is_played() -> None:
    """However many rows a pack has, what is played of it is bounded: one script at least of each row, and the budget."""
    ruleset, begun = RULESETS["d6"], 0
    trial(ruleset, (ruleset.core,), load(row("d6", "punch"), ruleset.kinds))

    def play(scene: Any, command: Any) -> Any:
        nonlocal begun
        begun += 1
        return ruleset.play(scene, command)

    for rows in (1, 12, 1000):
        begun = 0
        text = written({f"punch_{number}": core("d6")["maneuver"]["punch"] for number in range(rows)})
        trial(alter(ruleset, play=play), (ruleset.core,), load(text, ruleset.kinds))
        assert rows < begun < BUDGET + rows


def test_dice_beyond_measure() -> None:
    """A row that throws a million dice is let in as ever, and its trial is given up."""
    assert mistake("vampire", row("vampire", "punch", damage="1000000")) == ""


def test_a_game_without_acts() -> None:
    """There is nothing to try."""
    trial(TOY, (TOY.core,), load('name = "house"\n[template.ghoul]\nname = "Ghoul"\n', TOY.kinds))


def test_pack_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`fracas pack check` tries a pack as a table does."""
    file = tmp_path / "house.toml"
    file.write_text(row("groove", "first_aid"), "utf-8")
    check(file, system="groove")
    assert "`house` is a pack of 1 maneuver." in capsys.readouterr().out
    file.write_text(row("groove", "first_aid", "against"), "utf-8")
    with pytest.raises(SystemExit) as ended:
        check(file, system="groove")
    assert ended.value.code == 1
    assert "`mine` cannot be played by its procedure `first_aid`" in capsys.readouterr().err
