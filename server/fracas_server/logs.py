"""The log: one line an event, as JSON for machines or in colour for people; table and seat are bound by those who write."""

from __future__ import annotations

import logging
import sys
from typing import Any, TextIO

import structlog

from . import dice

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def set_up(how: str, level: str, to: TextIO | None = None) -> None:
    """Write to standard error. Tokens are never handed to the log, and tracebacks show code, not values."""
    out = to or sys.stderr
    renderer: Any
    if how == "json":
        renderer = structlog.processors.JSONRenderer()
        trace: list[Any] = [structlog.processors.format_exc_info]
    else:  # tracebacks without the values of variables: a table's secret and its hidden combatants are among those
        renderer = structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=structlog.dev.plain_traceback)
        trace = []
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            *trace,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(out),
        cache_logger_on_first_use=False,
    )
    logging.getLogger("websockets").setLevel(logging.ERROR)  # who comes and goes is told by ourselves


def get(**bound: Any) -> Any:
    """A logger with these values on each line, as the log is set up now."""
    return structlog.get_logger().bind(**bound)  # bound once: what is below the level then costs nothing


def incident(log: Any, during: str, error: BaseException, **about: Any) -> str:
    """Log a fault of ours with its traceback; the id under which people who met it can have it found."""
    made = dice.short_id()
    log.error("incident", incident=made, during=during, why=str(error), **about, exc_info=error)
    return made
