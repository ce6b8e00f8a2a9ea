"""Which contacts a contact sensor tells of, and from which side it sees them."""

from corten.enums import ObjectType
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.collision.contacts.bodies import contact_body
from corten.stages.sensor.inside import inside_site


@helper
def match_contact(m, d, s, c):
    """Return 1 if contact c is one of sensor s, -1 if seen from the other side, 0 if it is none.

    The normal points from the sensor's first object to the second where that can be told.
    """
    kind1, id1, kind2, id2 = m.sensor_objtype[s], m.sensor_objid[s], m.sensor_reftype[s], m.sensor_refid[s]
    geom1, geom2 = d.contact_geom[c, 0], d.contact_geom[c, 1]
    body1, body2 = contact_body(m, d, c, 0), contact_body(m, d, c, 1)
    if kind1 == ObjectType.SITE and not inside_site(m, d, id1, load3(d.contact_pos, c)):
        return 0
    forward = is_part(m, geom1, body1, kind1, id1) and is_part(m, geom2, body2, kind2, id2)
    backward = is_part(m, geom2, body2, kind1, id1) and is_part(m, geom1, body1, kind2, id2)
    return 1 if forward else (-1 if backward else 0)


@helper
def is_part(m, geom, body, kind, i):
    """Tell whether a geom of a body is, or belongs to, an object; everything belongs to none, and to a site."""
    if kind == ObjectType.GEOM:
        return geom == i
    if kind == ObjectType.BODY:
        return body == i
    if kind == ObjectType.XBODY:
        while body > i:
            body = m.body_parentid[body]
        return body == i
    return True
