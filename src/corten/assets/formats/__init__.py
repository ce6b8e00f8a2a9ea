"""Files that meshes and pictures are read from."""
