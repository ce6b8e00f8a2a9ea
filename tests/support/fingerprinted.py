"""Models whose fingerprints are compared between machines: those that come with corten, and small ones beside them."""

from collections.abc import Sequence

import corten
from corten.cli.hash import model_fingerprint, trajectory_fingerprints

BODY = '<body pos="0 0 .4" euler="13 27 41"><freejoint/>{}</body>'


def scene(world: str, head: str = "", tail: str = "") -> str:
    """Return a model with a floor."""
    floor = '<geom type="plane" size="2 2 .1"/>'
    return f"<mujoco>{head}<worldbody>{floor}{world}</worldbody>{tail}</mujoco>"


OWN = {
    "turned frames": scene(
        '<body pos="0 0 1" axisangle="1 2 3 37"><joint axis="0 1 0"/>'
        '<geom type="capsule" size=".02" fromto="0 0 0 .1 .2 -.3"/>'
        '<body pos=".1 .2 -.3" zaxis="1 2 3"><joint type="ball"/>'
        '<geom type="box" size=".1 .05 .2" xyaxes="1 1 0 -1 2 1"/></body></body>'
    ),
    "full inertia": scene(
        '<body pos="0 0 1"><freejoint/><geom size=".1"/>'
        '<inertial pos=".01 0 0" mass="1" fullinertia=".02 .03 .04 .001 .002 .003"/></body>'
    ),
    "meshes": scene(
        BODY.format('<geom type="mesh" mesh="ball"/>') + BODY.format('<geom type="mesh" mesh="cone" pos=".5 0 0"/>'),
        '<asset><mesh name="ball" builtin="supersphere" params="12 .7 1.3"/>'
        '<mesh name="cone" builtin="cone" params="7 .3"/></asset>',
    ),
    "convex shapes": scene(
        BODY.format('<geom type="cylinder" size=".1 .2"/>')
        + BODY.format('<geom type="ellipsoid" size=".1 .2 .15" pos=".4 0 .1"/>')
        + BODY.format('<geom type="box" size=".1 .2 .15" pos="0 .5 0"/>'),
        '<option cone="elliptic" solver="CG"/>',
    ),
    "fluid": scene(
        BODY.format('<geom type="ellipsoid" size=".1 .2 .05" fluidshape="ellipsoid"/>'),
        '<option density="1.2" viscosity=".002" wind="1 .5 0" integrator="implicit"/>',
    ),
    "tendons and muscles": scene(
        '<site name="a" pos="0 0 1.4"/><body pos="0 0 1"><joint name="hinge" axis="0 1 0" range="-60 60"/>'
        '<geom name="wheel" type="cylinder" size=".05 .02" euler="90 0 0"/>'
        '<geom type="capsule" size=".02" fromto="0 0 0 .3 0 0"/>'
        '<site name="b" pos=".2 0 .05"/></body>',
        tail='<tendon><spatial name="rope"><site site="a"/><geom geom="wheel"/><site site="b"/></spatial></tendon>'
        '<actuator><muscle name="muscle" tendon="rope" lengthrange=".2 .6"/></actuator>'
        '<sensor><tendonpos tendon="rope"/><actuatorfrc actuator="muscle"/></sensor>',
    ),
    "soft body": scene(
        '<flexcomp name="jelly" type="grid" count="4 4 4" spacing=".1 .1 .1" dim="3" pos="0 0 .4" euler="10 20 '
        '30" mass="1" radius=".01">'
        '<elasticity young="1e4" poisson=".3" damping=".01"/><contact selfcollide="none"/></flexcomp>',
        '<option timestep=".001"/>',
    ),
    "height field": scene(
        '<geom type="hfield" hfield="hills" pos="0 0 .1"/>' + BODY.format('<geom size=".1" pos=".05 .03 .2"/>'),
        '<asset><hfield name="hills" nrow="4" ncol="4" size="1 1 .2 .1" elevation="0 1 0 2 1 3 1 0 2 1 0 1 0 2 '
        '1 3"/></asset>',
    ),
}

SCENES = [*corten.models.names(), *OWN]


def load(name: str) -> corten.Model:
    """Return the model of a name."""
    return corten.load_model_from_string(OWN[name]) if name in OWN else corten.load_model(name)


def fingerprints(steps: int, names: Sequence[str] = SCENES) -> dict[str, list[str]]:
    """Return the fingerprint of each model, and those of its trajectory."""
    found = {}
    for name in names:
        model = load(name)
        trajectory = [text for _, text in trajectory_fingerprints(model, model.make_data(), steps)]
        found[name] = [model_fingerprint(model), *trajectory]
    return found
