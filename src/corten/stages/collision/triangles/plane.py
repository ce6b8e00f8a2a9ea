"""Planes against the triangles of a mesh: the vertices below."""

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, dot, load3, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.plane_cylinder import add_point
from corten.stages.collision.primitive.sphere_sphere import z_axis
from corten.stages.collision.triangles.surface import corner

BUCKET = bucket_of("triangles_plane")


@stage
def triangles_plane(m, d):
    """Contacts of planes with the triangles of meshes.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_dataid
    writes: d.chosen_contact d.nchosen d.nunsorted d.ntrinode
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        first = d.nunsorted
        add_vertex_contacts(m, d, c, d.candidate_geom[c, 0], d.candidate_geom[c, 1])
        reduce_contacts(d, c, first)


@helper
def add_vertex_contacts(m, d, c, plane, surface):
    """Add the contacts of the vertices of a mesh that are below a plane, margin included."""
    mat, pos, box = load9(d.geom_xmat, surface), load3(d.geom_xpos, surface), m.bvh_aabb
    normal, origin = z_axis(d, plane), load3(d.geom_xpos, plane)
    up, height = mul_matT_vec(mat, normal), dot(normal, sub(pos, origin))
    mesh, margin = m.geom_dataid[surface], d.candidate_margin[c]
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        row = root + node
        reach = abs(up[0]) * box[row, 3] + abs(up[1]) * box[row, 4] + abs(up[2]) * box[row, 5]
        if height + dot(up, (box[row, 0], box[row, 1], box[row, 2])) - reach <= margin:
            triangle = m.bvh_nodeid[row]
            if triangle >= 0:
                for k in range(3):
                    if (m.tri_owned[m.mesh_triadr[mesh] + triangle] >> k) & 1 != 0:
                        point = add(mul_mat_vec(mat, corner(m, mesh, triangle, k)), pos)
                        dist = dot(normal, sub(point, origin))
                        if dist <= margin:
                            add_point(d, c, dist, point, normal)
            node += 1
        else:
            node = m.bvh_skip[row]
