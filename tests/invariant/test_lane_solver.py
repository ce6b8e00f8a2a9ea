"""Solvers in lanes: the bits of stepping alone for every kind of row, in environments that differ in all of them."""

from itertools import product

import numpy as np
import pytest

import corten
from corten.constants import MOST_DOFS
from corten.data import DATA
from corten.enums import ConeType, EnableBit, SolverType
from corten.model import MODEL
from corten.pipeline.plans import get_plan
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime.build import stage_effects
from corten.stages.constraint import block_contact_rows, single_tree_reference, single_tree_rows
from corten.stages.solver import cg, newton, newton_lanes, newton_single_tree, pgs_single_tree
from support.batches import Twins
from support.sleep_scenes import box, scene

# a walker on one tree, with limits, friction loss, equalities, a tendon, and contacts of all dimensions
WALKER = """
<mujoco>
  <option timestep="0.004"/>
  <default><geom density="500"/></default>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body name="trunk" pos="0 0 .38"><freejoint/>
      <geom type="box" size=".15 .1 .05" condim="4"/>
      <body pos=".12 .1 0"><joint name="a" axis="0 1 0" range="-40 40" limited="true" frictionloss=".05"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.2" size=".03"/>
        <body pos="0 0 -.2"><joint name="b" axis="0 1 0" range="-10 80" limited="true" damping=".1"/>
          <geom type="capsule" fromto="0 0 0 0 0 -.15" size=".03" condim="6" friction="1 .02 .005"/></body></body>
      <body pos="-.12 -.1 0"><joint name="c" axis="0 1 0" frictionloss=".1"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03" condim="1"/></body>
      <body pos="-.12 .1 0"><joint name="e" axis="1 0 0" range="-20 20" limited="true"/>
        <geom type="capsule" fromto="0 0 0 0 0 -.3" size=".03"/></body>
    </body>
  </worldbody>
  <tendon>
    <fixed limited="true" range="-.3 .3" frictionloss=".02">
      <joint joint="a" coef="1"/><joint joint="c" coef="-1"/>
    </fixed>
  </tendon>
  <equality>
    <joint joint1="c" joint2="e" polycoef="0 1 0 0 0"/>
    <connect body1="trunk" anchor="0 0 .2" active="false"/>
  </equality>
</mujoco>
"""


def walkers(cone: ConeType, solver: SolverType, begin: str, lanes: int = 4, **options) -> Twins:
    """Return environments that differ in which rows they have, how many, and when they are done."""
    model = corten.load_model_from_string(WALKER)
    model.opt.cone, model.opt.solver = cone, solver
    if begin == "cold":
        model.opt.disableflags |= int(corten.DisableBit.WARMSTART)
    else:
        model.opt.enableflags |= int(EnableBit.ENERGY)
    twins, rng = Twins(model, 7, threads=1, lanes=lanes, **options), np.random.default_rng(2)
    start = rng.uniform(-0.2, 0.3, 7)
    for i, data in enumerate(twins.alone):
        for target in (data, twins.batch.env(i)):
            target.qpos[2] += start[i]
            target.qvel[:] = np.linspace(-1, 1, model.nv) * (i - 3)
            target.eq_active[:] = (i % 2, i % 3 == 0)
    return twins


def assert_same_bits(twins: Twins) -> None:
    """Step environments that get many numbers of rows on the way, and compare all fields."""
    rows = set()
    for _ in range(12):
        twins.step(5)
        rows |= {int(data.nefc) for data in twins.alone}
    assert len(rows) > 10
    assert not twins.differences()


@pytest.mark.parametrize("cone", list(ConeType), ids=lambda cone: cone.name)
@pytest.mark.parametrize("start", ["warm", "cold"])
def test_all_kinds_of_rows(cone, start):
    """Solve all kinds of rows by Newton's method."""
    twins = walkers(cone, SolverType.NEWTON, start)
    assert newton_single_tree in get_plan(twins.model, "step").stages
    assert_same_bits(twins)


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize("start", ["warm", "cold"])
def test_all_kinds_of_rows_by_pgs(start, precision):
    """Solve all kinds of rows by PGS, whose random orders differ with the number of rows."""
    twins = walkers(ConeType.PYRAMIDAL, SolverType.PGS, start, precision=precision)
    assert pgs_single_tree in get_plan(twins.model, "step").stages
    assert_same_bits(twins)


@pytest.mark.parametrize("lanes", [2, 8])
def test_sweeps_of_several_kinds(lanes):
    """Sweep side by side in fewer lanes than there are kinds of environments at a time, and in more."""
    twins = walkers(ConeType.PYRAMIDAL, SolverType.PGS, "warm", lanes=lanes)
    assert_same_bits(twins)


@pytest.mark.parametrize("sweeps", [0, 1, 3])
def test_sweeps_that_end_early(sweeps):
    """Stop sweeping at the limit, and keep the statistics of each sweep."""
    kept = ("solver_niter", "solver_improvement", "solver_nactive", "solver_nchange")
    twins = walkers(ConeType.PYRAMIDAL, SolverType.PGS, "warm", keep=kept)
    twins.model.opt.iterations = sweeps
    assert_same_bits(twins)
    assert max(int(data.solver_niter[0]) for data in twins.alone if data.nefc) == sweeps


# a star of arms, each of which can be pressed against a post of its own
STAR = """
<mujoco>
  <option gravity="0 0 0"/>
  <worldbody>
    {posts}
    <body name="hub"><joint type="slide" axis="0 0 1"/><geom size=".05" contype="0" conaffinity="0"/>
      {arms}
    </body>
  </worldbody>
</mujoco>
"""
ARM = """<body euler="0 0 {angle}"><joint name="arm{i}" axis="0 0 1"/>
  <geom type="capsule" fromto=".1 0 0 .5 0 0" size=".02" contype="{bit}" conaffinity="{bit}"/></body>"""
POST = """<body euler="0 0 {angle}"><geom type="capsule" fromto=".4 .06 -.1 .4 .06 .1" size=".02" contype="{bit}"
  conaffinity="{bit}"/></body>"""


@pytest.mark.parametrize("cone", list(ConeType), ids=lambda cone: cone.name)
def test_rows_that_no_two_environments_share(cone):
    """Step environments each of which touches elsewhere.

    Their rows have no more positions than any has rows, and tie no more of the Hessian together than those of each do.
    """
    n = 8
    parts = [{"i": i, "angle": 360 * i / n, "bit": 1 << i} for i in range(n)]
    text = STAR.format(posts="".join(POST.format(**p) for p in parts), arms="".join(ARM.format(**p) for p in parts))
    model = corten.load_model_from_string(text)
    model.opt.cone = cone
    twins = Twins(model, n, threads=1, lanes=n)
    for i, data in enumerate(twins.alone):
        data.qvel[1 + i] = 1.0 + 0.1 * i
        twins.batch.qvel[i, 1 + i] = data.qvel[1 + i]
    contacts, tied = set(), False
    for _ in range(20):
        twins.step(5)
        contacts |= {(i, *data.contact_geom[0]) for i, data in enumerate(twins.alone) if data.ncon}
        views = twins.batch._engine._packs[0].views
        assert views["island_rownum"][0].max() == max(data.nefc for data in twins.alone)
        begins = [data.work.hessian_first for data in twins.alone if data.nefc]
        if begins:
            blocks = (model.nv + 3) // 4
            assert (views["hessian_first"][:blocks, 0] == np.min(begins, axis=0)[:blocks]).all()
            tied |= len(begins) > 1
        assert not twins.differences()
    assert len(contacts) == n
    assert tied


@pytest.mark.parametrize("noslip", [0, 3])
@pytest.mark.parametrize("flags", list(product([0, EnableBit.DIAGEXACT], [0, EnableBit.FWDINV])), ids=str)
def test_nobody_misses_entries_of_contacts(noslip, flags):
    """Leave the Jacobian of contacts out of the rows only where no stage but that which makes blocks reads it."""
    model = corten.load_model_from_string(WALKER)
    model.opt.noslip_iterations = noslip
    model.opt.enableflags |= int(sum(flags))
    stages = get_plan(model, "step").stages
    # rows that are made before look at nothing but their own
    after = stages[stages.index(single_tree_rows) + 1 :]
    readers = {s for s in after if "Data.efc_J_values" in stage_effects(s, (MODEL, DATA)).reads}
    assert (block_contact_rows in stages) == (not readers), readers
    twins = Twins(model, 5, threads=1, lanes=4)
    for _ in range(4):
        twins.step(5)
    assert not twins.differences()


STICKY = """
<mujoco><worldbody><geom type="plane" size="3 3 .1"/>{bodies}</worldbody>
<actuator><adhesion body="b0" ctrlrange="0 1" gain="20"/></actuator></mujoco>
"""


@pytest.mark.parametrize("trees", [1, 2])
def test_actuators_on_bodies_find_the_entries_of_contacts(trees):
    """Pull bodies to the ground in a batch as alone, along rows whose entries are there."""
    body = '<body name="b{0}" pos="{0} 0 .09"><freejoint/><geom size=".1"/></body>'
    model = corten.load_model_from_string(STICKY.format(bodies="".join(body.format(i) for i in range(trees))))
    twins = Twins(model, 5, threads=1, lanes=4)
    for i, data in enumerate(twins.alone):
        data.ctrl[:] = twins.batch.ctrl[i] = 0.2 * i
        data.qvel[2] = twins.batch.qvel[i, 2] = 0.1
    pulled = False
    for _ in range(4):
        twins.step(5)
        pulled = pulled or all(np.any(data.moment) for data in twins.alone)
    assert pulled
    assert not twins.differences()


def test_one_tree_that_sleeps():
    """Step environments whose only tree falls asleep at different times."""
    model = corten.load_model_from_string(scene(box("0 0 .13")))
    twins = Twins(model, 5, threads=1, lanes=4)
    twins.batch.qpos[:, 2] += np.arange(5) * 0.01
    for i, data in enumerate(twins.alone):
        data.qpos[2] += i * 0.01
    asleep = set()
    for _ in range(25):
        twins.step(8)
        asleep.add(int((twins.batch.tree_asleep >= 0).sum()))
    assert {0, 5} <= asleep and len(asleep) > 2
    assert not twins.differences()


# trees that fall on each other: the first of them between two others, an arm with limits and friction, what ties them
FOREST = """
<mujoco>
  <option timestep="0.004"/>
  <default><geom density="500"/></default>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body name="middle" pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .05"/></body>
    <body name="low" pos="0 0 .12"><freejoint/><geom type="box" size=".12 .1 .06" condim="4"/></body>
    <body name="high" pos=".02 0 .45"><freejoint/><geom size=".06" condim="6" friction="1 .02 .005"/></body>
    <body name="arm" pos="-.5 0 .3"><joint name="a" axis="0 1 0" range="-30 30" limited="true" frictionloss=".1"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
      <body pos=".3 0 0"><joint name="b" axis="0 1 0" damping=".05"/>
        <geom type="capsule" fromto="0 0 0 .2 0 0" size=".03" condim="1"/></body></body>
    <body name="cart" pos="1 0 .3"><joint name="c" type="slide" axis="1 0 0" frictionloss=".2"/>
      <geom size=".05" contype="0" conaffinity="0"/></body>
  </worldbody>
  <tendon>
    <fixed limited="true" range="-.2 .2"><joint joint="a" coef="1"/><joint joint="c" coef="1"/></fixed>
  </tendon>
  <equality>
    <joint joint1="b" joint2="c" polycoef="0 1 0 0 0" active="false"/>
    <connect body1="arm" body2="high" anchor="0 0 .2" active="false"/>
  </equality>
</mujoco>
"""


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize("cone", list(ConeType), ids=lambda cone: cone.name)
def test_islands_that_differ(cone, precision):
    """Step environments whose trees are tied together differently, in islands whose trees have several orders."""
    model = corten.load_model_from_string(FOREST)
    model.opt.cone = cone
    assert newton_lanes in get_plan(model, "step").stages
    n = 11
    twins, rng = Twins(model, n, threads=1, lanes=4, precision=precision), np.random.default_rng(5)
    qpos = np.tile(model.qpos0, (n, 1))
    qpos[:, [0, 7, 14]] += rng.uniform(-0.1, 0.1, (n, 3)) * (np.arange(n) % 3 != 0)[:, None]
    qpos[:, [2, 9, 16]] += rng.uniform(0, 0.1, (n, 3))
    twins.write("qpos", qpos)
    twins.write("eq_active", np.array([(i % 2, i % 4 == 1) for i in range(n)], bool))
    islands = set()
    for _ in range(20):
        twins.step(5)
        islands |= {tuple(int(t) for t in data.tree_island) for data in twins.alone}
    assert len(islands) > 8
    assert not twins.differences()


# of a tree with many legs, each of which has two joints
LEG = """<body pos="{x} {y} 0"><joint axis="1 0 0" range="-40 40" limited="true"/>
  <geom type="capsule" fromto="0 0 0 0 {far} 0" size=".02"/>
  <body pos="0 {far} 0"><joint axis="1 0 0" damping=".02"/>
    <geom type="capsule" fromto="0 0 0 0 0 -.12" size=".02"/></body></body>"""


@pytest.mark.parametrize("precision", ["float64", "float32"])
def test_as_many_dofs_as_lanes_have_room_for(precision):
    """Solve a single tree with nearly as many blocks of dofs as an int of 32 bits has bits."""
    legs = "".join(
        LEG.format(x=0.1 * (i // 2), y=0.05 * (-1) ** i, far=0.1 * (-1) ** i) for i in range((MOST_DOFS - 6) // 2)
    )
    model = corten.load_model_from_string(
        f"""<mujoco><option timestep=".004"/><default><geom density="500"/></default><worldbody>
        <geom type="plane" size="9 9 .1"/><body pos="0 0 .15"><freejoint/>
        <geom type="capsule" fromto="0 0 0 5.6 0 0" size=".03"/>{legs}</body></worldbody></mujoco>"""
    )
    assert model.nv == MOST_DOFS
    assert newton_single_tree in get_plan(model, "step").stages
    twins = Twins(model, 5, threads=1, lanes=4, precision=precision)
    twins.push()
    rows = set()
    for _ in range(4):
        assert not twins.step(10).any()
        rows |= {int(data.nefc) for data in twins.alone}
    assert len(rows) > 3
    assert not twins.differences()


def test_what_has_to_run_in_lanes_and_what_must_not():
    """Keep rows of a single tree, which stand otherwise in lanes, and islands that differ, to the way that is right."""
    assert (
        not {
            stage.name
            for stage in (single_tree_rows, single_tree_reference, newton_single_tree, newton_lanes, pgs_single_tree)
        }
        & SCALAR_STAGES
    )
    assert {stage.name for stage in (newton, cg)} <= SCALAR_STAGES
