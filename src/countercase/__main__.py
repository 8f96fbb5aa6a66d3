"""`python -m countercase`."""

from countercase.cli import main

main()
