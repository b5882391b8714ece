"""Every golden scenario is played; those whose rules are built must come out as written, and COVERAGE.md must say so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from fracas_rules import SYSTEMS
from fracas_server.coverage import COMMAND, PAGE, Game, render, survey
from fracas_server.scenarios import told

ROOT = Path(__file__).parent.parent
#: Plays everything and prints one digest over what every step and every fighter came to.
PLAY_ALL = """
import hashlib, msgspec
from fracas_rules import RULESETS
from fracas_server.scenarios import reports
played = list(reports(["tests/scenarios"], RULESETS))
outcomes = [(report.file, report.problems, report.steps, report.state) for report in played]
print(len(played), hashlib.sha256(msgspec.json.encode(outcomes)).hexdigest())
"""


@pytest.fixture(scope="module")
def games() -> dict[str, Game]:
    """Every game with the reports of its scenarios."""
    return {game.id: game for game in survey(ROOT)}


def proven(page: str) -> dict[str, str]:
    """The rules that a page calls proven, with their games."""
    out: dict[str, str] = {}
    for section in page.split("\n## ")[1:]:
        for part in section.split("\n### ")[1:]:
            if part.startswith("Proven\n"):
                out.update(dict.fromkeys(re.findall(r"^- `([A-Z0-9-]+)`", part, re.MULTILINE), section.split("\n")[0]))
    return out


@pytest.mark.parametrize("system", SYSTEMS)
def test_built_scenarios(games: dict[str, Game], system: str) -> None:
    """A scenario whose rules are all built comes out exactly as it is written."""
    broken = games[system].broken()
    assert not broken, "\n" + "\n".join(told(report).plain for report in broken.values())


@pytest.mark.parametrize("system", SYSTEMS)
def test_files(games: dict[str, Game], system: str) -> None:
    """There are scenarios; each belongs to the game whose folder it is in and names rules of that game's ledger."""
    game = games[system]
    assert game.reports
    assert {name: report.system for name, report in game.reports.items() if report.system != system} == {}
    unknown = {name: set(report.rules) - set(game.rules) for name, report in game.reports.items()}
    assert {name: rules for name, rules in unknown.items() if rules} == {}
    assert [name for name, report in game.reports.items() if not report.rules] == []


def test_page(games: dict[str, Game]) -> None:
    """COVERAGE.md is what the ledgers, the sources and the scenarios say today."""
    fresh = render(list(games.values()))
    assert (ROOT / PAGE).read_text("utf-8") == fresh, f"{PAGE} is out of date: run `{COMMAND}` and commit it."


def test_proven_stays_proven(games: dict[str, Game]) -> None:
    """A rule that COVERAGE.md calls proven still is."""
    now = {rule.id for game in games.values() for rule in game.rules.values() if rule.proven}
    lost = {rule: game for rule, game in proven((ROOT / PAGE).read_text("utf-8")).items() if rule not in now}
    assert not lost, f"Proven before, and not any more: {lost}"


def test_hash_seeds() -> None:
    """Nothing hangs on the order of a set: under two hash seeds every scenario comes to the same bytes."""
    outcomes = []
    for seed in ("0", "1"):
        command = [sys.executable, "-c", PLAY_ALL]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        outcomes.append(subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=50, check=True).stdout)
    assert outcomes[0] == outcomes[1]
    assert int(outcomes[0].split()[0]) >= 900
