"""Sensors of MuJoCo's plugin mujoco.sensor.touch_grid: forces of contacts, by the direction in which a site sees them.

A site looks along its -z axis. Directions are angles to the side (towards +x) and up (towards +y), in a grid of cells
that may be finer in the middle. Channels are the normal force, two tangential forces, and the torques about these axes.
"""

from math import pi

from corten.enums import ForwardPart, SensorType
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9
from corten.math.scalar import atan2
from corten.math.vector3 import load3
from corten.model.extension_fields import PluginKind
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.bodies import contact_body
from corten.stages.constraint.wrench import contact_wrench
from corten.stages.sensor.output import cut_off


@stage
def touch_grids(m, d):
    """Read all touch grids.

    reads:  m.plugin_prm m.sensor_adr m.sensor_dim d.contact_efc_address d.contact_frame
    writes: d.sensordata
    """
    for s in range(m.nsensor):
        i = m.sensor_plugin[s]
        if m.sensor_type[s] == SensorType.PLUGIN and m.plugin[i] == PluginKind.TOUCH_GRID:
            for k in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
                d.sensordata[k] = 0.0
            read_grid(m, d, s, i)
            cut_off(m, d, s)


@helper
def read_grid(m, d, s, i):
    """Add the forces of all contacts of a site's body, and of those that are fixed to it, to the cells they lie in."""
    site = m.sensor_objid[s]
    body = m.body_weldid[m.site_bodyid[site]]
    for c in range(d.ncon):
        first, second = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
        belongs = m.body_weldid[first] == body or m.body_weldid[second] == body
        if belongs and d.contact_efc_address[c] >= 0:
            axes = load9(d.site_xmat, site)
            x, y, z = matrix3.mul_matT_vec(axes, vector3.sub(load3(d.contact_pos, c), load3(d.site_xpos, site)))
            columns, rows = int(m.plugin_prm[i, 1]), int(m.plugin_prm[i, 2])
            column = cell_of(m, i, atan2(x, -z), columns, m.plugin_prm[i, 3])
            row = cell_of(m, i, atan2(y, sqrt(x * x + z * z)), rows, m.plugin_prm[i, 4])
            if column >= 0 and row >= 0:
                sign = 1.0 if m.body_weldid[second] == body else -1.0
                cell = m.sensor_adr[s] + row * columns + column
                add_channels(m, d, i, cell, contact_in_site(d, c, axes), sign)


@helper
def contact_in_site(d, c, axes):
    """Return force and torque of a contact along the axes of a site."""
    wrench, frame = contact_wrench(d, c), load9(d.contact_frame, c)
    force = matrix3.mul_matT_vec(frame, (wrench[0], wrench[1], wrench[2]))
    torque = matrix3.mul_matT_vec(frame, (wrench[3], wrench[4], wrench[5]))
    return matrix3.mul_matT_vec(axes, force), matrix3.mul_matT_vec(axes, torque)


@helper
def add_channels(m, d, i, cell, wrench, sign):
    """Add a force and torque to a cell: along z, x and y, as far as there are channels."""
    force, torque = wrench
    numbers = force[2], force[0], force[1], torque[2], torque[0], torque[1]
    size = int(m.plugin_prm[i, 1]) * int(m.plugin_prm[i, 2])
    channels = int(m.plugin_prm[i, 0])
    d.sensordata[cell] += sign * numbers[0]
    if channels > 1:
        d.sensordata[cell + size] += sign * numbers[1]
    if channels > 2:
        d.sensordata[cell + 2 * size] += sign * numbers[2]
    if channels > 3:
        d.sensordata[cell + 3 * size] += sign * numbers[3]
    if channels > 4:
        d.sensordata[cell + 4 * size] += sign * numbers[4]
    if channels > 5:
        d.sensordata[cell + 5 * size] += sign * numbers[5]


@helper
def cell_of(m, i, angle, n, view):
    """Return which of n cells between -view and view [degrees] an angle [rad] lies in, -1 for none."""
    gamma, edge = m.plugin_prm[i, 5], -1.0
    for k in range(n + 1):
        bent = edge if gamma == 0.0 else gamma * (edge * edge * edge * edge * edge) + (1.0 - gamma) * edge
        if angle <= bent * (view * pi / 180.0):
            return k - 1
        edge += 2.0 / n
    return -1


# the kernel of each part of forward dynamics that has such sensors
STAGES = {ForwardPart.ACC: touch_grids}
