"""Fuzzing that follows the code's branches runs for some seconds, where its tool installs; `make soak` runs it for longer."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

FUZZING = Path(__file__).parent.parent / "fuzzing.py"


@pytest.mark.skipif(importlib.util.find_spec("atheris") is None, reason="atheris does not install here")
@pytest.mark.timeout(90)
def test_a_few_seconds_of_fuzzing(tmp_path: Path) -> None:
    """No input raises anything but what is promised; the find, if there is one, is in the message."""
    command = [sys.executable, str(FUZZING), "--seconds", "8", "--keep", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=80, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    assert "Done " in done.stderr
    assert list(tmp_path.iterdir()) == []
