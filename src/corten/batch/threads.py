"""Threads that wait for work and do it in compiled code, without Python's lock."""

import math
import os
import threading
import time
import weakref
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from corten.runtime.job_queue import JobQueue

# [s] how long an interrupted call waits for the others to finish what they have begun, before they are stopped
GRACE = 0.1

# turns of a loop, some 0.1 ms, after which a thread that looks for work or waits for others sleeps; [s] for how long
TURNS, NAP = 2500, 5e-5


class Team:
    """Threads beside the one that calls: each runs a function of two addresses, and waits for the next.

    They are started when they are first needed, in each process anew, and end with the object.
    """

    def __init__(self, function: Any):
        self._function = function
        self._members: list[_Member] = []
        self._process = os.getpid()

    def start(self, job: int, workers: list[int]) -> None:
        """Let one thread for each worker begin with a job."""
        if not (workers or self._members):
            return
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
        for deadline in (GRACE, math.inf):
            for member in self._members:
                member.wait_uninterrupted(deadline)
            stop()


class _Member:
    """One thread. It looks for work for a short time before it sleeps, since the next step mostly follows soon."""

    def __init__(self, function: Any):
        self._mailbox, self._alarm = JobQueue(function), SimpleQueue()
        threading.Thread(target=_work, args=(self._mailbox, self._alarm), name="corten batch", daemon=True).start()

    def begin(self, job: int, worker: int) -> None:
        """Run the function."""
        if self._mailbox.post(job, worker):
            self._alarm.put(True)

    def wait(self) -> None:
        """Wait until the function has returned."""
        while not self._mailbox.wait(TURNS):
            time.sleep(NAP)

    def wait_uninterrupted(self, seconds: float) -> None:
        """Wait for some time, or for ever, whatever the user presses."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self._mailbox.wait(TURNS):
                    return
                time.sleep(NAP)
            except KeyboardInterrupt:
                continue

    def end(self) -> None:
        """Let the thread end."""
        self._alarm.put(False)


def _work(mailbox: JobQueue, alarm: "SimpleQueue[bool]") -> None:
    """Do what there is to do, and sleep where there is nothing."""
    goes_on = True
    while goes_on:
        mailbox.serve(TURNS)
        goes_on = alarm.get()
