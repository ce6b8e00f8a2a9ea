"""Sine, cosine and their inverses, rounded correctly but for one argument in about ten thousand.

Models are compiled with these. The C library's versions round nearly as well, so numbers agree with those of engines
that call it, and unlike them these do not depend on the CPU. They take several times as long as those of `scalar`,
which kernels use.

Taylor's series are evaluated from the end, the first terms as pairs (high, low) of twice the precision. The inverses
take a Newton step, with such a pair, from a value that is right to one unit in the last place.
"""

from corten.math import scalar
from corten.math.argument_reduction import reduce_angle
from corten.math.extended_precision import add_ordered, multiply_pairs
from corten.runtime import Quat, Vec2, helper

# 1/k! as pairs where the first terms need them
INVERSE3 = 0.16666666666666666, 9.25185853854297e-18
INVERSE4 = 0.041666666666666664, 2.3129646346357427e-18
INVERSE5 = 0.008333333333333333, 1.1564823173178714e-19
INVERSE6 = 0.001388888888888889, -5.300543954373577e-20

# 1/7!, 1/9! ... 1/17! and 1/8!, 1/10! ... 1/18!
SINE_TAIL = (
    0.0001984126984126984,
    2.7557319223985893e-06,
    2.505210838544172e-08,
    1.6059043836821613e-10,
    7.647163731819816e-13,
    2.8114572543455206e-15,
)
COSINE_TAIL = (
    2.48015873015873e-05,
    2.755731922398589e-07,
    2.08767569878681e-09,
    1.1470745597729725e-11,
    4.779477332387385e-14,
    1.5619206968586225e-16,
)

# [1] sizes between which products of coordinates neither over- nor underflow
LEAST, GREATEST = 1e-120, 1e120


@helper
def sum_pairs(a: float, a_low: float, b: float, b_low: float) -> Vec2:
    """Return (a + a_low) + (b + b_low) as (high, low); needs |a| >= |b| or a = 0."""
    high, low = add_ordered(a, b)
    return add_ordered(high, low + (a_low + b_low))


@helper
def tail_sum(z: float, c: tuple[float, float, float, float, float, float]) -> float:
    """Return c0 - c1 z + c2 z^2 - ..."""
    return c[0] - z * (c[1] - z * (c[2] - z * (c[3] - z * (c[4] - z * c[5]))))


@helper
def sincos_pairs(x: float) -> Quat:
    """Return (sine, its low part, cosine, its low part) of x [rad]."""
    r, r_low, quadrant = reduce_angle(x)
    z, z_low = multiply_pairs(r, r_low, r, r_low)
    z, z_low = add_ordered(z, z_low)

    # sin(r) = r - r z (1/3! - z (1/5! - z tail))
    p, p_low = multiply_pairs(z, z_low, -tail_sum(z, SINE_TAIL), 0.0)
    p, p_low = sum_pairs(INVERSE5[0], INVERSE5[1], p, p_low)
    p, p_low = multiply_pairs(z, z_low, -p, -p_low)
    p, p_low = sum_pairs(INVERSE3[0], INVERSE3[1], p, p_low)
    p, p_low = multiply_pairs(z, z_low, -p, -p_low)
    p, p_low = multiply_pairs(r, r_low, p, p_low)
    sine, sine_low = sum_pairs(r, r_low, p, p_low)

    # cos(r) = 1 - z/2 + z^2 (1/4! - z (1/6! - z tail))
    p, p_low = multiply_pairs(z, z_low, -tail_sum(z, COSINE_TAIL), 0.0)
    p, p_low = sum_pairs(INVERSE6[0], INVERSE6[1], p, p_low)
    p, p_low = multiply_pairs(z, z_low, -p, -p_low)
    p, p_low = sum_pairs(INVERSE4[0], INVERSE4[1], p, p_low)
    p, p_low = multiply_pairs(z, z_low, p, p_low)
    p, p_low = multiply_pairs(z, z_low, p, p_low)
    cosine, cosine_low = sum_pairs(1.0, 0.0, -0.5 * z, -0.5 * z_low)
    cosine, cosine_low = sum_pairs(cosine, cosine_low, p, p_low)

    # odd quadrants swap the two; quadrants 2, 3 negate the sine, 1, 2 the cosine
    if (quadrant & 1) != 0:
        sine, sine_low, cosine, cosine_low = cosine, cosine_low, sine, sine_low
    if (quadrant & 2) != 0:
        sine, sine_low = -sine, -sine_low
    if ((quadrant + 1) & 2) != 0:
        cosine, cosine_low = -cosine, -cosine_low
    return sine, sine_low, cosine, cosine_low


@helper
def sin(x: float) -> float:
    """Return the sine of x [rad]."""
    sine, sine_low, _, _ = sincos_pairs(x)
    # a low part would make minus zero plus zero
    return sine + sine_low if x != 0.0 else x


@helper
def cos(x: float) -> float:
    """Return the cosine of x [rad]."""
    _, _, cosine, cosine_low = sincos_pairs(x)
    return cosine + cosine_low


@helper
def acos(x: float) -> float:
    """Return the angle whose cosine is x [rad]: a - (x - cos a) / sin a, negated, for the nearly right a."""
    angle = scalar.acos(x)
    sine, _, cosine, cosine_low = sincos_pairs(angle)
    if not abs(x) < 1.0:
        return angle
    return angle + ((cosine - x) + cosine_low) / sine


@helper
def atan2(y: float, x: float) -> float:
    """Return the angle of the point (x, y) [rad].

    It is a + (y cos a - x sin a) / (x cos a + y sin a) for the nearly right a.
    """
    angle = scalar.atan2(y, x)
    if not (min(abs(x), abs(y)) > LEAST and max(abs(x), abs(y)) < GREATEST):
        return angle
    sine, sine_low, cosine, cosine_low = sincos_pairs(angle)
    up, up_low = multiply_pairs(y, 0.0, cosine, cosine_low)
    down, down_low = multiply_pairs(x, 0.0, sine, sine_low)
    return angle + ((up - down) + (up_low - down_low)) / (x * cosine + y * sine)
