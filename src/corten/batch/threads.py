"""Threads that wait for work and do it in compiled code, without Python's lock."""

import math
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any

from corten.runtime.batch_plan import Job, Worker
from corten.runtime.job_queue import JobQueue

# [s] how long an interrupted call waits for the others to finish what they have begun, before they are stopped
GRACE = 0.1

# how long the calling thread stays away from Python, which sees Ctrl-C only when it comes back [s]
SHORT_CALL, LONG_CALL = 0.01, 0.04

# turns of a loop, some 0.1 ms, after which a thread that looks for work or waits for others sleeps; [s] for how long
TURNS, NAP = 2500, 5e-5


class Team:
    """Threads beside the one that calls: each runs a function of two addresses, and waits for the next.

    They are started when they are first needed, in each process anew, and end with the object. With `affinity`, the
    numbers of CPUs, each stays on its own; the first is that of the calling thread while it works.
    """

    def __init__(self, function: Any, affinity: Sequence[int] = ()):
        self._function, self._affinity = function, tuple(affinity)
        self._members: list[_Thread] = []
        self._process = os.getpid()
        # how much the calling thread does before it comes back to Python
        self._quota = 1

    def work(self, job: Job, workers: list[Worker]) -> None:
        """Do a job together with other threads: the first worker is that of the calling one."""
        call, own, interrupt, deadline = self._call_here, workers[0], None, 0.0
        done = False
        try:
            if len(workers) > 1:
                self.start(job.address, [worker.address for worker in workers[1:]])
            while not done:
                try:
                    own.quota, start = self._quota, time.perf_counter()
                    done = call(job.address, own.address) == 1
                    seconds = time.perf_counter() - start
                    if seconds < SHORT_CALL and not done:
                        self._quota *= 2
                    elif seconds > LONG_CALL:
                        self._quota = max(1, self._quota // 2)
                except KeyboardInterrupt as error:
                    # the others finish what they have begun, unless that takes long
                    interrupt, deadline = error, time.perf_counter() + GRACE
                if interrupt and time.perf_counter() > deadline:
                    job.stop()
            self.wait()
        except BaseException:
            self.wait_or_stop(job.stop)
            raise
        if interrupt:
            raise interrupt

    def _call_here(self, job: int, worker: int) -> int:
        """Call the function in the calling thread, on its CPU if it has one."""
        if not self._affinity:
            return self._function(job, worker)
        with pinned(self._affinity[:1]):
            return self._function(job, worker)

    def start(self, job: int, workers: list[int]) -> None:
        """Let one thread for each worker begin with a job."""
        if not (workers or self._members):
            return
        self._hire(len(workers))
        for member, worker in zip(self._members, workers, strict=False):
            member.begin(job, worker)

    def each(self, functions: Mapping[int, Callable[[], Any]]) -> list[Any]:
        """Call functions, each in the thread of its number, of which 0 is the calling one; return the results.

        Memory that a function touches first lies near the CPU of its thread.
        """
        self._hire(max(functions))
        futures = {n: self._members[n - 1].call(function) for n, function in functions.items() if n}
        with pinned(self._affinity[:1]):
            own = {n: functions[n]() for n in functions if n == 0}
        return [futures[n].result() if n else own[n] for n in functions]

    def _hire(self, count: int) -> None:
        """See to it that there are as many threads."""
        if self._process != os.getpid():
            # threads stay behind when a process is copied
            self._members, self._process = [], os.getpid()
        while len(self._members) < count:
            cpus = self._affinity[len(self._members) + 1 :][:1]
            member = _Thread(self._function, cpus)
            self._members.append(member)
            weakref.finalize(self, member.end)

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


class _Thread:
    """One thread. It looks for work for a short time before it sleeps, since the next step mostly follows soon."""

    def __init__(self, function: Any, cpus: tuple[int, ...]):
        self._mailbox, self._alarm = JobQueue(function), SimpleQueue()
        arguments = self._mailbox, self._alarm, cpus
        threading.Thread(target=_work, args=arguments, name="corten batch", daemon=True).start()

    def begin(self, job: int, worker: int) -> None:
        """Run the function."""
        if self._mailbox.post(job, worker):
            self._alarm.put(True)

    def call(self, function: Callable[[], Any]) -> "Future[Any]":
        """Call a function of Python's."""
        future = Future()
        self._alarm.put((function, future))
        return future

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


def _work(mailbox: JobQueue, alarm: "SimpleQueue[Any]", cpus: tuple[int, ...]) -> None:
    """Do what there is to do, and sleep where there is nothing."""
    if cpus:
        os.sched_setaffinity(0, cpus)
    goes_on = True
    while goes_on:
        mailbox.serve(TURNS)
        message = alarm.get()
        if isinstance(message, bool):
            goes_on = message
        else:
            _call(*message)


def _call(function: Callable[[], Any], future: "Future[Any]") -> None:
    """Call a function; what it raises is raised where the result is asked for."""
    try:
        future.set_result(function())
    except BaseException as error:
        future.set_exception(error)


@contextmanager
def pinned(cpus: tuple[int, ...]) -> Iterator[None]:
    """Let the calling thread stay on some CPUs meanwhile, if there are any."""
    if not cpus:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
