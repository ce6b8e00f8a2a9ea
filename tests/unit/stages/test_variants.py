"""Tables of variants: what is picked for a model, and what is found again among stages."""

import corten
from corten.enums import ConeType
from corten.pipeline.order import VARIANTS, picked_variants, step_stages
from corten.stages.solver import (
    SOLVER,
    is_solved_in_lanes,
    is_solved_in_packs,
    newton,
    newton_lanes,
    pgs,
    pgs_single_tree,
)

TREE = "<body pos='{x} 0 1'><freejoint/><geom size='.1'/></body>"
SCENE = "<mujoco><option solver='{solver}'/><worldbody><geom type='plane' size='5 5 1'/>{trees}</worldbody></mujoco>"


def scene(ntree: int, solver: str = "Newton") -> corten.Model:
    """Return a model of some balls on a plane."""
    trees = "".join(TREE.format(x=i) for i in range(ntree))
    return corten.load_model_from_string(SCENE.format(solver=solver, trees=trees))


def test_last_variant_serves_every_model():
    """Pick a variant of each part of a step for any model."""
    for model in (scene(0), scene(1), scene(3, "CG"), scene(3, "PGS")):
        for table in VARIANTS:
            assert table.pick(model).why


def test_solver_follows_the_number_of_trees():
    """Solve a few trees in lanes, and many as they come."""
    few, many = step_stages(scene(3)), step_stages(scene(20))
    assert newton_lanes in few
    assert newton in many
    assert is_solved_in_lanes(few)
    assert is_solved_in_packs(few)
    assert is_solved_in_packs(step_stages(scene(1)))
    assert not is_solved_in_lanes(step_stages(scene(1)))
    assert not is_solved_in_packs(many)


def test_pgs_takes_a_single_tree_as_a_whole():
    """Sweep over the rows of a small tree in lanes, of several trees, elliptic cones or before noslip one by one."""
    assert pgs_single_tree in step_stages(scene(1, "PGS"))
    assert is_solved_in_packs(step_stages(scene(1, "PGS")))
    corrected, elliptic = scene(1, "PGS"), scene(1, "PGS")
    corrected.opt.noslip_iterations = 2
    elliptic.opt.cone = ConeType.ELLIPTIC
    for stages in map(step_stages, (corrected, elliptic, scene(3, "PGS"))):
        assert pgs in stages
        assert not is_solved_in_packs(stages)


def test_picked_variants_are_named_with_their_reason():
    """Name the stages of the variant that the table picks."""
    model = scene(3, "PGS")
    picked = {part: (stages, why) for part, stages, why in picked_variants(model)}
    assert picked["solver"] == ("dual_start, make_efc_Y, pgs", SOLVER.pick(model).why)
    assert picked["rows of contacts"][0] == "contact_rows"
    assert "rows of equalities" not in picked
