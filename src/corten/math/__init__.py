"""Scalar functions, vectors, quaternions, rotations and 6D algebra for kernels, apart from Model and Data."""
