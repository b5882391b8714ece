"""Scenarios and coverage from the command line: what is printed, and the exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from duel import DUEL
from fracas_server import coverage
from fracas_server.scenarios import report_schema, run

RULESETS = {"d6": replace(DUEL, id="d6")}
FILE = """
format = 1
system = "d6"
title = "A [poke]"
rules = ["D6-POKE"]
source = "s"
why = "w"
[combatants.a]
name = "A"
[combatants.b]
name = "B"
[[steps]]
do = "act"
actor = "a"
maneuver = "poke"
targets = ["b"]
dice = { a = [4] }
expect = { damage = 4, outcome = "hit" }
"""
BAD = FILE.replace("damage = 4", "damage = 5, hits = [1]")
LEDGER = """
[[rule]]
id = "D6-POKE"
title = "Poking"
[[rule]]
id = "D6-POKE-HARD"
title = "Poking harder"
[[rule]]
id = "D6-IDLE"
title = "Standing still"
[[rule]]
id = "D6-LATER"
title = "Not yet"
"""


def lines(*paths: str, quiet: bool = False, stdin: str = "") -> tuple[int, list[str]]:
    """Play and print for people."""
    out = io.StringIO()
    status = run(paths, RULESETS, quiet=quiet, out=out, stdin=io.StringIO(stdin))
    return status, out.getvalue().splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two scenarios, one of which fails, in folders."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "b.toml").write_text(FILE)
    (tmp_path / "deep" / "a.toml").write_text(BAD)
    (tmp_path / "notes.txt").write_text("not a scenario")
    return tmp_path


def test_passes(folder: Path) -> None:
    """A scenario that comes out as written is one line, and the status is 0."""
    assert lines(str(folder / "b.toml")) == (0, [f"ok    {folder}/b.toml  A [poke]", "1 passed, 0 failed"])
    assert lines(str(folder / "b.toml"), quiet=True) == (0, ["1 passed, 0 failed"])


def test_differences(folder: Path) -> None:
    """Each difference is printed with its path, what was expected (-) and what came (+), and the status is 1."""
    assert lines(str(folder), quiet=True) == (
        1,
        [
            f"FAIL  {folder}/deep/a.toml  A [poke]",
            "      $.steps[0].expect.damage: differs",
            "        - 5",
            "        + 4",
            "      $.steps[0].expect.hits: nothing came",
            "        - [1]",
            "1 passed, 1 failed",
        ],
    )


def test_not_built() -> None:
    """A scenario of a game without rules does not pass, and is told apart from one that fails."""
    told = ["----  -  A [poke]", "      $.system: There are no rules for `vampire` yet.", "0 passed, 0 failed, 1 not built yet"]
    assert lines("-", stdin=FILE.replace('"d6"', '"vampire"')) == (1, told)


def test_standard_input() -> None:
    """`-` reads standard input."""
    assert lines("-", stdin=FILE) == (0, ["ok    -  A [poke]", "1 passed, 0 failed"])


def test_cannot_be_read(tmp_path: Path) -> None:
    """What cannot be read fails in words: no such file, an empty folder, no text, no scenario."""
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe")
    (tmp_path / "empty").mkdir()
    status, told = lines(str(tmp_path / "none.toml"), str(tmp_path / "empty"), str(tmp_path / "x.toml"), "-")
    assert status == 1
    assert [line.strip() for line in told if line.startswith("      ")] == [
        "$: The file cannot be read: No such file or directory.",
        "$: There is no scenario file (*.toml) in this folder.",
        "$: The file is not UTF-8 text.",
        "$: Object missing required field `format`.",
    ]


def test_json(folder: Path) -> None:
    """With `--json` the full reports are printed, in one object that fits the schema's keys, and the status is the same."""
    out = io.StringIO()
    assert run([str(folder)], RULESETS, as_json=True, out=out) == 1
    reports = json.loads(out.getvalue())["reports"]
    assert [(Path(report["file"]).name, report["ok"]) for report in reports] == [("b.toml", True), ("a.toml", False)]
    assert reports[1]["problems"] == [
        {"path": "$.steps[0].expect.damage", "message": "differs", "expected": 5, "came": 4},
        {"path": "$.steps[0].expect.hits", "message": "nothing came", "expected": [1]},
    ]
    assert reports[0]["steps"] == [
        {
            "index": 0,
            "do": "act",
            "refused": None,
            "message": "",
            "result": {"outcome": "hit", "damage": 4},
            "asks": [{"who": "b", "ask": "defense", "pick": "none", "by": "default"}],
            "dice": [{"who": "a", "roll": "poke", "sides": 10, "face": 4}],
            "facts": [{"fact": "hurt", "id": "b", "hp": 16}],
        }
    ]
    assert set(report_schema()["$defs"]["Report"]["properties"]) == set(reports[0])


def test_command_line() -> None:
    """`fracas scenario run --json -` plays what comes in and prints JSON; a file that fails ends it with 1."""
    command = [sys.executable, "-m", "fracas_server", "scenario", "run", "--json", "-"]
    done = subprocess.run(command, input="format = 2", capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    (report,) = json.loads(done.stdout)["reports"]
    assert report["problems"] == [{"path": "$.format", "message": "This reads scenarios of format 1; the file says 2."}]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with one small game."""
    package = tmp_path / "rules" / "fracas_rules" / "d6"
    (package / "packs").mkdir(parents=True)
    (package / "ledger.toml").write_text(LEDGER)
    (package / "harm.py").write_text('"""Poking (D6-POKE)."""\n')
    (package / "packs" / "core.toml").write_text('rule = "D6-IDLE"\n')
    scenarios = tmp_path / "tests" / "scenarios" / "d6"
    scenarios.mkdir(parents=True)
    (scenarios / "poke.toml").write_text(FILE)
    (scenarios / "later.toml").write_text(BAD.replace('"D6-POKE"', '"D6-LATER", "D6-POKE-HARD"'))
    return tmp_path


def d6(root: Path) -> coverage.Game:
    """The survey of the small game."""
    return next(game for game in coverage.survey(root, RULESETS) if game.id == "d6")


def test_proven(root: Path) -> None:
    """A rule is built when its very id is cited, and proven when every scenario that names it passes."""
    game = d6(root)
    assert {rule.id: (rule.built, rule.proven) for rule in game.rules.values()} == {
        "D6-POKE": (True, True),
        "D6-POKE-HARD": (False, False),
        "D6-IDLE": (True, False),
        "D6-LATER": (False, False),
    }
    assert game.broken() == {}
    assert game.waiting() == {"later": ["D6-LATER", "D6-POKE-HARD"]}


def test_broken(root: Path) -> None:
    """A failing scenario that waits for nothing is broken, and what it names is proven no longer."""
    (root / "tests" / "scenarios" / "d6" / "bad.toml").write_text(BAD)
    (root / "tests" / "scenarios" / "d6" / "worse.toml").write_text("no scenario")
    game = d6(root)
    assert list(game.broken()) == ["bad", "worse"]
    assert game.rules["D6-POKE"].built
    assert not game.rules["D6-POKE"].proven


def test_page(root: Path) -> None:
    """The page counts and lists, per game, what is proven, partly built and not built, and what waits for what."""
    (root / "tests" / "scenarios" / "d6" / "bad.toml").write_text(BAD)
    page = coverage.render([d6(root)])
    assert "| D6 Legend | 4 | 0 | 2 | 2 | 3 | 1 | 1 | 1 |\n" in page
    assert page.split("## D6 Legend")[1].strip().splitlines() == [
        "### Partly built",
        "",
        "- `D6-POKE` Poking (1 pass; not yet: bad)",
        "- `D6-IDLE` Standing still (no scenario names it)",
        "",
        "### Not built",
        "",
        "- `D6-POKE-HARD` Poking harder (1)",
        "- `D6-LATER` Not yet (1)",
        "",
        "### Scenarios that fail",
        "",
        "- `bad`",
        "",
        "### Scenarios not yet built, and what they wait for",
        "",
        "- `later`: D6-LATER, D6-POKE-HARD",
    ]


def test_write(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The page is printed, or written to the repository; elsewhere there is nothing to write."""
    assert coverage.run(root) == 0
    printed = capsys.readouterr().out
    assert coverage.run(root, write=True) == 0
    assert (root / "COVERAGE.md").read_text() == printed
    assert coverage.run(root / "tests") == 1
    assert "is not the repository of Fracas" in capsys.readouterr().err
