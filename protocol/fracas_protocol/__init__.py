"""The wire between Fracas and its clients. Knows no rule."""
