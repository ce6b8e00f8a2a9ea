"""Errors of float64 results in units in the last place, against exact values from mpmath."""

import math

import mpmath

# bits of the exact values
PRECISION = 200


def ulp_errors(results, exact):
    """Return the error of each result in units in the last place of the exact value."""
    return [_error(float(result), value) for result, value in zip(results, exact, strict=True)]


def _error(result, value):
    if math.isinf(result):
        return 0.0 if mpmath.sign(value) == math.copysign(1, result) and abs(value) >= _OVERFLOW else math.inf
    exponent = max(mpmath.frexp(value)[1] - 53, -1074)
    return float(abs(mpmath.mpf(result) - value) * mpmath.mpf(2) ** -exponent)


# numbers from here on round to infinity
_OVERFLOW = mpmath.mpf(2) ** 1024 - mpmath.mpf(2) ** 970
