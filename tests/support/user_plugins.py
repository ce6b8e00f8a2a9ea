"""Plugins of users: shapes that MuJoCo has under another name, and forces on bodies that MuJoCo can call back."""

import corten
from corten.math.scalar import sin
from corten.math.vector3 import load3
from corten.runtime import helper, select, sqrt
from corten.stages.user import push_body

NO_TORQUE = (0.0, 0.0, 0.0)


# ---------------------------------------------------------------- shapes


@helper
def from_axis(x):
    """Return the distance of a point from the z axis."""
    return sqrt(x[0] * x[0] + x[1] * x[1])


@corten.register("sdf", "test.torus", config={"radius1": 0.35, "radius2": 0.15})
def torus(prm, x):
    """A ring around the z axis."""
    out = from_axis(x) - prm[0]
    return sqrt(out * out + x[2] * x[2]) - prm[1]


@corten.register("sdf_gradient", "test.torus")
def torus_slope(prm, x):
    """The gradient of the distance to the ring."""
    out = from_axis(x) - prm[0]
    away = max(sqrt(out * out + x[2] * x[2]), 1e-15)
    return out * (x[0] / from_axis(x)) / away, out * (x[1] / from_axis(x)) / away, x[2] / away


@corten.register("sdf_box", "test.torus")
def torus_box(prm):
    """A box around the ring."""
    return 0, 0, 0, prm[0] + prm[1], prm[0] + prm[1], prm[1]


@corten.register("sdf", "test.bowl", config={"height": 0.4, "radius": 1.0, "thickness": 0.02})
def bowl(prm, x):
    """A spherical shell that is cut off at a height."""
    height, radius = prm[0], prm[1]
    width, out = sqrt(radius * radius - height * height), from_axis(x)
    to_rim = sqrt((out - width) * (out - width) + (x[2] - height) * (x[2] - height))
    to_shell = abs(sqrt(out * out + x[2] * x[2]) - radius)
    return select(height * out < width * x[2], to_rim, to_shell) - prm[2]


@corten.register("sdf_box", "test.bowl")
def bowl_box(prm):
    """A box around the whole sphere."""
    reach = prm[1] + prm[2]
    return 0.0, 0.0, 0.0, reach, reach, reach


# ---------------------------------------------------------------- forces


@corten.register("passive", "test.wind", config={"speed": 2.0, "drag": 0.3})
def wind(m, d, i):
    """A wind along x that freshens, against the velocity of a body, at a point beside its centre of mass."""
    p = m.body_plugin[i]
    point = d.xipos[i, 0], d.xipos[i, 1] + 0.1, d.xipos[i, 2]
    speed = m.plugin_prm[p, 0] * (1.0 + sin(d.time)) - d.cvel[i, 3]
    push_body(m, d, i, (m.plugin_prm[p, 1] * speed, 0.0, 0.0), (0.0, 0.02, -0.01), point)


@corten.register("passive", "test.homing", config={"stiffness": 4.0})
def homing(m, d, i):
    """A spring between the frame of a body and the origin."""
    x, y, z = load3(d.xpos, i)
    k = m.plugin_prm[m.body_plugin[i], 0]
    push_body(m, d, i, (-k * x, -k * y, -k * z), NO_TORQUE, (x, y, z))


@corten.register("passive", "test.hinge", config={"stiffness": 1.0, "damping": 0.0})
def hinge(m, d, i):
    """Spring and damper of the first joint of a body."""
    dof, p = m.body_dofadr[i], m.body_plugin[i]
    q = m.jnt_qposadr[m.body_jntadr[i]]
    d.qfrc_passive[dof] -= m.plugin_prm[p, 0] * d.qpos[q] + m.plugin_prm[p, 1] * d.qvel[dof]


FORCES = {"test.wind": wind, "test.homing": homing, "test.hinge": hinge}


class Configured:
    """MuJoCo's model, which has no plugins, with those of a model of corten."""

    def __init__(self, mjm, model):
        self._mjm = mjm
        self.body_plugin, self.plugin_prm = model.body_plugin, model.plugin_prm

    def __getattr__(self, name):
        return getattr(self._mjm, name)


def called_back(mjm, model):
    """Return the function that MuJoCo calls for the forces of a model's plugins."""
    both = Configured(mjm, model)
    chosen = [(b, FORCES[model.plugin_names[p]]) for b, p in enumerate(model.body_plugin.tolist()) if p >= 0]

    def passive(m, d):
        for body, function in sorted(chosen, key=lambda pair: model.plugin[model.body_plugin[pair[0]]]):
            function(both, d, body)

    return passive
