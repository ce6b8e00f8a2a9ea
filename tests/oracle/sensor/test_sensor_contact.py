"""Touch sensors, rangefinders and contact sensors against MuJoCo's, on its own contacts and forces."""

import numpy as np
import pytest

import corten
from corten.enums import SensorType
from corten.stages.sensor import contact, rangefinder, touch
from support import oracle, tolerance

FRAMES = "geom_xpos geom_xmat site_xpos site_xmat cam_xpos cam_xmat subtree_com cvel".split()
CONTACTS = "dist pos frame friction adhesion dim geom efc_address".split()
KERNELS = [*touch.TOUCH_STAGES.values(), *rangefinder.STAGES.values(), *contact.STAGES.values()]
FIELDS = "found force torque dist pos normal tangent"
MOTION = "linvel angvel"

HILLS = " ".join(f"{height:.2f}" for height in np.random.default_rng(5).uniform(0, 1, 35))
WORLD = f"""<asset><hfield name="hills" nrow="5" ncol="7" size="1 1 0.5 0.1" elevation="{HILLS}"/>
  <mesh name="lump" vertex="0 0 0 0.4 0 0 0 0.4 0 0 0 0.4 0.3 0.3 0.3"/></asset>
<worldbody>
  <geom name="floor" type="plane" size="4 4 0.1"/>
  <geom type="hfield" hfield="hills" pos="3 3 0" contype="0" conaffinity="0"/>
  <geom type="mesh" mesh="lump" pos="-1 1 0.2" contype="0" conaffinity="0"/>
  <site name="low" pos="0.1 0.2 2" euler="178 0 0"/><site name="zone" type="box" size="0.4 0.4 0.4" pos="0 0 0"/>
  <body><site name="fixed" pos="0.1 0.2 2" euler="170 10 0"/><site name="up" pos="0 0 3"/>
    <site name="far" pos="3.1 3.2 3" euler="180 4 0"/></body>
  <camera name="eye" pos="0 -2 1.5" xyaxes="1 0 0 0 0.6 0.8" resolution="7 5" fovy="70"/>
  <camera name="lens" pos="0 -2 1.5" xyaxes="1 0 0 0 0.6 0.8" resolution="6 5" focal="0.0213 0.0337"
    sensorsize="0.0411 0.0307" principal="0.0023 -0.0011"/>
  <camera name="flat" pos="0 -2 1.5" xyaxes="1 0 0 0 0.6 0.8" resolution="5 4" projection="orthographic" fovy="1.4"/>
  <body name="table" pos="1 0 0.25"><geom name="top" type="box" size="0.3 0.3 0.25"/></body>
  <body name="block" pos="0 0 0.199" euler="1 0 30"><freejoint/><geom name="block" type="box" size="0.2 0.3 0.2"
    friction="0.8 0.1 0.1" condim="6"/><site name="under" type="box" size="0.21 0.31 0.05" pos="0 0 -0.2"/>
    <site name="half" type="sphere" size="0.15" pos="0.2 0.3 -0.2"/><site name="look" pos="0 0 0.1"/>
    <body name="lid" pos="0 0 0.3"><joint type="slide" axis="0 0 1" stiffness="200" damping="2"/>
      <geom name="lid" size="0.11" mass="0.5"/>
      <site name="pad" type="ellipsoid" size="0.12 0.12 0.12"/></body></body>
  <body name="ball" pos="0.9 0.05 0.598"><freejoint/><geom name="ball" size="0.1" condim="3"/>
    <site name="skin" size="0.11"/></body>
  <body name="rod" pos="-0.8 -0.5 0.099" euler="90 0 0"><freejoint/><geom name="rod" type="capsule" size="0.1 0.3"
    condim="4"/><site name="rod end" type="capsule" size="0.12 0.1" pos="0 0 0.25"/></body>
  <body name="hover" gravcomp="1" pos="-2 0 0.12"><freejoint/><geom name="hover" size="0.1" gap="0.1"/></body>
  <body name="hand" mocap="true" pos="0.02 0 0.62"><geom name="palm" type="box" size="0.3 0.3 0.05"/></body>
</worldbody>"""


def text_of(sensors: str, option: str) -> str:
    """Return the scene with some sensors."""
    return f"<mujoco><option {option}/>{WORLD}<sensor>{sensors}</sensor></mujoco>"


def settle(mjm, mjd, seed: int) -> None:
    """Let MuJoCo's scene come to rest, and give it small random velocities."""
    oracle.step(mjm, mjd, 100 + 50 * seed)
    mjd.qvel[:] = np.random.default_rng(seed).normal(0, 0.02, mjm.nv)
    oracle.forward(mjm, mjd)
    assert mjd.ncon > 8


def scene(sensors: str, option: str = "", seed: int = 0):
    """Let the scene settle, give it random velocities; then let corten read what MuJoCo found."""
    mjm, mjd, model, data = oracle.load_both(text_of(sensors, option))
    settle(mjm, mjd, seed)
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, FRAMES)
    data.grow(maxcon=mjd.ncon, maxefc=mjd.nefc)
    data.ncon, data.nefc = mjd.ncon, mjd.nefc
    data.efc_force, data.efc_type = mjd.efc_force, mjd.efc_type
    for name in CONTACTS:
        target = getattr(data, f"contact_{name}")
        target[...] = np.reshape(getattr(mjd.contact, name), target.shape)
    oracle.poison(data, ["sensordata"])
    for kernel in KERNELS:
        assert kernel(model, data) == 0
    return mjm, mjd, model, data


def compare(mjm, mjd, model, data, bound=tolerance.STAGE) -> None:
    """Compare the readings of every sensor with MuJoCo's."""
    for s in range(model.nsensor):
        own = slice(model.sensor_adr[s], model.sensor_adr[s] + model.sensor_dim[s])
        kind = SensorType(int(model.sensor_type[s])).name
        np.testing.assert_allclose(
            data.sensordata[own],
            mjd.sensordata[own],
            rtol=bound,
            atol=bound,
            err_msg=f"sensor {s}: {kind}",
        )


CONES = ['cone="pyramidal"', 'cone="elliptic"']
TOUCH = "".join(f'<touch site="{site}"/>' for site in ("under", "half", "pad", "skin", "rod end", "look", "zone"))


@pytest.mark.parametrize("option", CONES)
@pytest.mark.parametrize("seed", range(4))
def test_touch(option, seed):
    """Add up the normal forces that push through a site."""
    both = scene(TOUCH + '<touch site="under" cutoff="3"/>', option, seed)
    compare(*both)
    readings = both[3].sensordata
    assert readings[0] > readings[1] > 0 and readings[-1] == 3


RAYS = "dist dir origin point normal depth"
SITES = ("low", "fixed", "up", "far", "look", "skin", "under", "rod end")
RANGE = "".join(f'<rangefinder site="{site}"/><rangefinder site="{site}" data="{RAYS}"/>' for site in SITES)
CAMERAS = "".join(
    f'<rangefinder camera="{camera}"/><rangefinder camera="{camera}" data="{RAYS}"/>'
    for camera in ("eye", "lens", "flat")
)


@pytest.mark.parametrize("seed", range(3))
def test_rangefinders_of_sites(seed):
    """Cast the rays of sites, which do not see their own body, and tell everything of them."""
    both = scene(RANGE + '<rangefinder site="fixed" cutoff="0.5"/><rangefinder site="far" data="normal"/>', "", seed)
    compare(*both)
    assert both[3].sensordata[-4] == 0.5 and np.any(both[3].sensordata[-3:] != 0)


def test_rangefinders_of_cameras():
    """Cast a ray through each pixel of perspective and orthographic cameras."""
    both = scene(CAMERAS + '<rangefinder camera="eye" data="dist depth" cutoff="1.7"/>')
    compare(*both)
    assert np.max(both[3].sensordata[-70:]) == 1.7


MATCHES = [
    "",
    'geom1="floor"',
    'geom2="floor"',
    'geom1="floor" geom2="block"',
    'geom1="block" geom2="floor"',
    'body1="block"',
    'body2="block"',
    'body1="table" body2="ball"',
    'body1="ball" body2="table"',
    'body1="world"',
    'body1="hand"',
    'body1="hand" body2="lid"',
    'body2="hand"',
    'geom1="hover"',
    'subtree1="block"',
    'subtree2="block"',
    'subtree1="block" subtree2="block"',
    'subtree1="block" geom2="palm"',
    'subtree1="world"',
    'subtree1="world" geom2="rod"',
    'site="zone"',
    'site="zone" body2="block"',
    'site="zone" geom2="floor"',
    'site="rod end" subtree2="world"',
    'geom1="ball" geom2="rod"',
]
NONE_SORTED = ("none", "mindist", "maxforce")


def contact_sensors(reduction: str, data: str) -> str:
    """Return contact sensors with all ways to choose contacts, with one slot and with several."""
    return "".join(
        f'<contact {match} num="{num}" reduce="{reduction}" data="{data}"/>'
        for match in MATCHES
        for num in ((1, 3, 12) if reduction != "netforce" else (1, 2))
    )


@pytest.mark.parametrize("option", CONES)
@pytest.mark.parametrize("reduction", [*NONE_SORTED, "netforce"])
def test_contact_sensors(reduction, option):
    """Tell everything but motion of the contacts between chosen objects, by every reduction."""
    for seed in range(3):
        both = scene(contact_sensors(reduction, FIELDS), option, seed)
        compare(*both)
        assert np.count_nonzero(both[3].sensordata) > 100


@pytest.mark.parametrize("reduction", NONE_SORTED)
@pytest.mark.parametrize("data", [f"{FIELDS} {MOTION}", "linvel", "angvel", "dist linvel", "found pos", "normal"])
def test_contact_sensors_with_motion(reduction, data):
    """Tell the velocities of contacts, alone and with the rest, at every stage of forward dynamics."""
    compare(*scene(contact_sensors(reduction, data), "", 2))


@pytest.mark.parametrize("data", FIELDS.split())
def test_net_force_of_single_fields(data):
    """Put each field of a net force at its place."""
    compare(*scene(contact_sensors("netforce", data), "", 1))


def test_contacts_without_force_are_told():
    """Tell of a contact within its gap, which gives no force."""
    both = scene(f'<contact geom1="hover" data="{FIELDS}"/>')
    compare(*both)
    np.testing.assert_allclose(both[3].sensordata[:8], [1, 0, 0, 0, 0, 0, 0, 0.02], atol=tolerance.LENGTH)


@pytest.mark.parametrize("option", CONES)
def test_forward_reads_sensors(option):
    """Read all of them in forward dynamics of a model that corten compiled, from its own contacts and forces."""
    sensors = f"<clock/>{TOUCH}{RANGE}{CAMERAS}"
    for reduction in ("none", "mindist", "netforce"):
        sensors += f'<contact geom1="rod" data="{FIELDS}" reduce="{reduction}" num="2"/>'
    sensors += '<camprojection site="pad" camera="lens"/><camprojection site="pad" camera="eye"/>'
    text = text_of(
        sensors + '<contact body1="ball" data="linvel"/><contact site="zone"/>', f'{option} tolerance="1e-15"'
    )
    mjm = oracle.load_mujoco(text)
    mjd, model = oracle.make_data(mjm), corten.load_model_from_string(text)
    data = model.make_data()
    settle(mjm, mjd, 1)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    compare(mjm, mjd, model, data, tolerance.SENSOR)
