"""Factors of the Hessian of islands of many trees, against matrices that are full."""

import numpy as np
import pytest

import corten
from corten.data import DATA
from corten.enums import ConstraintState
from corten.pipeline.order import step_stages
from corten.runtime import stage
from corten.runtime.plan import Plan
from corten.stages.constraint.island import island_at
from corten.stages.solver import find_islands, find_many_islands, newton, newton_many_trees
from corten.stages.solver.primal import store_states
from corten.stages.solver.trees_factor import factor_supernodes
from corten.stages.solver.trees_hessian import set_tree_hessian
from corten.stages.solver.trees_solve import solve_supernodes
from corten.stages.solver.trees_update import change_factor
from support import tolerance
from support.heaps import heap


@stage
def factor(m, d) -> int:
    """Factor the Hessian of the first island, and solve for its gradient."""
    island = island_at(d, 0)
    set_tree_hessian(m, d, island)
    factor_supernodes(d)
    store_states(d, island)
    solve_supernodes(d, island, d.idof_grad, d.idof_Mgrad)
    return 0


@stage
def change(m, d) -> int:
    """Change the factor of the first island by the rows that changed their states since it was made."""
    return change_factor(d, island_at(d, 0))


def chained_arms(count: int) -> str:
    """Return arms of one to three hinges, each tied to the next at its tip, and a tendon that pulls at three."""
    arms = ""
    for i in range(count):
        link = f'<geom type="capsule" size=".02" fromto="0 0 0 .1 0 0"/><site name="tip{i}" pos=".1 0 0"/>'
        for k in range(1 + i % 3):
            axis = ("0 0 1", "0 1 0", "0 0 1")[k]
            link = f'<joint name="j{i}_{k}" axis="{axis}" armature=".01"/>{link}'
        arms += f'<body pos="{0.11 * (i % 8)} {0.3 * (i // 8)} 1">{link}</body>'
    ties = "".join(
        f'<connect site1="tip{i}" site2="tip{i + 1}" solref=".05 1" solimp=".1 .2 .1"/>' for i in range(count - 1)
    )
    joints = "".join(f'<joint joint="j{i}_0" coef="{1 + 0.1 * i}"/>' for i in (3, 11, 29))
    tendon = f'<fixed limited="true" range=".1 .2">{joints}</fixed>'
    return (
        f'<mujoco><option timestep=".002"><flag contact="disable"/></option><worldbody>{arms}</worldbody>'
        f"<equality>{ties}</equality><tendon>{tendon}</tendon></mujoco>"
    )


@pytest.fixture(scope="module", params=["boxes", "arms"])
def scene(request):
    """Return a model of many trees and a Data whose first island has just been solved."""
    model = corten.load_model_from_string(heap(4) if request.param == "boxes" else chained_arms(66))
    data = model.make_data()
    data.qvel[:] = np.random.default_rng(0).normal(0, 0.3, model.nv)
    corten.step(model, data)
    assert data.work.island_treenum[0] >= 64
    return model, data


def run(model, data, kernel) -> None:
    """Run a stage on a Data."""
    assert Plan([kernel], (model.layout, DATA)).run(model, data, 1) == 0


def full_hessian(model, data) -> np.ndarray:
    """Return M + J' D J over the active rows of the first island, over its idofs."""
    work = data.engine_view()
    dof = work.island_dof[: work.island_dofnum[0]]
    mass = np.zeros((model.nv, model.nv))
    for i in range(model.nv):
        entries = slice(model.M_rowadr[i], model.M_rowadr[i] + model.M_rownnz[i])
        mass[i, model.M_colind[entries]] = mass[model.M_colind[entries], i] = data.M[entries]
    hessian = mass[np.ix_(dof, dof)]
    for q in range(work.island_rownum[0]):
        if work.iefc_state[q] == ConstraintState.QUADRATIC:
            r, row = work.island_row[q], np.zeros(model.nv)
            entries = slice(data.efc_J_rowadr[r], data.efc_J_rowadr[r] + data.efc_J_rownnz[r])
            row[data.efc_J_colind[entries]] = data.efc_J_values[entries]
            hessian += work.iefc_D[q] * np.outer(row[dof], row[dof])
    return hessian


def full_factor(data) -> tuple[np.ndarray, np.ndarray]:
    """Return L, with ones on its diagonal, and D."""
    work = data.engine_view()
    n = work.island_dofnum[0]
    lower, pivots = np.eye(n), np.zeros(n)
    for s in range(work.nsnode):
        first, width, stride = work.place_dof[work.snode_place[s]], work.snode_width[s], work.snode_stride[s]
        rows = list(range(first, first + width))
        for k in range(work.snode_begin[s], work.snode_begin[s] + work.snode_members[s]):
            place = work.snode_member[k]
            assert work.snode_offset[k] == len(rows)
            rows += range(work.place_dof[place], work.place_end[place])
        assert rows == sorted(rows)
        assert len(rows) == work.snode_rows[s] <= stride
        for c in range(width):
            column = work.snode_factor[work.snode_adr[s] + c * stride :][: len(rows)]
            lower[rows[c + 1 :], first + c] = column[c + 1 :]
            pivots[first + c] = column[c]
    return lower, pivots


def test_factor_is_that_of_the_hessian(scene):
    """Factor M + J' D J, and solve with it."""
    model, data = scene
    run(model, data, factor)
    hessian, (lower, pivots) = full_hessian(model, data), full_factor(data)
    scale = np.abs(hessian).max()
    np.testing.assert_allclose((lower * pivots) @ lower.T, hessian, rtol=0, atol=tolerance.STAGE * scale)
    np.testing.assert_allclose(data.engine_view().pivot_inverse[: len(pivots)] * pivots, 1, rtol=tolerance.ROUNDING)
    view = data.engine_view()
    gradient, solution = view.idof_grad[: len(pivots)], view.idof_Mgrad[: len(pivots)]
    np.testing.assert_allclose(hessian @ solution, gradient, rtol=0, atol=tolerance.SOLUTION * np.abs(gradient).max())


def test_changed_factor_is_that_of_the_changed_hessian(scene):
    """Change the factor by rows that became springs and by rows that are none any more."""
    model, data = scene
    run(model, data, factor)
    state = data.engine_view().iefc_state
    rows = np.random.default_rng(3).choice(data.work.island_rownum[0], 11, replace=False)
    before = state[rows].copy()
    state[rows] = np.where(before == ConstraintState.QUADRATIC, ConstraintState.SATISFIED, ConstraintState.QUADRATIC)
    run(model, data, change)
    hessian, (lower, pivots) = full_hessian(model, data), full_factor(data)
    scale = np.abs(hessian).max()
    np.testing.assert_allclose((lower * pivots) @ lower.T, hessian, rtol=0, atol=tolerance.STAGE * scale)
    state[rows] = before


def test_arms_move_as_with_the_envelope():
    """Find the accelerations of trees of several lengths, which rows tie by threes, as with factors in an envelope."""
    model = corten.load_model_from_string(chained_arms(66))
    data = model.make_data()
    data.qvel[:] = np.random.default_rng(1).normal(0, 0.3, model.nv)
    twin = data.copy()
    other = {find_many_islands: find_islands, newton_many_trees: newton}
    plan = Plan([other.get(kernel, kernel) for kernel in step_stages(model)], (model.layout, DATA))
    for _ in range(3):
        while plan.run(model, twin, 1):
            twin.make_room()
        corten.step(model, data)
        scale = np.abs(twin.qacc).max()
        np.testing.assert_allclose(data.qacc, twin.qacc, rtol=0, atol=tolerance.TRAJECTORY * scale)
