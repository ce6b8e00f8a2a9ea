"""Scalar functions, vectors, quaternions, rotations and 6D algebra for kernels; sees neither Model nor Data."""
