"""How much the server takes on at once. What is beyond that waits at a door, and beyond that is told to come back."""

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
    """Nobody more may wait here."""


class Door:
    """Lets `at_once` in; `waiting` more may stand before it, in the order in which they came."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._room = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._here = 0

    @asynccontextmanager
    async def entered(self) -> AsyncIterator[None]:
        """Wait for room, and leave it again; Full where too many wait already."""
        if self._here >= self._most:
            raise Full
        self._here += 1
        try:
            async with self._room:
                yield
        finally:
            self._here -= 1


class Doors:
    """The doors of one server: for reading, for pictures, for writing, and for following a job."""

    def __init__(self) -> None:
        self.reading, self.drawing, self.writing = Door(*READING), Door(*DRAWING), Door(*WRITING)
        self.following = Door(*FOLLOWING)

    def door_for(self, scope: Scope) -> Door:
        """The door that a request goes through."""
        if scope["method"] not in {"GET", "HEAD", "OPTIONS"}:
            return self.writing
        if scope["path"].startswith("/page-images/"):
            return self.drawing
        follows = scope["path"].startswith("/api/v1/jobs/") and scope["path"].endswith("/events")
        return self.following if follows else self.reading
