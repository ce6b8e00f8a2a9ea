"""Sine, cosine and tangent for every float, from polynomials on [-pi/4, pi/4]."""

from corten.math.argument_reduction import reduce_angle, reduce_near_angle
from corten.math.extended_precision import add_ordered, divide_residual, multiply_exact, multiply_pairs
from corten.runtime import Vec2, helper, per_precision, select

# sin(r) = r + r^3 * SIN(r^2) within 2^-58 (2^-28) of r; cos(r) = 1 - r^2/2 + r^4 * COS(r^2) within 2^-64 (2^-33):
# minimax fits (Remez, 300 bits), each coefficient rounded in turn and the later ones fitted again
SIN = per_precision(
    (
        -0.16666666666666632,
        0.008333333333322486,
        -0.00019841269829853393,
        2.755731370508208e-06,
        -2.5050759893466635e-08,
        1.5896886795420616e-10,
    ),
    float32=(-0.16666655242443085, 0.008332191966474056, -0.0001951878803083673),
)
COS = per_precision(
    (
        0.0416666666666666,
        -0.001388888888887447,
        2.480158728966692e-05,
        -2.755731439927223e-07,
        2.0875728995249226e-09,
        -1.1359917375192964e-11,
    ),
    float32=(0.04166664555668831, -0.00138873013202101, 2.4430661142105237e-05),
)

# below 2^-28 (2^-14) the tangent equals its argument
TAN_TINY = per_precision(2.0**-28, float32=2.0**-14)


@helper
def sine_tail(z: float, w: float) -> float:
    """Return (SIN(z) - SIN[0]) / z, where w = z^2."""
    return (SIN[1] + z * SIN[2]) + w * ((SIN[3] + z * SIN[4]) + w * SIN[5])


@sine_tail.version(precision="float32")
def sine_tail_short(z: float, w: float) -> float:
    """Return the same for a shorter polynomial."""
    return SIN[1] + z * SIN[2]


@helper
def cosine_tail(z: float, w: float) -> float:
    """Return COS(z), where w = z^2."""
    return (COS[0] + z * COS[1]) + w * ((COS[2] + z * COS[3]) + w * (COS[4] + z * COS[5]))


@cosine_tail.version(precision="float32")
def cosine_tail_short(z: float, w: float) -> float:
    """Return the same for a shorter polynomial."""
    return (COS[0] + z * COS[1]) + w * COS[2]


@helper
def sincos(x: float) -> Vec2:
    """Return (sin(x), cos(x)), x in radians."""
    r, r_low, quadrant = reduce_angle(x)
    return sincos_reduced(r, r_low, quadrant)


@helper
def sincos_near(x: float) -> Vec2:
    """Return the bits of `sincos` for |x| <= NEAR_LIMIT, without a branch, so that loops over angles can be packed."""
    r, r_low, quadrant = reduce_near_angle(x)
    return sincos_reduced(r, r_low, quadrant)


@helper
def sincos_reduced(r: float, r_low: float, quadrant: int) -> Vec2:
    """Return sine and cosine of r + r_low + quadrant * pi/2, |r| <= pi/4."""
    z = r * r
    w = z * z

    # sin(r + r_low) = r - everything smaller, so that the one large rounding comes last
    cube = z * r
    sine = r - ((z * (0.5 * r_low - cube * sine_tail(z, w)) - r_low) - cube * SIN[0])

    # cos(r + r_low): what 1 - z/2 rounds away is known exactly and given back
    half_z = 0.5 * z
    near_one = 1.0 - half_z
    cosine = near_one + (((1.0 - near_one) - half_z) + (w * cosine_tail(z, w) - r * r_low))

    # odd quadrants swap the two; quadrants 2, 3 negate the sine, 1, 2 the cosine
    odd = (quadrant & 1) != 0
    s = select(odd, cosine, sine)
    c = select(odd, sine, cosine)
    s = select((quadrant & 2) != 0, -s, s)
    c = select(((quadrant + 1) & 2) != 0, -c, c)
    return s, c


@helper
def sin(x: float) -> float:
    """Return the sine of x [rad]."""
    s, _ = sincos(x)
    return s


@helper
def cos(x: float) -> float:
    """Return the cosine of x [rad]."""
    _, c = sincos(x)
    return c


@helper
def tan(x: float) -> float:
    """Return the tangent of x [rad]: sine over cosine, both kept as pairs until the end."""
    r, r_low, quadrant = reduce_angle(x)
    z, z_low = multiply_exact(r, r)
    w = z * z

    # sin(r) = r + r * z * SIN(z), the products as pairs
    factor, factor_low = add_ordered(SIN[0], z * sine_tail(z, w))
    excess, excess_low = multiply_pairs(z, z_low, factor, factor_low)
    change, change_low = multiply_pairs(r, 0.0, excess, excess_low)
    sine, sine_low = add_ordered(r, change)
    sine_low = sine_low + (change_low + r_low * (1.0 - 0.5 * z))

    # cos(r) = 1 - z/2 + z^2 * COS(z), the last term alone in plain floats
    near_one, missed = add_ordered(1.0, -0.5 * z)
    rest = w * cosine_tail(z, w) - (0.5 * z_low + r * r_low)
    cosine, cosine_low = add_ordered(near_one, missed + rest)

    # odd quadrants: tan(r + pi/2) = -cos(r) / sin(r)
    odd = (quadrant & 1) != 0
    top = select(odd, -cosine, sine)
    top_low = select(odd, -cosine_low, sine_low)
    bottom = select(odd, sine, cosine)
    bottom_low = select(odd, sine_low, cosine_low)

    quotient = top / bottom
    left = divide_residual(quotient, top, bottom, bottom_low) + top_low
    return select(abs(x) < TAN_TINY, x, quotient + left / bottom)
