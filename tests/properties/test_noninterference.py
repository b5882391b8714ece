"""What a seat may not know changes nothing that it gets: for every game, on every channel, byte by byte.

Two tables play the same open fight, while what the game master does out of sight differs. Frames, refusals, asks, odds, legal
actions, history and undo must be the same for players and observers. And what is planted in secret places never shows.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest
from fracas_protocol.outbound import Done
from fracas_protocol.version import Encoding
from fracas_rules import RULESETS
from fracas_server import logs
from fracas_server.writer import Done as Carried
from hypothesis import given
from hypothesis import strategies as st
from watched import BOUNDED, DEMOS, Watched, act_of, finish, pick_of

pytestmark = pytest.mark.timeout(120)
#: Planted where no player may look; none of them is a word of any game.
SENTINEL = "Qzxwv"
LURKERS = ("lurkerqzxwv", "shadeqzxwv")

numbers = st.integers(0, 10_000)
Step = tuple[str, int, int, int]
open_steps = st.lists(
    st.tuples(
        st.sampled_from(("act", "act", "foe", "answer", "move", "walk", "odds", "legal", "history", "probe", "undo", "refused")),
        numbers, numbers, numbers,
    ),
    min_size=4, max_size=8,
)  # fmt: skip
secret_steps = st.lists(
    st.lists(
        st.tuples(
            st.sampled_from(("hurt", "heal", "move", "act", "amend", "ref", "seat", "fail", "stay")), numbers, numbers
        ),
        max_size=2,
    ),
    min_size=12, max_size=12,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _quiet() -> None:
    logs.set_up("console", "error")


def test_every_game_is_here() -> None:
    """A game joins these tests with its demonstration table."""
    assert set(DEMOS) == set(RULESETS)


async def lurk(one: Watched, templates: Sequence[int]) -> None:
    """Bring in those whom nobody may see."""
    known = list(one.ruleset.core.rows["template"])
    for lurker, template in zip(LURKERS, templates, strict=False):
        made = {"do": "add_combatant", "id": lurker, "template": known[template % len(known)], "name": SENTINEL, "side": SENTINEL}
        await one.gm({**made, "hidden": True, "x": 1, "y": 1, "ref": f"{SENTINEL}-{lurker}"})


async def in_secret(one: Watched, step: tuple[str, int, int]) -> None:
    """Something that the game master does out of sight."""
    what, x, y = step
    if what == "hurt":
        await one.gm({"do": "adjust", "targets": [LURKERS[0]], "damage": 1 + x % 5})
    elif what == "heal":
        await one.gm({"do": "adjust", "targets": [LURKERS[0]], "heal": 1 + x % 5})
    elif what == "move":
        await one.gm({"do": "move_token", "id": LURKERS[0], "x": x % 10, "y": y % 10})
    elif what == "ref":
        await one.gm({"do": "set_ref", "id": LURKERS[1], "ref": f"{SENTINEL}{x}"})
    elif what == "seat":
        await one.gm({"do": "seat_add", "name": f"{SENTINEL}{x}", "role": "observer"})
    elif what == "fail":
        await one.fail({"do": "adjust", "targets": [LURKERS[0]], "damage": 1})
    elif what == "stay":  # a secret step of somebody whom all see, to where it stands
        foe = one.public[2]
        token = one.table.state.tokens[foe]
        if "encounter" not in one.eyes["gm"].view:
            to = {"x": token.x, "y": token.y}
            await one.gm({"do": "act", "actor": foe, "maneuver": "move", "params": {"to": to}, "secret": True})
            await finish(one, y)
    elif "encounter" not in one.eyes["gm"].view:  # in a fight its turn passes with what it does, and others come up
        command = await offered(one, "gm", LURKERS[0], LURKERS[1], x)
        if command is not None and "pending" not in one.eyes["gm"].view:
            came = await one.gm({**command, "secret": True} if x % 2 else command)
            await finish(one, y)
            replies = one.eyes["gm"].view["replies"]
            if what == "amend" and replies and isinstance(came, Carried):
                told = replies[y % len(replies)]
                new = {"value": 1 + x % 6} if "faces" in told else {"pick": told["pick"]}
                await one.gm({"do": "amend", "who": told["who"], "key": told["key"], **new})
                await finish(one, y)


async def offered(one: Watched, seat: str, actor: str, target: str, number: int) -> dict[str, Any] | None:
    legal = await one.query(seat, "legal", f"legal-{number}", actor=actor, targets=[target])
    acts = [offer for group in (legal or {"groups": []})["groups"] for offer in group["actions"] if offer["legal"]]
    return act_of(acts[number % len(acts)], actor, target) if acts else None


async def in_the_open(one: Watched, at: int, step: Step) -> None:
    """Something that everybody may see, or that a player tries."""
    what, x, y, z = step
    seat = ("mara", "tom")[x % 2]
    actor, foe = one.own[seat], one.public[2 + y % (len(one.public) - 2)]
    made = f"s{at}"
    if what in ("act", "undo"):
        command = await offered(one, seat, actor, foe, z)
        if command is not None and isinstance(await one.do(seat, command, made), Done):
            await finish(one, z)
            if what == "undo":
                await one.gm({"do": "undo", "steps": 1})
                await one.gm({"do": "redo"})
    elif what == "foe":
        command = await offered(one, "gm", foe, actor, z)
        if command is not None:
            await one.gm(command)
            await finish(one, z)
    elif what == "answer":
        command = await offered(one, "gm", foe, actor, z)
        if command is None or not isinstance(await one.gm(command), object):
            return
        for nth, (ask, told) in enumerate(list(one.eyes[seat].view["asks"].items())):
            await one.do(seat, {"do": "answer", "ask": ask, "pick": pick_of(told, z)}, f"{made}-{nth}")
        await finish(one, z)
    elif what == "move":
        await one.do(seat, {"do": "move_token", "id": actor, "x": y % 12, "y": z % 12}, made)
    elif what == "walk":
        params = {"to": {"x": y % 12, "y": z % 12}}
        await one.do(seat, {"do": "act", "actor": actor, "maneuver": "move", "params": params}, made)
        await finish(one, z)
    elif what == "odds":
        command = await offered(one, seat, actor, foe, z)
        if command is not None:
            await one.query(seat, "odds", made, command=command)
    elif what == "legal":
        await one.query(seat, "legal", made, actor=actor, targets=[foe])
    elif what == "history":
        await one.query(("mara", "tom", "eve")[y % 3], "history", made, limit=1 + z % 50)
    elif what == "refused":
        await one.do("eve", {"do": "act", "actor": actor, "maneuver": "x", "targets": [foe]}, made)
        await one.do(seat, {"do": "undo", "steps": 1}, made + "u")
    else:
        await probe(one, seat, actor, LURKERS[y % 2], made)


async def probe(one: Watched, seat: str, actor: str, lurker: str, made: str) -> None:
    """A player names someone whom it cannot know of, wherever a command or a question has room for it."""
    hits: tuple[dict[str, Any], ...] = (
        {"do": "act", "actor": actor, "maneuver": "punch", "targets": [lurker]},
        {"do": "act", "actor": lurker, "maneuver": "punch", "targets": [actor]},
        {"do": "move_token", "id": lurker, "x": 1, "y": 1},
        {"do": "act", "actor": actor, "maneuver": "punch", "targets": [actor], "params": {"by": lurker, "partner": lurker}},
        {"do": "answer", "ask": lurker, "pick": "none"},
        {"do": "end_turn", "actor": lurker},
    )
    for at, command in enumerate(hits):
        await one.do(seat, command, f"{made}-{at}")
        await finish(one, at)
    for what in ("legal", "odds"):
        for who, whom in ((actor, lurker), (lurker, actor)):
            command = {"do": "act", "actor": who, "maneuver": "punch", "targets": [whom]}
            params: dict[str, Any] = {"command": command} if what == "odds" else {"actor": who, "targets": [whom]}
            await one.query(seat, what, f"{made}-{what}-{who == actor}", **params)


async def played(
    system: str, steps: Sequence[Step], secrets: Sequence[Any], templates: Sequence[int], fight: bool, encoding: Encoding
) -> Watched:
    one = Watched(system, encoding=encoding)
    await one.open()
    if one.ruleset.covers:
        walls = [{"ax": 50, "ay": 200, "bx": 2000, "by": 300, "cover": cover} for cover in one.ruleset.covers]
        await one.gm({"do": "set_walls", "walls": walls})
    if templates:
        await lurk(one, templates)
    if fight:
        await one.gm({"do": "start"})
        await finish(one, 0)
        await one.gm({"do": "initiative"})
        await finish(one, 0)
    for at, step in enumerate(steps):
        for hidden in secrets[at % len(secrets)] if secrets else ():
            await in_secret(one, hidden)
        await in_the_open(one, at, step)
    await one.close()
    return one


def same(left: Watched, right: Watched) -> None:
    for seat in ("mara", "tom", "eve"):
        ours, theirs = left.eyes[seat].plain(), right.eyes[seat].plain()
        for at, (mine, other) in enumerate(zip(ours, theirs, strict=False)):
            assert mine == other, f"{seat} can tell by frame {at}"
        assert len(ours) == len(theirs), f"{seat} can tell by the number of frames"


@pytest.mark.parametrize("system", list(DEMOS))
@BOUNDED
@given(steps=open_steps, one=secret_steps, other=secret_steps, fight=st.booleans())
def test_what_is_done_out_of_sight_changes_nothing(
    system: str, steps: list[Step], one: list[Any], other: list[Any], fight: bool
) -> None:
    """The same hidden ones, who are hurt, healed, moved and act in secret in one way or another: every frame is the same."""

    async def both() -> None:
        left = await played(system, steps, one, (3, 4), fight, Encoding.JSON)
        right = await played(system, steps, other, (3, 4), fight, Encoding.JSON)
        same(left, right)

    asyncio.run(both())


@pytest.mark.parametrize("system", list(DEMOS))
@BOUNDED
@given(steps=open_steps, secrets=secret_steps, templates=st.tuples(numbers, numbers))
def test_nobody_can_tell_whether_someone_hides(
    system: str, steps: list[Step], secrets: list[Any], templates: tuple[int, int]
) -> None:
    """With hidden combatants of any kind, busy in secret, or with none at all: every frame is the same, refusals too."""

    async def both() -> None:
        same(
            await played(system, steps, secrets, templates, False, Encoding.JSON),
            await played(system, steps, (), (), False, Encoding.JSON),
        )

    asyncio.run(both())


@pytest.mark.parametrize("system", list(DEMOS))
@BOUNDED
@given(steps=open_steps, secrets=secret_steps, templates=st.tuples(numbers, numbers), fight=st.booleans(), attack=numbers)
def test_planted_secrets_never_show(
    system: str, steps: list[Step], secrets: list[Any], templates: tuple[int, int], fight: bool, attack: int
) -> None:
    """Names, ids, sides and references of hidden ones and of seats are in no frame, even when a hidden one strikes."""

    async def all_of_it() -> None:
        for encoding in Encoding:
            one = await played(system, steps, secrets, templates, fight, encoding)
            for seat in ("mara", "tom", "eve"):
                leaks = [frame for frame in one.eyes[seat].frames if SENTINEL.lower() in str(frame).lower()]
                probed = [frame for frame in leaks if not _own_words(frame)]
                assert probed == [], f"{seat} got {probed[0]!r}"

    asyncio.run(all_of_it())


def _own_words(frame: Any) -> bool:
    """Whether a frame only gives back the id that the player itself named in a probe."""
    text = str(frame).lower()
    return all(one in LURKERS for one in _words(text)) and "refused" in text


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]*qzxwv[a-z0-9]*", text)


@pytest.mark.parametrize("system", list(DEMOS))
async def test_a_hidden_one_strikes(system: str) -> None:
    """Everyone sees what it does to a hero, and nobody who or what it was: in lines, asks, the open action, refusals."""
    one = Watched(system)
    await one.open()
    await lurk(one, (3, 4))
    legal = await one.query("gm", "legal", "l", actor=LURKERS[0], targets=[one.own["mara"]])
    acts = [offer for group in legal["groups"] for offer in group["actions"] if offer["legal"]]
    struck = 0
    for number, offer in enumerate(acts):
        command = act_of(offer, LURKERS[0], one.own["mara"])
        struck += not hasattr(await one.gm(command), "code")
        await one.do("tom", {"do": "act", "actor": one.own["tom"], "maneuver": "punch", "targets": [one.public[2]]}, f"b{number}")
        for turn in range(8):
            asks = one.eyes["mara"].view["asks"]
            if not asks:
                break
            ask, what = next(iter(asks.items()))
            await one.do("mara", {"do": "answer", "ask": ask, "pick": pick_of(what, number + turn)}, f"a{number}-{turn}")
        await finish(one, number)
        await one.gm({"do": "adjust", "targets": [one.own["mara"]], "heal": 99})
    await one.close()
    assert struck > 3
    for seat in ("mara", "tom", "eve"):
        leaks = [frame for frame in one.eyes[seat].frames if SENTINEL.lower() in str(frame).lower()]
        assert leaks == [], f"{seat} got {leaks[0]!r}"


@pytest.mark.parametrize("system", list(DEMOS))
async def test_numbers_of_others(system: str) -> None:
    """A foe's numbers stay its own: with other resources, every frame, offer and chance that players get is the same."""
    both = []
    for amount in (1, 2):
        one = Watched(system)
        await one.open()
        foe = one.public[2]
        card = one.eyes["gm"].view["combatants"][foe]
        assert {"numbers", "sheet"} <= set(card)
        assert {"numbers", "sheet", "weapons"} & set(one.eyes["mara"].view["combatants"][foe]) == set()
        assert {"numbers", "sheet", "weapons"} & set(one.eyes["eve"].view["combatants"][one.own["mara"]]) == set()
        changed = 0
        for number in card["numbers"]:
            came = await one.gm({"do": "adjust", "targets": [foe], "set": {number["key"]: amount}})
            changed += not hasattr(came, "code")
        for at in range(3):
            command = await offered(one, "mara", one.own["mara"], foe, at)
            assert command is not None
            await one.query("mara", "odds", f"o{at}", command=command)
        await one.query("eve", "history", "h")
        await one.close()
        both.append((one, changed, [number["value"] for number in one.eyes["gm"].view["combatants"][foe]["numbers"]]))
    (left, changed, values), (right, _, others) = both
    assert changed == 0 or values != others
    same(left, right)
