"""A socket byte by byte: keep-alive, closing, fragments, and what the rules of WebSocket forbid; each with its limit of time."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from pathlib import Path

import pytest
from by_hand import QUICK, seated, text
from fracas_server.pages import Pages
from fracas_server.testing import client, running
from toy import TOY
from toy_table import POKE, crypt_at
from websockets.frames import Frame, Opcode

pytestmark = pytest.mark.timeout(30)


async def test_a_hello_in_the_same_breath_as_the_request() -> None:
    """What comes behind the request before it was answered is not lost."""
    async with running({"toy": TOY}) as server, seated(server, await crypt_at(server)):
        pass


async def test_who_answers_pings_stays_and_who_does_not_goes() -> None:
    """A silent client is asked, and closed with 1011 when it does not answer in the same time again."""
    async with running({"toy": TOY}, **QUICK) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            async with seated(server, crypt) as dead:
                started = time.monotonic()
                await dead.read()
                assert 0.25 < dead.ended - started < 2.0
                assert dead.of(Opcode.PING) == [b""]
                assert dead.of(Opcode.CLOSE)[-1][:2] == (1011).to_bytes(2, "big")
            await gm.until(lambda one: not one.view["seats"][crypt.mara_seat]["online"])
            assert gm.socket.state.name == "OPEN"  # its library answers: it has been asked several times
            await gm.do(POKE)


async def test_a_message_in_pieces_with_a_ping_between() -> None:
    """Fragments make one message; a control frame may come in their midst and is answered."""
    async with running({"toy": TOY}) as server, seated(server, await crypt_at(server)) as one:
        pieces = (text('{"type":"pi', fin=False), Frame(Opcode.PING, b"?"), Frame(Opcode.CONT, b'ng","id', False))
        one.write(*pieces, Frame(Opcode.CONT, b'":"7"}'))
        await one.read(lambda: len(one.of(Opcode.TEXT)) > 1)
        assert one.of(Opcode.TEXT)[1:] == [b'{"type":"pong","id":"7"}']
        assert one.of(Opcode.PONG) == [b"?"]


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
        async with seated(server, crypt) as one:
            one.writer.write(data)
            await one.read()
            assert one.of(Opcode.CLOSE)[-1][:2] == code.to_bytes(2, "big")
            assert one.ended
        async with client(server, crypt.mara) as mara:
            await mara.do(POKE)


async def test_the_client_closes() -> None:
    """Its code comes back, what it sent before is done, and the seat is offline."""
    async with running({"toy": TOY}, **QUICK) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm:
            async with seated(server, crypt) as one:
                poke = '{"do":"move_token","id":"alecia","x":3,"y":3}'
                one.write(text(f'{{"type":"do","id":"m","command":{poke}}}'), Frame(Opcode.CLOSE, (1000).to_bytes(2, "big")))
                await one.read()
                assert one.of(Opcode.CLOSE) == [(1000).to_bytes(2, "big")]
            await gm.until(lambda at: at.view["combatants"]["alecia"]["token"]["x"] == 3)
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])


async def test_a_goodbye_that_nobody_answers() -> None:
    """The server waits for the other side to close, and not for ever."""
    async with running({"toy": TOY}, **{**QUICK, "ping_seconds": 20.0}) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, seated(server, crypt) as one:
            started = time.monotonic()
            await gm.do({"do": "seat_revoke", "seat": crypt.mara_seat})
            with contextlib.suppress(ConnectionResetError):
                await one.read()
            assert 0.2 < time.monotonic() - started < 3.0
            assert b'"revoked"' in one.of(Opcode.TEXT)[-1]


async def test_a_client_that_vanishes() -> None:
    """No close, no end of the stream: the connection is reset, the seat goes offline, nothing is written to it any more."""
    async with running({"toy": TOY}, **QUICK) as server:
        crypt = await crypt_at(server)
        async with client(server, crypt.gm) as gm, seated(server, crypt) as one:
            one.writer.transport.abort()
            await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])
            await gm.do(POKE)


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
                async with seated(server, crypt) as one:
                    moves = (f'{{"do":"move_token","id":"alecia","x":{at % 20},"y":{lap}}}' for at in range(400))
                    one.write(*(text(f'{{"type":"do","id":"{lap}-{at}","command":{move}}}') for at, move in enumerate(moves)))
                    await one.read(lambda lap=lap, one=one: any(f'"{lap}-20"'.encode() in frame for frame in one.of(Opcode.TEXT)))
                    one.writer.transport.abort()
                    await gm.until(lambda at: not at.view["seats"][crypt.mara_seat]["online"])
                    assert gm.view["combatants"]["alecia"]["token"]["y"] == lap
            await gm.do(POKE)
    assert met == []
