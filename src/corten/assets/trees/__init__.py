"""Trees over triangles: bounding boxes, octrees of distances, cones of normals."""
