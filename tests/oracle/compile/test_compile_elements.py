"""Everything that a model has beside its bodies, against the constants that MuJoCo compiles."""

import numpy as np
import pytest

import corten
from corten.compile import load_model_from_string
from support import oracle, tolerance
from support.constraint_scenes import MORE, TENDON_HEAD, TENDONS, scene
from support.differences import SIDES, differences

pytestmark = pytest.mark.filterwarnings("ignore::corten.errors.UnbuiltFeatureWarning")


@pytest.mark.parametrize("name", MORE)
def test_elements_compile_to_the_same_constants(name):
    """Agree with the oracle in all sizes, names and fields, but for the order in which sides of hulls stand."""
    found = differences(load_model_from_string(MORE[name]), oracle.load_both(MORE[name])[2])
    assert set(found) - SIDES == set()


@pytest.mark.parametrize("mode", ["muscle", "none", "muscleuser"])
def test_length_ranges_follow_their_mode(mode):
    """Leave length ranges of motors alone in all modes but `all`."""
    head = TENDON_HEAD + f'<compiler><lengthrange mode="{mode}" uselimit="true"/></compiler>'
    drives = '<actuator><motor joint="h"/><muscle joint="h" class="x"/></actuator>'
    xml = scene(TENDONS + drives, head + '<default><default class="x"/></default>')
    assert differences(load_model_from_string(xml), oracle.load_both(xml)[2]) == {}


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast", "RK4"])
def test_length_ranges_are_found_by_pulling(integrator):
    """Find the lengths that muscles on joints and tendons reach against limits, as MuJoCo's simulation does."""
    xml = f"""<mujoco><option integrator="{integrator}"/><compiler><lengthrange accel="30"/></compiler>
      <worldbody><body><joint name="j" range="-30 60"/><geom size=".1" pos="1 0 0"/><site name="s" pos=".5 .1 0"/>
        <body pos="1 0 0"><joint name="k" range="-10 10"/><geom size=".1" pos="1 0 0"/></body></body>
      <site name="w" pos="0 1 1"/></worldbody><tendon><fixed name="f"><joint joint="j" coef="1"/>
      <joint joint="k" coef="-2"/></fixed><spatial name="t"><site site="w"/><site site="s"/></spatial></tendon>
      <actuator><muscle joint="j"/><muscle tendon="f"/><muscle tendon="t" gear="-2"/><motor joint="k"/></actuator>
    </mujoco>"""
    ours, theirs = load_model_from_string(xml), oracle.load_both(xml)[2]
    assert np.abs(ours.actuator_lengthrange - theirs.actuator_lengthrange).max() < tolerance.STEP


REFUSED = {
    "contact": [
        '<pair geom1="ga" geom2="nobody"/>',
        '<pair geom1="ga" geom2="gd" condim="2"/>',
        '<exclude body1="a" body2="nobody"/>',
    ],
    "tendon": [
        "<spatial/>",
        '<spatial><site site="s0"/></spatial>',
        '<spatial width="0"><site site="s0"/><site site="s1"/></spatial>',
        '<spatial><site site="s0"/><site site="s0"/></spatial>',
        '<spatial><site site="s0"/><site site="s1"/><pulley divisor="2"/></spatial>',
        '<spatial><site site="s0"/><site site="s1"/><pulley divisor="0"/><site site="s0"/><site site="s1"/></spatial>',
        '<spatial><site site="s0"/><site site="s1"/><pulley divisor="1"/><site site="s1"/></spatial>',
        '<spatial><site site="s0"/><geom geom="gs"/></spatial>',
        '<spatial><site site="s0"/><geom geom="gs"/><geom geom="gc"/><site site="s1"/></spatial>',
        '<spatial><site site="s0"/><geom geom="floor"/><site site="s1"/></spatial>',
        '<spatial armature="1"><site site="s0"/><geom geom="gs"/><site site="s1"/></spatial>',
        '<spatial limited="true"><site site="s0"/><site site="s1"/></spatial>',
        "<fixed/>",
        '<fixed><joint joint="ball" coef="1"/></fixed>',
        '<fixed><joint joint="h" coef="1"/><joint joint="h" coef="2"/></fixed>',
        '<fixed armature="-1"><joint joint="h" coef="1"/></fixed>',
        '<fixed springlength="2 1"><joint joint="h" coef="1"/></fixed>',
    ],
    "equality": [
        '<connect body1="a"/>',
        '<connect body1="a" body2="a" anchor="0 0 0"/>',
        '<connect site1="s0"/>',
        '<connect site1="s0" site2="s0"/>',
        '<weld body1="nobody"/>',
        '<joint joint1="ball"/>',
        '<joint joint1="h" joint2="h"/>',
        '<tendon tendon1="nobody"/>',
    ],
    "actuator": [
        '<general joint="h" actlimited="true" actrange="0 1"/>',
        '<general joint="h" actdim="1"/>',
        '<general joint="h" dyntype="filter" actdim="2"/>',
        '<general joint="h" dyntype="filter" actdim="0"/>',
        '<general joint="h" dyntype="strange"/>',
        '<motor site="s0" damping="1"/>',
        '<motor site="s0" armature="1"/>',
        '<motor joint="h" refsite="s0"/>',
        '<motor joint="h" cranklength="1"/>',
        '<motor cranksite="s0"/>',
        '<motor cranksite="s0" slidersite="s1"/>',
        '<position joint="h" kv="1" dampratio="1"/>',
        '<position joint="h" kv="-1"/>',
        '<position joint="h" dampratio="-1"/>',
        '<position joint="h" timeconst="-1"/>',
        '<position joint="h" ctrlrange="0 1" inheritrange="1"/>',
        '<position joint="ball" inheritrange="1"/>',
        '<position site="s0" inheritrange="1"/>',
        '<damper joint="h" kv="-1" ctrlrange="0 1"/>',
        '<damper joint="h"/>',
        '<damper joint="h" ctrlrange="-1 1"/>',
        '<adhesion body="d"/>',
        '<adhesion body="d" gain="-1" ctrlrange="0 1"/>',
        '<muscle joint="h" lengthrange="0 1" range="2 1"/>',
        '<muscle joint="h" lengthrange="0 1" lmin="2"/>',
        '<muscle joint="h" lengthrange="0 1" vmax="0"/>',
        '<muscle joint="h" lengthrange="0 1" tausmooth="-1"/>',
    ],
    "sensor": [
        '<gyro site="nobody"/>',
        '<gyro site="s0" noise="-1"/>',
        '<gyro site="s0" cutoff="-1"/>',
        '<jointpos joint="ball"/>',
        '<ballquat joint="h"/>',
        '<ballquat joint="ball" cutoff="1"/>',
        '<framexaxis objtype="site" objname="s0" cutoff="1"/>',
        '<jointlimitpos joint="free"/>',
        '<framepos objtype="site" objname="s0" reftype="site"/>',
        '<camprojection site="s0" camera="blind"/>',
        '<rangefinder camera="blind"/>',
        '<rangefinder site="s0" data="dir dist"/>',
        '<contact data="force found"/>',
        '<contact num="0"/>',
        '<contact reduce="netforce" data="linvel"/>',
        '<contact geom1="ga" body1="a"/>',
        '<distance geom1="ga" geom2="ga"/>',
        '<distance geom1="ga"/>',
        '<user dim="-1"/>',
        '<user dim="2" datatype="quaternion"/>',
        '<user dim="2" datatype="axis"/>',
        '<insidesite site="s0" objtype="camera" objname="cam" enclosed="true"/>',
    ],
}


@pytest.mark.parametrize(("section", "element"), [(tag, element) for tag in REFUSED for element in REFUSED[tag]])
def test_what_the_oracle_refuses_is_refused(section, element):
    """Refuse each of these elements, as the oracle does."""
    xml = scene(f"<{section}>{element}</{section}>")
    assert oracle.load_error(xml) is not None
    with pytest.raises(corten.ModelError):
        load_model_from_string(xml)


@pytest.mark.parametrize(
    "asset",
    [
        '<texture name="t" type="2d" builtin="flat" width="0" height="1"/>',
        '<texture name="t" type="2d" builtin="flat" width="1"/>',
        '<texture name="t" type="2d"/>',
        '<texture name="t" type="cube"/>',
        '<texture name="t" type="2d" file="none.png"/>',
        '<texture name="t" type="2d" file="none.jpg"/>',
        '<mesh name="m"/>',
        '<mesh name="m" file="none.stl"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0"/>',
        '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 1 9"/>',
        '<hfield name="h" nrow="1" ncol="3" size="1 1 1 1"/>',
        '<hfield name="h" nrow="2" ncol="2" size="1 1 0 1"/>',
        '<hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="1 2 3"/>',
    ],
)
def test_assets_that_the_oracle_refuses_are_refused(asset):
    """Refuse each of these assets, as the oracle does, and say where the element stands."""
    xml = f"<mujoco>\n<asset>{asset}</asset></mujoco>"
    assert oracle.load_error(xml) is not None
    with pytest.raises(corten.ModelError) as caught:
        load_model_from_string(xml)
    assert caught.value.line == 2


@pytest.mark.parametrize(
    "geom",
    [
        '<geom type="mesh"/>',
        '<geom type="hfield"/>',
        '<geom type="box" hfield="h"/>',
        '<geom type="mesh" mesh="m" fromto="0 0 0 1 1 1"/>',
        '<geom type="mesh" mesh="m" shellinertia="true"/>',
        '<geom type="plane" mesh="m"/>',
    ],
)
def test_geoms_that_the_oracle_refuses_are_refused(geom):
    """Refuse geoms that do not fit their asset."""
    assets = '<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>'
    xml = f"<mujoco><asset>{assets}</asset><worldbody><body>{geom}</body></worldbody></mujoco>"
    assert oracle.load_error(xml) is not None
    with pytest.raises(corten.ModelError):
        load_model_from_string(xml)


@pytest.mark.parametrize(
    "actuator",
    [
        '<position site="a" refsite="b" kp="13" dampratio=".7"/>',
        '<position joint="j" gear="1e-8" kp="13" dampratio=".7"/>',
        '<position joint="j" gear="1e-7" kp="13" dampratio=".7"/>',
        '<position tendon="t" kp="13" dampratio=".7"/>',
        '<orientation site="a" refsite="b" kp="5" dampratio=".7"/>',
    ],
)
def test_damping_of_what_moves_nothing(actuator):
    """Give servos that meet no inertia no damping, as MuJoCo does, rather than nearly all there is."""
    xml = f"""<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".2 0 0"/>
        <site name="a"/><site name="b" pos=".1 0 0"/></body></worldbody>
        <tendon><fixed name="t"><joint joint="j" coef="0"/></fixed></tendon><actuator>{actuator}</actuator></mujoco>"""
    ours, theirs = corten.load_model_from_string(xml), oracle.load_mujoco(xml)
    np.testing.assert_allclose(ours.actuator_biasprm, theirs.actuator_biasprm, rtol=tolerance.EXACT)
