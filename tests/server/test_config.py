"""Settings come from flags, environment and file; a mistake is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from fracas_server.config import ConfigError, load


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
        ({"tls_cert": "a.pem"}, {}, "", ["tls_key"]),
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


def test_a_missing_file_is_named() -> None:
    """So is a settings file that is not there."""
    with pytest.raises(ConfigError, match=r"/nowhere\.toml cannot be read"):
        load({}, {}, Path("/nowhere.toml"))
