"""Meshes that collide by their real triangles, not by their convex hulls.

    surface       a mesh near one of its triangles: corners, features, cones of normals, signed distance
    tree          the bounding volume hierarchy over the triangles: what is near, what is nearest
    primitive     planes, spheres and capsules against triangles
    polygon       the face of a convex shape over a triangle, and their contacts
    convex        ellipsoids, cylinders, boxes and hulls against triangles
    surface_pair  two surfaces in one frame, triangles that face each other, how deep two meshes can overlap
    mesh_pairs    triangles against triangles
    hfield_pairs  triangles against a height field

Each finds more contacts than are needed; `contacts.unsorted.reduce_contacts` thins them to a stable few.
"""
