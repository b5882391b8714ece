"""Every setting, from flags, environment and a TOML file, in that order; the first that speaks wins."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from fracas_protocol.limits import MAX_FRAME
from msgspec import Meta, Struct

from .proxies import networks

PREFIX = "FRACAS_"

Port = Annotated[int, Meta(ge=0, le=65535)]
Positive = Annotated[int, Meta(ge=1)]
Seconds = Annotated[float, Meta(gt=0)]


class ConfigError(Exception):
    """A setting that cannot be used; the message names it and where it came from."""


class Config(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one server runs.

    host, port: where to listen; port 0 takes a free one. data: the folder of the tables.
    public_url: the address that links begin with; worked out from host and port when empty.
    origins: web origins besides the server's own whose pages may connect; `*` allows any.
    tls_cert, tls_key: PEM files; with both, the server speaks https and wss itself.
    log, log_level: how the log is written, and from which level.
    rate, burst: messages a second that a connection may send in the long run, and at once.
    max_frame: bytes of the largest frame. outbox_frames, outbox_bytes: what may wait for a slow reader.
    max_connections: sockets at a time; max_per_address: of them from one address.
    trusted_proxies: addresses and networks whose X-Forwarded-For and X-Forwarded-Host are believed.
    hello_seconds: how long a connection may stay silent before its hello.
    idle_seconds: how long a table without connections stays in memory. close_seconds: how long a goodbye may take.
    ping_seconds: how often a connection is asked whether it is alive, and how long it may take to answer.
    grace_days: how long a deleted table can still be restored.
    """

    host: str = "127.0.0.1"
    port: Port = 8480
    data: Path = Path("fracas-data")
    public_url: str = ""
    origins: tuple[str, ...] = ()
    tls_cert: str = ""
    tls_key: str = ""
    log: Literal["console", "json"] = "console"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    rate: Seconds = 50.0
    burst: Positive = 200
    max_frame: Annotated[int, Meta(ge=1024)] = MAX_FRAME
    outbox_frames: Positive = 1000
    outbox_bytes: Annotated[int, Meta(ge=65536)] = 4 * 1024 * 1024
    max_connections: Positive = 5000
    max_per_address: Positive = 5000
    trusted_proxies: tuple[str, ...] = ()
    hello_seconds: Seconds = 10.0
    idle_seconds: Seconds = 300.0
    close_seconds: Seconds = 5.0
    ping_seconds: Seconds = 20.0
    grace_days: Seconds = 30.0


_LISTS = ("origins", "trusted_proxies")
_FIELDS = {field.name: field.type for field in msgspec.structs.fields(Config)}


def load(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> Config:
    """The settings that come out. `flags` whose value is None were not given; `FRACAS_CONFIG` may name the file.

    Raises `ConfigError`.
    """
    file = file or (Path(environment[PREFIX + "CONFIG"]) if environment.get(PREFIX + "CONFIG") else None)
    chosen: dict[str, Any] = {}
    if file is not None:
        chosen.update(_checked(_read(file), str(file), lambda key: key))
    named = {key: environment[variable] for key in _FIELDS if (variable := PREFIX + key.upper()) in environment}
    split = {key: _list(value) if key in _LISTS else value for key, value in named.items()}
    chosen.update(_checked(split, "the environment", lambda key: PREFIX + key.upper(), strict=False))
    given = {key: value for key, value in flags.items() if value is not None}
    chosen.update(_checked(given, "the command line", lambda key: "--" + key.replace("_", "-")))
    config = Config(**chosen)
    if bool(config.tls_cert) != bool(config.tls_key):
        raise ConfigError("tls_cert and tls_key come together: one of them is set and the other is not.")
    try:
        networks(config.trusted_proxies)
    except ValueError as error:
        raise ConfigError(f"`trusted_proxies` takes addresses and networks such as 10.0.0.0/8: {error}.") from None
    return config


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"The settings file {file} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"The settings file {file} is not TOML: {error}") from None


def _checked(values: Mapping[str, Any], where: str, called: Any, strict: bool = True) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in values.items():
        if key not in _FIELDS:
            raise ConfigError(f"There is no setting `{key}` (in {where}); known are {', '.join(sorted(_FIELDS))}.")
        try:
            kind = _FIELDS[key]
            out[key] = Path(value) if kind is Path else msgspec.convert(value, kind, strict=strict)
        except (msgspec.ValidationError, TypeError) as error:
            raise ConfigError(f"`{called(key)}` in {where} is {value!r}: {str(error).lower()}.") from None
    return out
