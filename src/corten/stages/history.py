"""Delays: what controls and sensors were a while ago, in ring buffers of samples.

record_history   at the end of a step, controls and readings become samples
delay_controls   controls as they were a delay ago
delay_readings   readings that come with a delay, or once in an interval
"""

from functools import cache
from typing import NamedTuple

from corten.constants import MINVAL
from corten.enums import ForwardPart
from corten.model import Model
from corten.model.signals import Interpolation
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.kernel import Stage, bind
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("ctrl_delayed", F8, ("nu",), "controls as they act after their delays, where a model has such"),
    Field("history_sample", F8, ("nhistory",), "what each sensor with a history reads now, at its place in history"),
)

# ---- histories of signals: samples with their times, in a ring
# The numbers of a history, from `first` on: one of the signal's own, the place of the newest sample, the times of all n
# samples, and their values, `width` numbers each. The sample behind the newest is the oldest. Times grow


# numbers before the times
HEADER = 2


class Bracket(NamedTuple):
    """Where a time lies: places of the samples around it and of those beyond, -1 for none; its share of the way."""

    low: int
    high: int
    before: int
    after: int
    share: float


@helper
def newest_place(history: FloatArray, first: int, n: int) -> int:
    """Return the place of the newest sample; the last one if what stands there is no place."""
    place = history[first + 1]
    valid = place >= 0.0 and place < float(n)
    return int(place if valid else float(n - 1))


@helper
def place_of(newest: int, n: int, age: int) -> int:
    """Return the place of a sample; the oldest has the age 0, the newest n - 1."""
    return (newest + 1 + age) % n


@helper
def time_at(history: FloatArray, first: int, place: int) -> float:
    """Return the time of the sample at a place [s]."""
    return history[first + HEADER + place]


@helper
def find_age(history: FloatArray, first: int, n: int, t: float) -> int:
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
def locate(history: FloatArray, first: int, n: int, t: float) -> Bracket:
    """Return where a time lies among the samples; outside of them the first or last counts."""
    newest = newest_place(history, first, n)
    oldest = place_of(newest, n, 0)
    if t <= time_at(history, first, oldest) + MINVAL:
        return Bracket(oldest, oldest, -1, -1, 0.0)
    if t >= time_at(history, first, newest) - MINVAL:
        return Bracket(newest, newest, -1, -1, 0.0)
    age = min(find_age(history, first, n, t), n - 1)
    high = place_of(newest, n, age)
    if age == 0 or abs(t - time_at(history, first, high)) < MINVAL:
        return Bracket(high, high, -1, -1, 0.0)
    low = place_of(newest, n, age - 1)
    before = place_of(newest, n, age - 2) if age > 1 else -1
    after = place_of(newest, n, age + 1) if age < n - 1 else -1
    start, end = time_at(history, first, low), time_at(history, first, high)
    return Bracket(low, high, before, after, (t - start) / (end - start))


@helper
def interpolate(history: FloatArray, first: int, n: int, width: int, where: Bracket, kind: int, i: int) -> float:
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

    # slopes at both samples from their neighbours
    start, end = time_at(history, first, where.low), time_at(history, first, where.high)
    slope_low, slope_high = 0.0, 0.0
    if where.before >= 0:
        before = history[values + where.before * width]
        slope_low = (high - before) / (end - time_at(history, first, where.before))
    if where.after >= 0:
        after = history[values + where.after * width]
        slope_high = (after - low) / (time_at(history, first, where.after) - start)

    # cubic Hermite polynomial
    square, cube = a * a, a * a * a
    rise, fall = 2.0 * cube - 3.0 * square + 1.0, -2.0 * cube + 3.0 * square
    span = end - start
    return rise * low + (cube - 2.0 * square + a) * span * slope_low + fall * high + (cube - square) * span * slope_high


@helper
def insert_sample(history: FloatArray, first: int, n: int, width: int, t: float) -> int:
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


# ---- histories at the end of a step: controls and readings become samples


@stage
def record_history(m, d) -> None:
    """Add controls and readings to their histories, under the time at which the step began.

    A sensor with an interval adds one when it is due, and is due again an interval after it had been, not now.
    """
    history = d.history

    # inside of a step of RK4 the time is that of its last evaluation
    time = d.rk_time if d.rk_evaluation > 0 else d.time
    for k in range(m.nactuator):
        n = m.actuator_history[k, 0]
        if n > 0:
            width = m.actuator_ctrlnum[k]
            place = insert_sample(history, m.actuator_historyadr[k], n, width, time)
            for i in range(width):
                history[place + i] = d.ctrl[m.actuator_ctrladr[k] + i]
    for s in range(m.nsensor):
        if m.sensor_history[s, 0] > 0:
            record_reading(m, d, s, time)


@helper
def record_reading(m, d, s: int, time: float) -> None:
    """Add the reading of sensor s to its history, if it is due."""
    history, sample = d.history, d.history_sample
    n, first, width, period = m.sensor_history[s, 0], m.sensor_historyadr[s], m.sensor_dim[s], m.sensor_interval[s, 0]

    due = period <= 0.0 or history[first] + period <= time
    if due:
        if period > 0.0:
            history[first] += period
        place = insert_sample(history, first, n, width, time)
        for i in range(width):
            history[place + i] = sample[first + i]


# ---- readings that come with a delay, or once in a while


# placeholder of the template: the part of forward dynamics whose sensors are meant
PART = 0


@stage
def delay_readings(m, d) -> None:
    """Set aside what sensors with a history read now, and show what they read a delay or an interval ago.

    A sensor with a delay shows its history; one with an interval does so until its next reading is due.
    """
    kind, delay, adr, readings, sample = m.sensor_history, m.sensor_delay, m.sensor_adr, d.sensordata, d.history_sample

    for s in range(m.nsensor):
        n, first, width = kind[s, 0], m.sensor_historyadr[s], m.sensor_dim[s]
        if n > 0 and m.sensor_needstage[s] == PART:
            for i in range(width):
                sample[first + i] = readings[adr[s] + i]
            if delay[s] > 0.0 or (m.sensor_interval[s, 0] > 0.0 and not is_due(m, d, s)):
                where = locate(d.history, first, n, d.time - delay[s])
                for i in range(width):
                    readings[adr[s] + i] = interpolate(d.history, first, n, width, where, kind[s, 1], i)


@helper
def is_due(m, d, s: int) -> bool:
    """Tell whether a sensor with an interval has to be read again: the first number of its history is when it was."""
    return d.history[m.sensor_historyadr[s]] + m.sensor_interval[s, 0] <= d.time


@cache
def readings_stage(part: ForwardPart) -> Stage:
    """Return the stage for the sensors of a part of forward dynamics."""
    return bind(delay_readings, PART=int(part))


# ---- controls that act with a delay


@stage
def delay_controls(m, d) -> None:
    """Set ctrl_delayed: controls as they are, or as they were a delay ago, read from the history of an actuator."""
    kind, delay, delayed = m.actuator_history, m.actuator_delay, d.ctrl_delayed

    for i in range(m.nu):
        delayed[i] = d.ctrl[i]
    for k in range(m.nactuator):
        n, first, width = kind[k, 0], m.actuator_historyadr[k], m.actuator_ctrlnum[k]
        if n > 0 and delay[k] != 0.0:
            where = locate(d.history, first, n, d.time - delay[k])
            for i in range(width):
                value = interpolate(d.history, first, n, width, where, kind[k, 1], i)
                delayed[m.actuator_ctrladr[k] + i] = value


# ---- delays: what controls and sensors were a while ago


def control_stages(model: Model) -> list[Stage]:
    """Return the stage that delays controls, for all models with a history: controls are read from there then."""
    return [delay_controls] if model.nhistory and model.nactuator else []


def reading_stages(model: Model, part: ForwardPart) -> list[Stage]:
    """Return the stage that delays the readings of a part of forward dynamics."""
    wanted = (model.sensor_history[:, 0] > 0) & (model.sensor_needstage == part)
    return [readings_stage(part)] if wanted.any() else []


def record_stages(model: Model) -> list[Stage]:
    """Return the stage that adds controls and readings to their histories at the end of a step."""
    return [record_history] if model.nhistory else []
