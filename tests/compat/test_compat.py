"""Logs of every release so far: read whole, folded, and seen as they were seen then."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_rules.kernel.table import viewer_of
from fracas_rules.kernel.view import view
from fracas_server import logfile
from fracas_server.history import History
from fracas_server.store import file

LOGS = sorted(Path(__file__).parent.glob("*/*.fracaslog"))


#: How things are put and drawn may change from release to release; what is true may not.
WORDING = ("label", "round_label", "phase_label", "detail", "note", "prompt", "system_title", "severity", "seen")


def differs(then: Any, now: Any, path: str = "$") -> list[str]:
    """Where what was seen then is not in what is seen now; that more is seen now is no difference."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [found for key in then if key not in WORDING for found in differs(then[key], now.get(key), f"{path}.{key}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [found for at, (a, b) in enumerate(zip(then, now, strict=True)) for found in differs(a, b, f"{path}[{at}]")]
    return [] if then == now else [f"{path}: {then!r} is now {now!r}"]


def test_there_are_logs() -> None:
    """At least one of each game that the release had."""
    assert {path.stem for path in LOGS} >= {"unisystem", "vampire", "groove", "d6"}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_log_of_an_earlier_release(path: Path) -> None:
    """Its checksums hold, it folds, and the game master and the player see what they saw."""
    log, ruleset = logfile.load(path.read_bytes(), RULESETS)
    bodies = file.checked(log.row, log.entries, log.length)
    line = History(ruleset, log.row, bodies).line
    for seat, then in json.loads(path.with_suffix(".views.json").read_text()).items():
        now = json.loads(json.dumps(view(ruleset, line, viewer_of(line.state, seat))))
        then.pop("seats", None)  # who was online is not in the log
        assert differs(then, now) == []
