"""Tolerances of all tests, each with its reason."""

# a few roundings of numbers of order one
EXACT = 1e-12

# [m] what counts as touching when a model is judged by eye: a millimetre
LENGTH = 1e-3

# relative error of a swing's period that is read off at steps of a ten-thousandth of a second
PERIOD = 1e-3

# [m/s or rad/s] slower than this is at rest: softened friction lets a pile creep
REST = 0.01

# [units in the last place] what scalar functions promise: half is the rounding itself, the rest is ours
ULP = 0.8

# short formulas on numbers of order one, evaluated in another order or with another libm
ROUNDING = 4e-15

# one stage against the oracle, relative to the largest number of a field: sums over 200 dofs in another order
STAGE = 1e-10
