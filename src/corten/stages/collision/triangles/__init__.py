"""Meshes that collide by their real triangles: a tree of boxes finds those that matter, few contacts remain."""
