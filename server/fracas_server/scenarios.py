"""Playing scenario files from the command line: as lines for people, or as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import msgspec
from fracas_rules.kernel.ruleset import Ruleset
from fracas_rules.kernel.scenario import Report, play, schema
from fracas_rules.kernel.scenario_match import Problem
from msgspec import UNSET
from rich.console import Console
from rich.text import Text

#: Stands for standard input among the paths.
STDIN = "-"
#: Longest value that is printed in whole, in signs.
_WIDE = 400


def reports(paths: Iterable[str], rulesets: Mapping[str, Ruleset], stdin: TextIO | None = None) -> Iterator[Report]:
    """Play each file, and each `*.toml` below each folder in the order of their names; `-` is standard input."""
    for path in paths:
        if path == STDIN:
            yield msgspec.structs.replace(play((stdin or sys.stdin).read(), rulesets), file=STDIN)
            continue
        files = sorted(Path(path).rglob("*.toml")) if Path(path).is_dir() else [Path(path)]
        if not files:
            yield _unread(path, "There is no scenario file (*.toml) in this folder.")
        for file in files:
            yield _file(file, rulesets)


def _file(file: Path, rulesets: Mapping[str, Ruleset]) -> Report:
    try:
        text = file.read_text("utf-8")
    except OSError as error:
        return _unread(str(file), f"The file cannot be read: {error.strerror}.")
    except UnicodeDecodeError:
        return _unread(str(file), "The file is not UTF-8 text.")
    return msgspec.structs.replace(play(text, rulesets), file=str(file))


def _unread(file: str, why: str) -> Report:
    return Report("", "", (), False, True, (Problem("$", why),), file=file)


def run(
    paths: Sequence[str],
    rulesets: Mapping[str, Ruleset],
    *,
    as_json: bool = False,
    quiet: bool = False,
    out: TextIO | None = None,
    stdin: TextIO | None = None,
) -> int:
    """Play scenarios and print what came of them. Returns the exit status: 1 if any failed, else 0.

    as_json: print `{"reports": [...]}` (see `report_schema`). quiet: print no line for those that passed.
    """
    stream = out or sys.stdout
    console = Console(file=stream, soft_wrap=True, highlight=False)
    played: list[Report] = []
    for report in reports(paths, rulesets, stdin):
        played.append(report)
        if not as_json and not (report.ok and quiet):
            console.print(told(report))
    unbuilt = sum(not report.built for report in played)
    failed = sum(not report.ok for report in played) - unbuilt
    if as_json:
        stream.write(msgspec.json.encode({"reports": played}).decode() + "\n")
    else:
        parts = [
            f"{len(played) - failed - unbuilt} passed",
            f"{failed} failed",
            *([f"{unbuilt} not built yet"] if unbuilt else []),
        ]
        console.print(Text(", ".join(parts), style="bold red" if failed + unbuilt else "bold green"))
    return 1 if failed + unbuilt else 0


def told(report: Report) -> Text:
    """A report for people: one line, and for each problem its path, what was expected and what came."""
    word, style = ("ok    ", "green") if report.ok else ("FAIL  ", "bold red") if report.built else ("----  ", "yellow")
    text = Text.assemble((word, style), report.file)
    if report.title:
        text.append(f"  {report.title}", style="dim")
    for problem in report.problems:
        text.append(f"\n      {problem.path}: {problem.message}")
        if problem.expected is not UNSET:
            text.append(f"\n        - {_value(problem.expected)}", style="red")
        if problem.came is not UNSET:
            text.append(f"\n        + {_value(problem.came)}", style="green")
    return text


def _value(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _WIDE else text[:_WIDE] + " …"


def report_schema() -> dict[str, Any]:
    """The JSON Schema of what `--json` prints."""
    report = schema()
    return {
        "type": "object",
        "title": "Scenario reports",
        "properties": {"reports": {"type": "array", "items": {"$ref": report["$ref"]}}},
        "required": ["reports"],
        "$defs": report["$defs"],
    }
