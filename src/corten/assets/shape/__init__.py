"""What follows from the triangles of a mesh: mass, axes, normals, topology, fitted geoms."""
