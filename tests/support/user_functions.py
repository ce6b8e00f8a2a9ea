"""Functions of users that read the same in both engines: registered with corten, called back by MuJoCo."""

import corten
from corten.math.scalar import exp, sin
from corten.runtime import helper, select

PARAMETER = 1.7


@helper
def stretch(m, d, i):
    """Return how far actuator i is stretched beyond the third number of its gain."""
    return d.actuator_length[m.actuator_outadr[i]] - m.actuator_gainprm[i, 2]


@corten.register("gain")
def soft_spring(m, d, i):
    """A gain that softens with the length and follows the velocity and the time."""
    x, v = stretch(m, d, i), d.actuator_velocity[m.actuator_outadr[i]]
    return m.actuator_gainprm[i, 0] * exp(-x * x) + PARAMETER * sin(v) + 0.1 * d.time


@corten.register("gain", "by_control")
def twice_the_control(m, d, i):
    """A gain that depends on the control as it was set."""
    return 2.0 * d.ctrl[m.actuator_ctrladr[i]]


@corten.register("bias")
def stiction(m, d, i):
    """A bias against the velocity that does not grow with it."""
    v = d.actuator_velocity[m.actuator_outadr[i]]
    return -m.actuator_biasprm[i, 0] * v / (abs(v) + 0.01)


@corten.register("dynamics")
def slew(m, d, i):
    """One activation that moves towards the control at a limited rate."""
    a = m.actuator_actadr[i]
    error = d.ctrl[m.actuator_ctrladr[i]] - d.act[a]
    limit = m.actuator_dynprm[i, 0]
    return select(error > 0.0, min(3.0 * error, limit), max(3.0 * error, -limit))


@corten.register("dynamics")
def second_order(m, d, i):
    """Two activations: a velocity that the control drives, and its integral, which the gain multiplies."""
    a = m.actuator_actadr[i]
    d.act_dot[a] = m.actuator_dynprm[i, 0] * (d.ctrl[m.actuator_ctrladr[i]] - d.act[a + 1]) - 2.0 * d.act[a]
    return d.act[a]


FUNCTIONS = {
    "gain": {"soft_spring": soft_spring, "by_control": twice_the_control},
    "bias": {"stiction": stiction},
    "dynamics": {"slew": slew, "second_order": second_order},
}


def texts(chosen):
    """Return the <custom> section that chooses functions: {actuator: {kind: function}}."""
    rows = [
        f'<text name="corten.actuator.{name}.{kind}" data="{function}"/>'
        for name, kinds in chosen.items()
        for kind, function in kinds.items()
    ]
    return f"<custom>{''.join(rows)}</custom>"


def mujoco_callbacks(chosen, names):
    """Return what MuJoCo calls for the same choice; `names` are those of its actuators."""

    def called(kind):
        def function(m, d, i):
            value = FUNCTIONS[kind][chosen[names[i]][kind]](m, d, i)
            if kind == "dynamics" and m.actuator_actnum[i] > 1:
                d.act_dot[m.actuator_actadr[i] + m.actuator_actnum[i] - 1] = value
            return float(value)

        return function

    return {"act_dyn": called("dynamics"), "act_gain": called("gain"), "act_bias": called("bias")}
