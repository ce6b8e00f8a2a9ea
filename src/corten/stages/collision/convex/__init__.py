"""The convex engine: GJK and EPA for ellipsoids, cylinders and meshes, with several contacts for flat features."""
