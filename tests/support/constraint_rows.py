"""Constraint rows against the oracle: MuJoCo's inputs and contacts copied, all rows made anew, all numbers compared."""

import numpy as np

from corten.stages.constraint import constraint_stages, reference_stages
from support import isolated, oracle, tolerance

INPUTS = (
    "xpos xquat xmat site_xpos subtree_com cdof qLD qLDiagInv cvel cdof_dot eq_active ten_length ten_J_value qacc"
).split()
CONTACT = (
    "dist pos frame includemargin friction solref solreffriction solimp adhesion surfacevel mu dim geom exclude"
).split()
ROWS = "efc_type efc_id efc_pos efc_margin efc_frictionloss efc_diagA efc_KBIP efc_R efc_D efc_vel efc_aref".split()

# boxes, spheres and capsules that touch the floor and each other, alone and in a tree
TOUCHING = """<mujoco><option cone="{cone}" impratio="{impratio}" jacobian="{storage}"/>
<default><geom condim="{condim}" friction="0.9 0.03 0.02" margin="{margin}" {geom}/></default>
<worldbody>
  <geom type="plane" size="5 5 0.1"/>
  <body pos="0 0 0.09"><freejoint/><geom type="box" size="0.1 0.15 0.1"/></body>
  <body pos="0.02 0 0.33" euler="0 8 20"><freejoint/><geom type="box" size="0.1 0.1 0.12"/></body>
  <body pos="0.5 0 0.095"><freejoint/><geom size="0.1"/></body>
  <body pos="0.66 0 0.095"><joint type="slide" axis="1 0 0"/><geom size="0.1"/></body>
  <body pos="-0.6 0 0.3"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 -0.2 0 -0.1" size="0.05"/>
    <body pos="-0.2 0 -0.1"><joint axis="0 1 0"/><joint axis="1 0 0" pos="0 0 0.1"/>
      <geom type="capsule" fromto="0 0 0 -0.2 0 -0.14" size="0.06"/>
      <body pos="-0.2 0 -0.14"><joint type="ball"/><geom type="box" size="0.06 0.05 0.04" pos="0.09 0 0"/></body>
    </body>
  </body>
</worldbody></mujoco>"""


def touching_model(cone="pyramidal", condim=3, margin=0, impratio=1, storage="auto", geom="") -> str:
    """Return the model of touching shapes with these settings; `geom` holds further attributes of all geoms."""
    return TOUCHING.format(cone=cone, condim=condim, margin=margin, impratio=impratio, storage=storage, geom=geom)


def moving_scene(xml: str, seed: int = 0):
    """Load a scene into both engines and give it random velocities and a small random displacement."""
    mjm, mjd, model, data = oracle.load_both(xml)
    rng = np.random.default_rng(seed)
    oracle.displace(mjm, mjd, rng.normal(0, 0.01, mjm.nv))
    mjd.qvel[:] = rng.normal(0, 1, mjm.nv)
    oracle.forward(mjm, mjd)
    return mjm, mjd, model, data


def copy_inputs(mjd, data) -> None:
    """Give Data what the rows are made of: state, frames, motion axes, tendons and contacts of MuJoCo's data."""
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, INPUTS)
    copy_contacts(mjd, data)


def copy_contacts(mjd, data) -> None:
    """Give Data the contacts of MuJoCo's data, as collision leaves them."""
    data.unseal()
    data.grow(maxcon=mjd.ncon)
    data.ncon = mjd.ncon
    for name in CONTACT:
        target = getattr(data, f"contact_{name}")
        target[...] = np.reshape(getattr(mjd.contact, name), target.shape)
    data.contact_exclude[data.contact_exclude == 3] = 0
    data.contact_mu = np.nan


def make_rows(model, data) -> None:
    """Make the rows in room that is poisoned, and enlarged until they fit."""
    while True:
        for name in ("efc_J_colind", "efc_J_values", *ROWS):
            array = data._growing[name]
            array[...] = np.nan if array.dtype.kind == "f" else -(10**9)
        if not any(stage(model, data) for stage in constraint_stages(model)):
            break
        assert data.make_room()
    for stage in reference_stages(model):
        assert stage(model, data) == 0


def compare_rows(mjm, mjd, data, bound=tolerance.STAGE) -> None:
    """Compare counts, Jacobian and all numbers of all rows, field by field."""
    assert [data.ne, data.nf, data.nl, data.nefc] == [mjd.ne, mjd.nf, mjd.nl, mjd.nefc]
    isolated.compare("efc_J", data.efc_J, oracle.constraint_jacobian(mjm, mjd), bound)
    for name in ROWS:
        compare_column(name, getattr(data, name), getattr(mjd, name), bound)
    address = [c.efc_address for c in mjd.contact]
    np.testing.assert_array_equal(data.contact_efc_address, np.where(np.array(address) >= 0, address, -1))


def compare_column(name: str, ours, theirs, bound) -> None:
    """Compare a field row by row: each number relative to itself, or to the largest one where it nearly vanishes."""
    theirs = np.reshape(theirs, np.shape(ours))
    assert np.all(np.isfinite(ours)), f"{name} was not written in full"
    scale = np.maximum(np.abs(theirs), 1e-3 * np.max(np.abs(theirs), axis=0, initial=0.0))
    error = np.abs(ours - theirs)
    worst = np.argmax(error - bound * scale) if error.size else 0
    assert np.all(error <= bound * scale), (
        f"{name}, number {worst}: {np.ravel(ours)[worst]} instead of {np.ravel(theirs)[worst]}"
    )


def check_rows(mjm, mjd, model, data) -> None:
    """Make the rows of MuJoCo's state and compare all of them."""
    copy_inputs(mjd, data)
    make_rows(model, data)
    compare_rows(mjm, mjd, data)
