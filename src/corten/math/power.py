"""Powers x^y through a logarithm and an exponential that carry about 15 extra bits."""

from corten.math.double_double import add_ordered, divide_residual, multiply_exact, multiply_pairs
from corten.math.exponential import EXP_HIGHEST, EXP_LOWEST, LN2_HIGH, LN2_LOW, exp_sum, split_exponent
from corten.math.float_format import INFINITY, NAN, is_nan
from corten.runtime import copysign, helper, per_precision, select, trunc

# log((1 + s) / (1 - s)) / (2 s) = 1 + z/3 + z^2/5 + z^3 * LOG_TAIL(z), z = s^2, for |s| <= 3 - sqrt(8) within
# 2^-72 (2^-43): minimax fit (Remez, 300 bits), each coefficient rounded in turn and the later ones fitted again
LOG_TAIL = per_precision(
    (
        0.1428571428571658,
        0.11111111110006242,
        0.09090909302719782,
        0.07692286449276718,
        0.06667881577305677,
        0.05842520288707616,
        0.059554938959787244,
    ),
    float32=(0.14285799860954285, 0.11099004000425339, 0.09635385125875473),
)
THIRD_HIGH = per_precision(0.3333333333333333, float32=0.3333333432674408)
THIRD_LOW = per_precision(1.850371707708594e-17, float32=-9.934107758624577e-09)
FIFTH_HIGH = per_precision(0.2, float32=0.20000000298023224)
FIFTH_LOW = per_precision(-1.1102230246251566e-17, float32=-2.9802322831784522e-09)

# |log(x)| is at least 2^-53 (2^-24) unless x = 1: exponents beyond 2^64 (2^32) have all their effect there
EXPONENT_LIMIT = per_precision(2.0**64, float32=2.0**32)


@helper
def log_pair(x):
    """Return log(x) as (high, low) within about 2^-68 of its value, for positive finite x."""
    m, k = split_exponent(x)

    # s = (m - 1) / (m + 1) and z = s^2 as pairs
    f = m - 1.0
    bottom = m + 1.0
    bottom_low = m - (bottom - 1.0)
    s = f / bottom
    s_low = divide_residual(s, f, bottom, bottom_low) / bottom
    z, z_low = multiply_pairs(s, s_low, s, s_low)

    # series from the small end; its first two terms need pairs
    u, u_low = add_ordered(FIFTH_HIGH, z * log_tail(z))
    v, v_low = multiply_pairs(z, z_low, u, u_low + FIFTH_LOW)
    a, a_low = add_ordered(THIRD_HIGH, v)
    b, b_low = multiply_pairs(z, z_low, a, a_low + (THIRD_LOW + v_low))
    c, c_low = multiply_pairs(s, s_low, b, b_low)
    t, t_low = add_ordered(s, c)
    t_low = t_low + (c_low + s_low)

    # log(x) = k * ln(2) + 2 t
    high, low = add_ordered(k * LN2_HIGH, 2.0 * t)
    return add_ordered(high, low + (2.0 * t_low + k * LN2_LOW))


@helper
def log_tail(z):
    """Return LOG_TAIL(z)."""
    z2 = z * z
    p0 = (LOG_TAIL[0] + z * LOG_TAIL[1]) + z2 * (LOG_TAIL[2] + z * LOG_TAIL[3])
    p1 = (LOG_TAIL[4] + z * LOG_TAIL[5]) + z2 * LOG_TAIL[6]
    return p0 + z2 * z2 * p1


@log_tail.version(precision="float32")
def log_tail_short(z):
    """Return the same for a shorter polynomial."""
    return (LOG_TAIL[0] + z * LOG_TAIL[1]) + z * z * LOG_TAIL[2]


@helper
def pow(x, y):
    """Return x to the power y, with the special cases of IEEE 754 (pow in C)."""
    size = abs(x)
    proper = size > 0.0 and size < INFINITY
    base = select(proper, size, 1.0)
    bounded = select(y > EXPONENT_LIMIT, EXPONENT_LIMIT, select(y < -EXPONENT_LIMIT, -EXPONENT_LIMIT, y))
    exponent = select(is_nan(y), 0.0, bounded)

    # |x|^y = exp(y * log|x|)
    log_high, log_low = log_pair(base)
    high, low = multiply_exact(exponent, log_high)
    low = low + exponent * log_low
    above = high > EXP_HIGHEST
    below = high < EXP_LOWEST
    within = select(above, EXP_HIGHEST, select(below, EXP_LOWEST, high))
    result = exp_sum(within, select(above or below, 0.0, low))

    # zero and infinity as base: the outcome is the one or the other
    grows = (size > 1.0 and y > 0.0) or (size < 1.0 and y < 0.0)
    result = select(proper, result, select(grows, INFINITY, 0.0))

    # negative bases: odd exponents keep the sign, fractions have no real power (large floats are even)
    half = 0.5 * y
    whole = trunc(y) == y
    odd = whole and trunc(half) != half
    result = select(odd, copysign(result, x), result)
    undefined = (x < 0.0 and x > -INFINITY) and not whole

    # one to any power and anything to the power zero is one, NaN included
    undefined = undefined or is_nan(x) or is_nan(y)
    return select(x == 1.0 or y == 0.0, 1.0, select(undefined, NAN, result))
