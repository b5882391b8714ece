"""Real processes for tests: the server as it is started by people, and one that knows the small games."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOY_SERVER = Path(__file__).parent / "toy_server.py"


class Process:
    """A process whose output is read line by line; it is killed after 45 seconds at the latest, unless told otherwise."""

    def __init__(self, *command: str, **how: Any) -> None:
        self.popen = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how
        )
        self.errors: list[str] = []
        assert self.popen.stderr is not None
        threading.Thread(target=self.errors.extend, args=(self.popen.stderr,), daemon=True).start()

    def read_until(self, words: str) -> str:
        assert self.popen.stdout is not None
        text = ""
        while words not in text:
            line = self.popen.stdout.readline()
            assert line, f"ended too early: {text} {''.join(self.errors)}"
            text += line
        return text

    def end(self, number: int) -> int:
        self.popen.send_signal(number)
        return self.popen.wait(20)


@contextmanager
def started(*command: str, longest: float = 45, **how: Any) -> Iterator[Process]:
    made = Process(*command, **how)
    timer = threading.Timer(longest, made.popen.kill)
    timer.start()
    try:
        yield made
    finally:
        timer.cancel()
        made.popen.kill()
        made.popen.wait(20)


@contextmanager
def process(*arguments: str) -> Iterator[Process]:
    """`python -m fracas_server` on a free port."""
    with started("-m", "fracas_server", *arguments, "--port", "0") as made:
        yield made


class Toys:
    """A server of the small games: `url`, and per table its game master's token and those of two players."""

    def __init__(self, process: Process) -> None:
        told = json.loads(process.read_until("}\n"))
        self.process = process
        self.url: str = told["url"]
        self.tables: dict[str, dict[str, str]] = told["tables"]


@contextmanager
def toys(
    folder: Path, tables: int = 1, system: str = "duel", settings: dict[str, Any] | None = None, **how: Any
) -> Iterator[Toys]:
    """A process with `tables` tables of a small game, made if the folder has none."""
    with started(str(TOY_SERVER), str(folder), str(tables), system, json.dumps(settings or {}), **how) as made:
        yield Toys(made)


def invited(told: str) -> tuple[str, dict[str, str]]:
    """The address, and the tokens by name of the first table, out of what a server prints."""
    links = re.findall(r"^  (.+?)\s+(http://[^/]+)/#join=(\S+)$", told, re.MULTILINE)
    return links[0][1], {name: token for name, _, token in reversed(links)}


def resident(pid: int) -> int:
    """Kilobytes of memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))
