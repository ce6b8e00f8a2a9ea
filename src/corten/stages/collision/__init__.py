"""Collision: from the poses of geoms to contacts."""
