"""Hostile input: whatever comes in, a typed answer or a close code goes out, nothing changes, and others play on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from pathlib import Path
from typing import Any

import msgspec
import pytest
from fracas_protocol.inbound import Hello
from fracas_protocol.version import Encoding
from fracas_server.testing import Goodbye, Refusal, client, dialled, running
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from processes import resident, toys
from toy import TOY
from toy_table import POKE, Crypt, crypt_at
from websockets.exceptions import ConnectionClosed

TOYS = {"toy": TOY}
CLOSES = {1000, 1001, 1002, 1003, 1007, 1009, 4400, 4401, 4402, 4408, 4429}
BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)

plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=20) | st.binary(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8) | st.integers(-9, 9), inner, max_size=4),
    max_leaves=12,
)
words = st.sampled_from(("do", "query", "ping", "hello", "welcome", "bye", "update", "x"))
shapes = st.fixed_dictionaries(
    {"type": words}, optional={"id": plain, "command": plain, "what": plain, "params": plain, "token": plain}
)


def packed(value: Any) -> bytes:
    try:
        return msgspec.msgpack.encode(value)
    except (OverflowError, UnicodeEncodeError):
        return b"\xc1"


def written(value: Any) -> str:
    return json.dumps(value, default=str, skipkeys=True)


frames = st.one_of(
    st.binary(max_size=200), st.text(max_size=200), plain.map(packed), shapes.map(packed), plain.map(written), shapes.map(written)
)


@BOUNDED
@given(sent=st.lists(st.tuples(frames, st.booleans()), min_size=25, max_size=25), encoding=st.sampled_from(list(Encoding)))
def test_any_frame(sent: list[tuple[Any, bool]], encoding: Encoding) -> None:
    """Random bytes, other shapes, other types, before hello and after: an answer or a goodbye, and the table as it was."""

    async def all_of_them() -> None:
        async with running(TOYS) as server:
            crypt = await crypt_at(server)
            table = await server.app.tables.get(crypt.table)
            assert table is not None
            before = table.state
            async with client(server, crypt.gm) as gm:
                for frame, greeted in sent:
                    await one_frame(crypt, frame, encoding, greeted)
                    await gm.settle()
            assert table.state.fingerprint() == before.fingerprint()
            assert table.state.seq == before.seq
            assert b'fracas_commands_total{answer="internal"}' not in server.app.metrics.text()

    asyncio.run(all_of_them())


async def one_frame(crypt: Crypt, frame: Any, encoding: Encoding, greeted: bool) -> None:
    async with dialled(crypt.server.url, f"fracas.v1+{encoding}") as bad:
        if greeted:
            await bad.hello(crypt.mara)
        try:
            await bad.send(frame)
            if greeted:
                await bad.settle()
            else:
                await bad.goodbye()
        except (Goodbye, ConnectionClosed):
            await bad.goodbye()
        assert bad.socket.close_code is None or bad.socket.close_code in CLOSES, bad.socket.close_code
        assert not any("Traceback" in str(one) or ".py" in str(one) for one in bad.frames)


@pytest.mark.parametrize(
    ("frame", "close"),
    [
        (b"\x91" * 100_000, 4402),  # lists in lists
        (b"\x81\xa1a" * 60_000, 4402),  # tables in tables
        (b"\xdd\xff\xff\xff\xff", 4402),  # a list that says it has four billion items
        (b"\xc6\xff\xff\xff\xff", 4402),  # four gigabytes, it says
        (packed({"type": "do", "id": "1", "command": {"do": "poke", "n": 2**63}}), 4402),
        (packed({"type": "ping", "id": {1: 2}}), 4402),
        (packed({1: "ping"}), 4402),
        (b"x" * 300_000, 4402),  # beyond the limit of the session
    ],
)
async def test_bombs(crypt: Crypt, frame: bytes, close: int) -> None:
    """Each costs the connection that sent it, at once."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara, Encoding.MSGPACK) as bad:
        with contextlib.suppress(ConnectionClosed):
            await bad.send(frame)
        assert (await bad.goodbye()).close == close
        await gm.do(POKE)


async def test_twenty_megabytes(crypt: Crypt) -> None:
    """A frame that says it has twenty megabytes is refused by its head: nothing of it is kept."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara, Encoding.MSGPACK) as bad:
        bad.socket.transport.write(b"\x82\xff" + struct.pack("!Q", 20_000_000) + b"mask" + b"x" * 50_000)
        assert (await bad.goodbye()).close == 1009
        await gm.do(POKE)


async def test_a_client_that_drips() -> None:
    """One byte at a time in the handshake, or in a frame that never ends: it is cut, and nobody waits for it."""
    async with running(TOYS, hello_seconds=0.4, ping_seconds=0.3) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.app.port)
            started = asyncio.get_running_loop().time()
            for byte in b"GET /fracas HTTP/1.1\r\nHost: x\r\n" * 20:
                try:
                    writer.write(bytes([byte]))
                    await writer.drain()
                    await asyncio.sleep(0.05)
                except OSError:
                    break
                if reader.at_eof():
                    break
            assert asyncio.get_running_loop().time() - started < 3
            writer.close()
            async with dialled(server.url) as drip:
                await drip.hello(crypt.mara)
                transport = drip.socket.transport
                transport.write(b"\x81\xfe" + struct.pack("!H", 60_000) + b"mask")
                for _ in range(100):
                    transport.write(b"x")
                    await asyncio.sleep(0.05)
                    if transport.is_closing():
                        break
                assert transport.is_closing()
            await gm.do(POKE)


async def test_ten_thousand_messages_in_a_second(tmp_path: Path) -> None:
    """The flood is told, then cut; a table beside it goes on meanwhile, and the server has not grown."""
    with toys(tmp_path, 2, "toy", {"close_seconds": 0.3}) as server:
        one, two = server.tables.values()
        async with client(server.url, two["gm"]) as gm:
            sizes: list[int] = []
            for _round in range(3):
                async with dialled(server.url) as flood:
                    await flood.send(Hello(token=one["pat"], version=1))
                    sending = asyncio.create_task(_flood(flood.socket))
                    for n in range(5):
                        await gm.do({"do": "move_token", "id": "a", "x": n, "y": n})
                    assert (await flood.goodbye()).close == 4429
                    await sending
                sizes.append(resident(server.process.popen.pid))
            assert sizes[-1] < sizes[0] + 20_000


async def _flood(peer: Any) -> None:
    with contextlib.suppress(ConnectionClosed):
        for n in range(10_000):
            await peer.send(f'{{"type":"ping","id":"{n}"}}')


async def test_forged_words(crypt: Crypt) -> None:
    """A player who calls itself a game master, gives itself a role, brings hashes, seats, or other seats' ids: refused."""
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        await gm.do({**POKE, "actor": "vamp", "targets": ["alecia"]}, id="gm-1")
        await gm.do({"do": "void"})
        forged: list[dict[str, Any]] = [
            {"do": "seat_change", "seat": crypt.mara_seat, "role": "gm"},
            {"do": "seat_change", "seat": crypt.mara_seat, "owns": ["vamp"]},
            {"do": "seat_add", "name": "me", "role": "gm", "owns": []},
            {"do": "seat_link", "seat": next(iter(gm.view["seats"]))},
            {"do": "seat_revoke", "seat": next(iter(gm.view["seats"]))},
            {**POKE, "seat": "gm"},
            {**POKE, "role": "gm"},
            {**POKE, "actor": "vamp", "targets": ["alecia"]},
            {**POKE, "secret": True},
            {"do": "create_table", "title": "x", "system": "toy"},
            {"do": "delete_table", "table": crypt.table},
        ]
        before = gm.view
        for command in forged:
            with pytest.raises(Refusal) as caught:
                await mara.do(command, id=f"m{forged.index(command)}")
            assert caught.value.code in ("forbidden", "malformed"), command
        with pytest.raises(Refusal):  # an id that another seat has used is no key to its answer
            await mara.do({**POKE, "actor": "vamp", "targets": ["alecia"]}, id="gm-1")
        await gm.settle()
        assert gm.view == before


async def test_markup_in_every_name(crypt: Crypt) -> None:
    """Markup, scripts, quotes, right-to-left marks and emoji in names travel as they are: text, never more."""
    name = "<img src=x onerror=alert(1)>\"'&\u202e𝕳\u0000"[:80]
    async with client(crypt.server, crypt.gm) as gm, client(crypt.server, crypt.mara) as mara:
        await gm.do({"do": "rename", "title": name})
        await gm.do({"do": "add_combatant", "template": "doll", "name": name, "side": name, "ref": name})
        await gm.do({"do": "seat_add", "name": name, "role": "observer"})
        await gm.do({"do": "set_map", "background": "javascript:alert(1)"})
        await mara.settle()
        assert mara.view["table"]["title"] == name
        assert [card["name"] for card in mara.view["combatants"].values()].count(name) == 1
        await mara.send('{"type":"do","id":"1","command":{"do":"poke","actor":"\\ud800"}}')
        assert (await mara.goodbye()).close == 4402


async def test_one_of_thirty_never_reads() -> None:
    """The latency of the others stays within twice what it is without the dead reader; it is cut, and can resume."""
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(TOYS, outbox_bytes=65536, close_seconds=0.3, rate=10_000, burst=10_000))
        crypt, without = await crypt_at(server), await crypt_at(server)
        gm, other = [await stack.enter_async_context(client(server, one.gm)) for one in (crypt, without)]
        rows = "".join(f"[template.row{n}]\nname = '{'x' * 1000}'\n" for n in range(100))
        await gm.do({"do": "install_pack", "text": f"name = 'long'\n{rows}"})
        for one in (crypt, without):
            for _ in range(28):
                await stack.enter_async_context(client(server, one.mara))
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(("127.0.0.1", server.app.port))
        async with dialled(server.url, sock=sock, max_queue=1, close_timeout=0.2) as dead:
            await dead.send(Hello(token=crypt.mara, version=1))
            assert dead.socket.transport.is_reading()
            dead.socket.transport.pause_reading()
            beside, calm = await _latencies(60, gm, other)
            for n in range(100):
                await dead.send(f'{{"type":"query","id":"q{n}","what":"schemas"}}')
            async with asyncio.timeout(20):
                while b'fracas_byes_total{code="too-slow"} 1.0' not in server.app.metrics.text():
                    await gm.settle()
        assert sorted(beside)[30] < 2 * sorted(calm)[30] + 0.001
        assert server.app.metrics.text().count(b"fracas_outbox_fullest_bytes 0.0") == 1
        async with client(server, crypt.mara, cursor=gm.cursor) as back:
            assert "encounter" not in back.view


async def _latencies(times: int, *tables: Any) -> list[list[float]]:
    """Of a move at each table, in turns: whatever else the machine does meanwhile befalls all alike."""
    out: list[list[float]] = [[] for _ in tables]
    for n in range(times):
        for gm, took in zip(tables, out, strict=True):
            started = asyncio.get_running_loop().time()
            await gm.do({"do": "move_token", "id": "vamp", "x": n % 20, "y": n % 10})
            took.append(asyncio.get_running_loop().time() - started)
    return out
