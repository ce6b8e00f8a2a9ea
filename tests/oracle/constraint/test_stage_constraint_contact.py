"""Rows of contacts agree with MuJoCo's, one by one; the contacts are MuJoCo's."""

import numpy as np
import pytest

from corten.enums import EnableBit
from support import oracle
from support.constraint_rows import check_rows, moving_scene, touching_model

PAIRS = """<contact>
  <pair geom1="floor" geom2="a" condim="6" friction="0.7 0.4 0.01 0.02 0.005" solreffriction="0.05 0.7"/>
  <pair geom1="a" geom2="b" condim="3" friction="0.7 0.4 0 0 0" solreffriction="-100 -20" margin="0.05"/>
  <pair geom1="floor" geom2="c" condim="1" solref="-500 -30" solimp="0.5 0.8 0.01 0.3 3"/>
  <pair geom1="b" geom2="c" condim="4" solreffriction="0.1 -1" gap="0.02" margin="0.05"/>
</contact>"""

PAIRED = """<mujoco><option cone="{cone}" jacobian="{storage}"/><default><geom contype="0" conaffinity="0"/></default>
<worldbody>
  <geom name="floor" type="plane" size="5 5 0.1"/>
  <geom name="step" type="box" size="0.2 0.2 0.05"/>
  <body pos="0 0 0.1"><freejoint/><geom name="a" type="box" size="0.1 0.1 0.1"/>
    <body pos="0.18 0 0"><joint axis="0 1 0"/><geom name="b" size="0.1"/>
      <body pos="0.18 0 0"><geom name="c" type="capsule" size="0.1 0.05"/></body></body></body>
</worldbody>{pairs}</mujoco>"""


@pytest.mark.parametrize("storage", ["dense", "sparse"])
@pytest.mark.parametrize("condim", [1, 3, 4, 6])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_dimensions_and_cones(cone, condim, storage):
    """Make the rows of boxes, spheres and capsules for every dimension and both cones."""
    mjm, mjd, model, data = moving_scene(touching_model(cone, condim, storage=storage))
    assert mjd.ncon >= 8
    assert set(mjd.contact.dim) == {condim}
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_margins_and_impratio(cone, seed):
    """Subtract margins from positions, and make friction harder than the normal."""
    mjm, mjd, model, data = moving_scene(touching_model(cone, 4, margin=0.04, impratio=3.5), seed)
    assert np.max(mjd.contact.dist) > 0
    check_rows(mjm, mjd, model, data)
    assert np.all(data.contact_mu > 0)


@pytest.mark.parametrize("storage", ["dense", "sparse"])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_explicit_pairs(cone, storage):
    """Give anisotropic friction, solreffriction, gaps and several dimensions to pairs, some inside of one tree."""
    mjm, mjd, model, data = moving_scene(PAIRED.format(cone=cone, storage=storage, pairs=PAIRS))
    assert len(set(mjd.contact.dim)) >= 3
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("storage", ["dense", "sparse"])
def test_contacts_without_dofs(storage):
    """Leave out pairs that nothing can move apart, and say so in the contact."""
    pairs = '<contact><pair geom1="b" geom2="c"/><pair geom1="floor" geom2="step"/></contact>'
    mjm, mjd, model, data = moving_scene(PAIRED.format(cone="pyramidal", storage=storage, pairs=pairs))
    assert mjd.ncon > 0
    check_rows(mjm, mjd, model, data)
    np.testing.assert_array_equal(data.contact_exclude, mjd.contact.exclude)


@pytest.mark.parametrize("condim", [1, 3, 4, 6])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_surface_velocity_and_adhesion(cone, condim):
    """Add the velocity of moving surfaces and shift the reference of adhesive contacts."""
    geom = 'surfacevel="0.3 0.2 0.1 0.4 0.5 0.6" adhesion="2.5"'
    mjm, mjd, model, data = moving_scene(touching_model(cone, condim, geom=geom))
    assert np.any(mjd.contact.surfacevel)
    assert np.any(mjd.contact.adhesion)
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_exact_diagonal_and_override(cone):
    """Take the exact diagonal, and parameters that override those of all contacts."""
    mjm, mjd, model, data = moving_scene(touching_model(cone, 6))
    mjm.opt.enableflags |= EnableBit.DIAGEXACT | EnableBit.OVERRIDE
    mjm.opt.o_friction[:] = (0.5, 0.6, 0.01, 0.02, 0.03)
    mjm.opt.o_solref[:] = (0.04, 0.8)
    model.opt_enableflags = mjm.opt.enableflags
    oracle.forward(mjm, mjd)
    check_rows(mjm, mjd, model, data)
