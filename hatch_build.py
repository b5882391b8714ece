"""Bundles the table page into the package, so that a plain `pip install .` gives a server with its page.

The page is built by Node.js from vtt-module when it is missing or older than its sources. An sdist carries it ready-made:
installing from one, or from a wheel, needs no Node.js. `python hatch_build.py` builds it by hand.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
SKIP = "FRACAS_SKIP_PAGE"


class PageHook(BuildHookInterface[Any]):
    """Called by hatchling before an sdist, a wheel or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make sure that the page is there."""
        bring(Path(self.root))


def bring(root: Path) -> None:
    """Build the page below `root` if it has to be. Raises `RuntimeError` with what to do when that is not possible."""
    page = root / "server" / "fracas_server" / "page"
    module = root / "vtt-module"
    index = page / "index.html"
    if os.environ.get(SKIP) == "1" or (index.exists() and ((root / "PKG-INFO").exists() or not _older(index, module))):
        return
    if not (module / "package.json").exists():
        raise RuntimeError(f"The table page is not in {page}, and there is no vtt-module to build it from.")
    npm = _npm()
    lock, installed = module / "package-lock.json", module / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        _run([npm, "ci", "--no-audit", "--no-fund"], module)
    _run([npm, "run", "build"], module)
    fresh = page.with_name("page.new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(module / "dist" / "page", fresh, copy_function=shutil.copyfile)
    shutil.rmtree(page, ignore_errors=True)
    fresh.rename(page)


def _older(index: Path, module: Path) -> bool:
    built = index.stat().st_mtime
    sources = [*(module / "src").rglob("*"), *(module / "scripts").rglob("*"), module / "package-lock.json"]
    return any(file.is_file() and file.stat().st_mtime > built for file in sources)


def _npm() -> str:
    npm, node = shutil.which("npm"), shutil.which("node")
    why = "it was not found"
    if npm is not None and node is not None:
        version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        if int(version.lstrip("v").partition(".")[0]) >= OLDEST_NODE:
            return npm
        why = f"{version} was found"
    raise RuntimeError(
        f"Installing Fracas from a clone builds its table page, which needs Node.js {OLDEST_NODE} or newer with npm once; {why}. "
        f"Install Node.js, or install Fracas from a wheel or an sdist, which bring the page; "
        f"or set {SKIP}=1 to install the server without its page."
    )


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"`{' '.join(command[1:])}` failed in {folder}:\n{done.stdout}")


if __name__ == "__main__":
    bring(Path(__file__).parent)
