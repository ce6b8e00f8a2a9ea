"""Momentum of subtrees."""

from corten.constants import MINVAL
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.spatial import load6, store6
from corten.math.vector3 import load3, store3
from corten.runtime import stage


@stage
def subtree_vel(m, d):
    """Compute the velocity of each subtree's centre of mass, and its angular momentum about that point.

    p = sum of m v;  linvel = p / mass;  L = sum of (I w + (x - com) x m (v - linvel)).

    reads:  m.body_parentid m.body_rootid m.body_mass d.xipos d.ximat d.subtree_com d.cvel
    writes: d.subtree_linvel d.subtree_angmom d.body_spatial
    """
    parentid, rootid = m.body_parentid, m.body_rootid
    mass, subtreemass, inertia = m.body_mass, m.body_subtreemass, m.body_inertia
    xipos, ximat, subtree_com, cvel = d.xipos, d.ximat, d.subtree_com, d.cvel
    linvel, angmom, velocity = d.subtree_linvel, d.subtree_angmom, d.body_spatial

    # each body alone: momentum, and angular momentum about its own centre of mass
    for b in range(m.nbody):
        own = spatial.shift_motion(load6(cvel, b), vector3.sub(load3(xipos, b), load3(subtree_com, rootid[b])))
        store6(velocity, b, own)
        store3(linvel, b, vector3.scale(spatial.linear(own), mass[b]))
        axes = load9(ximat, b)
        spin = matrix3.mul_matT_vec(axes, spatial.angular(own))
        spin = (spin[0] * inertia[b, 0], spin[1] * inertia[b, 1], spin[2] * inertia[b, 2])
        store3(angmom, b, matrix3.mul_mat_vec(axes, spin))

    # momentum flows to the root; what remains is divided by the mass
    for b in range(m.nbody - 1, -1, -1):
        momentum = load3(linvel, b)
        if b > 0:
            store3(linvel, parentid[b], vector3.add(load3(linvel, parentid[b]), momentum))
        store3(linvel, b, vector3.scale(momentum, 1.0 / max(MINVAL, subtreemass[b])))

    # angular momentum: the body against its subtree, then the subtree against that of the parent
    for b in range(m.nbody - 1, 0, -1):
        parent = parentid[b]
        offset = vector3.sub(load3(xipos, b), load3(subtree_com, b))
        drift = vector3.sub(spatial.linear(load6(velocity, b)), load3(linvel, b))
        orbit = vector3.cross(offset, vector3.scale(drift, mass[b]))
        total = vector3.add(load3(angmom, b), orbit)
        store3(angmom, b, total)

        offset = vector3.sub(load3(subtree_com, b), load3(subtree_com, parent))
        drift = vector3.sub(load3(linvel, b), load3(linvel, parent))
        orbit = vector3.cross(offset, vector3.scale(drift, subtreemass[b]))
        store3(angmom, parent, vector3.add(vector3.add(load3(angmom, parent), total), orbit))
