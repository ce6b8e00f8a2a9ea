"""Solids with nodes whose surface is open, against MuJoCo: masses and stiffness, and what is refused."""

import numpy as np
import pytest

import corten
from corten.errors import UnsupportedFeatureError
from support import oracle
from support.isolated import compare

# sides of a box, from the corner of a unit cube: which face of each axis, and its corners seen from outside
SIDES = [(axis, end) for axis in range(3) for end in range(2)]


def box(low, high, left_out=(), turned=()):
    """Return the points (n, 4, 3) of the sides of a box, without some of them, some turned inside out."""
    sides = []
    for number, (axis, end) in enumerate(SIDES):
        if number in left_out:
            continue
        corners = np.zeros((4, 3))
        corners[:, axis] = end
        corners[:, (axis + 1) % 3] = (0, 1, 1, 0)
        corners[:, (axis + 2) % 3] = (0, 0, 1, 1)
        if (end == 0) != (number in turned):
            corners = corners[::-1]
        sides.append(np.array(low) + corners * (np.array(high) - low))
    return np.array(sides)


def scene(sides, attributes, left_out=0):
    """Return a flexcomp of two triangles for each side, without the first of them."""
    points, number = np.unique(sides.reshape(-1, 3), axis=0, return_inverse=True)
    corners = number.reshape(-1, 4)
    elements = np.stack([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]], axis=1).reshape(-1, 3)[left_out:]
    return (
        '<mujoco><worldbody><flexcomp name="f" type="direct" dim="2" mass="1" radius=".001" '
        f'point="{" ".join(map(repr, points.ravel().tolist()))}" element="{" ".join(map(str, elements.ravel()))}" '
        f'{attributes}><elasticity young="1e3" poisson=".1"/><contact selfcollide="none"/></flexcomp>'
        "</worldbody></mujoco>"
    )


def made(kind, attributes):
    """Return a flexcomp of a kind that is open at the top."""
    return (
        f'<mujoco><worldbody><flexcomp name="f" type="{kind}" dim="2" count="5 5 5" spacing=".1 .1 .1" mass="1" '
        f'radius=".001" {attributes}><elasticity young="1e3" poisson=".1"/><contact selfcollide="none"/></flexcomp>'
        "</worldbody></mujoco>"
    )


CUBE = (0.0, 0.0, 0.0), (1.0, 1.2, 0.8)
ANGLE = np.concatenate(
    [box((0, 0, 0), (0.1, 0.1, 0.1)), box((0.1, 0, 0), (0.3, 0.1, 0.1)), box((0, 0, 0.1), (0.1, 0.1, 0.3))]
)
SCENES = {
    "box": made("box", 'dof="trilinear" cellcount="2 2 2"'),
    "cylinder": made("cylinder", 'dof="quadratic" cellcount="2 1 2"'),
    "ellipsoid": made("ellipsoid", 'dof="trilinear" cellcount="3 2 2"'),
    "open at one side": scene(box(*CUBE, left_out=(1,)), 'dof="quadratic"'),
    "open at two sides": scene(box(*CUBE, left_out=(4, 5)), 'dof="trilinear"'),
    "one side inside out": scene(box(*CUBE, turned=(5,)), 'dof="trilinear"'),
    "all sides inside out": scene(box(*CUBE, left_out=(3,), turned=range(6)), 'dof="trilinear"'),
    "empty cells": scene(ANGLE, 'dof="trilinear" cellcount="3 1 3"', 1),
    "empty quadratic cells": scene(ANGLE, 'dof="quadratic" cellcount="3 1 3"', 1),
}


@pytest.mark.parametrize("name", SCENES)
def test_masses_and_stiffness(name):
    """Expect what lies inside of an open surface to be what MuJoCo takes for it."""
    mjm, _, model, _ = oracle.load_both(SCENES[name])
    assert (model.nbody, model.neq) == (mjm.nbody, mjm.neq)
    compare("body_mass", model.body_mass, mjm.body_mass)
    compare("flex_stiffness", model.flex_stiffness, mjm.flex_stiffness)


def test_what_holds_nothing_is_refused():
    """Refuse a sheet that nothing lies inside of, or where rounding decides what does."""
    sheet = np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0.7], [0, 1, 0.5]]])
    with pytest.raises(UnsupportedFeatureError, match='<flexcomp name="f">: its triangles are no closed surface'):
        corten.load_model_from_string(scene(sheet, 'dof="trilinear"'))
