"""Reduction of an angle to the nearest multiple of pi/2, accurate for every float.

Angles up to 65536 quarter turns (256 in float32) use three Cody-Waite constants; beyond that the fraction of x * 2/pi
comes from the product of the mantissa with the right window of the digits of 2/pi (Payne and Hanek), in limbs of 24
bits, or 12 where ints have 32.
"""

from corten.math.extended_precision import (
    INFINITY,
    MANTISSA_BITS,
    MANTISSA_MASK,
    NAN,
    PIO2_HIGH,
    PIO2_LOW,
    ROUNDER,
    add_ordered,
    multiply_pairs,
)
from corten.runtime import any_lane, float_to_bits, helper, per_precision, select

TWO_OVER_PI = 0.6366197723675814

# [rad] 65536 (256) quarter turns: up to here a count of quarter turns has 16 (8) bits
NEAR_LIMIT = per_precision(102943.0, float32=402.0)

# pi/2 in parts of 37, 36 and 53 bits (16, 16 and 24): a 16-bit (8-bit) number times one of the first two is exact. The
# rest is below 2^-126 (2^-57), while no float64 up to NEAR_LIMIT comes closer to k * pi/2 than k * 2^-67.8, and no
# float32 closer than k * 2^-31 (checked for all). All parts are positive, which keeps the sign of zero
PIO2_PART1 = per_precision(1.5707963267923333, float32=1.570770263671875)
PIO2_PART2 = per_precision(2.5633441514780767e-12, float32=2.6063062250614166e-05)
PIO2_PART3 = per_precision(1.1644211747377496e-22, float32=6.07710062827671e-11)

LIMB_MASK = (1 << 24) - 1
SHORT_MASK = (1 << 12) - 1

# weights of the limbs of a fixed-point fraction, taken in pairs
TWO_M24 = 2.0**-24
TWO_M48 = 2.0**-48
TWO_M72 = 2.0**-72
TWO_M96 = 2.0**-96
TWO_M144 = 2.0**-144
TWO_M168 = 2.0**-168

# the binary digits of 2/pi in limbs of 24 bits, after three limbs of zeros
TWO_OVER_PI_LIMBS = (
    0x000000,
    0x000000,
    0x000000,
    0xA2F983,
    0x6E4E44,
    0x1529FC,
    0x2757D1,
    0xF534DD,
    0xC0DB62,
    0x95993C,
    0x439041,
    0xFE5163,
    0xABDEBB,
    0xC561B7,
    0x246E3A,
    0x424DD2,
    0xE00649,
    0x2EEA09,
    0xD1921C,
    0xFE1DEB,
    0x1CB129,
    0xA73EE8,
    0x8235F5,
    0x2EBB44,
    0x84E99C,
    0x7026B4,
    0x5F7E41,
    0x3991D6,
    0x398353,
    0x39F49C,
    0x845F8B,
    0xBDF928,
    0x3B1FF8,
    0x97FFDE,
    0x05980F,
    0xEF2F11,
    0x8B5A0A,
    0x6D1F6D,
    0x367ECF,
    0x27CB09,
    0xB74F46,
    0x3F669E,
    0x5FEA2D,
    0x7527BA,
    0xC7EBE5,
    0xF17B3D,
    0x0739F7,
    0x8A5292,
    0xEA6BFB,
    0x5FB11F,
    0x8D5D08,
    0x560330,
    0x46FC7B,
)


# the same digits in limbs of 12 bits after three limbs of zeros, as far as float32 needs them
SHORT_LIMBS = (0, 0, 0, *(part for limb in TWO_OVER_PI_LIMBS[3:13] for part in (limb >> 12, limb & SHORT_MASK)))


@helper
def reduce_angle(x: float) -> tuple[float, float, int]:
    """Return (r, r_low, quadrant) with x = r + r_low + k * pi/2, |r| <= pi/4 and quadrant = k mod 4.

    The relative error of r + r_low is below 2^-58 in float64; not-finite angles give r = NaN.
    """
    # NaN counts as far; the near path then works on zero
    far = not (abs(x) <= NEAR_LIMIT)
    r, r_low, quadrant = reduce_near_angle(select(far, 0.0, x))
    if any_lane(far):
        far_r, far_low, far_quadrant = reduce_far_angle(x)
        r = select(far, far_r, r)
        r_low = select(far, far_low, r_low)
        quadrant = select(far, far_quadrant, quadrant)

    return r, r_low, quadrant


@helper
def reduce_near_angle(x: float) -> tuple[float, float, int]:
    """Return (r, r_low, quadrant) as `reduce_angle` does, for |x| <= NEAR_LIMIT; meaningless for larger angles."""
    # k is the nearest whole number of quarter turns
    shifted = x * TWO_OVER_PI + ROUNDER
    k = shifted - ROUNDER
    quadrant = float_to_bits(shifted) & 3

    # the first difference is exact, the second leaves `missed`, the third is small
    first = x - k * PIO2_PART1
    product = k * PIO2_PART2
    second = first - product
    missed = (first - second) - product
    third = k * PIO2_PART3 - missed
    r = second - third
    r_low = (second - r) - third
    return r, r_low, quadrant


@helper
def reduce_far_angle(x: float) -> tuple[float, float, int]:
    """Return (r, r_low, quadrant) as `reduce_angle` does, for |x| >= 2^16; meaningless for smaller angles."""
    finite = abs(x) < INFINITY
    bits = float_to_bits(select(finite, abs(x), 1.0))

    # |x| = mantissa * 2^(24 * group + shift - 48), with the shift below 24
    mantissa = (bits & MANTISSA_MASK) | (MANTISSA_MASK + 1)
    exponent = max((bits >> MANTISSA_BITS) - 1027, 0)
    group = exponent // 24
    shift = exponent - 24 * group

    # limbs of mantissa * 2^shift, lowest first
    part0 = (mantissa & LIMB_MASK) << shift
    part1 = (((mantissa >> 24) & LIMB_MASK) << shift) + (part0 >> 24)
    part2 = ((mantissa >> 48) << shift) + (part1 >> 24)
    limbs = (part0 & LIMB_MASK, part1 & LIMB_MASK, part2 & LIMB_MASK, part2 >> 24)

    # product limbs from 2^-168 upwards; limbs of 2/pi left of the window only add multiples of 2^24
    sum7 = window_product(limbs, group + 7)
    sum6 = window_product(limbs, group + 6) + (sum7 >> 24)
    sum5 = window_product(limbs, group + 5) + (sum6 >> 24)
    sum4 = window_product(limbs, group + 4) + (sum5 >> 24)
    sum3 = window_product(limbs, group + 3) + (sum4 >> 24)
    sum2 = window_product(limbs, group + 2) + (sum3 >> 24)
    sum1 = window_product(limbs, group + 1) + (sum2 >> 24)
    whole = window_product(limbs, group) + (sum1 >> 24)

    # round to the nearest whole number: the fraction then lies in [-1/2, 1/2)
    top = sum1 & LIMB_MASK
    half = top >> 23
    top = top - (half << 24)
    quadrant = (whole + half) & 3

    # the fraction as a pair of floats; the first sum may cancel down to 2^-62, the rest is far below
    high = float((top << 24) + (sum2 & LIMB_MASK)) * TWO_M48
    middle = float(((sum3 & LIMB_MASK) << 24) + (sum4 & LIMB_MASK)) * TWO_M96
    low = float(((sum5 & LIMB_MASK) << 24) + (sum6 & LIMB_MASK)) * TWO_M144
    sum_high, sum_low = add_ordered(high, middle)
    turn, turn_low = add_ordered(sum_high, sum_low + (low + float(sum7 & LIMB_MASK) * TWO_M168))

    return signed_angle(x, turn, turn_low, quadrant)


@helper
def signed_angle(x: float, turn: float, turn_low: float, quadrant: int) -> tuple[float, float, int]:
    """Return (r, r_low, quadrant) of x for the quarter turns of |x|: a fraction as a pair, and whole ones."""
    r, r_low = multiply_pairs(turn, turn_low, PIO2_HIGH, PIO2_LOW)

    # restore the sign, and poison what was not finite
    negative = x < 0.0
    r = select(abs(x) < INFINITY, select(negative, -r, r), NAN)
    r_low = select(negative, -r_low, r_low)
    quadrant = select(negative, (4 - quadrant) & 3, quadrant)
    return r, r_low, quadrant


@reduce_far_angle.version(precision="float32")
def reduce_far_angle_short(x: float) -> tuple[float, float, int]:
    """Return the same for |x| >= 2^8, in limbs of 12 bits."""
    bits = float_to_bits(select(abs(x) < INFINITY, abs(x), 1.0))

    # |x| = mantissa * 2^(12 * group + shift - 24), with the shift below 12
    mantissa = (bits & MANTISSA_MASK) | (MANTISSA_MASK + 1)
    exponent = max((bits >> MANTISSA_BITS) - 126, 0)
    group = exponent // 12
    shift = exponent - 12 * group

    # limbs of mantissa * 2^shift, lowest first
    part0 = (mantissa & SHORT_MASK) << shift
    part1 = ((mantissa >> 12) << shift) + (part0 >> 12)
    limbs = (part0 & SHORT_MASK, part1 & SHORT_MASK, part1 >> 12)

    # product limbs from 2^-84 upwards
    sum7 = short_product(limbs, group + 7)
    sum6 = short_product(limbs, group + 6) + (sum7 >> 12)
    sum5 = short_product(limbs, group + 5) + (sum6 >> 12)
    sum4 = short_product(limbs, group + 4) + (sum5 >> 12)
    sum3 = short_product(limbs, group + 3) + (sum4 >> 12)
    sum2 = short_product(limbs, group + 2) + (sum3 >> 12)
    sum1 = short_product(limbs, group + 1) + (sum2 >> 12)
    whole = short_product(limbs, group) + (sum1 >> 12)

    # round to the nearest whole number, and take the fraction as a pair of floats
    top = sum1 & SHORT_MASK
    half = top >> 11
    top = top - (half << 12)
    high = float((top << 12) + (sum2 & SHORT_MASK)) * TWO_M24
    middle = float(((sum3 & SHORT_MASK) << 12) + (sum4 & SHORT_MASK)) * TWO_M48
    low = float(((sum5 & SHORT_MASK) << 12) + (sum6 & SHORT_MASK)) * TWO_M72
    sum_high, sum_low = add_ordered(high, middle)
    turn, turn_low = add_ordered(sum_high, sum_low + low)
    return signed_angle(x, turn, turn_low, (whole + half) & 3)


@helper
def window_product(limbs: tuple[int, int, int, int], first: int) -> int:
    """Return one limb of mantissa times 2/pi before carries: four limbs against the table from `first` on."""
    low = limbs[0] * TWO_OVER_PI_LIMBS[first] + limbs[1] * TWO_OVER_PI_LIMBS[first + 1]
    high = limbs[2] * TWO_OVER_PI_LIMBS[first + 2] + limbs[3] * TWO_OVER_PI_LIMBS[first + 3]
    return low + high


@helper
def short_product(limbs: tuple[int, int, int], first: int) -> int:
    """Return the same for limbs of 12 bits."""
    low = limbs[0] * SHORT_LIMBS[first] + limbs[1] * SHORT_LIMBS[first + 1]
    return low + limbs[2] * SHORT_LIMBS[first + 2]
