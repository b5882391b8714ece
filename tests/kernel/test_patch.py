"""Merge patches: what a client makes of one is the view it was made from, and it says no more than it must."""

from __future__ import annotations

from typing import Any

from fracas_rules.kernel.patch import diff, merge
from hypothesis import given
from hypothesis import strategies as st

leaves = st.one_of(st.booleans(), st.integers(0, 2), st.sampled_from(("a", "b", "")), st.lists(st.integers(0, 1), max_size=2))
views = st.recursive(
    st.dictionaries(st.sampled_from("abc"), leaves, max_size=3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), st.one_of(leaves, inner), max_size=3),
    max_leaves=12,
)


@given(before=views, after=views)
def test_a_patch_leads_from_one_view_to_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    """To the letter: a flag is no number, an empty table is not what it was before."""
    came = merge(before, diff(before, after))
    assert repr(_sorted(came)) == repr(_sorted(after))


@given(view=views)
def test_nothing_changed(view: dict[str, Any]) -> None:
    """No patch, whether it is the same view or one like it."""
    assert diff(view, view) == diff(view, _sorted(view)) == {}


def test_only_what_changed() -> None:
    """What is gone is null; what stands deeper stands alone; the views are left as they were."""
    before: dict[str, Any] = {"a": {"x": 1, "y": {"z": [1]}}, "b": 1, "c": {"d": 1}}
    after: dict[str, Any] = {"a": {"x": 1, "y": {"z": [1, 2]}}, "b": True, "e": {}}
    assert diff(before, after) == {"a": {"y": {"z": [1, 2]}}, "b": True, "c": None, "e": {}}
    assert before["a"]["y"] == {"z": [1]}


def _sorted(view: Any) -> Any:
    return {key: _sorted(view[key]) for key in sorted(view)} if isinstance(view, dict) else view
