"""Every stage in float32 gives the numbers of float64 but for some roundings, from the same numbers."""

import numpy as np
import pytest

import corten
from corten.data import DATA, Data, blocks
from corten.model.twin import Twin
from corten.pipeline.plans import get_plan
from corten.runtime.plan import Skip
from support.lane_scenes import SCENES
from support.single_precision import EPSILON, Pair, roundings
from support.tolerance import SINGLE_SOLVED, SINGLE_STAGE

# what solves for its results: they differ as much as the system magnifies roundings
SOLVED = {
    "activation_rates",
    "acceleration",
    "cg",
    "discrete",
    "finish_dual",
    "finish_single_tree",
    "hill_fibres",
    "metric_acceleration",
    "newton",
    "newton_lanes",
    "newton_single_tree",
    "noslip",
    "pgs",
    "pgs_single_tree",
}

# counts that say how a solver got there, not where, and whether lists are filled; moments without those that are zero
NOT_COMPARED = {"solver_niter", "sweep_ready", "solver_improvement", "solver_gradient", "island_missed"}
SPARSE = {"moment", "moment_colind", "moment_rownnz", "moment_rowadr"}


@pytest.mark.parametrize("name", SCENES)
def test_stages_agree_with_float64(name):
    """Run each stage of a step in both precisions and compare all results that it writes."""
    scene = SCENES[name]
    pair = Pair(scene() if callable(scene) else corten.load_model_from_string(scene))
    compared = 0
    for stage in get_plan(pair.model, "step").stages:
        if isinstance(stage, Skip):
            continue
        assert pair.run(stage) == (0, 0), stage.name
        most = SINGLE_SOLVED if stage.__name__ in SOLVED else SINGLE_STAGE
        for field, (one, other) in pair.written(stage).items():
            if DATA.fields[field].block is blocks.WORK or field in NOT_COMPARED or not one.size:
                continue
            compared += 1
            if field in SPARSE:
                one, other = pair.data.actuator_moment, pair.single.actuator_moment
            if one.dtype.kind == "f":
                assert roundings(one, other) <= most, f"{stage.name}: {field}"
            else:
                assert (one == other).all(), f"{stage.name}: {field}"
    assert compared > 10


def single(text):
    """Return a Model in float32, and a Data of it with random speeds in which everything is computed."""
    model = Twin(corten.load_model_from_string(text), "float32").model
    data = Data(model)
    data.qvel[:] = np.random.default_rng(0).uniform(-1, 1, model.nv)
    corten.forward(model, data)
    return model, data


def test_centres_of_mass_far_from_the_origin():
    """Find the centre of mass of trees a kilometre from the origin as well as floats there can say."""
    chains = [
        f'<body pos="{1000 + 3 * k} -{1100 + k} {k}"><freejoint/><geom size=".1" mass="3"/>'
        + "".join(f'<body pos=".13 .01 .07"><joint/><geom size=".02" mass="{0.3 + 0.1 * i}"/>' for i in range(40))
        + "</body>" * 41
        for k in range(6)
    ]
    model, data = single(f"<mujoco><worldbody>{''.join(chains)}</worldbody></mujoco>")
    mass, moments = model.body_mass.astype(np.float64), np.zeros((model.nbody, 3))
    totals = mass.copy()
    moments += mass[:, None] * data.xipos
    for b in range(model.nbody - 1, 0, -1):
        parent = model.body_parentid[b]
        moments[parent], totals[parent] = moments[parent] + moments[b], totals[parent] + totals[b]
    assert abs(data.subtree_com - moments / totals[:, None]).max() <= np.spacing(np.float32(1100.0))


def test_energies_of_many_bodies():
    """Add up energies of which each is lost beside the first, but not all of them together."""
    light = "".join(f'<body pos="{i} 0 1"><freejoint/><geom size=".1" mass=".002"/></body>' for i in range(400))
    heavy = '<body pos="-9 0 1"><freejoint/><geom size=".5" mass="1e5"/></body>'
    model, data = single(
        f'<mujoco><option><flag energy="enable"/></option><worldbody>{heavy}{light}</worldbody></mujoco>'
    )
    mass, inertia = model.body_mass.astype(np.float64), model.body_inertia.astype(np.float64)
    potential = float(mass @ data.xipos.astype(np.float64) @ -model.opt_gravity.astype(np.float64))
    speeds = data.qvel.astype(np.float64).reshape(-1, 6)
    kinetic = 0.5 * float(mass[1:] @ (speeds[:, :3] ** 2).sum(1) + (inertia[1:] * speeds[:, 3:] ** 2).sum())
    assert data.energy == pytest.approx([potential, kinetic], rel=4 * EPSILON)
