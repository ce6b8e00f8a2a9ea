"""The impedance of a constraint over its distance from the margin, and the ranges of numbers of solref and solimp."""

from corten.constants import MINVAL
from corten.math.scalar import clamp, pow
from corten.runtime import helper, select

# bounds of impedances and of the midpoint of their curve: at 0 or 1 a row would be infinitely soft or hard
MINIMP, MAXIMP = 0.0001, 0.9999

# stands in for a solref whose numbers have different signs: time constant [s] and damping ratio
DEFAULT_SOLREF = (0.02, 1.0)


@helper
def valid_solref(solref, default):
    """Replace a solref of mixed signs."""
    mixed = (solref[0] > 0.0) != (solref[1] > 0.0)
    return select(mixed, default[0], solref[0]), select(mixed, default[1], solref[1])


@helper
def valid_solimp(solimp):
    """Move the numbers of a solimp into their ranges."""
    return (
        clamp(solimp[0], MINIMP, MAXIMP),
        clamp(solimp[1], MINIMP, MAXIMP),
        max(0.0, solimp[2]),
        clamp(solimp[3], MINIMP, MAXIMP),
        max(1.0, solimp[4]),
    )


@helper
def evaluate_impedance(solimp, distance):
    """Return (impedance, slope) at a distance from the margin.

    solimp = (d0, dwidth, width, midpoint, power): from d0 at 0 to dwidth at `width`, along two powers that meet at
    the midpoint.
    """
    low, high, width, middle, power = solimp[0], solimp[1], solimp[2], solimp[3], solimp[4]
    imp = 0.5 * (low + high)
    slope = 0.0
    if low != high and width > MINVAL:
        x = abs(distance / width)
        if x >= 1.0:
            imp = high
        elif x <= 0.0:
            imp = low
        else:
            y = x
            rate = 1.0
            if power != 1.0:
                if x <= middle:
                    scale = 1.0 / raise_to(middle, power - 1.0)
                    y = scale * raise_to(x, power)
                    rate = power * scale * raise_to(x, power - 1.0)
                else:
                    scale = 1.0 / raise_to(1.0 - middle, power - 1.0)
                    y = 1.0 - scale * raise_to(1.0 - x, power)
                    rate = power * scale * raise_to(1.0 - x, power - 1.0)
            imp = low + y * (high - low)
            slope = rate * select(distance < 0.0, -1.0, 1.0) * (high - low) / width
    return imp, slope


@helper
def raise_to(base, exponent):
    """Return base to the power of exponent; the usual powers 1 and 2 are products."""
    result = base
    if exponent == 2.0:
        result = base * base
    elif exponent != 1.0:
        result = pow(base, exponent)
    return result
