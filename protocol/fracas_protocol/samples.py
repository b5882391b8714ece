"""Example messages and conversations, as plain data: what the vectors are made from.

They are a client's and a server's words, not a proof of any rule; the numbers are only there to be recognised. No float in them
has a whole value, since JavaScript would write it as an integer.
"""

from typing import Any

Data = dict[str, Any]

SEAT: Data = {"id": "s-mara", "name": "Mara", "role": "player", "owns": ["alecia"]}

VIEW: Data = {
    "table": {"id": "t-crypt", "title": "The crypt", "system": "unisystem", "system_title": "Unisystem"},
    "you": {"seat": "s-mara", "name": "Mara", "role": "player", "owns": ["alecia"]},
    "map": {"width": 24, "height": 16, "unit": "yards", "unit_per_square": 1},
    "combatants": {
        "alecia": {
            "name": "Alecia",
            "side": "heroes",
            "kind": "cast",
            "mine": True,
            "token": {"x": 3, "y": 4, "size": 1},
            "wound": {
                "id": "hurt",
                "label": "Hurt",
                "severity": 0.25,
                "track": [
                    {
                        "kind": "bar",
                        "label": "Life Points",
                        "value": 27,
                        "max": 36,
                        "min": -10,
                        "marks": [{"at": 10, "label": "Severe"}],
                    }
                ],
            },
            "conditions": [],
            "numbers": [{"key": "drama_points", "label": "Drama Points", "value": 3}],
            "weapons": [{"id": "stake", "name": "Stake", "ready": True}],
            "sheet": {"attributes": {"strength": 2}},
        },
        "vamp": {
            "name": "Vampire",
            "side": "monsters",
            "kind": "cast",
            "token": {"x": 4, "y": 4, "size": 1},
            "wound": {
                "id": "unhurt",
                "label": "Unhurt",
                "severity": 0.5,
                "track": [
                    {
                        "kind": "ladder",
                        "label": "Wounds",
                        "steps": [{"id": "unhurt", "label": "Unhurt"}, {"id": "hurt", "label": "Hurt"}],
                        "at": 0,
                    }
                ],
            },
            "conditions": [{"id": "prone", "label": "Prone", "detail": ""}],
        },
    },
    "encounter": {
        "round": 1,
        "round_label": "Turn 1",
        "phase": "actions",
        "phase_label": "Actions",
        "order": ["alecia", "vamp"],
        "up": ["alecia"],
        "done": [],
        "declared": [],
    },
    "asks": {},
}

JOINED: Data = {"key": "seat_joined", "text": "Mara joins.", "data": {"seat": "s-mara"}, "rolls": []}

HIT: Data = {
    "id": "e-1",
    "key": "attack",
    "text": "Alecia punches the Vampire: 13 against 11, a hit for 6.",
    "resolution": "r-1",
    "data": {"outcome": "hit", "damage": 6},
    "rolls": [
        {
            "label": "Attack",
            "who": "alecia",
            "who_name": "Alecia",
            "dice": [{"sides": 10, "face": 5}],
            "terms": [
                {"key": "die", "label": "Die", "value": 5},
                {"key": "attribute", "label": "Dexterity", "value": 3},
                {"key": "skill", "label": "Kung Fu", "value": 5},
            ],
            "total": 13,
        }
    ],
}

PUNCH: Data = {"do": "act", "actor": "alecia", "maneuver": "punch", "targets": ["vamp"]}

NUMBERS = [0, -1, -33, 255, 65536, 1 - 2**53, 2**53 - 1, 0.5]

LEGAL: Data = {
    "actor": "alecia",
    "groups": [
        {
            "id": "unarmed",
            "label": "Unarmed",
            "actions": [
                {
                    "id": "punch",
                    "label": "Punch",
                    "legal": True,
                    "roll": "Dexterity + Kung Fu",
                    "damage": "2 x Strength, Bash",
                    "targets": {"min": 1, "max": 1},
                    "weapons": [],
                    "locations": [{"id": "head", "label": "Head", "note": "-4"}],
                    "params": [{"id": "charge", "label": "Charging", "kind": "flag", "default": False}],
                    "spend": [
                        {
                            "id": "heroic_feat",
                            "label": "Heroic feat (+10)",
                            "spend": {"drama_points": 1},
                            "params": {"drama": "heroic_feat"},
                        }
                    ],
                    "cost": "attack",
                }
            ],
        }
    ],
}

ODDS: Data = {
    "known": True,
    "text": "62 % to hit",
    "exact": True,
    "chances": [{"key": "hit", "label": "to hit", "p": 0.62}],
    "means": [{"key": "damage", "label": "average", "value": 6.5}],
    "assumes": "Vampire: Dodge",
}

LOBBY: Data = {
    "lobby": True,
    "systems": [{"id": "unisystem", "title": "Unisystem"}],
    "tables": {"t-crypt": {"title": "The crypt", "system": "unisystem", "system_title": "Unisystem"}},
}

OTHER_VERSION = "This server speaks version 1 of the protocol, this client version 2: update the server."

LOBBY_SEAT: Data = {"id": "host", "name": "Host", "role": "gm", "owns": []}


def hello(**changes: Any) -> Data:
    """A hello, with what a test wants different."""
    return {"type": "hello", "token": "tok-mara-1", "version": 1, "cursor": None, "client": "vectors 1"} | changes


def welcome(**changes: Any) -> Data:
    """A welcome, with what a test wants different."""
    return {
        "type": "welcome",
        "version": 1,
        "server": "fracas 0.1.0",
        "table": "t-crypt",
        "seat": SEAT,
        "view": VIEW,
        "entries": [],
        "cursor": "c-7f3a",
        "token": None,
    } | changes


def bye(code: str, message: str, ours: int | None = None, yours: int | None = None) -> Data:
    """A bye."""
    return {"type": "bye", "code": code, "message": message, "ours": ours, "yours": yours}


def client_messages() -> dict[str, Data]:
    """At least one of each message that a client sends, by name."""
    return {
        "hello": hello(),
        "hello-resuming": hello(cursor="c-7f3a"),
        "do": {"type": "do", "id": "m-1", "command": PUNCH},
        "do-answer": {"type": "do", "id": "m-2", "command": {"do": "answer", "ask": "a-1", "pick": "dodge"}},
        "do-numbers": {"type": "do", "id": "m-3", "command": {"do": "x", "n": NUMBERS}},
        "query": {"type": "query", "id": "q-1", "what": "legal", "params": {"actor": "alecia", "targets": ["vamp"]}},
        "query-without-params": {"type": "query", "id": "q-2", "what": "schemas"},
        "ping": {"type": "ping", "id": "p-1"},
    }


def server_messages() -> dict[str, Data]:
    """At least one of each message that a server sends, by name."""
    return {
        "welcome": welcome(),
        "welcome-new-token": welcome(entries=[JOINED], token="tok-mara-2"),
        "welcome-lobby": welcome(table="lobby", seat=LOBBY_SEAT, view=LOBBY),
        "done": {"type": "done", "id": "m-1", "resolution": "r-1"},
        "done-with-result": {"type": "done", "id": "m-4", "resolution": None, "result": {"id": "ghoul_2"}},
        "refused": {
            "type": "refused",
            "id": "m-5",
            "code": "unknown-id",
            "message": "Nobody here is called “ghoul”.",
            "path": "targets[0]",
        },
        "refused-without-path": {
            "type": "refused",
            "id": "m-6",
            "code": "busy",
            "message": "Alecia: Punch → Vampire is still open.",
            "path": None,
        },
        "update": {"type": "update", "patch": {"pending": None, "asks": {"a-1": None}}, "entries": [HIT], "cursor": "c-91bc"},
        "reply-legal": {"type": "reply", "id": "q-1", "data": LEGAL},
        "reply-odds": {"type": "reply", "id": "q-3", "data": ODDS},
        "reply-odds-unknown": {
            "type": "reply",
            "id": "q-4",
            "data": {"known": False, "text": "unknown", "reason": "Its armor is not known to you."},
        },
        "pong": {"type": "pong", "id": "p-1"},
        "bye": bye("stopping", "The server is stopping; it comes back soon."),
        "bye-version": bye("version", OTHER_VERSION, 1, 2),
    }
