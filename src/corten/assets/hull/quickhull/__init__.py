"""Convex hulls by Quickhull, compiled: facets, ridges and vertices in the order of Qhull 2020.2."""
