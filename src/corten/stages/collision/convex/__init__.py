"""The convex engine: GJK and EPA for ellipsoids, cylinders and meshes, with several contacts for flat features."""

from corten.stages.collision.convex.pairs import convex_pairs

__all__ = ["convex_pairs"]
