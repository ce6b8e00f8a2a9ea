"""Signed distances to surfaces, sampled on grids."""
