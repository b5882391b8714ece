"""What can be counted and watched, in Prometheus's text form."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

_FAST = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The numbers of one server; each has its own registry, so several can run in one process."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.connections = Gauge("fracas_connections", "Open connections.", registry=self._registry)
        self.tables = Gauge("fracas_tables_live", "Tables in memory.", registry=self._registry)
        self.asks = Gauge("fracas_asks_open", "Questions that wait for somebody, at tables in memory.", registry=self._registry)
        self.commands = Counter("fracas_commands", "Commands, by how they were answered.", ["answer"], registry=self._registry)
        self._answers: dict[str, Counter] = {}
        self.queries = Counter("fracas_queries", "Queries, by what they asked.", ["what"], registry=self._registry)
        self.byes = Counter("fracas_byes", "Connections that the server ended, by why.", ["code"], registry=self._registry)
        self.frames = Counter("fracas_frames_sent", "Frames handed to sockets.", registry=self._registry)
        self.commit_seconds = Histogram(
            "fracas_commit_seconds", "From taking a command up to its being on disk.", buckets=_FAST, registry=self._registry
        )

    def answered(self, word: str) -> None:
        """Count a command by how it was answered."""
        if word not in self._answers:
            self._answers[word] = self.commands.labels(word)
        self._answers[word].inc()

    def watch_outboxes(self, waiting: Callable[[], tuple[int, int]]) -> None:
        """Give what waits to be sent, asked whenever somebody looks: bytes on all connections, and on the fullest."""
        for name, told, place in (
            ("fracas_outbox_bytes", "Bytes that wait to be sent, on all connections.", 0),
            ("fracas_outbox_fullest_bytes", "Bytes that wait to be sent on the fullest connection.", 1),
        ):
            Gauge(name, told, registry=self._registry).set_function(partial(_nth, waiting, place))

    def text(self) -> bytes:
        """All of them, as a scraper reads them."""
        return generate_latest(self._registry)


def _nth(waiting: Callable[[], tuple[int, int]], place: int) -> float:
    return waiting()[place]
