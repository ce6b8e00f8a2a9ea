"""Linear algebra on flat arrays: dense Cholesky factors and the sparse L'DL that follows the kinematic tree."""
