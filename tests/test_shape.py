"""The shape of the tree: short files, pure rules, no forgotten `yield from`, no import by a folder's name."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LONGEST = 400
CODE = (".py", ".js", ".mjs", ".ts", ".sh")
PYTHON = ("rules", "protocol", "server", "tests", "bench")
FOLDERS = (*PYTHON, "vtt-module/src", "vtt-module/scripts", "vtt-module/test")
GENERATED = ("vtt-module/src/types/protocol.d.ts",)
BUILT = "server/fracas_server/page/"


def files(folders: tuple[str, ...], endings: tuple[str, ...]) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.suffix in endings]
    return [path for path in found if not shown(path).startswith((BUILT, *GENERATED)) and "node_modules" not in path.parts]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def test_no_code_file_is_long() -> None:
    """A file of more than 400 lines wants to be two."""
    lengths = {shown(path): len(path.read_text("utf-8").splitlines()) for path in files(FOLDERS, CODE)}
    assert len(lengths) > 50
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


STATE = ("state.py", "facts.py", "sheet.py", "scene.py")
UNORDERED = ("set", "frozenset", "Set", "float")


def annotated(module: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(module):
        if isinstance(node, ast.AnnAssign):
            yield from ast.walk(node.annotation)


def test_state_and_facts_hold_no_set_and_no_float() -> None:
    """Whatever is stored or folded has one order and exact amounts."""
    checked = [path for path in files(("rules",), (".py",)) if path.name in STATE]
    assert len(checked) >= 4
    wrong = [
        f"{shown(path)}:{node.lineno} {node.id}"
        for path in checked
        for node in annotated(tree(path))
        if isinstance(node, ast.Name) and node.id in UNORDERED
    ]
    assert wrong == []


Scripts = dict[tuple[str, str], set[str]]


def game_of(path: Path) -> str:
    """The part of the rules that a file belongs to: `kernel`, or a game."""
    return path.relative_to(ROOT / "rules" / "fracas_rules").parts[0]


def generators() -> Scripts:
    """The functions that are scripts, by game and name of their module: games have modules of the same names."""
    scripts: Scripts = {}
    for path in files(("rules",), (".py",)):
        for node in tree(path).body:
            if isinstance(node, ast.FunctionDef):
                returns = node.returns.value if isinstance(node.returns, ast.Subscript) else node.returns
                if isinstance(returns, ast.Name) and returns.id in ("Script", "Generator", "Iterator"):
                    scripts.setdefault((game_of(path), path.stem), set()).add(node.name)
    return scripts


def forgotten(module: ast.Module, path: Path, scripts: Scripts) -> list[int]:
    """Lines on which a script is called as a statement and thrown away: by its name, or as `module.name`."""
    game = game_of(path)

    def of(source: str) -> set[str]:
        return scripts.get((game, source), set()) | scripts.get(("kernel", source), set())

    names = set(scripts.get((game, path.stem), ()))
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            source = (node.module or "").rpartition(".")[2]
            names |= {one.asname or one.name for one in node.names if one.name in of(source)}
    lines = []
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            called = node.value.func
            if isinstance(called, ast.Name) and called.id in names:
                lines.append(node.lineno)
            if isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name):
                lines += [node.lineno] if called.attr in of(called.value.id) else []
    return lines


def test_no_script_is_called_and_forgotten() -> None:
    """A bare `roll(...)` does nothing at all: every script is driven by `yield from`."""
    scripts = generators()
    assert {"roll", "ask", "choose"} <= scripts["kernel", "script"]
    assert len(scripts) > 5
    found = [(path, line) for path in files(("rules",), (".py",)) for line in forgotten(tree(path), path, scripts)]
    assert [f"{shown(path)}:{line}" for path, line in found] == []


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("from .script import roll\nroll(x)", [2]),
        ("from .script import roll as dice\nif x:\n  dice(x)", [3]),
        ("\nscript.ask(x)", [2]),
        ("x = hit(y)\nhit(z)", [2]),
        ("from .script import roll\ndef f():\n  yield from roll(x)", []),
        ("other.hit(x)\nroll(x)", []),
    ],
)
def test_the_check_finds_a_forgotten_yield_from(text: str, lines: list[int]) -> None:
    """The check itself is seen to fail."""
    scripts = {("kernel", "script"): {"roll", "ask"}, ("duel", "strike"): {"hit"}, ("other", "strike"): {"roll"}}
    path = ROOT / "rules" / "fracas_rules" / "duel" / "strike.py"
    assert forgotten(ast.parse(text), path, scripts) == lines


def test_nothing_is_imported_by_its_folders_name() -> None:
    """`import rules.fracas_rules` would work from the root and give second copies of every class."""
    wrong = []
    for path in files(PYTHON, (".py",)):
        for node in ast.walk(tree(path)):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            wrong += [f"{shown(path)}:{node.lineno}" for name in names if name.split(".")[0] in ("rules", "server", "protocol")]
    assert wrong == []


def test_the_folders_are_no_packages() -> None:
    """Only what is inside them is."""
    assert [name for name in ("rules", "protocol", "server", "tests") if (ROOT / name / "__init__.py").exists()] == []


def test_a_fifth_game_is_one_record() -> None:
    """The toy game imports the kernel and the errors alone, and fills in one `Ruleset`."""
    import toy

    imported = {
        node.module
        for node in ast.walk(tree(Path(inspect.getfile(toy))))
        if isinstance(node, ast.ImportFrom) and node.module is not None and node.module.startswith("fracas_")
    }
    assert {name for name in imported if not name.startswith(("fracas_rules.kernel.", "fracas_rules.errors"))} == set()
    assert toy.TOY.id == "toy"
