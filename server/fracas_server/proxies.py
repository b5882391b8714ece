"""Behind a reverse proxy: who really connects, and under which name. Only proxies that the owner named are believed."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import NamedTuple

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Peer(NamedTuple):
    """The address of whoever connects, and the host (with its port) that they asked for."""

    address: str
    host: str


def networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """Addresses and networks such as `10.0.0.0/8`. Raises `ValueError` that quotes the first that is none."""
    return tuple(ipaddress.ip_network(text) for text in texts)


def peer_of(address: str, host: str, forwarded_for: Sequence[str], forwarded_host: str, trusted: Sequence[Network]) -> Peer:
    """Read the headers of a request from `address`.

    `X-Forwarded-For` counts from its right end, for as long as each address is a trusted proxy's: what stands further left
    was written by a stranger. `X-Forwarded-Host` counts where the one who connects is trusted.
    """
    if not _trusted(address, trusted):
        return Peer(address, host)
    chain = [part.strip() for line in forwarded_for for part in line.split(",") if part.strip()]
    for hop in reversed(chain):
        if not _address(hop):
            break
        address = hop
        if not _trusted(hop, trusted):
            break
    return Peer(address, forwarded_host or host)


def _address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def _trusted(address: str, trusted: Sequence[Network]) -> bool:
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    known = getattr(known, "ipv4_mapped", None) or known
    return any(known in network for network in trusted)
