"""What follows from the elements: addresses, sparsity, constants at the reference configuration."""
