"""How lights make a surface look: OpenGL's model of ambient, diffuse and specular light, for each pixel."""

from typing import NamedTuple

from corten.enums import LightType
from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.scalar import clamp, exp, log
from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, sub
from corten.render.kernels.texture import cube_colour, mix
from corten.render.kernels.trace import Ray, is_blocked
from corten.runtime import FloatArray, Vec3, helper, reduce_max, sqrt

# what a share is at least, so that it has a logarithm
LEAST = 1e-20


class Place(NamedTuple):
    """A place on a surface: where it is [m], its normal, and the direction to the eye."""

    point: Vec3
    normal: Vec3
    eye: Vec3


class Look(NamedTuple):
    """How a surface reflects: its colour, the strength of highlights and their exponent."""

    rgb: Vec3
    specular: float
    exponent: float


@helper
def light_colour(m, light: int, place: Place, look: Look, lit: bool) -> Vec3:
    """Return the light that a place sends to the eye because of one light, if it is lit; 0 to 1."""
    toward, near = toward_light(m, light, place.point)
    strength = near if lit else 0.0
    facing = dot(place.normal, toward)
    half, _ = normalize(add(toward, place.eye))
    shine = max(dot(place.normal, half), LEAST)
    spot = exp(look.exponent * log(shine)) * look.specular if facing > 0.0 else 0.0
    diffuse, own = max(facing, 0.0), look.rgb
    r = strength * (
        own[0] * (m.light_ambient[light, 0] + diffuse * m.light_diffuse[light, 0]) + spot * m.light_specular[light, 0]
    )
    g = strength * (
        own[1] * (m.light_ambient[light, 1] + diffuse * m.light_diffuse[light, 1]) + spot * m.light_specular[light, 1]
    )
    b = strength * (
        own[2] * (m.light_ambient[light, 2] + diffuse * m.light_diffuse[light, 2]) + spot * m.light_specular[light, 2]
    )
    return r, g, b


@helper
def toward_light(m, light: int, point: Vec3) -> tuple[Vec3, float]:
    """Return the direction to a light, and how much of it arrives there."""
    forward = load3(m.light_dir, light)
    if m.light_type[light] == LightType.DIRECTIONAL:
        return (-forward[0], -forward[1], -forward[2]), 1.0
    toward, distance = normalize(sub(load3(m.light_pos, light), point))
    attenuation = m.light_attenuation
    fade = attenuation[light, 0] + distance * (attenuation[light, 1] + distance * attenuation[light, 2])
    arrives = 1.0 / max(fade, LEAST)
    if m.light_type[light] == LightType.SPOT:
        cosine = -dot(toward, forward)
        inside = cosine >= m.light_cone[light, 0]
        cone = exp(m.light_cone[light, 1] * log(max(cosine, LEAST)))
        arrives = arrives * cone if inside else 0.0
    return toward, arrives


@helper
def in_shadow(m, view: int, light: int, place: Place, on: bool) -> bool:
    """Tell whether something stands between a place and a light that throws shadows there, if `on`.

    Lights throw shadows within a square alone: that of a directional light lies around its position, that of a spot
    light is part of its cone.
    """
    forward, across = load3(m.light_dir, light), load3(m.light_across, light)
    other, offset = cross(forward, across), sub(place.point, load3(m.light_pos, light))
    away = dot(offset, forward)
    reach = m.light_reach[light]
    if m.light_type[light] != LightType.DIRECTIONAL:
        reach = reach * away
    within = max(abs(dot(offset, across)), abs(dot(offset, other))) <= reach
    if m.light_type[light] == LightType.POINT:
        within = True
        away = sqrt(dot(offset, offset))
    wanted = on and within and away > m.light_clip[light, 0] and away < m.light_clip[light, 1]
    if reduce_max(1 if wanted else 0) == 0:
        return False

    # rays start somewhat before the surface, and end where the light begins to see
    start = add_scaled(place.point, place.normal, m.slack)
    way = scale(forward, -away)
    if m.light_type[light] != LightType.DIRECTIONAL:
        way = scale(offset, -1.0)
    clear = m.light_clip[light, 0] / max(away, LEAST)
    first = m.slack / max(away, LEAST)
    return is_blocked(m, view, Ray(start, way, first, 1.0 - clear), wanted)


@helper
def clamp3(a: Vec3) -> Vec3:
    """Return a colour within what can be shown."""
    return clamp(a[0], 0.0, 1.0), clamp(a[1], 0.0, 1.0), clamp(a[2], 0.0, 1.0)


# ---------------------------------------------------------------- behind everything: sky and haze


# the sky stands this far away, as a share of the farthest distance that is seen (MuJoCo's value)
SKY = 0.7

LEAST_AWAY = 1e-9


@helper
def sky_colour(m, way: Vec3, texels: float) -> Vec3:
    """Return the colour of the sky in a direction, for a pixel that covers some texels; black where there is none."""
    rgb = (0.0, 0.0, 0.0)
    if m.sky_texture >= 0:
        rgb = cube_colour(m, m.sky_texture, (way[0], way[2], -way[1]), texels)
    return rgb


@helper
def sky_distance(m, way: Vec3, far: float) -> float:
    """Return t at which a ray reaches the sky, a cylinder around the eye."""
    across = sqrt(way[0] * way[0] + way[1] * way[1])
    return SKY * far / max(max(across, abs(way[2])), LEAST_AWAY)


@helper
def with_haze(m, view: int, way: Vec3, depth: float, rgb: Vec3) -> Vec3:
    """Return a colour behind the haze that lies before the sky, where nothing nearer hides it.

    Haze is a cone around the eye that begins on an endless plane and ends at the height of the eye; it is thickest
    between.
    """
    plane, far = m.view_horizon[view], m.view_clip[view, 1]
    if m.sky_texture < 0 or plane < 0:
        return rgb
    axes, reach = load9(m.shape_mat, plane), SKY * far
    offset = mul_matT_vec(axes, sub(load3(m.view_pos, view), load3(m.shape_pos, plane)))
    height = offset[2] / reach
    if height <= LEAST_AWAY:
        return rgb
    local = mul_matT_vec(axes, way)
    across, down = sqrt(local[0] * local[0] + local[1] * local[1]), -local[2] / height
    t = 1.0 / max(across + m.haze * down, LEAST_AWAY)
    level = 1.0 - t * down
    covered = down >= 0.0 and level >= 0.0 and t * reach < depth
    rising = level / max(m.haze_middle, LEAST_AWAY)
    falling = (1.0 - level) / max(1.0 - m.haze_middle, LEAST_AWAY)
    return mix(rgb, load3_of(m.haze_rgb), min(rising, falling) if covered else 0.0)


@helper
def load3_of(a: FloatArray) -> Vec3:
    """Return an array of three numbers."""
    return a[0], a[1], a[2]
