"""Shapes that are formulas: signed distances of points, and meshes made of them."""
