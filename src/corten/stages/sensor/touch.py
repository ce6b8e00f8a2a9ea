"""Sensors of touch: normal forces at a site, on a grid before it (touch_grid), at the vertices of a mesh (tactile)."""

from math import pi

from corten.distance_field import distance_to_geom
from corten.distance_field.interpolation import octree_distance
from corten.enums import ForwardPart, GeomType, SensorType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.quaternion import load4, quat_to_mat
from corten.math.scalar import atan2
from corten.math.vector3 import load3
from corten.model.extension_fields import PluginKind
from corten.raycast import ray_shape
from corten.runtime import Mat3, Vec3, helper, sqrt, stage
from corten.stages.collision.contacts.parameters import contact_body
from corten.stages.constraint.wrench import contact_wrench
from corten.stages.sensor.contact import point_velocity
from corten.stages.sensor.output import apply_cutoff, write1

# ---- touch sensors: the normal forces of all contacts whose line of force meets a site


@stage
def touch_sensors(m, d) -> None:
    """Read all touch sensors."""
    for s in range(m.nsensor):
        if m.sensor_type[s] == SensorType.TOUCH:
            read_touch(m, d, s)
            apply_cutoff(m, d, s)


@helper
def read_touch(m, d, s: int) -> None:
    """Add up the normal forces [N] of the contacts of a site's body that push through the site.

    A contact counts wherever it lies if the line along which it pushes the body meets the site.
    """
    site = m.sensor_objid[s]
    body = m.site_bodyid[site]
    total = 0.0
    for c in range(d.ncon):
        first, second = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
        if d.contact_efc_address[c] >= 0 and (first == body or second == body):
            force = contact_wrench(d, c)[0]
            if force > 0.0:
                away = vector3.scale(load3(d.contact_frame, c), -1.0 if second == body else 1.0)
                if meets_site(m, d, site, load3(d.contact_pos, c), away):
                    total += force
    write1(d, m.sensor_adr[s], total)


@helper
def meets_site(m, d, site: int, origin: Vec3, direction: Vec3) -> bool:
    """Tell whether a ray meets the shape of a site."""
    size, pos, axes = load3(m.site_size, site), load3(d.site_xpos, site), load9(d.site_xmat, site)
    return ray_shape(m.site_type[site], size, pos, axes, origin, direction).x >= 0.0


# the kernel of each part of forward dynamics that has such sensors
TOUCH_STAGES = {ForwardPart.ACC: touch_sensors}


# ---- sensors of MuJoCo's plugin mujoco.sensor.touch_grid: forces of contacts, by the direction in which a site sees
# A site looks along its -z axis. Directions are angles to the side (towards +x) and up (towards +y), in a grid of cells
# that may be finer in the middle. Channels are the normal force, two tangential forces, and the torques about these
# axes


@stage
def touch_grids(m, d) -> None:
    """Read all touch grids."""
    for s in range(m.nsensor):
        i = m.sensor_plugin[s]
        if m.sensor_type[s] == SensorType.PLUGIN and m.plugin[i] == PluginKind.TOUCH_GRID:
            for k in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
                d.sensordata[k] = 0.0
            read_grid(m, d, s, i)
            apply_cutoff(m, d, s)


@helper
def read_grid(m, d, s: int, i: int) -> None:
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
def contact_in_site(d, c: int, axes: Mat3) -> tuple[Vec3, Vec3]:
    """Return force and torque of a contact along the axes of a site."""
    wrench, frame = contact_wrench(d, c), load9(d.contact_frame, c)
    force = matrix3.mul_matT_vec(frame, (wrench[0], wrench[1], wrench[2]))
    torque = matrix3.mul_matT_vec(frame, (wrench[3], wrench[4], wrench[5]))
    return matrix3.mul_matT_vec(axes, force), matrix3.mul_matT_vec(axes, torque)


@helper
def add_channels(m, d, i: int, cell: int, wrench: tuple[Vec3, Vec3], sign: float) -> None:
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
def cell_of(m, i: int, angle: float, n: int, view: float) -> int:
    """Return which of n cells between -view and view [degrees] an angle [rad] lies in, -1 for none."""
    gamma, edge = m.plugin_prm[i, 5], -1.0
    for k in range(n + 1):
        bent = edge if gamma == 0.0 else gamma * (edge * edge * edge * edge * edge) + (1.0 - gamma) * edge
        if angle <= bent * (view * pi / 180.0):
            return k - 1
        edge += 2.0 / n
    return -1


# the kernel of each part of forward dynamics that has such sensors
TOUCH_GRID_STAGES = {ForwardPart.ACC: touch_grids}


# ---- tactile sensors: how deep the vertices of a mesh lie in what touches a body, and how fast they slide there
# A sensor has three blocks of readings with one number for each vertex: the greatest depth [m], and the speeds [m/s]
# along two tangents of meshes that have three normals for each vertex. Meshes without an octree of distances and height
# fields are not felt


@stage
def tactile_sensors(m, d) -> None:
    """Read all tactile sensors."""
    for s in range(m.nsensor):
        if m.sensor_type[s] == SensorType.TACTILE:
            for k in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
                d.sensordata[k] = 0.0
            read_tactile(m, d, s)
            apply_cutoff(m, d, s)


@helper
def read_tactile(m, d, s: int) -> None:
    """Feel each geom once that touches the body of a sensor, or a body that is fixed to it."""
    body = m.body_weldid[m.geom_bodyid[m.sensor_refid[s]]]
    for c in range(d.ncon):
        for side in range(2):
            far = d.contact_geom[c, 1 - side]
            belongs = far >= 0 and m.body_weldid[contact_body(m, d, c, side)] == body
            if belongs and has_distance(m, max(far, 0)) and not is_repeated_geom(m, d, body, c, side):
                add_geom_depths(m, d, s, far)


@helper
def is_repeated_geom(m, d, body: int, contact: int, side: int) -> bool:
    """Tell whether an earlier contact, or the other side of the same one, has brought the same geom to a body."""
    geom, before = d.contact_geom[contact, 1 - side], False
    for c in range(contact + 1):
        for k in range(2):
            earlier = c < contact or k < side
            belongs = m.body_weldid[contact_body(m, d, c, k)] == body
            before = before or (earlier and belongs and d.contact_geom[c, 1 - k] == geom)
    return before


@helper
def has_distance(m, g: int) -> bool:
    """Tell whether there is a distance to a geom."""
    kind, mesh = m.geom_type[g], m.geom_dataid[g]
    if kind == GeomType.MESH:
        return m.mesh_octadr[mesh] >= 0
    return kind != GeomType.HFIELD


@helper
def add_geom_depths(m, d, s: int, other: int) -> None:
    """Add what a geom does to the vertices of a sensor's mesh."""
    mesh, geom, adr = m.sensor_objid[s], m.sensor_refid[s], m.sensor_adr[s]
    count, first, normal = m.mesh_vertnum[mesh], m.mesh_vertadr[mesh], m.mesh_normaladr[mesh]
    place, axes = load3(d.geom_xpos, geom), load9(d.geom_xmat, geom)
    body, touching = m.body_weldid[m.geom_bodyid[geom]], m.geom_bodyid[other]
    slides = m.mesh_normalnum[mesh] == 3 * count
    for j in range(count):
        point = vector3.add(matrix3.mul_mat_vec(axes, load3(m.mesh_vert, first + j)), place)
        depth = -distance_to(m, d, other, point)
        if depth > 0.0:
            d.sensordata[adr + j] = max(d.sensordata[adr + j], depth)
            if slides:
                own, others = point_velocity(m, d, body, point), point_velocity(m, d, touching, point)
                sliding = matrix3.mul_matT_vec(axes, vector3.sub(spatial.linear(own), spatial.linear(others)))
                d.sensordata[adr + count + j] += abs(vector3.dot(sliding, load3(m.mesh_normal, normal + 3 * j + 1)))
                d.sensordata[adr + 2 * count + j] += abs(vector3.dot(sliding, load3(m.mesh_normal, normal + 3 * j + 2)))


@helper
def distance_to(m, d, g: int, point: Vec3) -> float:
    """Return the signed distance [m] of a world point to a geom that can be felt."""
    x = matrix3.mul_matT_vec(load9(d.geom_xmat, g), vector3.sub(point, load3(d.geom_xpos, g)))
    if m.geom_type[g] == GeomType.MESH:
        return octree_distance(m, m.mesh_octadr[m.geom_dataid[g]], x)

    # formulas know the frame of their mesh's file
    if m.geom_type[g] == GeomType.SDF and m.geom_plugin[g] >= 0:
        mesh = m.geom_dataid[g]
        x = vector3.add(matrix3.mul_mat_vec(quat_to_mat(load4(m.mesh_quat, mesh)), x), load3(m.mesh_pos, mesh))
    return distance_to_geom(m, g, x)


# the kernel of each part of forward dynamics that has such sensors
TACTILE_STAGES = {ForwardPart.VEL: tactile_sensors}
