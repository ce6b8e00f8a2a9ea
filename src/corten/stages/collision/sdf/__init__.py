"""Collision of geoms of type sdf that show a mesh, as MuJoCo does it: by gradient descent.

A plane meets the hull of the mesh (`primitive.plane_mesh`); primitives and other geoms of type sdf are met by descent
(`sdf_pairs`), and a mesh triangle by triangle (`mesh_sdf`). Grids of distances have routines of their own in `grid`.
"""
