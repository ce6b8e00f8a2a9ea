"""Shaders in which sizes and options of a model are known compute the same, and hold nothing that never runs."""

import re

import pytest

import corten
from corten.data import DATA
from corten.enums import Integrator
from corten.gpu.pipelines import known_values
from corten.model import MODEL
from corten.pipeline.plans import find_stages
from corten.runtime import helper, stage
from corten.runtime.backends.wgsl import stage_shader
from corten.runtime.build import stage_program
from corten.runtime.passes.folding import fold_sizes
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.stages.solver.newton import newton_single_tree
from support.kernels import INPUT, OUTPUT, assert_same, make
from support.programs import compiled


@helper
def is_long(m):
    """Tell whether there are many numbers."""
    return m.n > 3


@helper
def length(m):
    """Return one of two numbers, early."""
    if is_long(m):
        return m.n
    return 0


@stage
def by_length(m, d):
    """Do one of two things."""
    if is_long(m) and length(m) > 0:
        for i in range(m.n):
            d.y[i] = 2.0 * m.x[i]
    else:
        for i in range(m.n):
            d.y[i] = -m.x[i]


def test_known_sizes_decide():
    """Fold branches, through functions that then return a constant, and compute the same."""
    source, _ = make(seed=1)
    known = (("n", source.n),)
    program = fold_sizes(stage_program(by_length, (INPUT, OUTPUT)), INPUT.name, known)
    kinds = [type(node) for node in walk(*program.entry.body)]
    assert kinds.count(tree.For) == 1 and tree.If not in kinds and tree.Call not in kinds
    folded = compiled(by_length, (INPUT, OUTPUT), lambda whole: fold_sizes(whole, INPUT.name, known))
    (source, mine), (_, theirs) = make(seed=2), make(seed=2)
    folded(source, mine)
    by_length(source, theirs)
    assert_same(mine, theirs)


def test_what_is_not_known_stays():
    """Leave sizes of the same name alone that belong to another layout."""
    program = fold_sizes(stage_program(by_length, (INPUT, OUTPUT)), OUTPUT.name, (("n", 7),))
    assert any(isinstance(node, tree.If) for node in walk(*program.entry.body))


def test_solvers_leave_out_flexes_and_the_metric():
    """Write Newton's method without what only flexes or another integrator need."""
    model = corten.load_model(corten.models.path("cartpole"))
    layouts = MODEL.at("float32"), DATA.at("float32")
    whole, part = (stage_shader(newton_single_tree, layouts, known).text for known in ((), known_values(model)))
    for name in ("add_couplings_island", "solve_incomplete", "set_metric_hessian"):
        assert re.search(rf"fn \w*{name}", whole) and not re.search(rf"fn \w*{name}", part)


@pytest.mark.parametrize("name", ["cartpole", "humanoid"])
def test_plans_follow_known_options(name):
    """Have other stages for every integrator: what a shader takes for granted holds as long as its plan does."""
    model, plans = corten.load_model(corten.models.path(name)), set()
    for integrator in Integrator:
        model.opt.integrator = integrator
        plans.add(find_stages(model, "step"))
    assert len(plans) == len(Integrator)
