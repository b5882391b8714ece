"""What a decoder says, and where."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from fracas_rules.errors import located

Short = Annotated[str, msgspec.Meta(max_length=3)]
Distances = dict[Short, dict[Short, int]]


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"a": {"b": "far"}}, "$.distances[...][...]"),
        ({"a": 3}, "$.distances[...]"),
        ({"abcd": {}}, "$.distances"),
        ({"a": {"abcd": 1}}, "$.distances[...]"),
        (3, "$.distances"),
    ],
)
def test_the_place_of_a_fault(value: Any, path: str) -> None:
    """The path is a path, for a key that is wrong too; the words have none in them."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, Distances)
    message, where = located(caught.value, "$.distances")
    assert where == path
    assert message.startswith("Expected ")
    assert "`$" not in message
