"""Plane against the convex hull of a mesh, which a geom of type sdf may show as well."""

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, cross, dot, load3, norm, scale, sub
from corten.raycast.shapes import vertex
from corten.runtime import Vec3, helper, stage
from corten.stages.collision.convex.support import place_shape, support_shape
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.plane import add_point
from corten.stages.collision.primitive.sphere import z_axis

BUCKET = bucket_of("plane_mesh")


@stage
def plane_mesh(m, d) -> None:
    """Contacts of planes with meshes: the lowest vertex, and up to three more of the face that is most level there."""
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        place_shape(m, d, 1, geom[c, 1], 0.0)
        collide_hull(m, d, c, geom[c, 0])


@helper
def collide_hull(m, d, c: int, plane: int) -> None:
    """Add the contacts of a plane with the second shape, which is a hull."""
    normal, origin = z_axis(d, plane), load3(d.geom_xpos, plane)
    point = support_shape(m, d, 1, scale(normal, -1.0))
    dist = dot(normal, sub(point, origin))
    if dist <= d.candidate_margin[c]:
        add_point(d, c, dist, point, normal)
        add_face_corners(m, d, c, normal, origin)


@helper
def add_face_corners(m, d, c: int, normal: Vec3, origin: Vec3) -> None:
    """Add contacts with other vertices of the face around the lowest vertex that looks down most."""
    mat, centre = load9(d.ccd_mat, 1), load3(d.ccd_pos, 1)
    mesh, lowest = d.ccd_mesh[1], d.ccd_vertex[1]
    face = level_face(m, mesh, lowest, mul_matT_vec(mat, normal))
    if face >= 0:
        count, v1, v2, v3 = face_corners(m, mesh, face, lowest)
        for k in range(1, count):
            number = v1 if k == 1 else (v2 if k == 2 else v3)
            arm = mul_mat_vec(mat, vertex(m, m.mesh_vertadr[mesh] + number))
            point = add(arm, centre)
            dist = dot(normal, sub(point, origin))

            # a vertex above the centre is none of those that the mesh rests on
            if dist <= d.candidate_margin[c] and dot(normal, sub(point, centre)) <= 0.0:
                add_point(d, c, dist, point, normal)


@helper
def level_face(m, mesh: int, lowest: int, up: Vec3) -> int:
    """Return the face around a vertex whose normal points down most, -1 for none; `up` in the frame of the mesh."""
    best, least = -1, 1.0
    if m.mesh_polynum[mesh] > 0:
        place = m.mesh_vertadr[mesh] + lowest
        for k in range(m.mesh_polymapnum[place]):
            face = m.mesh_polyadr[mesh] + m.mesh_polymap[m.mesh_polymapadr[place] + k]
            slope = dot(load3(m.mesh_polynormal, face), up)
            if slope < least:
                best, least = face, slope
    return best


@helper
def face_corners(m, mesh: int, face: int, lowest: int) -> tuple[int, int, int, int]:
    """Return (count, v1, v2, v3): the corners of a face that follow a vertex, at most three of them.

    Of a face with more than four corners, those that span the widest quadrilateral with the vertex: the last one
    moves on while that makes it wider, and the others follow as long as they add to it.
    """
    corners, n = m.mesh_polyvertadr[face], m.mesh_polyvertnum[face]
    start = 0
    for k in range(n):
        if m.mesh_polyvert[corners + k] == lowest:
            start = k
            break

    # the three corners behind the vertex; of more, the widest quadrilateral (rotating calipers)
    i, j, k = (start + 1) % n, (start + 2) % n, (start + 3) % n
    if n > 4:
        best = quad_area(m, mesh, face, start, i, j, k)
        area = quad_area(m, mesh, face, start, i, j, (k + 1) % n)
        while area > best:
            best, k = area, (k + 1) % n
            area = quad_area(m, mesh, face, start, i, (j + 1) % n, k)
            while area > best:
                best, j = area, (j + 1) % n
                area = quad_area(m, mesh, face, start, i, (j + 1) % n, k)
            area = quad_area(m, mesh, face, start, (i + 1) % n, j, k)
            while area > best:
                best, i = area, (i + 1) % n
                area = quad_area(m, mesh, face, start, (i + 1) % n, j, k)
            area = quad_area(m, mesh, face, start, i, j, (k + 1) % n)
    polyvert = m.mesh_polyvert
    return min(n, 4), polyvert[corners + i], polyvert[corners + j], polyvert[corners + k]


@helper
def quad_area(m, mesh: int, face: int, i0: int, i1: int, i2: int, i3: int) -> float:
    """Return the area of a quadrilateral of corners of a face: half the cross product of its diagonals."""
    a, b = corner(m, mesh, face, i0), corner(m, mesh, face, i1)
    c, e = corner(m, mesh, face, i2), corner(m, mesh, face, i3)
    return 0.5 * norm(cross(sub(a, c), sub(b, e)))


@helper
def corner(m, mesh: int, face: int, i: int) -> Vec3:
    """Return a corner of a face."""
    return vertex(m, m.mesh_vertadr[mesh] + m.mesh_polyvert[m.mesh_polyvertadr[face] + i])
