"""Flexes: deformable bodies of lines, triangles or tetrahedra; how they hang together, and what they resist with."""
