"""Sockets, seats, tables and storage: the one place that knows both rules and wire."""
