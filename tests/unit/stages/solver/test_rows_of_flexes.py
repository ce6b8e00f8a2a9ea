"""Rows of one equality that have different dofs."""

import numpy as np

import corten
from corten.enums import SolverType
from support.flex_scenes import SCENES

# relative; where PGS ends that improves its cost by less than 1e-8 of its scale
CONVERGED = 1e-4


def test_pgs_and_newton_agree_on_edges():
    """Hold the edges of a sheet by both solvers: each edge has its own vertices, though all are one equality."""
    model = corten.load_model_from_string(SCENES["sheet"])
    data = model.make_data()
    data.qvel = np.random.default_rng(1).normal(0, 0.1, model.nv)
    found = {}
    for solver in (SolverType.NEWTON, SolverType.PGS):
        model.opt.solver, model.opt.iterations = solver, 2000
        corten.forward(model, data)
        found[solver] = data.qacc.copy()
    scale = np.abs(found[SolverType.NEWTON]).max()
    np.testing.assert_allclose(found[SolverType.PGS], found[SolverType.NEWTON], atol=CONVERGED * scale)
