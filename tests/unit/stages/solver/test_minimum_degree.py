"""The order in which the trees of a heap are eliminated, against a graph of sets."""

import numpy as np
import pytest

import corten
from corten.data import DATA
from corten.pipeline.order import picked_variants, step_stages
from corten.runtime.plan import Plan
from corten.stages.solver import find_islands, find_many_islands, newton, newton_many_trees
from support import tolerance
from support.heaps import heap


@pytest.fixture(scope="module")
def scene():
    """Return a model of a heap of 64 boxes and a Data after one step."""
    model = corten.load_model_from_string(heap(4))
    data = model.make_data()
    corten.step(model, data)
    return model, data


def neighbours(model, data) -> list[set[int]]:
    """Return the trees that contacts tie to each tree."""
    found = [set() for _ in range(model.ntree)]
    for pair in model.body_treeid[model.geom_bodyid[data.contact.geom]]:
        if (pair >= 0).all():
            found[pair[0]].add(int(pair[1]))
            found[pair[1]].add(int(pair[0]))
    return found


def test_fewest_neighbours_come_first(scene):
    """Eliminate a tree with the fewest neighbours each time, and count them right."""
    model, data = scene
    graph, count = neighbours(model, data), int(data.work.island_treenum.max())
    assert count == 64
    rest = set(data.work.elimination[:count].tolist())
    assert len(rest) == count
    for t in data.work.elimination[:count].tolist():
        tied = graph[t]
        assert len(tied) == data.work.degree_of[t] == min(len(graph[u]) for u in rest)
        for u in tied:
            graph[u] = (graph[u] | tied) - {u, t}
        rest.discard(t)


def test_children_come_right_before_their_parents(scene):
    """Place all trees that were eliminated into one, its heirs last, in one run that ends with it."""
    _, data = scene
    work, count = data.work, int(data.work.island_treenum.max())
    trees = work.elimination[:count]
    places, below, parents = work.tree_place[trees], work.tree_below[trees], work.element_parent
    assert sorted(places) == list(range(count))
    for t, place, size in zip(trees, places, below, strict=True):
        inside = {u for u in trees if place - size < work.tree_place[u] <= place}
        assert all(parents[u] in inside for u in inside - {t})
        assert work.tree_heir[t] < 0 or work.tree_place[work.tree_heir[t]] == place - 1


@pytest.mark.parametrize("option", ["", 'cone="elliptic"', 'integrator="implicitfast"'])
def test_solution_is_that_of_the_envelope(option):
    """Find the same accelerations and forces with factors in an envelope."""
    model = corten.load_model_from_string(heap(4, option=option))
    data = model.make_data()
    data.qvel[:] = np.random.default_rng(1).normal(0, 0.3, model.nv)
    twin = data.copy()
    other = {find_many_islands: find_islands, newton_many_trees: newton}
    stages = [other.get(stage, stage) for stage in step_stages(model)]
    assert newton in stages
    assert newton_many_trees not in stages
    plan = Plan(stages, (model.layout, DATA))
    for _ in range(5):
        while plan.run(model, twin, 1):
            twin.make_room()
        corten.step(model, data)
        assert data.nefc > 500
        scale = np.abs(twin.qacc).max()
        np.testing.assert_allclose(data.qacc, twin.qacc, rtol=0, atol=tolerance.TRAJECTORY * scale)
        np.testing.assert_array_equal(data.solver_niter[:2], twin.solver_niter[:2])
        data.qpos[:], data.qvel[:], data.qacc_warmstart[:] = twin.qpos, twin.qvel, twin.qacc_warmstart


def test_small_islands_keep_their_bits():
    """Step islands of few trees as models of few trees are stepped, to the last bit."""
    ball = '<body pos="{} 0 .099"><freejoint/><geom size=".1"/><geom size=".05" pos=".1 0 0"/></body>'
    scene = '<mujoco><worldbody><geom type="plane" size="99 9 1"/>{}</worldbody></mujoco>'
    results = []
    for count in (20, 50):
        model = corten.load_model_from_string(scene.format("".join(ball.format(i) for i in range(count))))
        data = model.make_data()
        corten.step(model, data, 50)
        results.append(data.qpos[:140].copy())
        names = {part: stages for part, stages, _ in picked_variants(model)}
        assert ("newton_many_trees" in names["solver"]) == (count == 50)
    np.testing.assert_array_equal(*results)
