"""Contacts of geoms whose shape is a grid of signed distances, with geoms of every kind.

The surface of a grid is known by points, one in each cell that it passes through. Those near the other geom slide on
the surface to where it is deepest in the other geom, whose distances are exact; corners of the other geom are looked
up in the grid. What is found is thinned to a stable few.
"""
