"""Histories of signals: samples with their times, in a ring.

The numbers of a history, from `first` on: one of the signal's own, the place of the newest sample, the times of all n
samples, and their values, `width` numbers each. The sample behind the newest is the oldest. Times grow.
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.model.signals import Interpolation
from corten.runtime import helper

# numbers before the times
HEADER = 2


class Between(NamedTuple):
    """Where a time lies: places of the samples around it and of those beyond, -1 for none; its share of the way."""

    low: int
    high: int
    before: int
    after: int
    share: float


@helper
def newest_place(history, first, n):
    """Return the place of the newest sample; the last one if what stands there is no place."""
    place = history[first + 1]
    valid = place >= 0.0 and place < float(n)
    return int(place if valid else float(n - 1))


@helper
def place_of(newest, n, age):
    """Return the place of a sample; the oldest has the age 0, the newest n - 1."""
    return (newest + 1 + age) % n


@helper
def time_at(history, first, place):
    """Return the time of the sample at a place [s]."""
    return history[first + HEADER + place]


@helper
def find_age(history, first, n, t):
    """Return the age of the first sample that is not before a time; n if there is none."""
    newest = newest_place(history, first, n)
    if t <= time_at(history, first, place_of(newest, n, 0)):
        return 0
    if t > time_at(history, first, newest):
        return n
    low, high = 0, n - 1
    while high - low > 1:
        middle = (low + high) // 2
        if time_at(history, first, place_of(newest, n, middle)) < t:
            low = middle
        else:
            high = middle
    return high


@helper
def locate(history, first, n, t):
    """Return where a time lies among the samples; outside of them the first or last counts."""
    newest = newest_place(history, first, n)
    oldest = place_of(newest, n, 0)
    if t <= time_at(history, first, oldest) + MINVAL:
        return Between(oldest, oldest, -1, -1, 0.0)
    if t >= time_at(history, first, newest) - MINVAL:
        return Between(newest, newest, -1, -1, 0.0)
    age = min(find_age(history, first, n, t), n - 1)
    high = place_of(newest, n, age)
    if age == 0 or abs(t - time_at(history, first, high)) < MINVAL:
        return Between(high, high, -1, -1, 0.0)
    low = place_of(newest, n, age - 1)
    before = place_of(newest, n, age - 2) if age > 1 else -1
    after = place_of(newest, n, age + 1) if age < n - 1 else -1
    start, end = time_at(history, first, low), time_at(history, first, high)
    return Between(low, high, before, after, (t - start) / (end - start))


@helper
def interpolate(history, first, n, width, where, kind, i):
    """Return number i of a signal at a time: held, on a line, or on a cubic whose slopes are those of its neighbours.

    At the first and last sample the slope is zero.
    """
    values = first + HEADER + n + i
    low, high = history[values + where.low * width], history[values + where.high * width]
    if where.low == where.high or kind == Interpolation.ZOH:
        return low
    a = where.share
    if kind == Interpolation.LINEAR:
        return low + a * (high - low)

    start, end = time_at(history, first, where.low), time_at(history, first, where.high)
    slope_low, slope_high = 0.0, 0.0
    if where.before >= 0:
        before = history[values + where.before * width]
        slope_low = (high - before) / (end - time_at(history, first, where.before))
    if where.after >= 0:
        after = history[values + where.after * width]
        slope_high = (after - low) / (time_at(history, first, where.after) - start)
    square, cube = a * a, a * a * a
    rise, fall = 2.0 * cube - 3.0 * square + 1.0, -2.0 * cube + 3.0 * square
    span = end - start
    return rise * low + (cube - 2.0 * square + a) * span * slope_low + fall * high + (cube - square) * span * slope_high


@helper
def insert_sample(history, first, n, width, t):
    """Make room for a sample of a time, at the cost of the oldest; return the index of its first value.

    A sample of the same time is replaced. One that is older than all others takes the place of the oldest.
    """
    values = first + HEADER + n
    newest = newest_place(history, first, n)
    age = find_age(history, first, n, t)
    if age < n:
        same = place_of(newest, n, age)
        if abs(t - time_at(history, first, same)) < MINVAL:
            return values + same * width
    if age == n:
        newest = (newest + 1) % n
        history[first + 1] = float(newest)
        history[first + HEADER + newest] = t
        return values + newest * width

    # samples before it move one place towards the past
    for older in range(age - 1):
        source, target = place_of(newest, n, older + 1), place_of(newest, n, older)
        history[first + HEADER + target] = history[first + HEADER + source]
        for i in range(width):
            history[values + target * width + i] = history[values + source * width + i]
    place = place_of(newest, n, max(age - 1, 0))
    history[first + HEADER + place] = t
    return values + place * width
