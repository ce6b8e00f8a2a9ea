"""Arc sine, arc cosine, arc tangent and the angle of a point, all in radians."""

from corten.math.extended_precision import (
    INFINITY,
    NAN,
    PI_HIGH,
    PI_LOW,
    PIO2_HIGH,
    PIO2_LOW,
    PIO4_HIGH,
    PIO4_LOW,
    add_ordered,
    divide_residual,
    head,
    is_nan,
)
from corten.runtime import Vec3, copysign, helper, per_precision, select, sqrt

# asin(t) = t + t^3 * ASIN(t^2) for |t| <= 1/2 within 2^-59 (2^-27) of t, atan(t) = t + t^3 * ATAN(t^2) for |t| <= 1/4
# within 2^-57 (2^-32): minimax fits (Remez, 300 bits), each coefficient rounded in turn and the later ones fitted again
ASIN = per_precision(
    (
        0.16666666666666763,
        0.07499999999970128,
        0.044642857175256775,
        0.03038194267675216,
        0.022372215862565544,
        0.017351596310686418,
        0.013981008448422025,
        0.0113973784800321,
        0.01078882676055221,
        0.0036741089323478445,
        0.021785833767460357,
        -0.021109725790829124,
        0.03269767774817628,
    ),
    float32=(
        0.16666753590106964,
        0.07495252043008804,
        0.045476049184799194,
        0.024152006953954697,
        0.04221203178167343,
    ),
)
ATAN = per_precision(
    (
        -0.33333333333332543,
        0.19999999999587798,
        -0.14285714212156794,
        0.11111104754037825,
        -0.09090604369397644,
        0.0768375543181502,
        -0.06526069131607821,
        0.046088737649540204,
    ),
    float32=(-0.33333325386047363, 0.19998712837696075, -0.14221607148647308, 0.09843713045120239),
)

# atan(1/2) as a pair
ATAN_HALF_HIGH = per_precision(0.4636476090008061, float32=0.46364760398864746)
ATAN_HALF_LOW = per_precision(2.2698777452961687e-17, float32=5.01215868808913e-09)

# atan2 scales arguments by 2^-600 or 2^600 (2^-66, 2^66) when they are so large or small that products could leave the
# range
LARGE = per_precision(2.0**500, float32=2.0**60)
LARGE_PARTNER = per_precision(2.0**400, float32=2.0**24)
SMALL = per_precision(2.0**-500, float32=2.0**-40)
SHRINK = per_precision(2.0**-600, float32=2.0**-66)
GROW = per_precision(2.0**600, float32=2.0**66)

# below this ratio the arc tangent equals its argument
FLAT = per_precision(2.0**-60, float32=2.0**-30)


@helper
def arc_sine_excess(z: float) -> float:
    """Return asin(t) / t - 1 for z = t^2 <= 1/4."""
    z2 = z * z
    z4 = z2 * z2
    p0 = (ASIN[0] + z * ASIN[1]) + z2 * (ASIN[2] + z * ASIN[3])
    p1 = (ASIN[4] + z * ASIN[5]) + z2 * (ASIN[6] + z * ASIN[7])
    p2 = (ASIN[8] + z * ASIN[9]) + z2 * (ASIN[10] + z * ASIN[11])
    return z * (p0 + z4 * (p1 + z4 * (p2 + z4 * ASIN[12])))


@arc_sine_excess.version(precision="float32")
def arc_sine_excess_short(z: float) -> float:
    """Return the same by a shorter polynomial."""
    z2 = z * z
    return z * ((ASIN[0] + z * ASIN[1]) + z2 * ((ASIN[2] + z * ASIN[3]) + z2 * ASIN[4]))


@helper
def half_angle(size: float) -> Vec3:
    """Return (s, c, root): root = sqrt((1 - size) / 2) rounded, s its leading bits, s + c the same unrounded."""
    z = 0.5 * (1.0 - size)
    root = sqrt(z)
    s = head(root)
    bottom = select(root > 0.0, root + s, 1.0)
    c = (z - s * s) / bottom
    return s, c, root


@helper
def asin(x: float) -> float:
    """Return the arc sine of x in [-pi/2, pi/2]; NaN for |x| > 1."""
    valid = abs(x) <= 1.0
    size = select(valid, abs(x), 0.0)
    inner = size < 0.5
    s, c, root = half_angle(size)
    excess = arc_sine_excess(select(inner, size * size, 0.5 * (1.0 - size)))

    # outer part: pi/2 - 2 asin(sqrt((1 - |x|) / 2))
    high, low = add_ordered(PIO2_HIGH, -2.0 * s)
    outer = high + (low + (PIO2_LOW - 2.0 * (c + root * excess)))
    return select(valid, copysign(select(inner, size + size * excess, outer), x), NAN)


@helper
def acos(x: float) -> float:
    """Return the arc cosine of x in [0, pi]; NaN for |x| > 1."""
    valid = abs(x) <= 1.0
    inside = select(valid, x, 0.0)
    size = abs(inside)
    inner = size < 0.5
    s, c, root = half_angle(size)
    excess = arc_sine_excess(select(inner, size * size, 0.5 * (1.0 - size)))

    # pi/2 - asin(x) inside, twice the half angle near 1, pi minus that near -1
    high, low = add_ordered(PIO2_HIGH, -inside)
    middle = high + (low + (PIO2_LOW - inside * excess))
    rest = c + root * excess
    right = 2.0 * (s + rest)
    high, low = add_ordered(PI_HIGH, -2.0 * s)
    left = high + (low + (PI_LOW - 2.0 * rest))
    return select(valid, select(inner, middle, select(x < 0.0, left, right)), NAN)


@helper
def atan2(y: float, x: float) -> float:
    """Return the angle of the point (x, y) in [-pi, pi]; zeros and infinities follow IEEE 754."""
    # NaN takes the way of a point on the axis and is put back at the end
    unknown = is_nan(x) or is_nan(y)
    width = select(unknown, 1.0, abs(x))
    height = select(unknown, 0.0, abs(y))
    backward = copysign(1.0, x) < 0.0
    steep = height > width
    wide = select(steep, height, width)
    narrow = select(steep, width, height)

    # an infinite side leaves the ratio 0 or, with two of them, 1; the origin counts as a point on the axis
    endless = wide == INFINITY
    narrow = select(endless, select(narrow == INFINITY, 1.0, 0.0), narrow)
    wide = select(endless or wide == 0.0, 1.0, wide)

    # keep products inside the range; a wide side far above the narrow one needs no care
    shrink = wide > LARGE and narrow > LARGE_PARTNER
    scale = select(shrink, SHRINK, select(wide < SMALL, GROW, 1.0))
    a = narrow * scale
    b = wide * scale

    # subtract the nearest of the angles 0, atan(1/2), pi/4: tangent t = (a - m b) / (b + m a), |t| <= 1/4
    near_one = a >= 0.75 * b
    near_half = a >= 0.25 * b
    m = select(near_one, 1.0, select(near_half, 0.5, 0.0))
    base_high = select(near_one, PIO4_HIGH, select(near_half, ATAN_HALF_HIGH, 0.0))
    base_low = select(near_one, PIO4_LOW, select(near_half, ATAN_HALF_LOW, 0.0))
    top = a - m * b
    bottom, bottom_low = add_ordered(b, m * a)
    t = top / bottom
    t_low = divide_residual(t, top, bottom, bottom_low) / bottom

    # atan(t + t_low) = t + small
    z = t * t
    small = select(a < FLAT * b, 0.0, t_low * (1.0 - z) + t * arc_tangent_excess(z))

    # fold back into the half plane: start + turn * (base + atan(t))
    turn = select(steep, select(backward, 1.0, -1.0), select(backward, -1.0, 1.0))
    start_high = select(steep, PIO2_HIGH, select(backward, PI_HIGH, 0.0))
    start_low = select(steep, PIO2_LOW, select(backward, PI_LOW, 0.0))
    sum_high, sum_low = add_ordered(start_high, turn * base_high)
    high, low = add_ordered(sum_high, turn * t)
    angle = high + (low + (sum_low + (start_low + turn * base_low) + turn * small))
    return select(unknown, NAN, copysign(angle, y))


@helper
def arc_tangent_excess(z: float) -> float:
    """Return atan(t) / t - 1 for z = t^2 <= 1/16."""
    z2 = z * z
    z4 = z2 * z2
    p0 = (ATAN[0] + z * ATAN[1]) + z2 * (ATAN[2] + z * ATAN[3])
    p1 = (ATAN[4] + z * ATAN[5]) + z2 * (ATAN[6] + z * ATAN[7])
    return z * (p0 + z4 * p1)


@arc_tangent_excess.version(precision="float32")
def arc_tangent_excess_short(z: float) -> float:
    """Return the same by a shorter polynomial."""
    return z * ((ATAN[0] + z * ATAN[1]) + z * z * (ATAN[2] + z * ATAN[3]))


@helper
def atan(x: float) -> float:
    """Return the arc tangent of x in [-pi/2, pi/2]."""
    return atan2(x, 1.0)
