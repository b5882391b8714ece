"""What waits to be sent on one connection, and how much may come in on it."""

from __future__ import annotations

from collections import deque

from fracas_protocol.codec import Frame

from . import clock


class Outbox:
    """A bounded queue of frames for a reader who is behind."""

    __slots__ = ("_bytes", "_frames", "_most_bytes", "_most_frames")

    def __init__(self, most_frames: int, most_bytes: int) -> None:
        self._most_frames = most_frames
        self._most_bytes = most_bytes
        self._frames: deque[Frame] = deque()
        self._bytes = 0

    def __bool__(self) -> bool:
        return bool(self._frames)

    @property
    def waiting(self) -> int:
        """Bytes that wait to be sent."""
        return self._bytes

    def put(self, frame: Frame) -> bool:
        """Add a frame; False when it does not fit any more: the reader is too slow."""
        if self._frames and (len(self._frames) >= self._most_frames or self._bytes + len(frame) > self._most_bytes):
            return False
        self._frames.append(frame)
        self._bytes += len(frame)
        return True

    def next(self) -> Frame:
        """Take the next frame to send. Raises `IndexError` when there is none."""
        frame = self._frames.popleft()
        self._bytes -= len(frame)
        return frame


class Bucket:
    """A token bucket: `rate` a second in the long run, `burst` at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at = clock.tick()
        self._over = 0

    def spend(self, count: int) -> float:
        """Take in so many that have come already: the seconds until the next may come, 0 for now."""
        self._fill()
        self._left -= count
        return max(0.0, (1 - self._left) / self._rate)

    def _fill(self) -> None:
        now = clock.tick()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now

    def take(self) -> bool:
        """Whether one more may come in now."""
        self._fill()
        if self._left < 1:
            self._over += 1
            return False
        self._left -= 1
        if self._left > self._burst / 2:
            self._over = 0
        return True

    @property
    def flooded(self) -> bool:
        """Whether it went on although it was told to stop: a whole burst beyond the limit."""
        return self._over > self._burst
