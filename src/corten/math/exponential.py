"""Exponential, natural logarithm and powers."""

from corten.math.extended_precision import (
    EXPONENT_BIAS,
    INFINITY,
    MANTISSA_BITS,
    NAN,
    ROUNDER,
    ROUNDER_BITS,
    SMALLEST_NORMAL,
    add_ordered,
    divide_residual,
    head,
    is_nan,
    multiply_exact,
    multiply_pairs,
)
from corten.runtime import Vec2, bits_to_float, copysign, float_to_bits, helper, per_precision, select, trunc

# ---- exp and log


# exp(r) = 1 + r + r^2 * EXP(r) for |r| <= ln(2)/2 within 2^-64 (2^-33) (Lawson's weighted least squares), and
# log((1 + s) / (1 - s)) = 2 s + s^3 * LOG(s^2) for |s| <= 3 - sqrt(8) within 2^-59 (2^-30) of 2 s (Remez), both at
# 300 bits, each coefficient rounded in turn and the later ones fitted again
EXP = per_precision(
    (
        0.5,
        0.16666666666666682,
        0.0416666666666667,
        0.008333333333317572,
        0.0013888888888865432,
        0.00019841269895391896,
        2.4801587364713882e-05,
        2.755723563857159e-06,
        2.7557238920260674e-07,
        2.5111816961429522e-08,
        2.0925623929285074e-09,
    ),
    float32=(
        0.5,
        0.1666666716337204,
        0.041666463017463684,
        0.008333206176757812,
        0.001393510028719902,
        0.00019945875101257116,
    ),
)
LOG = per_precision(
    (
        0.6666666666666734,
        0.39999999999416413,
        0.2857142874211267,
        0.22222198593702314,
        0.18183563557555882,
        0.15314064169099295,
        0.1479586368771697,
    ),
    float32=(0.6666677594184875, 0.3997756838798523, 0.29871460795402527),
)

# ln(2) in parts of 42 and 53 (15 and 24) bits: an exponent times the first is exact
LN2_HIGH = per_precision(0.6931471805598903, float32=0.693145751953125)
LN2_LOW = per_precision(5.497923018708371e-14, float32=1.428606765330187e-06)
INVERSE_LN2 = 1.4426950408889634

# outside of these bounds exp is infinite or zero, and from this exponent on mantissas from 1 to 2 are infinite
EXP_HIGHEST = per_precision(710.0, float32=89.0)
EXP_LOWEST = per_precision(-746.0, float32=-104.0)
INFINITE_EXPONENT = per_precision(1024, float32=128)

# subnormal numbers are scaled by 2^54 (2^25) before their exponent is read
SCALE_BITS = per_precision(54, float32=25)
SCALE = per_precision(2.0**54, float32=2.0**25)

# bits of sqrt(1/2): subtracting them makes the exponent field count from mantissas in [sqrt(1/2), sqrt(2))
SQRT_HALF_BITS = per_precision(0x3FE6A09E667F3BCD, float32=0x3F3504F3)


@helper
def exp(x: float) -> float:
    """Return e to the power x."""
    # NaN takes the way of zero and is put back at the end
    known = not is_nan(x)
    bounded = select(x > EXP_HIGHEST, EXP_HIGHEST, select(x < EXP_LOWEST, EXP_LOWEST, x))
    return select(known, exp_sum(select(known, bounded, 0.0), 0.0), x)


@helper
def exp_sum(x: float, x_low: float) -> float:
    """Return exp(x + x_low) for x in [EXP_LOWEST, EXP_HIGHEST] and a small x_low."""
    # x + x_low = k * ln(2) + r + r_low
    shifted = x * INVERSE_LN2 + ROUNDER
    k = shifted - ROUNDER
    exponent = float_to_bits(shifted) - ROUNDER_BITS
    r, r_low = add_ordered(x - k * LN2_HIGH, x_low - k * LN2_LOW)

    # 1 + r first, its rounding error joins the small terms
    high, low = add_ordered(1.0, r)
    mantissa = high + (low + (r_low + r * r * exponential_tail(r)))

    # scale in two steps: 2^k alone may be out of range, and only the second step may round
    first = exponent >> 1
    second = exponent - first
    infinite = exponent > INFINITE_EXPONENT or (exponent == INFINITE_EXPONENT and mantissa >= 1.0)
    scaled = select(infinite, 0.0, mantissa) * power_of_two(first) * power_of_two(second)
    return select(infinite, INFINITY, scaled)


@helper
def exponential_tail(r: float) -> float:
    """Return EXP(r)."""
    r2 = r * r
    r4 = r2 * r2
    p0 = (EXP[0] + r * EXP[1]) + r2 * (EXP[2] + r * EXP[3])
    p1 = (EXP[4] + r * EXP[5]) + r2 * (EXP[6] + r * EXP[7])
    p2 = (EXP[8] + r * EXP[9]) + r2 * EXP[10]
    return p0 + r4 * (p1 + r4 * p2)


@exponential_tail.version(precision="float32")
def exponential_tail_short(r: float) -> float:
    """Return the same for a shorter polynomial."""
    r2 = r * r
    return (EXP[0] + r * EXP[1]) + r2 * ((EXP[2] + r * EXP[3]) + r2 * (EXP[4] + r * EXP[5]))


@helper
def power_of_two(k: int) -> float:
    """Return 2^k where that is a normal float."""
    return bits_to_float((k + EXPONENT_BIAS) << MANTISSA_BITS)


@helper
def split_exponent(x: float) -> Vec2:
    """Return (m, k) with x = m * 2^k and m in [sqrt(1/2), sqrt(2)), for positive finite x."""
    subnormal = x < SMALLEST_NORMAL
    bits = float_to_bits(x * select(subnormal, SCALE, 1.0))
    k = (bits - SQRT_HALF_BITS) >> MANTISSA_BITS
    m = bits_to_float(bits - (k << MANTISSA_BITS))
    return m, float(k - select(subnormal, SCALE_BITS, 0))


@helper
def log(x: float) -> float:
    """Return the natural logarithm of x; -inf for zeros, NaN for negative numbers."""
    proper = x > 0.0 and x < INFINITY
    m, k = split_exponent(select(proper, x, 1.0))

    # log(1 + f) = f - f^2/2 + s * (f^2/2 + s^2 * LOG(s^2)) with s = f / (2 + f)
    f = m - 1.0
    s = f / (2.0 + f)
    z = s * s

    # f^2/2 in two parts, the first exact
    f_head = head(f)
    half_square = 0.5 * f_head * f_head
    half_square_low = 0.5 * (f - f_head) * (f + f_head)

    # large terms first, what they round away joins the small ones
    sum1, low1 = add_ordered(k * LN2_HIGH, f)
    sum2, low2 = add_ordered(sum1, -half_square)
    small = s * (0.5 * f * f + z * logarithm_tail(z)) + (k * LN2_LOW - half_square_low)
    result = sum2 + (low2 + (low1 + small))

    # zero, infinity; negative numbers and NaN
    return select(proper, result, select(x == 0.0, -INFINITY, select(x > 0.0, x, NAN)))


@helper
def logarithm_tail(z: float) -> float:
    """Return LOG(z)."""
    z2 = z * z
    return (LOG[0] + z * LOG[1]) + z2 * ((LOG[2] + z * LOG[3]) + z2 * ((LOG[4] + z * LOG[5]) + z2 * LOG[6]))


@logarithm_tail.version(precision="float32")
def logarithm_tail_short(z: float) -> float:
    """Return the same for a shorter polynomial."""
    return (LOG[0] + z * LOG[1]) + z * z * LOG[2]


# ---- powers x^y through a logarithm and an exponential that carry about 15 extra bits


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
def log_pair(x: float) -> Vec2:
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
def log_tail(z: float) -> float:
    """Return LOG_TAIL(z)."""
    z2 = z * z
    p0 = (LOG_TAIL[0] + z * LOG_TAIL[1]) + z2 * (LOG_TAIL[2] + z * LOG_TAIL[3])
    p1 = (LOG_TAIL[4] + z * LOG_TAIL[5]) + z2 * LOG_TAIL[6]
    return p0 + z2 * z2 * p1


@log_tail.version(precision="float32")
def log_tail_short(z: float) -> float:
    """Return the same for a shorter polynomial."""
    return (LOG_TAIL[0] + z * LOG_TAIL[1]) + z * z * LOG_TAIL[2]


@helper
def pow(x: float, y: float) -> float:
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
