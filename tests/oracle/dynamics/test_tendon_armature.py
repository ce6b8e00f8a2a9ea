"""Inertia of tendons, and of drives that pull on them, on bodies that would be simple without it."""

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from corten.errors import ModelError
from corten.stages.inertia import crb
from support import oracle, tolerance
from support.isolated import compare, scene

BOX = '<geom type="box" size=".1 .2 .3"/>'
FREE = f'<body pos="0 0 1"><freejoint/>{BOX}<site name="a" pos=".1 .05 .02"/></body>'
CART = f'<body><joint name="s" type="slide" axis="1 0 0"/><joint name="h" {{}} axis="0 0 1"/>{BOX}</body>'
TREES = f"""<body><joint name="s" axis="1 0 0"/>{BOX}</body>
  <body pos="2 0 0"><joint name="h" axis="0 0 1"/>{BOX}<site name="b" pos=".1 .2 .3"/></body>"""
STRING = '<spatial name="t" {}><site site="w"/><site site="a"/></spatial>'
SUM = '<fixed name="t" {}><joint joint="s" coef="2"/><joint joint="h" coef="3"/></fixed>'
OWN = 'armature=".5"'
DRIVE = '<motor tendon="t" armature=".5" gear="2"/>'

# bodies, tendon, actuators
SCENES = {
    "string on a free body": (FREE, STRING.format(OWN), ""),
    "drive on that string": (FREE, STRING.format(""), DRIVE + '<motor tendon="t"/>'),
    "sum of slide and hinge": (CART.format(""), SUM.format(OWN), ""),
    "sum of slides": (CART.format('type="slide"'), SUM.format(OWN), ""),
    "drive of a sum": (CART.format(""), SUM.format(""), DRIVE),
    "drive without gear": (CART.format(""), SUM.format(""), '<motor tendon="t" armature=".3" gear="0"/>'),
    "sum across trees": (TREES, SUM.format(OWN), ""),
    "string across trees": (FREE + TREES, '<spatial armature=".5"><site site="a"/><site site="b"/></spatial>', ""),
    "string over a static body": (
        f'<body>{BOX}<site name="c"/><body pos="1 0 0"><joint type="ball"/>{BOX}<site name="a"/></body></body>',
        '<spatial armature=".5"><site site="w"/><site site="c"/><site site="a"/></spatial>',
        "",
    ),
    "pulley": (
        FREE + f'<body pos="3 0 0"><freejoint/>{BOX}<site name="b"/></body>',
        '<spatial armature=".5"><site site="w"/><site site="a"/><pulley divisor="2"/><site site="w"/><site site="b"/>'
        "</spatial>",
        "",
    ),
    "drives of joints alone": (CART.format(""), SUM.format(""), '<motor joint="s" armature=".3" gear="2"/>'),
}

CONSTANTS = "body_simple dof_simplenum M_rownnz M_rowadr M_colind dof_M0 dof_invweight0 body_invweight0 "
CONSTANTS += "tendon_invweight0 actuator_acc0"


def model(bodies: str, tendon: str, actuators: str) -> str:
    world = f'<worldbody><site name="w" pos="1 1 1"/>{bodies}</worldbody>'
    return f"<mujoco>{world}<tendon>{tendon}</tendon><actuator>{actuators}</actuator></mujoco>"


@pytest.mark.parametrize("parts", SCENES.values(), ids=SCENES.keys())
def test_armature_couples_the_dofs_of_a_body(parts):
    """Agree with MuJoCo on which bodies are simple, on the mass matrix and on all that follows from it."""
    mjm, mjd, _, _ = scene(model(*parts), seed=1)
    m = corten.load_model_from_string(model(*parts))
    d = m.make_data()
    for name in CONSTANTS.split():
        compare(name, getattr(m, name), getattr(mjm, name), tolerance.CONSTANT)
    oracle.copy_state(mjd, d)
    corten.forward(m, d)
    for name in ("M", "qLD", "qfrc_bias", "qacc"):
        compare(name, getattr(d, name), getattr(mjd, name))


def test_energy_of_a_string_with_inertia_is_conserved():
    """Conserve the energy of a tumbling body that pulls on a heavy string: M and the bias force belong together."""
    m = corten.load_model_from_string(model(*SCENES["string on a free body"]))
    m.opt_integrator, m.opt_timestep, m.opt_gravity = Integrator.RK4, 0.002, 0.0
    d = m.make_data()
    d.qvel = 0.3, -0.2, 0.5, 2.0, 3.0, 1.0
    energies = []
    for _ in range(5):
        corten.forward(m, d)
        corten.energy_vel(m, d)
        energies.append(d.energy[1])
        corten.step(m, d, 100)
    np.testing.assert_allclose(energies, energies[0], rtol=tolerance.CONSERVED)


def test_inertia_of_simple_bodies_does_not_change():
    """Compute no inertia in a step for bodies whose tendons have none."""
    m = corten.load_model_from_string(model(CART.format(""), SUM.format(""), ""))
    d = m.make_data()
    m.dof_M0 = 7.0
    crb(m, d)
    assert list(d.M) == [7.0, 7.0]


def test_drives_with_inertia_do_not_wrap():
    """Refuse a drive with inertia on a tendon that wraps a geom, as MuJoCo does."""
    bodies = FREE + '<body pos=".5 .5 1"><joint/><geom name="g" size=".1"/></body>'
    tendon = '<spatial name="t"><site site="w"/><geom geom="g"/><site site="a"/></spatial>'
    assert oracle.load_error(model(bodies, tendon, DRIVE)) is not None
    with pytest.raises(ModelError, match="armature is given, but the tendon 't' wraps geoms"):
        corten.load_model_from_string(model(bodies, tendon, DRIVE))
