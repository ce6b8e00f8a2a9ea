"""Threads that wait for work and do it in compiled code, without Python's lock."""

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any

# [s] how long an interrupted call waits for the others to finish what they have begun, before they are stopped
GRACE = 0.1


class Team:
    """Threads beside the one that calls: each runs a function of two addresses, and waits for the next.

    They are started when they are first needed, in each process anew, and end with the object.
    """

    def __init__(self, function: Callable[[int, int], int]):
        self._function = function
        self._members: list[_Member] = []
        self._process = os.getpid()

    def start(self, job: int, workers: list[int]) -> None:
        """Let one thread for each worker begin with a job."""
        if self._process != os.getpid():
            # threads stay behind when a process is copied
            self._members, self._process = [], os.getpid()
        while len(self._members) < len(workers):
            member = _Member(self._function)
            self._members.append(member)
            weakref.finalize(self, member.end)
        for member, worker in zip(self._members, workers, strict=False):
            member.begin(job, worker)

    def wait(self) -> None:
        """Wait until all have ended."""
        for member in self._members:
            member.wait()

    def wait_or_stop(self, stop: Callable[[], None]) -> None:
        """Wait for a short time, then let all stop early and wait for that; interrupts do not end it."""
        for deadline in (GRACE, None):
            for member in self._members:
                member.wait_uninterrupted(deadline)
            stop()


class _Member:
    """One thread."""

    def __init__(self, function: Callable[[int, int], int]):
        self._arguments: tuple[int, int] | None = None
        self._begin, self._idle = threading.Lock(), threading.Event()
        self._begin.acquire()
        self._idle.set()
        arguments: list[Any] = [function, self._begin, self._idle, self.__dict__]
        threading.Thread(target=_work, args=arguments, name="corten batch", daemon=True).start()

    def begin(self, job: int, worker: int) -> None:
        """Run the function."""
        self._arguments = (job, worker)
        self._idle.clear()
        self._begin.release()

    def wait(self) -> None:
        """Wait until the function has returned."""
        self._idle.wait()

    def wait_uninterrupted(self, seconds: float | None) -> None:
        """Wait, for some time or for ever, whatever the user presses."""
        while not self._idle.is_set():
            try:
                if self._idle.wait(seconds) or seconds is not None:
                    return
            except KeyboardInterrupt:
                continue

    def end(self) -> None:
        """Let the thread end."""
        self._arguments = None
        self._begin.release()


def _work(function: Any, begin: Any, idle: threading.Event, own: dict[str, Any]) -> None:
    """Run a function each time that there is something to do."""
    while True:
        begin.acquire()
        if own["_arguments"] is None:
            return
        function(*own["_arguments"])
        idle.set()
