"""Every setting, from flags, environment and a TOML file, in that order; the first that speaks wins."""

from __future__ import annotations

import ssl
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn, get_args, get_origin
from urllib.parse import SplitResult, urlsplit

import msgspec
from fracas_protocol.limits import MAX_FRAME
from msgspec import Meta, Struct

from .proxies import networks

PREFIX = "FRACAS_"

Port = Annotated[int, Meta(ge=0, le=65535)]
Positive = Annotated[int, Meta(ge=1, le=1_000_000_000)]
Seconds = Annotated[float, Meta(gt=0, le=31_536_000)]  # a year; whatever has a bound is finite


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
    rate: Annotated[float, Meta(gt=0, le=1_000_000)] = 50.0
    burst: Positive = 200
    max_frame: Annotated[int, Meta(ge=1024, le=1 << 28)] = MAX_FRAME
    outbox_frames: Positive = 1000
    outbox_bytes: Annotated[int, Meta(ge=65536, le=1 << 40)] = 4 * 1024 * 1024
    max_connections: Positive = 5000
    max_per_address: Positive = 5000
    trusted_proxies: tuple[str, ...] = ()
    hello_seconds: Seconds = 10.0
    idle_seconds: Seconds = 300.0
    close_seconds: Seconds = 5.0
    ping_seconds: Seconds = 20.0
    grace_days: Annotated[float, Meta(gt=0, le=36_500)] = 30.0


_LISTS = ("origins", "trusted_proxies")
#: Variables that are no settings: of the tests and of the build.
_TOOLS = ("EVERY", "EXAMPLES", "PYTHON", "SKIP_PAGE")
_FIELDS = {field.name: field.type for field in msgspec.structs.fields(Config)}


def load(flags: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None) -> Config:
    """The settings that come out. `flags` whose value is None were not given; `FRACAS_CONFIG` may name the file.

    Raises `ConfigError`.
    """
    file = file or (Path(environment[PREFIX + "CONFIG"]) if environment.get(PREFIX + "CONFIG") else None)
    chosen: dict[str, Any] = {}
    said: dict[str, str] = {}
    if file is not None:
        _take(chosen, said, _read(file), str(file), lambda key: key)
    named = {key: environment[variable] for key in _FIELDS if (variable := PREFIX + key.upper()) in environment}
    split = {key: _list(value) if key in _LISTS else value for key, value in named.items()}
    _take(chosen, said, split, "the environment", lambda key: PREFIX + key.upper(), strict=False)
    given = {key: value for key, value in flags.items() if value is not None}
    _take(chosen, said, given, "the command line", _flag)
    config = Config(**chosen)
    if bool(config.tls_cert) != bool(config.tls_key):
        there, missing = ("tls_cert", "tls_key") if config.tls_cert else ("tls_key", "tls_cert")
        raise ConfigError(f"{said[there]} is set and `{missing}` is not: tls_cert and tls_key come together.")
    return config


def strangers(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables that begin like settings and are none, each with the setting that it may have been meant for, or nothing."""
    known = [key.upper() for key in (*_FIELDS, "config")]
    names = [name.removeprefix(PREFIX) for name in environment if name.startswith(PREFIX)]
    likes = {name: get_close_matches(name, known, 1) for name in names if name not in (*known, *_TOOLS)}
    return {PREFIX + name: PREFIX + like[0] if like else "" for name, like in likes.items()}


def unlocked(config: Config) -> Config:
    """The settings, unless the key needs a passphrase: the library would ask for it on the terminal. Raises `ConfigError`."""

    def passphrase() -> NoReturn:
        key = config.tls_key
        plain = f"openssl pkey -in {key} -out PLAIN.pem"
        raise ConfigError(f"The key {key} needs a passphrase, which a server cannot be given: write it plain ({plain}).")

    if config.tls_cert:
        with suppress(OSError):  # whatever else is wrong with it is told by whoever listens
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(config.tls_cert, config.tls_key, passphrase)
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


def _flag(key: str) -> str:
    return "--origin" if key == "origins" else "--" + key.replace("_", "-")


def _take(
    chosen: dict[str, Any],
    said: dict[str, str],
    values: Mapping[str, Any],
    where: str,
    called: Callable[[str], str],
    strict: bool = True,
) -> None:
    """Take settings over into those chosen; `said` is what each is called and where it stands."""
    for key, value in values.items():
        if key not in _FIELDS:
            raise ConfigError(f"There is no setting `{key}` (in {where}); known are {', '.join(sorted(_FIELDS))}.")
        try:
            kind = _FIELDS[key]
            read = Path(value) if kind is Path else msgspec.convert(value, kind, strict=strict)
            chosen[key] = _FORMS[key](read) if key in _FORMS else read
        except (msgspec.ValidationError, TypeError, ValueError) as error:
            why = f"allowed are {', '.join(get_args(kind))}" if get_origin(kind) is Literal else str(error).lower()
            raise ConfigError(f"`{called(key)}` in {where} is {value!r}: {why}.") from None
        said[key] = f"`{called(key)}` in {where}"


def _networks(texts: tuple[str, ...]) -> tuple[str, ...]:
    try:
        networks(texts)
    except ValueError as error:
        raise ValueError(f"it takes addresses and networks such as 10.0.0.0/8; {error}") from None
    return texts


def _origins(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text if text == "*" else _origin(text) for text in texts)


def _origin(text: str) -> str:
    """An origin as browsers send it: in lower case, without the usual port, and nothing behind it."""
    parts = _split(text)
    if parts is None or parts.path not in ("", "/"):
        raise ValueError(f"`{text}` is no origin; one is https://host[:port], and `*` is any")
    return _base(parts)


def _public(text: str) -> str:
    parts = _split(text)
    if text and parts is None:
        raise ValueError("it takes an address such as https://fracas.example.org")
    return "" if parts is None else _base(parts) + parts.path.rstrip("/")


def _split(text: str) -> SplitResult | None:
    """The parts of an address http(s)://host[:port][/path]; None for anything else."""
    with suppress(ValueError):  # of the port, of brackets, of a host that has no ASCII form
        parts = urlsplit(text)
        host = (parts.hostname or "").encode("idna").decode()
        plain = bool(host) and all(one.isalnum() or one in "-._:" for one in host) and parts.port != 0
        if plain and text.isprintable() and " " not in text and parts.scheme in ("http", "https"):
            return None if "@" in parts.netloc or "?" in text or "#" in text else parts
    return None


def _base(parts: SplitResult) -> str:
    host = (parts.hostname or "").encode("idna").decode()
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{shown}" + (f":{parts.port}" if parts.port not in (None, usual) else "")


#: Settings that have more of a form than their type says: each is brought to it, or `ValueError` says what it takes.
_FORMS: dict[str, Callable[[Any], Any]] = {"origins": _origins, "public_url": _public, "trusted_proxies": _networks}
