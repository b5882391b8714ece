"""The rules of four tabletop games, pure: no I/O, no clock, no randomness."""
