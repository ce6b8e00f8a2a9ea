"""Mistakes in plugins: refused with the element, and with what is known."""

import pytest

import corten
from corten.errors import ModelError

DECLARED = """<extension>
<plugin plugin="mujoco.pid"><instance name="p"><config key="kp" value="1"/></instance></plugin>
<plugin plugin="mujoco.sdf.torus"><instance name="t"/></plugin>
<plugin plugin="mujoco.sensor.touch_grid"/></extension>"""
BODY = '<worldbody><site name="s"/><body name="b"><joint name="j"/><geom size="1"/></body></worldbody>'
MESH = '<asset><mesh name="m"><plugin instance="t"/></mesh></asset>'


def actuator(attributes: str, config: str = "") -> str:
    """Return a model with one plugin actuator."""
    return f"{DECLARED}{BODY}<actuator><plugin {attributes}>{config}</plugin></actuator>"


def grid(config: str, attributes: str = 'objtype="site" objname="s"') -> str:
    """Return a model with one touch grid."""
    words = f'plugin="mujoco.sensor.touch_grid" {attributes}'
    return f"{DECLARED}{BODY}<sensor><plugin {words}>{config}</plugin></sensor>"


def config(**values: str) -> str:
    """Return elements of a configuration."""
    return "".join(f'<config key="{key}" value="{value}"/>' for key, value in values.items())


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        ('<extension><plugin plugin="mujoco.pidd"/></extension>', "did you mean 'mujoco.pid'"),
        (BODY + '<actuator><plugin joint="j" plugin="mujoco.pid"/></actuator>', "<extension> does not declare"),
        (actuator('joint="j"'), "plugin or instance is missing"),
        (actuator('joint="j" plugin="mujoco.sdf.torus"'), "does not serve actuators"),
        (actuator('joint="j" instance="p" plugin="mujoco.sdf.torus"'), "is an instance of 'mujoco.pid'"),
        (actuator('joint="j" instance="p"', config(kd="1")), "has its configuration in <extension>"),
        (actuator('joint="j" plugin="mujoco.pid"', config(kq="1")), "key is 'kq'"),
        (actuator('joint="j" plugin="mujoco.pid"', config(kp="much")), "kp is 'much'; it must be a number"),
        (actuator('joint="j" plugin="mujoco.pid"', config(ki="1")), 'needs 1; add actdim="1"'),
        (actuator('joint="j" plugin="mujoco.pid" actdim="1"', config(ki="1", imax="-1")), "imax is -1"),
        (actuator('joint="j" plugin="mujoco.pid" actdim="1"', config(slewmax="-1")), "slewmax is -1"),
        (actuator('joint="j" instance="nobody"'), "no instance has that name"),
        (grid(config(size="3 3", fov="40 40"), 'objtype="body" objname="b"'), "looks out of a site"),
        (grid(config(size="3", fov="40 40")), "it must be two numbers"),
        (grid(config(size="3 0", fov="40 40")), "both numbers must be positive"),
        (grid(config(size="3 3", fov="190 40")), "fov is 190 40"),
        (grid(config(size="3 3", fov="40 40", gamma="2")), "gamma is 2"),
        (grid(config(size="3 3", fov="40 40", nchannel="7")), "nchannel is 7"),
        (DECLARED + '<worldbody><body><plugin instance="t"/></body></worldbody>', "as a force on bodies"),
        (DECLARED + MESH.replace('name="m"', 'name="m" scale="2 2 2"'), "scale is given"),
        (DECLARED + '<worldbody><geom size="1"><plugin plugin="mujoco.pid"/></geom></worldbody>', "as a shape"),
        (
            DECLARED + MESH + '<worldbody><geom type="sdf" mesh="m"><plugin instance="t"/><plugin instance="t"/></geom>'
            "</worldbody>",
            "has a plugin already",
        ),
        (
            DECLARED.replace('<instance name="t"/>', '<instance name="t"><config key="radius2" value="0"/></instance>')
            + MESH,
            "has no size",
        ),
    ],
)
def test_mistakes(xml, words):
    """Refuse it, and say what is wrong."""
    with pytest.raises(ModelError, match=words):
        corten.load_model_from_string(f"<mujoco>{xml}</mujoco>")


def test_unknown_plugin_lists_all():
    """List what is built in and what users have registered."""
    with pytest.raises(ModelError) as caught:
        corten.load_model_from_string('<mujoco><extension><plugin plugin="acme.none"/></extension></mujoco>')
    for name in ("mujoco.pid", "mujoco.sensor.touch_grid", "mujoco.sdf.bolt", "mujoco.sdf.gear"):
        assert name in str(caught.value)
