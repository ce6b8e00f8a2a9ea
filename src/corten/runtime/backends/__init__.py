"""Machines that kernels run on: one room for each."""
