"""`python -m fracas_server`."""

from .cli import main

main()
