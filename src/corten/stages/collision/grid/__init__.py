"""Contacts of solids, geoms whose shape is a field of signed distances (a grid or an octree), with geoms of every kind.

    sampling        distances of points to solids and to everything that a solid can meet
    solid_pair      a solid and another geom, and their contacts
    surface_points  from the solid: points of its surface slide to where they are deepest in the other geom
    edges           from the other geom: points and edges that are looked up in the solid
    features        its corners, rims, cores and triangles
    grid_pairs      the stage, and height fields

The surface of a grid is known by points, one in each cell that it passes through. Both views are needed: a smooth
surface is deepest at a point of its own, a sharp one at a corner or an edge. What is found is thinned to a stable few.
"""
