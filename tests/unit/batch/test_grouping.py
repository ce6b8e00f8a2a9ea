"""Environments that will do about the same work share a pack."""

import itertools

import numpy as np
import pytest

import corten
from corten.batch.arguments import lane_count
from corten.batch.environments import Environments
from corten.batch.grouping import MOST_ITERATIONS, MOST_ROWS, Grouping
from corten.constants import MOST_DOFS
from corten.enums import DisableBit, SolverType
from corten.models import n_link_pendulum
from corten.runtime.build import kernel_call


def test_packs_leave_out_what_failed():
    """Fill the last pack up with copies of the last environment that goes on."""
    packs = Grouping(7, 4).make_packs([1, 6])
    np.testing.assert_array_equal(packs, [[0, 2, 3, 4], [5, 5, 5, 5]])


def grouped(n, width, estimates, threads=1):
    """Return a grouping of environments whose last steps were like that: bodies, rows, iterations."""
    grouping = Grouping(n, width, threads)
    for (_, places), values in zip(grouping.estimates.values(), estimates, strict=True):
        places[:] = values
    return grouping


def sort(grouping, bounds):
    """Sort the regions between some bounds, as threads do."""
    for function, region, order in grouping.sorters(np.array(bounds)):
        kernel_call()(function, region, order)


def test_sorting_by_bodies_rows_and_iterations():
    """Sort by the bodies in contact, then by rows, then by iterations; every environment stays in one place only."""
    bodies, rows = [0, 2**29, 3, 3, 2**29, 3, 3], [0, 8, 5, 1, 8, 1, MOST_ROWS]
    grouping = grouped(7, 4, (bodies, rows, [9, 2, 5, 3, 1, 2, MOST_ITERATIONS]))
    packs = grouping.make_packs([0])
    sort(grouping, [0, 2])
    np.testing.assert_array_equal(packs, [[1, 4, 6, 2], [3, 5, 5, 5]])


def test_any_numbers_are_sorted():
    """Sort keys of which all digits differ as NumPy does, again and again, and begin anew with those that are left."""
    rng = np.random.default_rng(0)
    for count in (1, 2, 500):
        limits = 2**30, MOST_ROWS, MOST_ITERATIONS
        estimates = [rng.integers(0, limit, count) >> rng.integers(0, 17, count) for limit in limits]
        grouping, order = grouped(count, 8, estimates), np.lexsort([-each for each in estimates[::-1]])
        packs = grouping.make_packs([])
        for _ in range(2):
            sort(grouping, [0, len(packs)])
            np.testing.assert_array_equal(packs.reshape(-1)[:count], order)
            assert (packs.reshape(-1)[count:] == order[-1]).all()
    grouping.forget(np.arange(10))
    packs = grouping.make_packs(range(20, 500))
    sort(grouping, [0, 3])
    assert packs.shape == (3, 8)
    assert set(packs.reshape(-1)[10:20].tolist()) == set(range(10))


def test_regions_keep_their_environments():
    """Sort each region by itself: no environment leaves it, packs are alike, and those that cost most come first."""
    rng = np.random.default_rng(1)
    count, width, bounds = 203, 8, [0, 9, 17, 26]
    estimates = [rng.integers(0, limit, count) for limit in (3, 40, 20)]
    grouping = grouped(count, width, estimates, threads=3)
    packs = grouping.make_packs([])
    for _ in range(2):
        sort(grouping, bounds)
        for first, end in itertools.pairwise(bounds):
            region, members = packs[first:end], np.arange(first * width, min(end * width, count))
            assert set(region.reshape(-1).tolist()) == set(members.tolist())
            # whole packs by their cost, the most rows times the most iterations
            whole = region[: len(members) // width]
            cost = estimates[1][whole].max(axis=1) * (1 + estimates[2][whole].max(axis=1))
            assert (np.diff(cost) <= 0).all()
            # their environments follow each other where all of a region are sorted
            order = members[np.lexsort([-each[members] for each in estimates[::-1]])]
            chunks = {tuple(order[i : i + width].tolist()) for i in range(0, len(order) - width + 1, width)}
            assert {tuple(pack) for pack in whole.tolist()} == chunks


LEGS = """<mujoco><worldbody><geom type="plane" size="5 5 1"/>
<body pos="0 0 1"><freejoint/><geom type="box" size=".5 .2 .1"/>
<body pos=".4 0 -.5"><joint axis="0 1 0"/><geom size=".1" margin=".2" gap=".2"/></body>
<body pos="-.4 0 -.9"><joint axis="0 1 0"/><geom size=".15"/></body></body></worldbody></mujoco>"""


def test_bodies_in_contact_have_a_mark():
    """Set the bits of bodies whose contacts have rows, and none for what is only near or has gone."""
    model = corten.load_model_from_string(LEGS)
    data = model.make_data()
    corten.forward(model, data)
    assert data.contact_bodies == (1 << 0) | (1 << 3)
    data.qpos[2] = 0.55
    corten.forward(model, data)
    assert data.contact_bodies == (1 << 0) | (1 << 2) | (1 << 3)
    data.qpos[2] = 3.0
    corten.forward(model, data)
    assert data.contact_bodies == 0


@pytest.mark.parametrize("name", ["cartpole", "humanoid"])
def test_first_steps_compute_nothing_twice(name, monkeypatch):
    """Begin with all that packs are sorted by, instead of stepping every environment alone to find it."""
    monkeypatch.setattr(Environments, "replay", lambda *_: pytest.fail("an environment is computed again"))
    batch = corten.BatchSim(corten.load_model(corten.models.path(name)), 9, lanes=2, threads=1)
    batch.step_all(2)


def star(ndof):
    """Return a model of one tree of short arms, each a hinge."""
    arms = '<body><joint axis="0 1 0" limited="true" range="-1 1"/><geom size=".1" pos="1 0 0"/></body>' * (ndof - 1)
    text = f'<worldbody><body><joint/><geom size="1"/>{arms}</body></worldbody>'
    return corten.load_model_from_string(f'<mujoco><compiler angle="radian"/>{text}</mujoco>')


def test_what_gains_nothing_from_lanes_runs_without(monkeypatch):
    """Give a single environment, and large models, one lane unless the user says otherwise."""
    monkeypatch.setattr("corten.batch.arguments.best_width", lambda precision: 4)
    most, more, long = star(MOST_DOFS), star(MOST_DOFS + 1), n_link_pendulum(MOST_DOFS)
    assert lane_count(None, most, 2) == 4
    assert lane_count(None, most, 1) == lane_count(None, more, 2) == lane_count(None, long, 2) == 1
    assert lane_count(2, more, 1) == 2
    # rows that every environment solves by itself, and none at all
    most.opt.solver = SolverType.CG
    assert lane_count(None, most, 2) == 1
    most.opt.disableflags |= int(DisableBit.CONSTRAINT)
    assert lane_count(None, most, 2) == 4
