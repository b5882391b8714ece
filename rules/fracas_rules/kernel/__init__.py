"""Mechanism shared by all games. No game noun in here."""
