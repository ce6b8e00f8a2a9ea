"""Tactile sensors: how deep the vertices of a mesh lie in what touches a body, and how fast they slide there.

A sensor has three blocks of readings with one number for each vertex: the greatest depth [m], and the speeds [m/s]
along two tangents of meshes that have three normals for each vertex. Meshes without an octree of distances and height
fields are not felt.
"""

from corten.distance_field import distance_to_geom
from corten.distance_field.octree import octree_distance
from corten.enums import ForwardPart, GeomType, SensorType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.quaternion import load4, quat_to_mat
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.collision.contacts.bodies import contact_body
from corten.stages.sensor.contact import point_velocity
from corten.stages.sensor.output import cut_off


@stage
def tactile_sensors(m, d):
    """Read all tactile sensors.

    reads:  m.mesh_vert m.mesh_normal m.sensor_adr m.sensor_dim d.contact_geom d.cvel d.geom_xmat d.geom_xpos
    writes: d.sensordata
    """
    for s in range(m.nsensor):
        if m.sensor_type[s] == SensorType.TACTILE:
            for k in range(m.sensor_adr[s], m.sensor_adr[s] + m.sensor_dim[s]):
                d.sensordata[k] = 0.0
            feel_contacts(m, d, s)
            cut_off(m, d, s)


@helper
def feel_contacts(m, d, s):
    """Feel each geom once that touches the body of a sensor, or a body that is fixed to it."""
    body = m.body_weldid[m.geom_bodyid[m.sensor_refid[s]]]
    for c in range(d.ncon):
        for side in range(2):
            far = d.contact_geom[c, 1 - side]
            belongs = far >= 0 and m.body_weldid[contact_body(m, d, c, side)] == body
            if belongs and can_be_felt(m, max(far, 0)) and not felt_before(m, d, body, c, side):
                feel_geom(m, d, s, far)


@helper
def felt_before(m, d, body, contact, side):
    """Tell whether an earlier contact, or the other side of the same one, has brought the same geom to a body."""
    geom, before = d.contact_geom[contact, 1 - side], False
    for c in range(contact + 1):
        for k in range(2):
            earlier = c < contact or k < side
            belongs = m.body_weldid[contact_body(m, d, c, k)] == body
            before = before or (earlier and belongs and d.contact_geom[c, 1 - k] == geom)
    return before


@helper
def can_be_felt(m, g):
    """Tell whether there is a distance to a geom."""
    kind, mesh = m.geom_type[g], m.geom_dataid[g]
    if kind == GeomType.MESH:
        return m.mesh_octadr[mesh] >= 0
    return kind != GeomType.HFIELD


@helper
def feel_geom(m, d, s, other):
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
def distance_to(m, d, g, point):
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
STAGES = {ForwardPart.VEL: tactile_sensors}
