"""Meshes that MJCF describes by parameters instead of files."""
