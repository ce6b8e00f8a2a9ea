"""A thread does what another hands to it through a mailbox, and sleeps where nothing comes."""

import ctypes
import threading
from queue import SimpleQueue

from corten.runtime.job_queue import JobQueue

ADD = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


def test_jobs_are_done_in_their_order():
    """Do each job once, before and after the thread that serves has gone to sleep."""
    done = []

    @ADD
    def note(first, second):
        done.append((first, second))
        return 0

    mailbox, alarm = JobQueue(note), SimpleQueue()

    def work():
        while True:
            mailbox.serve(10)
            if not alarm.get():
                return

    thread = threading.Thread(target=work)
    thread.start()
    for job in range(2000):
        if mailbox.post(job, -job):
            alarm.put(True)
        while not mailbox.wait(100):
            pass
        assert len(done) == job + 1
    alarm.put(False)
    thread.join()
    assert done == [(job, -job) for job in range(2000)]


def test_nothing_is_done_before_somebody_serves():
    """Tell that a job is not done yet, and do it as soon as somebody serves."""
    done = []

    @ADD
    def note(first, second):
        done.append(first + second)
        return 0

    mailbox = JobQueue(note)
    assert mailbox.wait(1)
    assert not mailbox.post(3, 4)
    assert not mailbox.wait(5)
    mailbox.serve(1)
    assert mailbox.wait(1) and done == [7]
