"""Join links: an address with the token behind `#`, so that it is never sent in a request and never in a log."""

from __future__ import annotations

import io
import ipaddress
import socket

import segno

from .config import Config

_ANY = ("", "0.0.0.0", "::")


def local(host: str) -> bool:
    """Whether an address to listen on is reachable from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def base_url(config: Config, port: int) -> str:
    """The address that people open: the one that was set, or a reachable one of this machine."""
    if config.public_url:
        return config.public_url.rstrip("/")
    host = _own_address() if config.host in _ANY else config.host
    shown = f"[{host}]" if ":" in host else host
    return f"{'https' if config.tls_cert else 'http'}://{shown}:{port}"


def join(base: str, token: str) -> str:
    """The link that a token is handed out as."""
    return f"{base}/#join={token}"  # a token needs no quoting: letters, digits, `.`, `-`, `_`


def qr(link: str) -> str:
    """The link as a QR code for a terminal."""
    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out, compact=True, border=2)
    return out.getvalue()


def _own_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks which way a packet would leave
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
