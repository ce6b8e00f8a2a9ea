"""The colour of each ray of a tile: lights, shadows, textures, the mirror, haze, what can be seen through, fog."""

from corten.enums import GeomType
from corten.math.matrix3 import load9
from corten.math.scalar import clamp
from corten.math.vector3 import add, add_scaled, dot, load3, normalize, scale, store3
from corten.render.fields import LINE, RAYS
from corten.render.kernels.light import (
    Look,
    Place,
    clamp3,
    in_shadow,
    light_colour,
    load3_of,
    sky_colour,
    sky_distance,
    with_haze,
)
from corten.render.kernels.rays import FAR
from corten.render.kernels.surface import face_normal
from corten.render.kernels.texture import mix, texture_colour
from corten.render.kernels.trace import (
    OPAQUE,
    Ray,
    Seen,
    camera_ray,
    first_shape,
    nearer_line,
    nearer_plane,
    nearer_shape,
)
from corten.runtime import Vec2, Vec3, helper, reduce_max, stage, uniform

# steepest angle (a cosine) at which a pixel's width on a surface is still counted
STEEPEST = 0.02

# a place of the picture where no line is [pixel]
NOWHERE = -1e6

# how much a normal along the z axis of a box shows that its upper side is seen
UPPER = 0.99


@stage
def find_colours(m, d) -> None:
    """Find the colour of what each ray sees."""
    view = uniform(d.view)
    for i in range(RAYS):
        ray = camera_ray(m, view, d.column[i], d.row[i])
        seen = Seen(d.depth[i], d.shape[i], d.face[i], d.weight[i, 0], d.weight[i, 1], load3(d.normal, i))
        rgb = opaque_colour(m, view, ray, seen)
        rgb = clear_colours(m, view, ray, seen, rgb, 1.0, (d.column[i], d.row[i]))
        store3(d.rgb, i, clamp3(rgb))


@helper
def opaque_colour(m, view: int, ray: Ray, seen: Seen) -> Vec3:
    """Return the colour of what cannot be seen through: shapes, their image in the mirror, sky, haze and fog."""
    pixel = m.view_window[view, 3]
    rgb = (0.0, 0.0, 0.0)
    if reduce_max(1 if seen.shape >= 0 else 0) > 0:
        own = lit_colour(m, view, ray, seen, pixel, 1.0, 1)
        own = add(own, mirrored(m, view, ray, seen, pixel))
        shown = seen.shape >= 0
        rgb = (own[0] if shown else 0.0), (own[1] if shown else 0.0), (own[2] if shown else 0.0)
    if m.sky_texture >= 0:
        behind = seen.shape < 0 or seen.t > sky_distance(m, ray.direction, ray.far)
        if reduce_max(1 if behind else 0) > 0:
            sky = sky_colour(m, ray.direction, 0.5 * pixel * float(m.level_width[m.texture_level[m.sky_texture]]))
            rgb = (sky[0] if behind else rgb[0]), (sky[1] if behind else rgb[1]), (sky[2] if behind else rgb[2])
    rgb = with_haze(m, view, ray.direction, seen.t if seen.shape >= 0 else FAR, rgb)
    return with_fog(m, seen.t, clamp3(rgb))


@helper
def lit_colour(m, view: int, ray: Ray, seen: Seen, pixel: float, gain: float, shadows: int) -> Vec3:
    """Return the colour of a place that a ray sees, with its own colour times a gain; with shadows if that is 1."""
    shape = max(seen.shape, 0)
    point = add_scaled(ray.origin, ray.direction, seen.t)
    eye, _ = normalize(scale(ray.direction, -1.0))
    place = Place(point, seen.normal, eye)
    own = m.shape_rgba[shape, 0] * gain, m.shape_rgba[shape, 1] * gain, m.shape_rgba[shape, 2] * gain
    look = Look(own, m.shape_look[shape, 1], m.shape_look[shape, 2])

    rgb = scale(own, m.shape_look[shape, 0] + m.ambient)
    for light in range(m.view_lightadr[view], m.view_lightadr[view] + m.view_lightnum[view]):
        if shadows == 0 or m.light_shadow[light] == 0:
            rgb = add(rgb, light_colour(m, light, place, look, True))
    rgb = clamp3(rgb)
    for light in range(m.view_lightadr[view], m.view_lightadr[view] + m.view_lightnum[view]):
        if shadows == 1 and m.light_shadow[light] != 0:
            dark = in_shadow(m, view, light, place, seen.shape >= 0)
            rgb = add(rgb, clamp3(light_colour(m, light, place, look, not dark)))

    # the width of a pixel on the surface, along which it is longest
    width = pixel if m.view_orthographic[view] != 0 else seen.t * pixel
    width = width / max(abs(dot(seen.normal, eye)), STEEPEST)
    texture = texture_colour(m, shape, seen.face, seen.second, seen.third, point, width)

    # lines have their own colour, whatever the lights
    plain = m.shape_type[shape] == LINE
    r = own[0] if plain else rgb[0] * texture[0]
    g = own[1] if plain else rgb[1] * texture[1]
    b = own[2] if plain else rgb[2] * texture[2]
    return r, g, b


@helper
def mirrored(m, view: int, ray: Ray, seen: Seen, pixel: float) -> Vec3:
    """Return the colour that the mirror adds where a ray sees it: what it reflects, without shadows."""
    mirror = m.view_mirror[view]
    rgb = (0.0, 0.0, 0.0)
    if mirror >= 0:
        axes = load9(m.shape_mat, mirror)
        up = axes[2], axes[5], axes[8]
        on = seen.shape == mirror and dot(seen.normal, up) > UPPER
        if reduce_max(1 if on else 0) > 0:
            point = add_scaled(ray.origin, ray.direction, seen.t)
            way = add_scaled(ray.direction, up, -2.0 * dot(ray.direction, up))
            back = Ray(add_scaled(point, up, m.slack), way, 0.0, ray.far)
            other = with_normal(m, first_shape(m, view, back, OPAQUE, mirror))
            share = m.shape_look[mirror, 3]
            wider = pixel * (1.0 + seen.t / max(other.t, m.slack))
            image = lit_colour(m, view, back, other, wider, share, 0)
            met = other.shape >= 0
            image = (image[0] if met else 0.0), (image[1] if met else 0.0), (image[2] if met else 0.0)
            image = clear_colours(m, view, back, other, image, share, (NOWHERE, NOWHERE))
            rgb = (image[0] if on else 0.0), (image[1] if on else 0.0), (image[2] if on else 0.0)
    return rgb


@helper
def with_normal(m, seen: Seen) -> Seen:
    """Return what a ray sees together with its normal, if it is a triangle."""
    shape, face = max(seen.shape, 0), max(seen.face, 0)
    normal, own = face_normal(m, shape, face, seen.second, seen.third), seen.normal
    flat = seen.face < 0
    turned = (own[0] if flat else normal[0]), (own[1] if flat else normal[1]), (own[2] if flat else normal[2])
    return seen._replace(normal=turned)


@helper
def clear_colours(m, view: int, ray: Ray, seen: Seen, rgb: Vec3, gain: float, place: Vec2) -> Vec3:
    """Return a colour behind all that can be seen through: from the nearest to the farthest, and back, as in MuJoCo.

    Own colours are taken times a gain; `place` is column and row in the picture, where lines pass.
    """
    first, count = m.view_clearadr[view], m.view_clearnum[view]
    for k in range(2 * count):
        shape = m.clear_shape[first + (k if k < count else 2 * count - 1 - k)]
        nothing = Seen(seen.t, -1, -1, 0.0, 0.0, (0.0, 0.0, 1.0))
        other = nothing
        if m.shape_type[shape] == GeomType.PLANE:
            other = nearer_plane(m, shape, ray, nothing)
        elif m.shape_type[shape] == LINE:
            if m.shape_line[shape] >= 0:
                other = nearer_line(m, view, m.shape_line[shape], place[0], place[1], nothing)
        else:
            other = nearer_shape(m, shape, ray, nothing, True)
        met = other.shape >= 0
        if reduce_max(1 if met else 0) > 0:
            colour = lit_colour(m, view, ray, with_normal(m, other), m.view_window[view, 3], gain, 0)
            colour = with_fog(m, other.t, clamp3(colour))
            rgb = mix(rgb, colour, m.shape_rgba[shape, 3] if met else 0.0)
    return rgb


@helper
def with_fog(m, depth: float, rgb: Vec3) -> Vec3:
    """Return a colour behind the fog between it and the eye."""
    if m.fog == 0:
        return rgb
    thick = clamp((depth - m.fog_range[0]) / max(m.fog_range[1] - m.fog_range[0], m.slack), 0.0, 1.0)
    return mix(rgb, load3_of(m.fog_rgb), thick)
