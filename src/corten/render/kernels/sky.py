"""What is seen behind everything: the sky, and haze above the horizon of an endless plane."""

from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.vector3 import load3, sub
from corten.render.kernels.texture import cube_colour, mix
from corten.runtime import helper, sqrt

# the sky stands this far away, as a share of the farthest distance that is seen (MuJoCo's value)
SKY = 0.7

LEAST = 1e-9


@helper
def sky_colour(m, way, texels):
    """Return the colour of the sky in a direction, for a pixel that covers some texels; black where there is none."""
    rgb = (0.0, 0.0, 0.0)
    if m.sky_texture >= 0:
        rgb = cube_colour(m, m.sky_texture, (way[0], way[2], -way[1]), texels)
    return rgb


@helper
def sky_distance(m, way, far):
    """Return t at which a ray reaches the sky, a cylinder around the eye."""
    across = sqrt(way[0] * way[0] + way[1] * way[1])
    return SKY * far / max(max(across, abs(way[2])), LEAST)


@helper
def with_haze(m, view, way, depth, rgb):
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
    if height <= LEAST:
        return rgb
    local = mul_matT_vec(axes, way)
    across, down = sqrt(local[0] * local[0] + local[1] * local[1]), -local[2] / height
    t = 1.0 / max(across + m.haze * down, LEAST)
    level = 1.0 - t * down
    covered = down >= 0.0 and level >= 0.0 and t * reach < depth
    rising = level / max(m.haze_middle, LEAST)
    falling = (1.0 - level) / max(1.0 - m.haze_middle, LEAST)
    return mix(rgb, load3_of(m.haze_rgb), min(rising, falling) if covered else 0.0)


@helper
def load3_of(a):
    """Return an array of three numbers."""
    return a[0], a[1], a[2]
