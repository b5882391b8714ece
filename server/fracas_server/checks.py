"""Commands that need no server: play scenarios, check packs, write the generated documents."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import fracas_rules
import msgspec
from cyclopts import App as Cli
from cyclopts import Parameter
from fracas_protocol.schema import documents
from fracas_rules.errors import PackError
from fracas_rules.kernel import packs
from fracas_rules.kernel.trial import trial

from . import coverage as proofs
from . import scenarios

scenario = Cli(name="scenario", help="Scenario files: fights with fixed dice, and what must come of them.")
pack = Cli(name="pack", help="House packs: rows of TOML.")

_File = Annotated[str, Parameter(allow_leading_hyphen=True)]  # `-` is standard input, not an option


@scenario.command
def run(*files: _File, json: bool = False, quiet: bool = False) -> None:
    """Play scenarios and tell what differs; exit 1 if any did.

    Parameters
    ----------
    files
        Scenario files, folders of them, or `-` for standard input.
    json
        Print the full reports as JSON: per step its outcome, asks, dice and facts, then the final state.
    quiet
        Print no line for those that passed.
    """
    if not files:
        fail("Name scenario files or folders, or `-` for standard input.")
    with guarded():
        raise SystemExit(scenarios.run(files, fracas_rules.RULESETS, as_json=json, quiet=quiet))


@scenario.command(name="schema")
def scenario_schema() -> None:
    """Print the JSON Schema of what `run --json` prints."""
    print(msgspec.json.format(msgspec.json.encode(scenarios.report_schema()), indent=2).decode())


def coverage(*, write: bool = False, root: Path = Path()) -> None:
    """Tell which printed rules are built and proven by scenarios.

    Parameters
    ----------
    write
        Write the page into the repository instead of printing it.
    root
        The repository.
    """
    with guarded():
        raise SystemExit(proofs.run(root, write=write))


@pack.command
def check(file: Path, /, *, system: str) -> None:
    """Read and try a house pack as a table would, and name its first mistake with its key path.

    Parameters
    ----------
    file
        The pack.
    system
        The game it is for, such as `unisystem`.
    """
    ruleset = fracas_rules.RULESETS.get(system)
    if ruleset is None:
        fail(f"There is no game `{system}`; known are {', '.join(fracas_rules.RULESETS)}.")
    try:
        read = packs.load(file.read_text("utf-8"), ruleset.kinds)
        ruleset.catalogue(packs.layer((ruleset.core, read)))
        trial(ruleset, (ruleset.core,), read)
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{file} cannot be read: {error}")
    except PackError as error:
        print(f"{file}: {error}", file=sys.stderr)
        raise SystemExit(1) from None
    rows = ", ".join(f"{len(ids)} {kind}" for kind, ids in read.rows.items()) or "nothing"
    print(f"{file}: `{read.name}` is a pack of {rows}. Digest {read.digest}.")


def schema(*, root: Path = Path()) -> None:
    """Write the generated documents: the protocol's JSON Schema and TypeScript types.

    Parameters
    ----------
    root
        The repository.
    """
    with guarded():
        for path, text in documents().items():
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            print(path)


@contextmanager
def guarded(*told: type[Exception]) -> Iterator[None]:
    """What an operator may meet ends a command with one line and status 2: what the system refuses, and what is `told`."""
    try:
        yield
    except told as error:
        fail(str(error))
    except OSError as error:
        fail(in_words(error))


def in_words(error: OSError) -> str:
    """What the system refused, and of which file where it says so."""
    why = error.strerror or str(error)
    return f"{error.filename}: {why}." if error.filename else f"{why}."


def fail(message: str) -> NoReturn:
    """Say what is wrong and end with status 2."""
    print(f"fracas: {message}", file=sys.stderr)
    raise SystemExit(2)
