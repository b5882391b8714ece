"""What can be counted and watched, in Prometheus's text form.

What every command and every frame counts is kept in plain numbers, which only the loop's thread touches, and put into that form
when somebody looks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, Metric, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

_FAST = (0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics(Collector):
    """The numbers of one server; each has its own registry, so several can run in one process. `frames`: handed to sockets."""

    content_type = CONTENT_TYPE_LATEST

    def __init__(self) -> None:
        self.frames = 0
        self._registry = CollectorRegistry()
        self.connections = Gauge("fracas_connections", "Open connections.", registry=self._registry)
        self.tables = Gauge("fracas_tables_live", "Tables in memory.", registry=self._registry)
        self.asks = Gauge("fracas_asks_open", "Questions that wait for somebody, at tables in memory.", registry=self._registry)
        self.queries = Counter("fracas_queries", "Queries, by what they asked.", ["what"], registry=self._registry)
        self.byes = Counter("fracas_byes", "Connections that the server ended, by why.", ["code"], registry=self._registry)
        self._answers: Tally[str] = Tally()
        self._buckets = [0] * (len(_FAST) + 1)
        self._seconds = 0.0
        self._registry.register(self)

    def collect(self) -> Iterator[Metric]:
        """See `Collector`: what is counted thousands of times a second."""
        yield CounterMetricFamily("fracas_frames_sent", "Frames handed to sockets.", self.frames)
        commands = CounterMetricFamily("fracas_commands", "Commands, by how they were answered.", labels=["answer"])
        for word, count in self._answers.items():
            commands.add_metric([word], count)
        yield commands
        up_to = list(zip((*map(str, _FAST), "+Inf"), accumulate(self._buckets), strict=True))
        told = "From taking a command up to its being on disk."
        yield HistogramMetricFamily("fracas_commit_seconds", told, up_to, self._seconds)

    def answered(self, word: str) -> None:
        """Count a command by how it was answered."""
        self._answers[word] += 1

    def committed(self, seconds: float) -> None:
        """Note how long a command took from being taken up to being on disk."""
        self._buckets[bisect_left(_FAST, seconds)] += 1
        self._seconds += seconds

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
