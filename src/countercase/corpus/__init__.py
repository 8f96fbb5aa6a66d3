"""From judgment files to stored cases: read, clean, divide, describe, cut, store."""
