"""The JSON API, version 1: what the command line does, over HTTP. The page `/api` describes it."""
