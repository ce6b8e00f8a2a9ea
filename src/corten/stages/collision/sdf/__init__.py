"""Collision of geoms of type sdf that show a mesh.

A plane meets the hull of the mesh; primitives and other fields are met by descent; a mesh, triangle by triangle.
"""
