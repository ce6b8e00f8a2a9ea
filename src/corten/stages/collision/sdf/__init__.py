"""Collision of geoms of type sdf that show a mesh.

A plane meets the hull of the mesh; primitives and other geoms of type sdf are met by descent, and a mesh triangle by
triangle.
"""
