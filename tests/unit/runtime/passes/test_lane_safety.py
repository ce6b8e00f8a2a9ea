"""Kernels in which environments that share an instruction could change each other's bits do not compile."""

import inspect

import pytest

from corten.errors import KernelError
from corten.runtime import any_lane, helper, select, stage
from corten.runtime.build import stage_program
from support.kernels import INPUT, OUTPUT

# the line that has to be refused ends in this
MARK = "# refused"


@helper
def slow(a):
    return a * 2.0, a * 3.0


@helper
def add_to(y, i, value):
    y[i] += value


@stage
def plain_assignment(m, d):
    far = d.y[0] > 1.0
    value = 0.0
    if any_lane(far):
        value = 1.0  # refused
    d.total = value


@stage
def unpacked_result(m, d):
    far = d.y[0] > 1.0
    a, b = 0.0, 0.0
    if any_lane(far):
        a, b = slow(d.y[0])  # refused
    d.total = a + b


@stage
def other_condition(m, d):
    far = d.y[0] > 1.0
    value = 0.0
    if any_lane(far):
        value = select(d.y[0] > 2.0, 1.0, value)  # refused
    d.total = value


@stage
def other_value(m, d):
    far = d.y[0] > 1.0
    value = 0.0
    if any_lane(far):
        value = select(far, 1.0, 2.0)  # refused
    d.total = value


@stage
def either_condition(m, d):
    far = d.y[0] > 1.0
    value = 0.0
    if any_lane(far):
        value = select(far or d.y[0] < 0.0, 1.0, value)  # refused
    d.total = value


@stage
def condition_changes(m, d):
    far = d.y[0] > 1.0
    value = 0.0
    if any_lane(far):  # refused
        far = d.y[0] < 2.0
        value = select(far, 1.0, value)
    d.total = value


@stage
def field_of_condition_changes(m, d):
    y = d.y
    if any_lane(y[0] > 1.0):  # refused
        y[0] = select(y[0] > 1.0, 0.0, y[0])


@stage
def store(m, d):
    y = d.y
    far = y[0] > 1.0
    if any_lane(far):
        y[1] = 1.0  # refused


@stage
def scalar_store(m, d):
    far = d.y[0] > 1.0
    if any_lane(far):
        d.total += 1.0  # refused


@stage
def store_by_a_helper(m, d):
    y = d.y
    far = y[0] > 1.0
    if any_lane(far):
        add_to(y, 1, 2.0)  # refused


@stage
def inner_loop(m, d):
    far = d.y[0] > 1.0
    value = 0.0
    if any_lane(far):
        for i in range(3):
            value += 1.0 * i  # refused
    d.total = value


@stage
def otherwise(m, d):
    far = d.y[0] > 1.0
    value = 0.0
    if any_lane(far):  # refused
        value = select(far, 1.0, value)
    else:
        value = 2.0
    d.total = value


@stage
def early_return(m, d):
    far = d.y[0] > 1.0
    if any_lane(far):
        return 1  # refused
    return 0


@stage
def leaves_a_loop(m, d):
    for i in range(3):
        far = d.y[i] > 1.0
        if any_lane(far):  # refused
            break


@stage
def part_of_a_condition(m, d):
    far = d.y[0] > 1.0
    if any_lane(far) and m.n > 3:  # refused
        far = False


@stage
def as_a_value(m, d):
    some = any_lane(d.y[0] > 1.0)  # refused
    d.total = select(some, 1.0, 0.0)


@stage
def loop_without_select(m, d):
    value, moving = 1.0, True
    for _i in range(9):
        value = 0.5 * value  # refused
        moving = moving and value > d.y[0]
        if not any_lane(moving):
            break
    d.total = value


@stage
def loop_that_starts_again(m, d):
    value, moving = 1.0, True
    for _i in range(9):
        value = select(moving, 0.5 * value, value)
        moving = value > d.y[0]  # refused
        if not any_lane(moving):
            break
    d.total = value


@stage
def carried_round(m, d):
    value, step, moving = 1.0, 0.1, True
    while any_lane(moving):
        value = select(moving, value - step, value)
        step = 2.0 * step  # refused
        moving = moving and value > d.y[0]
    d.total = value


@stage
def counter_behind_a_loop(m, d):
    moving, k = True, 0
    for k in range(9):  # refused
        moving = moving and d.y[k] > 0.0
        if not any_lane(moving):
            break
    d.total = float(k)


@stage
def condition_without_a_name(m, d):
    value = 1.0
    for _i in range(9):  # refused
        value = select(value > d.y[0], 0.5 * value, value)
        if not any_lane(value > d.y[0]):
            break
    d.total = value


@stage
def returns_when_all_are_done(m, d):
    for i in range(9):
        moving = d.y[i] > 0.0
        if not any_lane(moving):  # refused
            return 1
    return 0


@stage
def selects(m, d):
    """Numbers, tuples as a whole or part by part, a condition that holds more rarely, and names for the block alone."""
    y = d.y
    far = y[0] > 1.0
    value, pair, other = 0.0, (1.0, 2.0), (3.0, 4.0)
    if any_lane(far):
        first, second = slow(y[0])
        found = (first, second)
        pair = select(far, found, pair)
        other = (select(far, first, other[0]), other[1])
        value = select(far and first > 2.0, first, value)
        value = select(second > 1.0 and far, select(second > 3.0, 1.0, 2.0), value)
    d.total = value + pair[0] + pair[1] + other[0]


@stage
def stores_that_keep(m, d):
    """Stores by select, or under the condition itself."""
    y, count = d.y, d.count
    far = y[0] > 1.0
    if any_lane(far):
        y[1] = select(far, 1.0, y[1])
        d.total = select(far, 2.0, d.total)
        if far and count[0] > 1:
            add_to(y, 2, 3.0)
            d.error_where = 1


@stage
def loops_that_keep(m, d):
    """Loops in both forms, whose other names are set anew each time round."""
    value, low, moving = 1.0, 0.0, True
    for _i in range(9):
        step = 0.5 * value
        value = select(moving, value - step, value)
        low = select(moving and value < 0.2, value, low)
        moving = moving and step > 0.01
        if not any_lane(moving):
            break
    going = d.y[0] > 0.0
    while any_lane(going):
        next_value = 0.5 * value
        value = select(going, next_value, value)
        going = going and next_value > 0.1
    d.total = value + low


def _of_this_file(*, refused):
    kernels = [value for value in list(globals().values()) if type(value).__name__ == "Stage"]
    return [kernel for kernel in kernels if (MARK in inspect.getsource(kernel.function)) is refused]


@pytest.mark.parametrize("kernel", _of_this_file(refused=True), ids=lambda kernel: kernel.__name__)
def test_what_mixes_environments_is_refused(kernel):
    """Refuse a kernel at the line that would change something for neighbours, with file and name."""
    lines, first = inspect.getsourcelines(kernel.function)
    line = next(first + place for place, text in enumerate(lines) if text.rstrip().endswith(MARK))
    with pytest.raises(KernelError) as error:
        stage_program(kernel, (INPUT, OUTPUT))
    assert str(error.value).startswith(f"{__file__}:{line}: {kernel.name}: ")


@pytest.mark.parametrize("kernel", _of_this_file(refused=False), ids=lambda kernel: kernel.__name__)
def test_what_keeps_environments_apart_compiles(kernel):
    """Accept kernels that leave everything as it was where the condition does not hold."""
    assert stage_program(kernel, (INPUT, OUTPUT)).entry.body
