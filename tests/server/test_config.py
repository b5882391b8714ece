"""Settings come from flags, environment and file; a mistake is named."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from fracas_server.config import ConfigError, load, strangers, unlocked
from processes import started


def test_the_first_that_speaks_wins(tmp_path: Path) -> None:
    """Flags win over the environment, the environment over the file, the file over what is built in."""
    file = tmp_path / "fracas.toml"
    file.write_text('port = 1\nhost = "h"\nburst = 7\norigins = ["https://a.example"]\n')
    environment = {"FRACAS_PORT": "2", "FRACAS_BURST": "8", "FRACAS_CONFIG": str(file), "PATH": "x"}
    config = load({"port": 3, "data": None}, environment)
    assert (config.port, config.burst, config.host, config.rate) == (3, 8, "h", 50.0)
    assert config.origins == ("https://a.example",)
    assert load({}, {"FRACAS_ORIGINS": "https://a.example, https://b.example"}).origins == (
        "https://a.example",
        "https://b.example",
    )
    assert load({"data": "d"}, {}).data == Path("d")


@pytest.mark.parametrize(
    ("flags", "environment", "file", "words"),
    [
        ({"port": 70000}, {}, "", ["--port", "command line", "70000", "65535"]),
        ({}, {"FRACAS_PORT": "many"}, "", ["FRACAS_PORT", "many", "int"]),
        ({}, {}, "portt = 1", ["portt", "known are", "port"]),
        ({}, {}, "port = 'x'", ["`port`", "int"]),
        ({}, {}, "port = ", ["not TOML"]),
        ({"tls_cert": "a.pem"}, {}, "", ["`--tls-cert` in the command line is set", "`tls_key` is not"]),
        ({}, {"FRACAS_TLS_KEY": "a.pem"}, "", ["`FRACAS_TLS_KEY` in the environment is set", "`tls_cert` is not"]),
        ({}, {"FRACAS_TRUSTED_PROXIES": "10.0.0.1/8"}, "", ["FRACAS_TRUSTED_PROXIES", "environment", "10.0.0.0/8"]),
        ({"log": "xml"}, {}, "", ["`--log`", "'xml'", "allowed are console, json"]),
        ({}, {"FRACAS_GRACE_DAYS": "inf"}, "", ["FRACAS_GRACE_DAYS", "inf", "36500"]),
        ({}, {}, "grace_days = 2e8", ["`grace_days`", "36500"]),
        ({}, {}, "idle_seconds = inf", ["`idle_seconds`", "31536000"]),
        ({}, {}, "rate = nan", ["`rate`", "nan"]),
        ({}, {"FRACAS_BURST": "9" * 20}, "", ["FRACAS_BURST", "1000000000"]),
        ({"origins": ["vtt.example.org"]}, {}, "", ["`--origin`", "command line", "https://host[:port]", "`*`"]),
        ({}, {"FRACAS_ORIGINS": "*, https://vtt.example.org/game"}, "", ["FRACAS_ORIGINS", "https://vtt.example.org/game"]),
        ({}, {}, 'origins = ["https://*.example.org"]', ["`origins`", "https://*.example.org"]),
        ({"origins": ["http://"]}, {}, "", ["http://", "is no origin"]),
        ({"public_url": "notaurl"}, {}, "", ["`--public-url`", "notaurl", "https://fracas.example.org"]),
        ({}, {"FRACAS_PUBLIC_URL": "https://a.example/#x"}, "", ["FRACAS_PUBLIC_URL"]),
        ({"public_url": "ftp://a.example"}, {}, "", ["`--public-url`"]),
        ({"public_url": "https://a.example:99999"}, {}, "", ["`--public-url`"]),
    ],
)
def test_a_mistake_names_its_key(
    flags: dict[str, object], environment: dict[str, str], file: str, words: list[str], tmp_path: Path
) -> None:
    """The message holds the key as it was written, the value, and what is allowed."""
    (tmp_path / "f.toml").write_text(file)
    with pytest.raises(ConfigError) as caught:
        load(flags, environment, tmp_path / "f.toml")
    for word in words:
        assert word in str(caught.value)


def test_addresses_as_browsers_send_them() -> None:
    """An origin is compared letter by letter, so it is kept as a browser writes it; a public address keeps its path."""
    given = ["HTTPS://VTT.Example.org/", "http://b.example:80", "https://c.example:8443", "http://[::1]:30000", "*"]
    assert load({"origins": given}, {}).origins == (
        "https://vtt.example.org", "http://b.example", "https://c.example:8443", "http://[::1]:30000", "*",
    )  # fmt: skip
    assert load({"public_url": "https://Fracas.Example.org:443/"}, {}).public_url == "https://fracas.example.org"
    assert load({"public_url": "http://a.example:8480/table/"}, {}).public_url == "http://a.example:8480/table"
    assert load({}, {"FRACAS_PUBLIC_URL": ""}).public_url == ""


def test_a_misspelt_variable() -> None:
    """What begins like a setting and is none is found, with what was meant; the variables of our own tools are known."""
    environment = {"FRACAS_PRT": "1", "FRACAS_PORT": "2", "FRACAS_CONFIG": "", "FRACAS_PYTHON": "x", "FRACAS_ZZ": "", "PATH": ""}
    assert strangers(environment) == {"FRACAS_PRT": "FRACAS_PORT", "FRACAS_ZZ": ""}


def test_serve_warns_of_a_misspelt_variable(tmp_path: Path) -> None:
    """Its log says so, and it starts."""
    environment = {**os.environ, "FRACAS_PRT": "1"}
    with started("-m", "fracas_server", "serve", "--port", "0", "--data", str(tmp_path), env=environment) as server:
        server.read_until("Fracas is at ")
        (line,) = (line for line in server.errors if "FRACAS_PRT" in line)
    assert "warning" in line
    assert "FRACAS_PORT" in line


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the key")
def test_a_key_with_a_passphrase(tmp_path: Path) -> None:
    """It is refused with what to do, and nobody is asked on the terminal; any other key is left to whoever listens."""
    key, cert, locked = tmp_path / "key.pem", tmp_path / "cert.pem", tmp_path / "locked.pem"
    new = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=x"]
    subprocess.run([*new, "-keyout", str(key), "-out", str(cert)], check=True, capture_output=True)
    lock = ["openssl", "pkey", "-aes256", "-passout", "pass:xyz", "-in", str(key), "-out", str(locked)]
    subprocess.run(lock, check=True, capture_output=True)
    with pytest.raises(ConfigError, match=r"The key .*/locked.pem needs a passphrase"):
        unlocked(load({"tls_cert": str(cert), "tls_key": str(locked)}, {}))
    for tls in ({"tls_cert": str(cert), "tls_key": str(key)}, {"tls_cert": "no.pem", "tls_key": "no.key"}, {}):
        assert unlocked(load(tls, {})).tls_key == tls.get("tls_key", "")


def test_a_missing_file_is_named() -> None:
    """So is a settings file that is not there."""
    with pytest.raises(ConfigError, match=r"/nowhere\.toml cannot be read"):
        load({}, {}, Path("/nowhere.toml"))
