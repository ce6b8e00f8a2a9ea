"""Touch sensors: the normal forces of all contacts whose line of force meets a site."""

from corten.enums import ForwardPart, SensorType
from corten.math import vector3
from corten.math.matrix3 import load9
from corten.math.vector3 import load3
from corten.raycast import ray_shape
from corten.runtime import helper, stage
from corten.stages.collision.contacts.bodies import contact_body
from corten.stages.constraint.wrench import contact_wrench
from corten.stages.sensor.output import cut_off, write1


@stage
def touch_sensors(m, d):
    """Read all touch sensors.

    reads:  m.geom_bodyid m.sensor_adr m.sensor_cutoff d.contact_adhesion d.contact_dim d.contact_efc_address
            d.contact_frame
    writes: d.sensordata
    """
    for s in range(m.nsensor):
        if m.sensor_type[s] == SensorType.TOUCH:
            read_touch(m, d, s)
            cut_off(m, d, s)


@helper
def read_touch(m, d, s):
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
def meets_site(m, d, site, origin, direction):
    """Tell whether a ray meets the shape of a site."""
    size, pos, axes = load3(m.site_size, site), load3(d.site_xpos, site), load9(d.site_xmat, site)
    return ray_shape(m.site_type[site], size, pos, axes, origin, direction).x >= 0.0


# the kernel of each part of forward dynamics that has such sensors
STAGES = {ForwardPart.ACC: touch_sensors}
