"""Storage: fixed fields stay where they are, growing ones make room."""

import pickle

import numpy as np
import pytest

from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.kernel import Mode, kernel_mode
from corten.runtime.storage import Storage

LIST = Layout(
    "List",
    (Size("n", "fixed"), Size("room", "rows that fit", counted_by="count")),
    (Field("fixed", F8, ("n",), ""), Field("count", I4, (), ""), Field("rows", F8, ("room", 2), "")),
)


class List(Storage):
    """A list that grows."""

    layout = LIST


@stage
def fill(m, d):
    """Fill all the room there is."""
    rows = d.rows
    for i in range(d.room):
        rows[i, 0] = float(i)
        rows[i, 1] = 1.0
    d.count = d.room


def test_only_rows_in_use_are_shown():
    """Show as many rows as the count says."""
    a = List({"n": 3, "room": 4})
    assert a.rows.shape == (0, 2)
    fill(a, a)
    assert a.rows.shape == (4, 2) and a.count == 4
    a.count = 2
    np.testing.assert_array_equal(a.rows, [[0, 1], [1, 1]])


def test_growing_keeps_rows_and_addresses_of_fixed_fields():
    """Give kernels more room; views on fixed fields stay valid."""
    a = List({"n": 3, "room": 4})
    held = a.fixed
    fill(a, a)
    a.grow(room=9)
    held[:] = 5.0
    assert a.room == 9 and (a.fixed == 5.0).all()
    np.testing.assert_array_equal(a.rows[:, 0], [0, 1, 2, 3])
    fill(a, a)
    np.testing.assert_array_equal(a.rows[:, 0], range(9))
    a.grow(room=2)
    assert a.room == 9


def test_copies_take_the_room_along():
    """Copy storage with other capacities."""
    a, b = List({"n": 3, "room": 4}), List({"n": 3, "room": 1})
    fill(a, a)
    b.copy_memory(a)
    np.testing.assert_array_equal(b.rows, a.rows)
    b.rows[0, 0] = 7.0
    assert a.rows[0, 0] == 0.0
    assert pickle.loads(pickle.dumps(a.__getstate__()))[0] == a.sizes()


def test_plain_python_sees_all_rows():
    """Let kernels in plain Python write rows that are not in use yet."""
    a = List({"n": 3, "room": 4})
    fill.function(a.engine_view(), a.engine_view())
    assert a.count == 4 and a.rows[3, 0] == 3.0


def test_layouts_are_checked():
    """Refuse a field of an unknown size, and names that are taken."""
    with pytest.raises(ValueError, match=r"Bad\.x: unknown size m"):
        Layout("Bad", (Size("n", ""),), (Field("x", F8, ("m",), ""),))
    with pytest.raises(ValueError, match="declared twice"):
        Layout("Bad", (Size("n", ""),), (Field("x", F8, ("n",), ""), Field("x", F8, ("n",), "")))
    assert kernel_mode() in Mode
