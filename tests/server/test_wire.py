"""A socket byte by byte: keep-alive, closing, fragments, and what the rules of WebSocket forbid; each with its limit of time."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
import time
import weakref
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from fracas_server.pages import Pages
from fracas_server.testing import Server, client, running
from fracas_server.wire import Wire
from toy import TOY
from toy_table import POKE, Crypt, crypt_at
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

pytestmark = pytest.mark.timeout(30)
QUICK = {"ping_seconds": 0.2, "close_seconds": 0.3, "hello_seconds": 2.0}


class Raw:
    """A client that does only what the test says: no pong, no close, unless it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, url: str) -> None:
        self.reader = reader
        self.writer = writer
        self.rules = ClientProtocol(parse_uri(url), subprotocols=[Subprotocol("fracas.v1+json")])
        self.frames: list[Frame] = []
        self.ended = 0.0

    def write(self, *frames: Frame) -> None:
        self.writer.write(b"".join(frame.serialize(mask=True) for frame in frames))

    async def read(self, until: Callable[[], object] = lambda: False, answering: bool = False) -> list[Frame]:
        """Read until something holds or the server ends it; the frames so far."""
        async with asyncio.timeout(10):
            while not until():
                data = await self.reader.read(65536)
                if not data:
                    self.ended = time.monotonic()
                    break
                self.rules.receive_data(data)
                self.frames += [one for one in self.rules.events_received() if isinstance(one, Frame)]
                sending = self.rules.data_to_send()
                if answering:
                    self.writer.write(b"".join(sending))
        return self.frames

    def of(self, kind: Opcode) -> list[bytes]:
        return [bytes(frame.data) for frame in self.frames if frame.opcode is kind]


@contextlib.asynccontextmanager
async def raw(server: Server, first: str = "") -> AsyncIterator[Raw]:
    """A WebSocket by hand; `first` is sent in the same breath as the request."""
    url = f"ws://127.0.0.1:{server.app.port}/fracas"
    reader, writer = await asyncio.open_connection("127.0.0.1", server.app.port)
    made = Raw(reader, writer, url)
    try:
        made.rules.send_request(made.rules.connect())
        breath = b"".join(made.rules.data_to_send())
        writer.write(breath + (text(first).serialize(mask=True) if first else b""))
        async with asyncio.timeout(5):
            events: list[object] = []
            while not any(isinstance(one, Response) for one in events):
                made.rules.receive_data(await reader.read(65536))
                events += made.rules.events_received()
        made.frames += [one for one in events if isinstance(one, Frame)]
        yield made
    finally:
        writer.close()


def text(words: str, fin: bool = True) -> Frame:
    return Frame(Opcode.TEXT, words.encode(), fin)


def hello(token: str) -> str:
    return f'{{"type":"hello","token":"{token}","version":1}}'


async def seated(server: Server, crypt: Crypt) -> tuple[contextlib.AsyncExitStack, Raw]:
    stack = contextlib.AsyncExitStack()
    one = await stack.enter_async_context(raw(server, hello(crypt.mara)))
    await one.read(lambda: one.of(Opcode.TEXT))
    assert one.of(Opcode.TEXT)[0].startswith(b'{"type":"welcome"')
    return stack, one


async def test_a_hello_in_the_same_breath_as_the_request() -> None:
    """What comes behind the request before it was answered is not lost."""
    async with running({"toy": TOY}) as server:
        stack, _one = await seated(server, await crypt_at(server))
        await stack.aclose()


async def test_who_answers_pings_stays_and_who_does_not_goes() -> None:
    """A silent client is asked, and closed with 1011 when it does not answer in the same time again."""
    async with running({"toy": TOY}, **QUICK) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            stack, dead = await seated(server, crypt)
            started = time.monotonic()
            await dead.read()
            assert 0.25 < dead.ended - started < 2.0
            assert dead.of(Opcode.PING) == [b""]
            assert dead.of(Opcode.CLOSE)[-1][:2] == (1011).to_bytes(2, "big")
            await stack.aclose()
            await gm.until(lambda one: not one.view["seats"][crypt.mara_seat]["online"])
            assert gm.socket.state.name == "OPEN"  # its library answers: it has been asked several times
            await gm.do(POKE)


async def test_a_message_in_pieces_with_a_ping_between() -> None:
    """Fragments make one message; a control frame may come in their midst and is answered."""
    async with running({"toy": TOY}) as server:
        stack, one = await seated(server, await crypt_at(server))
        pieces = (text('{"type":"pi', fin=False), Frame(Opcode.PING, b"?"), Frame(Opcode.CONT, b'ng","id', False))
        one.write(*pieces, Frame(Opcode.CONT, b'":"7"}'))
        await one.read(lambda: len(one.of(Opcode.TEXT)) > 1)
        assert one.of(Opcode.TEXT)[1:] == [b'{"type":"pong","id":"7"}']
        assert one.of(Opcode.PONG) == [b"?"]
        await stack.aclose()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (Frame(Opcode.TEXT, b'{"type":"ping","id":"\xff"}').serialize(mask=True), 1007),
        (Frame(Opcode.TEXT, b"{}").serialize(mask=False), 1002),
        (Frame(Opcode.CONT, b"{}").serialize(mask=True), 1002),
        (text("{", fin=False).serialize(mask=True) + text("}").serialize(mask=True), 1002),
        (b"\x83\x80mask", 1002),
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"mask", 1009),
    ],
    ids=["no UTF-8", "no mask", "no beginning", "no end", "no such kind", "a terabyte"],
)
async def test_what_the_rules_forbid(data: bytes, code: int) -> None:
    """Closed with the code that the rules have for it; the next connection finds all as it was."""
    async with running({"toy": TOY}, **QUICK) as server:
        crypt = await crypt_at(server)
        stack, one = await seated(server, crypt)
        one.writer.write(data)
        await one.read()
        assert one.of(Opcode.CLOSE)[-1][:2] == code.to_bytes(2, "big")
        assert one.ended
        await stack.aclose()
        async with client(server, crypt.mara) as mara:
            await mara.do(POKE)


async def test_the_client_closes() -> None:
    """Its code comes back, what it sent before is done, and the seat is offline."""
    async with running({"toy": TOY}, **QUICK) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            stack, one = await seated(server, crypt)
            poke = '{"do":"move_token","id":"alecia","x":3,"y":3}'
            one.write(text(f'{{"type":"do","id":"m","command":{poke}}}'), Frame(Opcode.CLOSE, (1000).to_bytes(2, "big")))
            await one.read()
            assert one.of(Opcode.CLOSE) == [(1000).to_bytes(2, "big")]
            await stack.aclose()
            await gm.until(lambda at: at.view["combatants"]["alecia"]["token"]["x"] == 3)
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])


async def test_a_goodbye_that_nobody_answers() -> None:
    """The server waits for the other side to close, and not for ever."""
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0}) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            stack, one = await seated(server, crypt)
            started = time.monotonic()
            await gm.do({"do": "seat_revoke", "seat": crypt.mara_seat})
            with contextlib.suppress(ConnectionResetError):
                await one.read()
            assert 0.2 < time.monotonic() - started < 3.0
            assert b'"revoked"' in one.of(Opcode.TEXT)[-1]
            await stack.aclose()


async def test_a_client_that_vanishes() -> None:
    """No close, no end of the stream: the connection is reset, the seat goes offline, nothing is written to it any more."""
    async with running({"toy": TOY}, **QUICK) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            stack, one = await seated(server, crypt)
            one.writer.transport.abort()
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])
            await gm.do(POKE)
            await stack.aclose()


async def test_a_page_for_a_slow_reader(tmp_path: Path) -> None:
    """A page is sent whole to whoever reads it slowly; the limit of time of a goodbye is none of its business."""
    big = "0123456789abcdef" * 500_000
    (tmp_path / "big.txt").write_text(big)
    async with running({"toy": TOY}, site=Pages(tmp_path), **QUICK) as server:
        slow = socket.socket()
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.setblocking(False)
        await asyncio.get_running_loop().sock_connect(slow, ("127.0.0.1", server.app.port))
        reader, writer = await asyncio.open_connection(sock=slow, limit=4096)
        writer.write(b"GET /big.txt HTTP/1.1\r\nHost: x\r\n\r\n")
        await asyncio.sleep(4 * QUICK["close_seconds"])
        async with asyncio.timeout(20):
            head, _, body = (await reader.read(-1)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert body.decode() == big
        writer.close()


async def test_a_flood_from_someone_who_vanishes() -> None:
    """What was read of it is carried out in order, the rest is nobody's; the loop meets no exception."""
    met: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: met.append(context))
    async with running({"toy": TOY}, rate=1e6, burst=10**6, **QUICK) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            for lap in range(5):
                stack, one = await seated(server, crypt)
                moves = (f'{{"do":"move_token","id":"alecia","x":{at % 20},"y":{lap}}}' for at in range(400))
                one.write(*(text(f'{{"type":"do","id":"{lap}-{at}","command":{move}}}') for at, move in enumerate(moves)))
                await one.read(lambda lap=lap, one=one: any(f'"{lap}-20"'.encode() in frame for frame in one.of(Opcode.TEXT)))
                one.writer.transport.abort()
                await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])
                assert gm.view["combatants"]["alecia"]["token"]["y"] == lap
                await stack.aclose()
            await gm.do(POKE)
    assert met == []


async def behind(server: Server, crypt: Crypt) -> tuple[contextlib.AsyncExitStack, Raw, Wire]:
    """A seat that reads nothing, until frames wait for it in the server."""
    stack, one = await seated(server, crypt)
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
    return stack, one, wire


async def test_one_who_is_behind_closes() -> None:
    """Nothing is written behind the end of the stream; nobody who says goodbye to it, or to its table, meets a fault."""
    met: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: met.append(context))
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0, "close_seconds": 3.0}) as server:
        crypt = await crypt_at(server)
        stack, one, wire = await behind(server, crypt)
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
        await stack.aclose()
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
        async with client(server, crypt.gm) as gm:
            stack, one = await seated(server, crypt)
            one.writer.write(breath)
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])
            await stack.aclose()


async def test_pings_whose_answers_nobody_reads() -> None:
    """They are answered up to a limit; then the one who asks is cut."""
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0}, outbox_bytes=65536, rate=1e6, burst=10**6) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            stack, one = await seated(server, crypt)
            one.writer.transport.pause_reading()  # type: ignore[attr-defined]
            pings = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 500
            with contextlib.suppress(OSError):
                async with asyncio.timeout(15):
                    while not one.writer.is_closing():
                        one.writer.write(pings)
                        await one.writer.drain()
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])
            await stack.aclose()


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
        async with client(server, crypt.gm) as gm, contextlib.AsyncExitStack() as stack:
            one = (await seated(server, crypt))[1] if known else await stack.enter_async_context(raw(server))
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
