"""Lengths and Jacobians of tendons."""

from corten.enums import TendonType, WrapType
from corten.math import vector3
from corten.math.matrix3 import load9
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.tendon.segment import add_segment
from corten.stages.tendon.wrap import wrap_geom

# what stands in wrap_obj for a site, and for a pulley
SITE_MARK = -1
PULLEY_MARK = -2


@stage
def tendon(m, d):
    """Compute the length of every tendon, its gradient by the dofs, and the points that its path goes through.

    A fixed tendon is a weighted sum of joint coordinates. A spatial one is the shortest string over its sites, around
    or through spheres and cylinders; behind a pulley lengths are divided by its divisor.

    reads:  m.tendon_type m.tendon_adr m.tendon_num d.qpos d.site_xpos d.geom_xpos d.geom_xmat d.ten_J_value
    writes: d.ten_length d.ten_J_value d.ten_wrapadr d.ten_wrapnum d.wrap_obj d.wrap_xpos
    """
    length, value, wrapadr, wrapnum = d.ten_length, d.ten_J_value, d.ten_wrapadr, d.ten_wrapnum
    points, objects = d.wrap_xpos, d.wrap_obj

    for entry in range(m.nJten):
        value[entry] = 0.0
    for i in range(m.nwrap):
        objects[i, 0] = 0
        objects[i, 1] = 0
        for k in range(6):
            points[i, k] = 0.0
    used = 0
    for i in range(m.ntendon):
        wrapadr[i] = used
        if m.tendon_type[i] == TendonType.FIXED:
            length[i] = fixed_tendon(m, d, i)
        else:
            length[i], used = spatial_tendon(m, d, i, used)
        wrapnum[i] = used - wrapadr[i]


@helper
def fixed_tendon(m, d, i):
    """Return the length of a fixed tendon, and write its row of the Jacobian."""
    prm, objid, colind = m.wrap_prm, m.wrap_objid, m.ten_J_colind

    total = 0.0
    for j in range(m.tendon_adr[i], m.tendon_adr[i] + m.tendon_num[i]):
        jnt = objid[j]
        total += prm[j] * d.qpos[m.jnt_qposadr[jnt]]
        for entry in range(m.ten_J_rowadr[i], m.ten_J_rowadr[i] + m.ten_J_rownnz[i]):
            if colind[entry] == m.jnt_dofadr[jnt]:
                d.ten_J_value[entry] = prm[j]
    return total


@helper
def spatial_tendon(m, d, i, used):
    """Return the length of a spatial tendon and the number of path points used so far; add to the Jacobian."""
    kinds, objid, prm = m.wrap_type, m.wrap_objid, m.wrap_prm

    total, divisor = 0.0, 1.0
    first, last = m.tendon_adr[i], m.tendon_adr[i] + m.tendon_num[i] - 1
    j = first
    while j < last:
        if kinds[j] == WrapType.PULLEY:
            divisor = prm[j]
            used = put_point(d, used, (0.0, 0.0, 0.0), PULLEY_MARK)
            j += 1
        elif kinds[j + 1] == WrapType.PULLEY:
            j += 1
        else:
            # from site to site, with a geom between them or not
            over = kinds[j + 1] != WrapType.SITE
            end = j + 2 if over else j + 1
            piece, used = path_piece(m, d, i, j, end, 1.0 / divisor, used)
            total += piece / divisor
            j = end

            # the last site before a pulley or the end has no piece that starts at it
            if j == last or kinds[min(j + 1, last)] == WrapType.PULLEY:
                used = put_point(d, used, load3(d.site_xpos, objid[j]), SITE_MARK)
    return total, used


@helper
def path_piece(m, d, i, start, end, scale, used):
    """Return the length from the site at `start` to that at `end` of a path and the number of path points used."""
    from_site, to_site = m.wrap_objid[start], m.wrap_objid[end]
    from_body, to_body = m.site_bodyid[from_site], m.site_bodyid[to_site]
    p0, p1 = load3(d.site_xpos, from_site), load3(d.site_xpos, to_site)
    used = put_point(d, used, p0, SITE_MARK)
    if end == start + 2:
        geom = m.wrap_objid[start + 1]
        side = int(m.wrap_prm[start + 1])
        has_side = side >= 0
        side = max(side, 0)
        on_geom, w0, w1 = wrap_geom(
            (p0, p1),
            load3(d.geom_xpos, geom),
            load9(d.geom_xmat, geom),
            m.geom_size[geom, 0],
            m.wrap_type[start + 1],
            load3(d.site_xpos, side if has_side else from_site),
            has_side,
        )
        if on_geom >= 0.0:
            body = m.geom_bodyid[geom]
            add_segment(m, d, i, scale, from_body, body, (p0, w0))
            add_segment(m, d, i, scale, body, to_body, (w1, p1))
            used = put_point(d, used, w0, geom)
            used = put_point(d, used, w1, geom)
            return vector3.norm(vector3.sub(w0, p0)) + on_geom + vector3.norm(vector3.sub(p1, w1)), used
    add_segment(m, d, i, scale, from_body, to_body, (p0, p1))
    return vector3.norm(vector3.sub(p1, p0)), used


@helper
def put_point(d, used, point, mark):
    """Write a point of a path and what it lies on; two points stand in each row. Return the number of points."""
    row, half = used // 2, used % 2
    d.wrap_obj[row, half] = mark
    d.wrap_xpos[row, 3 * half] = point[0]
    d.wrap_xpos[row, 3 * half + 1] = point[1]
    d.wrap_xpos[row, 3 * half + 2] = point[2]
    return used + 1
