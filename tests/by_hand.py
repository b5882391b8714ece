"""A WebSocket by hand, for tests of what a library would never send: no pong, no close, unless it is told to."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable

from fracas_server.testing import Server
from toy_table import Crypt
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Subprotocol
from websockets.uri import parse_uri

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


@contextlib.asynccontextmanager
async def seated(server: Server, crypt: Crypt) -> AsyncIterator[Raw]:
    """Mara's seat, by hand, once it was welcomed."""
    async with raw(server, hello(crypt.mara)) as one:
        await one.read(lambda: one.of(Opcode.TEXT))
        assert one.of(Opcode.TEXT)[0].startswith(b'{"type":"welcome"')
        yield one
