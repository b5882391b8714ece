"""Three whole conversations, as plain data, for the vectors: a fight, a client that comes back, and two versions that part."""

from typing import Any

from fracas_protocol.samples import HIT, LEGAL, OTHER_VERSION, PUNCH, VIEW, Data, bye, hello, welcome


def conversations() -> dict[str, Data]:
    """Each by its file's name, without the ending."""
    return {"session-fight": _fight(), "session-resume": _resume(), "session-version": _version()}


def _client(message: Data) -> Data:
    return {"dir": "client", "message": message}


def _server(message: Data) -> Data:
    return {"dir": "server", "message": message}


def _conversation(about: str, steps: list[Data], close: int | None, view: Data | None) -> Data:
    """`view` is the client's after the last step, the updates merged in; `close` the close code that ends it, if one does."""
    return {"about": about, "steps": steps, "close": close, "view": view}


def _fight() -> Data:
    pending = {"id": "r-1", "label": "Alecia: Punch → Vampire", "actor": "alecia", "waiting": ["Vampire"]}
    hurt: dict[str, Any] = {
        "id": "hurt",
        "label": "Hurt",
        "track": [
            {
                "kind": "ladder",
                "label": "Wounds",
                "steps": [{"id": "unhurt", "label": "Unhurt"}, {"id": "hurt", "label": "Hurt"}],
                "at": 1,
            }
        ],
    }
    closing = {
        "pending": None,
        "combatants": {"vamp": {"wound": hurt, "conditions": []}},
        "encounter": {"up": ["vamp"], "done": ["alecia"]},
    }
    after = VIEW | {
        "combatants": VIEW["combatants"]
        | {"vamp": VIEW["combatants"]["vamp"] | {"wound": {**hurt, "severity": 0.5}, "conditions": []}},
        "encounter": VIEW["encounter"] | {"up": ["vamp"], "done": ["alecia"]},
    }
    steps = [
        _client(hello()),
        _server(welcome(token="tok-mara-2")),
        _client({"type": "query", "id": "q-1", "what": "legal", "params": {"actor": "alecia"}}),
        _server({"type": "reply", "id": "q-1", "data": LEGAL}),
        _client({"type": "do", "id": "m-1", "command": PUNCH}),
        _server({"type": "done", "id": "m-1", "resolution": "r-1"}),
        _server({"type": "update", "patch": {"pending": pending}, "entries": [], "cursor": "c-8b00"}),
        _client({"type": "do", "id": "m-2", "command": {"do": "end_turn", "actor": "alecia"}}),
        _server({"type": "refused", "id": "m-2", "code": "busy", "message": "Alecia: Punch is still open.", "path": None}),
        _server({"type": "update", "patch": closing, "entries": [HIT], "cursor": "c-91bc"}),
    ]
    about = "A punch: a resolution opens, another command is refused meanwhile, the end comes as an update."
    return _conversation(about, steps, None, after)


def _resume() -> Data:
    steps = [
        _client(hello(token="tok-mara-2", cursor="c-8b00")),
        _server(welcome(entries=[HIT], cursor="c-91bc")),
        _client({"type": "do", "id": "m-1", "command": PUNCH}),
        _server({"type": "done", "id": "m-1", "resolution": "r-1"}),
        _client({"type": "do", "id": "m-1", "command": PUNCH | {"maneuver": "kick"}}),
        _server({"type": "refused", "id": "m-1", "code": "conflict", "message": "m-1 was another command.", "path": None}),
        _client({"type": "ping", "id": "p-1"}),
        _server({"type": "pong", "id": "p-1"}),
        _server(bye("stopping", "The server is stopping; it comes back soon.")),
    ]
    return _conversation("A client comes back, sends again what was not answered, and gets the same answer.", steps, 1001, VIEW)


def _version() -> Data:
    steps = [_client(hello(version=2)), _server(bye("version", OTHER_VERSION, 1, 2))]
    return _conversation("A client of version 2 meets a server of version 1.", steps, 4400, None)
