"""What a socket may cost: whoever is behind, floods, asks and never reads, or closes and stays, has an end and stalls nobody."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
import weakref
from collections.abc import AsyncIterator

import pytest
from by_hand import QUICK, Raw, raw, seated, text
from fracas_server.testing import Server, client, running
from fracas_server.wire import Wire
from toy import TOY
from toy_table import POKE, Crypt, crypt_at
from websockets.frames import Frame, Opcode

pytestmark = pytest.mark.timeout(30)


@contextlib.asynccontextmanager
async def behind(server: Server, crypt: Crypt) -> AsyncIterator[tuple[Raw, Wire]]:
    """A seat that reads nothing, until frames wait for it in the server."""
    async with seated(server, crypt) as one:
        one.writer.transport.pause_reading()  # type: ignore[attr-defined]
        wire = next(w for w in server.app._gateway._wires if w.connection and w.connection.seat == crypt.mara_seat)
        assert wire.connection is not None
        for _ in range(300):
            for _ in range(50):
                wire.connection.deliver('{"type":"pong","id":"%s"}' % ("x" * 2000))
            await asyncio.sleep(0)
            if wire.waiting > 100_000:
                break
        assert wire.waiting > 100_000
        yield one, wire


async def test_one_who_is_behind_closes() -> None:
    """Nothing is written behind the end of the stream; nobody who says goodbye to it, or to its table, meets a fault."""
    met: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: met.append(context))
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0, "close_seconds": 3.0}) as server:
        crypt = await crypt_at(server)
        async with behind(server, crypt) as (one, wire):
            one.write(Frame(Opcode.CLOSE, (1000).to_bytes(2, "big")))
            async with asyncio.timeout(5):
                while wire._rules.state.name == "OPEN":
                    await asyncio.sleep(0.01)
            assert wire.connection is not None
            table = server.app.tables._live[crypt.table].result()
            one.writer.transport.resume_reading()  # type: ignore[attr-defined]
            await server.app.tables.mark(crypt.table, "archived")
            assert table._task.done()
            await one.read()
            assert one.frames[-1].opcode is Opcode.CLOSE
    assert met == []


@pytest.mark.parametrize(
    "breath",
    [
        text('{"type":"ping","id":"1"}').serialize(mask=True) + Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True),
        Frame(Opcode.TEXT, b'"\xff"').serialize(mask=True) + text('{"type":"ping","id":"1"}').serialize(mask=True),
    ],
    ids=["words and a close", "a fault and words"],
)
async def test_a_close_in_one_breath_with_words(breath: bytes) -> None:
    """Whoever closes, or is closed for a fault, and then keeps the line, is cut: words beside it do not call that off."""
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0}) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, seated(server, crypt) as one:
            one.writer.write(breath)
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])


async def test_pings_whose_answers_nobody_reads() -> None:
    """They are answered up to a limit; then the one who asks is cut."""
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0}, outbox_bytes=65536, rate=1e6, burst=10**6) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, seated(server, crypt) as one:
            one.writer.transport.pause_reading()  # type: ignore[attr-defined]
            pings = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 500
            with contextlib.suppress(OSError):
                async with asyncio.timeout(15):
                    while not one.writer.is_closing():
                        one.writer.write(pings)
                        await one.writer.drain()
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["Accept-Encoding: gzip", "Accept-Encoding: br"], 200),
        (["X-Forwarded-Host: a", "X-Forwarded-Host: b"], 200),
        (["Host: a"], 400),
        (["Upgrade: websocket", "Origin: http://["], 403),
    ],
)
async def test_headers_that_come_twice_or_say_nonsense(lines: list[str], status: int) -> None:
    """Each gets an answer, as the standard has it."""
    met: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: met.append(context))
    async with running({"toy": TOY}) as server:
        path = "/fracas" if status == 403 else "/healthz"
        reader, writer = await asyncio.open_connection("127.0.0.1", server.app.port)
        writer.write("\r\n".join([f"GET {path} HTTP/1.1", "Host: x", *lines, "", ""]).encode())
        async with asyncio.timeout(5):
            assert (await reader.read(-1)).startswith(f"HTTP/1.1 {status} ".encode())
        writer.close()
    assert met == []


async def test_nobody_waits_for_the_silent_at_the_end() -> None:
    """A socket that was opened ahead and has asked for nothing does not keep the server from stopping."""
    async with running({"toy": TOY}, close_seconds=5.0) as server:
        _reader, writer = await asyncio.open_connection("127.0.0.1", server.app.port)
        await asyncio.sleep(0.05)
        started = time.monotonic()
        await server.app._gateway.stop()
        assert time.monotonic() - started < 2
        writer.close()


async def test_who_is_gone_is_gone() -> None:
    """Neither a connection nor its table waits for the collector."""
    gc.collect()
    gc.disable()
    try:
        async with running({"toy": TOY}, idle_seconds=0.1) as server:
            crypt = await crypt_at(server)
            async with client(server, crypt.mara):
                wire = next(w for w in server.app._gateway._wires if w.connection)
                gone = weakref.ref(wire.connection)
                del wire
            async with asyncio.timeout(5):
                while gone() is not None:
                    await asyncio.sleep(0.02)
    finally:
        gc.enable()


@pytest.mark.parametrize("frame", [Frame(Opcode.PONG, b""), Frame(Opcode.PING, b""), Frame(Opcode.CONT, b"", False)], ids=str)
@pytest.mark.parametrize("known", [True, False], ids=["a seat", "a stranger"])
async def test_a_flood_of_empty_frames_stalls_nobody(frame: Frame, known: bool) -> None:
    """Frames that say nothing are paid for as messages are: others are answered meanwhile as if nothing were."""
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0, "hello_seconds": 20.0}) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, (seated(server, crypt) if known else raw(server)) as one:
            begin = [Frame(Opcode.TEXT, b"", False)] if frame.opcode is Opcode.CONT else []
            one.writer.write(b"".join(each.serialize(mask=True) for each in begin) + frame.serialize(mask=True) * 200_000)
            worst = 0.0
            for _ in range(40):
                started = time.monotonic()
                await gm.do(POKE) if not gm.view["asks"] else await gm.settle()
                worst = max(worst, time.monotonic() - started)
                await asyncio.sleep(0.01)
            assert worst < 0.5
            one.writer.transport.abort()  # type: ignore[attr-defined]


async def test_a_page_is_read_and_the_socket_kept() -> None:
    """Whoever got an answer and does not close is cut; sockets that play nothing are bounded, and the log says so."""
    async with running({"toy": TOY}, **QUICK, max_connections=5) as server:
        crypt = await crypt_at(server)
        readers = []
        for _ in range(4):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.app.port)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            readers.append((reader, writer))
        async with asyncio.timeout(5):
            while server.app._gateway._wires:
                await asyncio.sleep(0.05)
        silent = [await asyncio.open_connection("127.0.0.1", server.app.port) for _ in range(14)]
        await asyncio.sleep(0.1)
        assert len(server.app._gateway._wires) <= 10
        for _reader, writer in (*readers, *silent):
            writer.close()
        async with asyncio.timeout(5):
            while server.app._gateway._wires:
                await asyncio.sleep(0.05)
        async with client(server, crypt.gm) as gm:
            await gm.do(POKE)
