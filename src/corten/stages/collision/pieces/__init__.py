"""Meshes that collide as convex pieces."""
