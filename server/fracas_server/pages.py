"""The table page: the files that the package brings, kept in memory and given out by exact path. No path is ever opened."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "page"

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
_ZIPPED_FROM = 1024

#: What the page may do: its own scripts and styles, no eval; pictures of maps from any https address; sockets anywhere.
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' https: data: blob:",
        "font-src 'self'",
        "connect-src 'self' ws: wss:",
        "worker-src 'self' blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}

_MISSING = """Fracas is running, but its table page is not in this installation.

From a clone of the repository, `make page` builds it (this needs Node.js once); then start the server again.
The referee itself answers on the WebSocket path /fracas.
"""


class Answer(NamedTuple):
    """An HTTP answer."""

    status: int
    headers: dict[str, str]
    body: bytes


class _File(NamedTuple):
    kind: str
    body: bytes
    zipped: bytes | None
    tag: str


def text(status: int, body: str | bytes, kind: str = "text/plain; charset=utf-8") -> Answer:
    """A plain answer that nobody stores."""
    data = body.encode() if isinstance(body, str) else body
    return Answer(status, {**HEADERS, "Content-Type": kind, "Cache-Control": "no-store"}, data)


class Pages:
    """The files of one folder by their path below `/`; `/` is `index.html`. Browsers ask each time whether theirs is current."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._files: dict[str, _File] = {}
        for file in sorted(folder.rglob("*")) if folder.is_dir() else ():
            kind = _TYPES.get(file.suffix)
            if kind is not None and file.is_file():
                path = "/" + file.relative_to(folder).as_posix()
                self._files["/" if path == "/index.html" else path] = _read(file, kind)

    @property
    def built(self) -> bool:
        """Whether the page is there at all."""
        return "/" in self._files

    def get(self, path: str, headers: Mapping[str, str]) -> Answer:
        """Answer a GET for a path without its query."""
        file = self._files.get("/" if path == "/index.html" else path)
        if file is None:
            if path == "/" and not self.built:
                return text(503, _MISSING)
            return text(404, "There is nothing here.\n")
        out = {**HEADERS, "Content-Type": file.kind, "Cache-Control": "no-cache", "ETag": file.tag, "Vary": "Accept-Encoding"}
        if file.tag in [tag.strip().removeprefix("W/") for tag in headers.get("If-None-Match", "").split(",")]:
            return Answer(304, out, b"")
        if file.zipped is not None and "gzip" in headers.get("Accept-Encoding", ""):
            return Answer(200, {**out, "Content-Encoding": "gzip"}, file.zipped)
        return Answer(200, out, file.body)


def _read(file: Path, kind: str) -> _File:
    body = file.read_bytes()
    zipped = gzip.compress(body, 9, mtime=0) if len(body) >= _ZIPPED_FROM else None
    if zipped is not None and len(zipped) >= len(body):
        zipped = None
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    return _File(kind, body, zipped, tag)
