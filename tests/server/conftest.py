from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from fracas_server import logs
from fracas_server.testing import Server, running
from toy import TOY
from toy_table import Crypt, crypt_at


@pytest.fixture(autouse=True)
def _quiet() -> None:
    logs.set_up("console", "warning")


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async with running({"toy": TOY}) as made:
        yield made


@pytest.fixture
async def crypt(server: Server) -> Crypt:
    return await crypt_at(server)
