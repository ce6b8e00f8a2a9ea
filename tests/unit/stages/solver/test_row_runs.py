"""Rows of the constraint Jacobian as runs: their products are those of the dense Jacobian."""

import numpy as np
import pytest

import corten
from corten.stages.solver.row_runs import mul_runs, mul_runs_transpose
from support import tolerance

# edges of cloth, contacts with pyramids and cones, and an arm whose tree has more dofs than a run has places
SCENE = """
<mujoco><option solver="CG" cone="{cone}"><flag island="disable"/></option><worldbody><geom size=".2"/>
<flexcomp name="cloth" type="grid" dim="2" count="5 4 1" spacing=".1 .1 .1" pos="0 0 .2" mass="1" radius=".01">
<contact selfcollide="none" condim="{condim}"/><edge equality="true"/></flexcomp>
<body pos=".1 0 .25"><joint type="ball"/><geom type="capsule" size=".02" fromto="0 0 0 .2 0 0"/>
<body pos=".2 0 0"><joint range="-1 1"/><joint axis="0 1 0" frictionloss=".1"/>
<geom type="capsule" size=".02" fromto="0 0 0 .2 0 -.1"/></body></body></worldbody></mujoco>
"""


# of sums of a few dozen products of numbers around one
ROUNDING = 1e-13


class Whole:
    """The island of all rows."""

    def __init__(self, data):
        self.blocks = -(-data.nv // 4)


@pytest.mark.parametrize(("cone", "condim"), [("pyramidal", 3), ("elliptic", 3), ("elliptic", 6)])
def test_products_with_runs_are_those_of_the_jacobian(cone, condim):
    """Multiply by the rows of flexes, contacts and limits in runs, both ways, as the dense Jacobian does."""
    model = corten.load_model_from_string(SCENE.format(cone=cone, condim=condim))
    data = model.make_data()
    corten.step(model, data, 5)
    jacobian = data.efc_J[data.work.island_row[: data.nefc]][:, data.work.island_dof[: data.nv]]
    rng = np.random.default_rng(1)
    motion, force = np.zeros(data.nv_pad), rng.normal(size=data.nefc)
    motion[: data.nv] = rng.normal(size=data.nv)
    product, pull = np.full(data.nefc, np.nan), np.full(data.nv_pad, np.nan)
    mul_runs(data.engine_view(), motion, product)
    mul_runs_transpose(data.engine_view(), Whole(data), force, pull)
    np.testing.assert_allclose(product, jacobian @ motion[: data.nv], rtol=0, atol=tolerance.EXACT)
    np.testing.assert_allclose(pull[: data.nv], jacobian.T @ force, rtol=0, atol=tolerance.EXACT)
    assert not pull[data.nv :].any()
    # rows of a contact share their runs
    assert data.work.nbundle < data.nefc
