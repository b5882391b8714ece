"""Runs a server until it is told to stop: SIGTERM or SIGINT once for a clean stop, twice for an end at once."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import Awaitable, Callable, Mapping

from fracas_rules.kernel.ruleset import Ruleset

from .app import App
from .config import Config, ConfigError
from .store.base import StoreError

#: Views and facts are many small objects in no cycles: the collector looks for cycles this seldom.
COLLECT = (20_000, 20, 20)


class CannotStart(Exception):
    """The server cannot run like this; the message says what is in the way."""


def run(config: Config, ready: Callable[[App], Awaitable[None]], rulesets: Mapping[str, Ruleset] | None = None) -> None:
    """Start, call `ready`, and serve until a signal: all games, or those given. Raises `CannotStart`."""
    gc.set_threshold(*COLLECT)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(config, ready, rulesets))


async def _serve(config: Config, ready: Callable[[App], Awaitable[None]], rulesets: Mapping[str, Ruleset] | None) -> None:
    app = App(config, rulesets)
    try:
        await app.start()
    except (StoreError, ConfigError) as error:
        raise CannotStart(str(error)) from None
    except OSError as error:
        raise CannotStart(f"Cannot listen on {config.host} port {config.port}: {error.strerror or error}.") from None
    told = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop(number: signal.Signals) -> None:
        told.set()
        loop.remove_signal_handler(number)  # the next one ends the process

    try:
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop, number)
        await ready(app)
        await told.wait()
    finally:
        await app.stop()


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
