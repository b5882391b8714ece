"""A server process that knows the small games: `toy_server.py FOLDER TABLES SYSTEM SETTINGS`.

On a fresh folder it makes tables with a game master, `pat` who owns `a` and `bob` who owns `b`. Then it prints one line of
JSON: its address, and per table the tokens by name; they are kept in the folder for the next start.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from duel import DUEL
from fracas_server import logs
from fracas_server.app import App
from fracas_server.config import Config
from fracas_server.running import CannotStart, run
from toy import TOY

COMBATANTS: dict[str, dict[str, Any]] = {
    "duel": {"sheet": {"name": "x", "hp": 1_000_000}},
    "toy": {"template": "doll"},
}


async def make(app: App, title: str, system: str) -> dict[str, str]:
    """A table with `a`, `b` and `c`, and two players: the tokens by name, and the table's id."""
    table, token = await app.tables.create(title, system)
    gm = next(iter(table.state.seats))
    for one in "abc":
        await table.call(gm, f"add-{one}", {"do": "add_combatant", "id": one, "name": one.upper(), **COMBATANTS[system]})
    tokens = {"table": table.id, "gm": token}
    for name, one in (("pat", "a"), ("bob", "b")):
        answer: Any = await table.call(gm, f"seat-{name}", {"do": "seat_add", "name": name, "role": "player", "owns": [one]})
        tokens[name] = answer.result["token"]
    return tokens


def main(folder: Path, tables: int, system: str, settings: dict[str, Any]) -> None:
    kept = folder / "tokens.json"

    async def ready(app: App) -> None:
        if not kept.exists():
            made = [await make(app, f"Table {n}", system) for n in range(tables)]
            kept.write_text(json.dumps({one["table"]: one for one in made}))
        print(json.dumps({"url": app.url, "tables": json.loads(kept.read_text())}), flush=True)

    logs.set_up(settings.pop("log", "console"), settings.pop("log_level", "error"))
    try:
        run(Config(port=0, data=folder, **settings), ready, {"toy": TOY, "duel": DUEL})
    except CannotStart as error:
        print(f"fracas: {error}", file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3], json.loads(sys.argv[4]))
