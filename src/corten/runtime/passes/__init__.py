"""Passes over typed trees: what a back end may ask for before it writes code, and what the compiler asks of kernels."""
