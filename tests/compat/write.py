"""Write the logs that later releases must still read: `python tests/compat/write.py` once, before a release goes out.

For each game a fight on its demonstration table goes into `tests/compat/<release>/`: the exported log, and what the game
master and a player see at its end. A release's folder is never written again after that release.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from fracas_rules import RULESETS
from fracas_server import demo, logfile, logs
from fracas_server.testing import client, running
from live import fight


async def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        async with running(data=Path(data)) as server:
            made = await demo.prepare(server.app, Path(data))
            for system, seats in zip(RULESETS, [made[at : at + 3] for at in range(0, len(made), 3)], strict=True):
                async with client(server, seats[0].token) as gm, client(server, seats[1].token) as mara:
                    await fight(gm, mara, random.Random(system))
                    views: dict[str, Any] = {one.view["you"]["seat"]: one.view for one in (gm, mara)}
                log = logfile.from_data(Path(data), seats[0].table)
                (folder / f"{system}.fracaslog").write_bytes(logfile.dump(log, RULESETS[system]))
                (folder / f"{system}.views.json").write_text(json.dumps(views, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    logs.set_up("console", "error")
    asyncio.run(write(Path(__file__).parent / version("fracas")))
