"""The JSON API, version 1: what the command line does, over HTTP. `/api` shows it to people."""
