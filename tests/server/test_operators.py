"""Whatever a command of the operator meets, it ends with one line that says what was wrong and where, and status 2."""

from __future__ import annotations

import asyncio
import io
import json
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fracas_rules import RULESETS
from fracas_server import demo, logfile, operate
from fracas_server.cli import cli
from fracas_server.logfile import LogError
from fracas_server.running import CannotStart
from fracas_server.store import file
from fracas_server.testing import Refusal, client, running

TABLE = "crypt"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one table, whose id is `TABLE`."""
    made = tmp_path_factory.mktemp("data")

    async def fill() -> None:
        async with running(data=made) as server:
            table, token = await server.app.tables.create("The crypt", "d6")
            async with client(server, token) as gm:
                for _ in range(6):
                    await gm.do({"do": "add_combatant", "template": "brute"})
            log = logfile.from_data(made)
        # made anew under an id that tests can name
        text = logfile.dump(log, RULESETS["d6"]).replace(table.id.encode(), TABLE.encode(), 1)
        renamed, _ = logfile.load(text, RULESETS)
        shutil.rmtree(made)
        async with running(data=made) as server:
            await server.app.store.create(renamed.row, [entry.body for entry in renamed.entries], renamed.seeds)

    asyncio.run(fill())
    return made


@pytest.fixture
def data(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "data"))


@pytest.fixture
def fracas(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """A command's status, and what it printed: all lines on standard output, all on standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        status = 0
        try:
            cli([str(one) for one in arguments])
        except SystemExit as done:
            status = int(done.code or 0)
        return status, *capsys.readouterr()

    return run


def told(came: tuple[int, str, str]) -> str:
    """The one line with which a command ended."""
    status, _, errors = came
    assert status == 2
    (line,) = errors.splitlines()
    assert line.startswith("fracas: ")
    return line.removeprefix("fracas: ")


def change(data: Path, statement: str, *values: Any) -> None:
    db = sqlite3.connect(data / file.NAME)
    db.execute(statement, values)
    db.commit()
    db.close()


@contextmanager
def full_disk(size: int) -> Iterator[None]:
    """No file grows beyond so many bytes."""
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, was[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, was)


@pytest.mark.parametrize(
    ("statement", "words", "written"),
    [
        ("UPDATE commits SET body = x'c1ff' WHERE seq = 4", "entry 4 cannot be read", False),
        ("UPDATE commits SET body = x'' WHERE seq = 4", "entry 4 cannot be read", False),
        ("UPDATE commits SET body = 'text' WHERE seq = 4", "entry 4 is not what was written", False),
        ("UPDATE seals SET seed = 'text'", "the seed of its dice stream 1 is no seed", False),
        ("DELETE FROM ends", "nothing tells where it ends", False),
        ("UPDATE tables SET created = x'01'", "What made the table cannot be read", True),
        ("DELETE FROM commits WHERE seq = 4", "entry 4 is missing", True),
    ],
)
def test_damaged_data(
    statement: str, words: str, written: bool, data: Path, tmp_path: Path, fracas: Callable[..., tuple[int, str, str]]
) -> None:
    """A scenario names the damage, an export holds it or names it, `verify` finds it; none of them ends in a traceback."""
    change(data, statement)
    assert fracas("verify", data)[0] in (1, 2)
    assert words in told(fracas("scenario", "export", data))
    came = fracas("export", TABLE, "--data", data, "--to", tmp_path / "out")
    assert written or words in told(came)
    assert (tmp_path / "out").exists() == written


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("PRAGMA user_version = 9", "is of format 9, made by a later release; this one reads up to 3: update it."),
        ("PRAGMA user_version = 2", "is of format 2, this reads 3: start a server of this release on it once."),
        ("PRAGMA user_version = 0", "is no Fracas data."),
    ],
)
def test_data_of_another_format(statement: str, words: str, data: Path, fracas: Callable[..., tuple[int, str, str]]) -> None:
    """Later, earlier, or none of ours: each with what to do about it."""
    change(data, statement)
    assert told(fracas("verify", data)).endswith(words)
    assert told(fracas("export", TABLE, "--data", data)).endswith(words)
    assert told(fracas("table", "list", "--data", data)).endswith(words)


def test_what_is_no_data(tmp_path: Path, fracas: Callable[..., tuple[int, str, str]]) -> None:
    """An empty file, an empty database, a device, a folder without data: said to be what they are, and none is made."""
    empty = tmp_path / "empty"
    empty.touch()
    assert told(fracas("verify", empty)) == f"{empty}: It is empty: this is not an exported log."
    assert told(fracas("verify", "/dev/null")) == "/dev/null is no Fracas data."
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / file.NAME).touch()
    assert told(fracas("verify", tmp_path / "folder")).endswith("fracas.sqlite is no Fracas data.")
    typo = tmp_path / "typo"
    for command in (("table", "archive", TABLE), ("table", "list"), ("export", TABLE), ("backup", tmp_path / "copy")):
        assert told(fracas(*command, "--data", typo)) in (f"There is no {typo}/fracas.sqlite.", f"There is no {typo}.")
    assert not typo.exists()
    assert not (tmp_path / "copy").exists()


def test_an_export_names_its_table(data: Path, tmp_path: Path, fracas: Callable[..., tuple[int, str, str]]) -> None:
    """`--to -` is standard output; `--table` of a file must be its own; a log without entries is no table."""
    status, out, _ = fracas("export", TABLE, "--data", data, "--to", "-")
    assert (status, out.splitlines()[0].startswith('{"fracas_log":1')) == (0, True)
    moved = tmp_path / "moved"
    moved.write_text(out)
    assert told(fracas("verify", moved, "--table", "zzz")) == f"{moved} is the log of table {TABLE}, not of zzz."
    assert fracas("verify", moved, "--table", TABLE)[0] == 0
    head = json.loads(out.splitlines()[0])
    moved.write_text(json.dumps({**head, "entries": 0}) + "\n")
    assert "Entry 1 is missing: the log is empty." in told(fracas("import", moved, "--data", tmp_path / "new"))
    assert fracas("verify", moved)[0] == 1
    assert not (tmp_path / "new").exists()


def test_a_full_disk(data: Path, tmp_path: Path, fracas: Callable[..., tuple[int, str, str]]) -> None:
    """What was begun is taken away again, and the line names it."""
    copy = tmp_path / "copy.sqlite"
    change(data, "INSERT INTO notes VALUES ('large', zeroblob(200000))")
    with full_disk(40_000):
        line = told(fracas("backup", copy, "--data", data))
    assert str(copy) in line
    assert list(tmp_path.iterdir()) == [data]
    with full_disk(40_000), pytest.raises(LogError, match=f"{tmp_path}/out could not be written: File too large"):
        operate._write(tmp_path / "out", b"x" * 100_000)
    assert list(tmp_path.iterdir()) == [data]
    assert fracas("backup", copy, "--data", data)[0] == 0
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_written(fracas: Callable[..., tuple[int, str, str]]) -> None:
    """Developers' commands name the file, too."""
    assert told(fracas("schema", "--root", "/proc/x")).startswith("/proc/x")


async def test_the_demonstration_on_a_bad_disk(tmp_path: Path) -> None:
    """Neither damaged links nor a full disk is a traceback; links that could not be written whole are not left."""
    async with running(data=tmp_path) as server:
        with full_disk(60_000), pytest.raises(CannotStart, match="they could not be stored, and the log says why"):
            await demo.prepare(server.app, tmp_path)
        (tmp_path / demo.LINKS).write_text("{")
        with pytest.raises(CannotStart, match=r"demo-links.json does not hold .* Take it away"):
            await demo.prepare(server.app, tmp_path)
        (tmp_path / demo.LINKS).write_text('[{"table": 1}]')
        with pytest.raises(CannotStart, match=r"demo-links.json does not hold"):
            await demo.prepare(server.app, tmp_path)
        (tmp_path / demo.LINKS).unlink()
        (tmp_path / demo.LINKS).mkdir()
        with pytest.raises(CannotStart, match=r"demo-links.json could not be read: Is a directory"):
            await demo.prepare(server.app, tmp_path)


def test_a_demonstration_that_cannot_start(tmp_path: Path) -> None:
    """Its own command ends as others do."""
    (tmp_path / demo.LINKS).mkdir(parents=True)
    command = [sys.executable, "-m", "fracas_server", "demo", "--no-qr", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == f"fracas: {tmp_path}/demo-links.json could not be written: Is a directory.\n"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM commits WHERE seq = 4", "entry 4 is missing"),
        ("UPDATE commits SET body = x'c1' WHERE seq = 4", "entry 4 is not what was written"),
        ("UPDATE tables SET created = x'01'", "entry 1 is not what was written"),
        ("UPDATE seals SET seed = 'text'", "the seed of its dice stream 1 is no seed"),
    ],
)
async def test_a_damaged_table_in_the_lobby(statement: str, words: str, data: Path) -> None:
    """Whoever opens it is told what is damaged, not to try again."""
    change(data, statement)
    async with running(data=data) as server, client(server, await server.app.lobby.invite()) as host:
        with pytest.raises(Refusal, match=words) as caught:
            await host.do({"do": "open_table", "table": TABLE})
        assert (caught.value.code, caught.value.path) == ("requirement", "$.table")
        await host.do({"do": "archive_table", "table": TABLE})


async def test_a_table_without_entries_in_the_lobby(data: Path) -> None:
    """One that an earlier release took in is refused, and the connection goes on."""
    change(data, "DELETE FROM commits")
    change(data, "UPDATE ends SET seq = 0, last = 0")
    async with running(data=data) as server, client(server, await server.app.lobby.invite()) as host:
        with pytest.raises(Refusal, match="it seats no game master"):
            await host.do({"do": "open_table", "table": TABLE})
        await host.do({"do": "delete_table", "table": TABLE})


@pytest.mark.parametrize("system", list(RULESETS))
async def test_a_fight_that_was_ended_as_a_scenario(system: str, tmp_path: Path) -> None:
    """Two fights, each begun and ended: the scenario tells both and passes, whatever the game."""
    from fracas_server import scenario_export, scenarios

    async with running(data=tmp_path) as server:
        made = await demo.prepare(server.app, tmp_path)
        invited = next(one for one in made if server.app.tables._rows[one.table].system == system)
        async with client(server, invited.token) as gm:
            for do in ("start", "initiative", "next_round", "end_encounter", "start", "end_encounter"):
                await gm.do({"do": do})
                while gm.view["asks"]:
                    ask, what = next(iter(gm.view["asks"].items()))
                    await gm.do({"do": "answer", "ask": ask, "pick": what["default"]})
                    await gm.settle()
    text, problems = scenario_export.scenario_of(logfile.from_data(tmp_path, invited.table), RULESETS[system])
    assert problems == []
    assert text.count('do = "end_encounter"') == 2
    out = io.StringIO()
    assert scenarios.run(["-"], RULESETS, out=out, stdin=io.StringIO(text)) == 0
    assert out.getvalue().splitlines()[-1] == "1 passed, 0 failed"
