"""From solref and solimp to impedance, stiffness, damping and softness of a row."""

from corten.constants import MINVAL
from corten.enums import DisableBit
from corten.math.scalar import clamp, pow
from corten.runtime import FloatArray, Vec2, Vec3, Vec4, helper, select, sqrt

# ---- the impedance of a constraint over its distance from the margin, and the ranges of numbers of solref and solimp


# bounds of impedances and of the midpoint of their curve: at 0 or 1 a row would be infinitely soft or hard
MINIMP, MAXIMP = 0.0001, 0.9999

# stands in for a solref whose numbers have different signs: time constant [s] and damping ratio
DEFAULT_SOLREF = (0.02, 1.0)


@helper
def valid_solref(solref: Vec2, default: Vec2) -> Vec2:
    """Replace a solref of mixed signs."""
    mixed = (solref[0] > 0.0) != (solref[1] > 0.0)
    return select(mixed, default[0], solref[0]), select(mixed, default[1], solref[1])


@helper
def valid_solimp(solimp: tuple[float, ...]) -> tuple[float, ...]:
    """Move the numbers of a solimp into their ranges."""
    return (
        clamp(solimp[0], MINIMP, MAXIMP),
        clamp(solimp[1], MINIMP, MAXIMP),
        max(0.0, solimp[2]),
        clamp(solimp[3], MINIMP, MAXIMP),
        max(1.0, solimp[4]),
    )


@helper
def evaluate_impedance(solimp: tuple[float, ...], distance: float) -> Vec2:
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
def raise_to(base: float, exponent: float) -> float:
    """Return base to the power of exponent; the usual powers 1 and 2 are products."""
    result = base
    if exponent == 2.0:
        result = base * base
    elif exponent != 1.0:
        result = pow(base, exponent)
    return result


# ---- stiffness, damping and softness that a solref and an impedance give


@helper
def safe_solref(m, solref: Vec2) -> Vec2:
    """Keep time constants above two time steps unless REFSAFE is off."""
    safe = (m.opt_disableflags & DisableBit.REFSAFE) == 0 and solref[0] > 0.0
    return select(safe, max(solref[0], 2.0 * m.opt_timestep), solref[0]), solref[1]


@helper
def response(solref: Vec2, high: float) -> Vec2:
    """Return stiffness K and damping B of a solref.

    Positive numbers are a time constant and a damping ratio, negative ones stiffness and damping themselves.
    """
    time, ratio = solref[0], solref[1]
    if time > 0.0:
        stiffness = 1.0 / max(MINVAL, high * high * time * time * ratio * ratio)
    else:
        stiffness = -time / max(MINVAL, high * high)
    if ratio > 0.0:
        damping = 2.0 / max(MINVAL, high * time)
    else:
        damping = -ratio / max(MINVAL, high)
    return stiffness, damping


@helper
def resolved_response(m, stiffness: float, damping: float, imp: float) -> Vec2:
    """Soften a spring that a time step cannot resolve, unless REFSAFE is off: the stiffest that does not rebound.

    That is K imp h^2 = 1. The damping ratio stays, unless `implicit_scale` would make the row harder than at MAXIMP.
    """
    h = m.opt_timestep
    most = 1.0 / max(MINVAL, h * h * imp)
    if (m.opt_disableflags & DisableBit.REFSAFE) == 0 and stiffness > most:
        hardest = (1.0 - imp) / imp * (MAXIMP / (1.0 - MAXIMP))
        damping = max(0.0, min(damping * sqrt(most / stiffness), (hardest - 2.0) / h))
        stiffness = most
    return stiffness, damping


@helper
def implicit_scale(h: float, stiffness: float, damping: float, imp: float) -> float:
    """Return 1 + h B + h^2 K imp: by how much spring and damper of a row resist an acceleration within the step."""
    return 1.0 + h * damping + h * h * stiffness * imp


@helper
def implicit_scale_at(m, d, i: int) -> float:
    """Return `implicit_scale` of row i."""
    KBIP = d.efc_KBIP
    return implicit_scale(m.opt_timestep, KBIP[i, 0], KBIP[i, 1], KBIP[i, 2])


@helper
def softness(m, diagonal: float, reaction: Vec3, discrete: bool) -> float:
    """Return R of a row by itself, from its diagA and (stiffness, damping, impedance).

    With `discrete` it is divided by `implicit_scale`, but no row is harder than at MAXIMP.
    """
    stiffness, damping, imp = reaction
    soft = (1.0 - imp) * diagonal / imp
    if discrete:
        least = (1.0 - MAXIMP) * diagonal / MAXIMP
        soft = max(soft / implicit_scale(m.opt_timestep, stiffness, damping, imp), least)
    return max(MINVAL, soft)


@helper
def load2(array: FloatArray, i: int) -> Vec2:
    """Return row i of an array of shape (n, 2)."""
    return array[i, 0], array[i, 1]


@helper
def load5(array: FloatArray, i: int) -> tuple[float, ...]:
    """Return row i of an array of shape (n, 5)."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3], array[i, 4]


@helper
def set_response(d, i: int, response: Vec4) -> None:
    """Set stiffness, damping, impedance and its slope of row i."""
    KBIP = d.efc_KBIP
    KBIP[i, 0] = response[0]
    KBIP[i, 1] = response[1]
    KBIP[i, 2] = response[2]
    KBIP[i, 3] = response[3]
