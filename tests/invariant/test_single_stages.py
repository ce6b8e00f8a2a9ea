"""Every stage in float32 gives the numbers of float64 but for some roundings, from the same numbers."""

import pytest

import corten
from corten.data import DATA, blocks
from corten.pipeline.plans import get_plan
from corten.runtime.plan import Skip
from support.lane_scenes import SCENES
from support.single_precision import Pair, roundings
from support.tolerance import SINGLE_SOLVED, SINGLE_STAGE

# what solves for its results: they differ as much as the system magnifies roundings
SOLVED = {
    "activation_rates",
    "acceleration",
    "cg",
    "discrete",
    "finish_dual",
    "finish_tree",
    "hill_fibres",
    "metric_acceleration",
    "newton",
    "newton_tree",
    "noslip",
    "pgs",
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
