"""Limits on concurrent requests: a few are served, some wait, and the rest are told to try again later."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import Scope

# Python runs one thread at a time: more at once would make every page slower, and the unlucky ones slowest.
READING = (3, 256)  # pages made at once, and waiting
DRAWING = (2, 64)  # pictures of PDF pages, which a child process draws
WRITING = (2, 128)  # searches, new matters and uploads: each may use a core for a second
FOLLOWING = (128, 0)  # event streams: each costs a socket and nothing else
RETRY_AFTER = 2  # seconds


class Full(Exception):
    """Too many requests wait already."""


class Door:
    """Admits `at_once` requests; `waiting` more may queue."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._room = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._here = 0

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[None]:
        """Wait for a place, and give it back; Full if the queue is full."""
        if self._here >= self._most:
            raise Full
        self._here += 1
        try:
            async with self._room:
                yield
        finally:
            self._here -= 1


class Doors:
    """The limits of one server: for reading, pictures, writing, and following jobs."""

    def __init__(self) -> None:
        self.reading, self.drawing, self.writing = Door(*READING), Door(*DRAWING), Door(*WRITING)
        self.following = Door(*FOLLOWING)

    def door_for(self, scope: Scope) -> Door:
        """The limit that applies to a request."""
        if scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
            return self.writing
        if scope["path"].startswith("/page-images/"):
            return self.drawing
        follows = scope["path"].startswith("/api/v1/jobs/") and scope["path"].endswith("/events")
        return self.following if follows else self.reading
