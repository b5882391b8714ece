"""Merge patches (RFC 7386): the difference of two views, and what a client makes of it."""

from __future__ import annotations

from typing import Any

View = dict[str, Any]


def diff(before: View, after: View) -> View:
    """The smallest merge patch that turns one view into the other. Views hold no nulls, so null can mean "take away"."""
    patch: View = {} if before.keys() <= after.keys() else {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if old is value:  # views are never changed, so what is the same object is the same
            continue
        if old is None:  # it was not there: a view holds no null
            patch[key] = value
            continue
        kind = type(value)
        if type(old) is not kind:
            patch[key] = value
        elif kind is dict:
            inner = diff(old, value)
            if inner:
                patch[key] = inner
        elif old != value:
            patch[key] = value
    return patch


def merge(view: View, patch: View) -> View:
    """The view after a patch; the one before is left as it was."""
    out = dict(view)
    for key, value in patch.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            old = out.get(key)
            out[key] = merge(old if isinstance(old, dict) else {}, value)
        else:
            out[key] = value
    return out
