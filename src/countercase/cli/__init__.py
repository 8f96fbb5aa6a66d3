"""The command line: one file a command. Commands import what they need when they run, so `--help` answers at once."""

from countercase.cli.app import app, main

__all__ = ["app", "main"]
