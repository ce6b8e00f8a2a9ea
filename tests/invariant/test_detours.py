"""Stages that run aside: the bits of stepping alone for all solvers, and what a detour has to leave as it was."""

import numpy as np
import pytest

import corten
from corten.batch.pack import scalar_fields
from corten.data import DATA
from corten.enums import ConeType, Integrator, SolverType
from corten.model import MODEL
from corten.pipeline.plans import get_plan
from corten.pipeline.scalar_fields import SCALAR_FIELDS
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.runtime import stage
from corten.runtime.batch_plan import find_scalar_fallbacks
from corten.runtime.build import stage_effects
from corten.runtime.plan import unless
from corten.stages.solver import newton
from support.batches import Twins

# three trees, of which some touch each other in some environments, with sensors that read forces of constraints
HEAP = """
<mujoco>
  <option timestep="0.004" noslip_iterations="2"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <site name="touched" type="box" size=".2 .2 .2"/></body>
    <body pos=".1 0 .45"><freejoint/><geom type="capsule" size=".1 .1" condim="4"/></body>
    <body pos="-.5 0 .3"><joint name="hinge" axis="0 1 0" range="-30 30" limited="true" frictionloss=".1"/>
      <geom type="capsule" fromto="0 0 0 .4 0 0" size=".05" condim="6" friction="1 .02 .005"/></body>
  </worldbody>
  <equality><joint joint1="hinge" active="false"/></equality>
  <sensor><touch site="touched"/><jointlimitfrc joint="hinge"/></sensor>
</mujoco>
"""


def heap(n: int, lanes: int, **options) -> Twins:
    """Return environments in which the bodies stand at different heights."""
    model = corten.load_model_from_string(HEAP)
    for name, value in options.items():
        setattr(model.opt, name, value)
    twins = Twins(model, n, threads=2, lanes=lanes, keep=("sensordata", "solver_niter", "solver_improvement", "qacc"))
    for i, data in enumerate(twins.alone):
        for target in (data, twins.batch.env(i)):
            target.qpos[[2, 9]] += (0.02 * i, 0.01 * i)
            target.qvel[:] = np.linspace(-1, 1, model.nv) * (i - 2)
            target.eq_active[:] = i % 2
    return twins


@pytest.mark.parametrize("cone", list(ConeType), ids=lambda cone: cone.name)
@pytest.mark.parametrize("solver", list(SolverType), ids=lambda solver: solver.name)
def test_solvers_aside(solver, cone):
    """Step environments with different islands, in lanes, with every solver and noslip behind it."""
    twins = heap(5, 4, solver=solver, cone=cone)
    rows = set()
    for _ in range(10):
        twins.step(4)
        rows |= {int(data.nefc) for data in twins.alone}
    assert len(rows) > 4
    assert not twins.differences()


def test_detours_of_rk4():
    """Leave and come back four times in a step."""
    twins = heap(3, 4, integrator=Integrator.RK4)
    stages = get_plan(twins.model, "step").stages
    detours = find_scalar_fallbacks(stages, scalar_fields(stages))
    assert len(detours) == 4
    twins.step(20)
    assert not twins.differences()


def test_storage_that_grows_on_a_detour():
    """Make room in plain memory, too, when an environment needs more than any before."""
    twins = heap(4, 4)
    twins.step(2)
    for data in (*twins.alone, *twins.batch):
        data.qpos[[2, 9]] = (0.099, 0.29)
    twins.step(10)
    assert not twins.differences()


def test_environments_with_models_of_their_own_stay_in_lanes():
    """Run the solver on the memory of lanes where each environment has its own friction."""
    twins = heap(4, 4)
    friction = np.tile(twins.model.geom_friction, (4, 1, 1)) * np.linspace(0.5, 1.5, 4)[:, None, None]
    twins.vary(geom_friction=friction)
    twins.step(20)
    assert not twins.differences()


@stage
def nothing(m, d):
    """Do nothing."""


def test_no_detour_where_a_condition_ends_inside():
    """Stay on the memory of lanes where a lane may come back between two stages that run aside."""
    shared = {newton.name: ("qpos qvel", "qacc"), nothing.name: ("qvel", "time")}
    whole = find_scalar_fallbacks((stage_of("a"), newton, nothing, stage_of("b")), shared)
    assert [(part.place, part.count, part.takes, part.gives) for part in whole] == [
        (1, 2, ("qpos", "qvel"), ("qacc", "time"))
    ]
    condition, *guarded = unless(nothing, [stage_of("a"), newton])
    assert find_scalar_fallbacks((condition, *guarded, nothing), shared) == []


def stage_of(name: str):
    """Return a stage of some name."""

    @stage
    def other(m, d):
        """Do nothing."""

    other.name = name
    return other


def test_what_runs_aside_does_not_run_in_lanes():
    """Name no stage aside that runs for all lanes at once."""
    assert set(SCALAR_FIELDS) <= SCALAR_STAGES


TREE = """<mujoco><worldbody><geom type="plane" size="3 3 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
</worldbody></mujoco>"""


def of_data(names) -> set[str]:
    """Return the fields of Data among names such as `Data.qpos`."""
    return {name.partition(".")[2] for name in names if name.startswith(f"{DATA.name}.")}


@pytest.mark.parametrize("noslip", [0, 2])
@pytest.mark.parametrize("solver", list(SolverType), ids=lambda solver: solver.name)
@pytest.mark.parametrize("xml", [HEAP, TREE], ids=["three trees", "one tree"])
def test_detours_take_along_what_stages_of_their_plan_share(xml, solver, noslip):
    """Take along all that stages outside of a detour write for it, and bring back all that they read of it."""
    model = corten.load_model_from_string(xml)
    model.opt.solver, model.opt.noslip_iterations = solver, noslip
    stages = get_plan(model, "step").stages
    detours = find_scalar_fallbacks(stages, scalar_fields(stages))
    within = {place for detour in detours for place in range(detour.place, detour.place + detour.count)}
    effects = [stage_effects(each, (MODEL, DATA)) for each in stages]
    outside = [effect for place, effect in enumerate(effects) if place not in within]
    written = of_data(name for effect in outside for name in effect.writes)
    read = of_data(name for effect in outside for name in effect.reads)
    assert detours or (noslip == 0 and (xml == TREE or solver == SolverType.NEWTON))
    for detour in detours:
        own = effects[detour.place : detour.place + detour.count]
        assert of_data(name for effect in own for name in effect.reads) & written <= {*detour.takes}
        assert of_data(name for effect in own for name in effect.writes) & read <= {*detour.gives}
