"""Convex hulls, their polygons, and decomposition into convex pieces."""
