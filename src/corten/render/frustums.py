"""What cameras of a model see, as the pyramids in front of them: faces that can be seen through, and edges."""

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.render.cameras import model_window
from corten.render.lines import Lines, join_lines, make_lines, no_lines
from corten.render.shapes import Shapes, join, make_shapes
from corten.render.surfaces import Surface, Surfaces, make_surface

Floats = NDArray[np.floating]

# width of edges, in those of <visual> (MuJoCo's value)
WIDTH = 3.0

# emission, specularity, shininess and reflectance of faces, which have no highlights: MuJoCo lights corners alone
DULL = (0.0, 0.0, 0.0, 0.0)


def has_frustum(model: Model, camera: int) -> bool:
    """Tell whether what a camera sees is shown: one that has a resolution."""
    return bool((model.cam_resolution[camera] > 1).any())


def frustum_corners(model: Model, camera: int) -> Floats:
    """Return the corners of what a camera sees in its frame [m], four near ones and four far ones (2, 4, 3)."""
    near = float(model.vis_map_znear * model.stat.extent)
    far = float(model.vis_scale_frustum * model.stat.meansize)
    wide, high = model.cam_resolution[camera].tolist()
    window = model_window(model, camera)
    half = window.half_width or 0.5 * wide / high * (window.top + window.bottom)
    sides = np.array([window.centre - half, window.centre + half])
    if window.orthographic:
        far = 0.5 * (half + window.top)
    x, y = sides[[0, 1, 1, 0]], np.array([-window.bottom, window.top])[[0, 0, 1, 1]]
    scale = np.ones(2) if window.orthographic else np.array([near, far])
    return np.stack([np.stack([s * x, s * y, np.full(4, -z)], axis=1) for s, z in zip(scale, (near, far), strict=True)])


def frustum_lines(model: Model, data: Data) -> Lines:
    """Return the edges of what all cameras see."""
    parts, look = [no_lines()], {"width": WIDTH, "rgba": model.vis_rgba_frustum, "objtype": ObjectType.CAMERA}
    for camera in range(model.ncam):
        if has_frustum(model, camera):
            near, far = data.cam_xpos[camera] + frustum_corners(model, camera) @ data.cam_xmat[camera].reshape(3, 3).T
            for start, end in ((near, np.roll(near, -1, axis=0)), (far, np.roll(far, -1, axis=0)), (near, far)):
                parts.append(make_lines(start, end, objid=camera, **look))
    return join_lines(parts)


def frustum_shapes(model: Model, data: Data, camera: int, surfaces: Surfaces) -> Shapes:
    """Return the four sides of what a camera sees, two triangles each."""
    near, far = frustum_corners(model, camera)
    parts = [make_shapes(0)]
    for i in range(4):
        j = (i + 1) % 4
        for corner in ((near[i], far[i], near[j]), (far[i], far[j], near[j])):
            number = _triangle(surfaces, np.array(corner))
            parts.append(make_shapes(1, type=GeomType.MESH, surface=number))
    shapes = join(parts)
    look = {"rgba": model.vis_rgba_frustum, "look": DULL, "objtype": ObjectType.CAMERA, "objid": camera}
    pose = {"pos": data.cam_xpos[camera], "mat": data.cam_xmat[camera].reshape(9)}
    return make_shapes(len(shapes), type=shapes.type, surface=shapes.surface, **pose, **look)


def _triangle(surfaces: Surfaces, corner: Floats) -> int:
    """Return the surface of a triangle that is seen from both sides and has one normal."""

    def make() -> Surface:
        up = np.cross(corner[1] - corner[0], corner[2] - corner[0])
        normal = np.broadcast_to(up / max(float(np.linalg.norm(up)), 1e-30), (2, 3, 3))
        return make_surface(np.stack([corner, corner[[0, 2, 1]]]), normal)

    return surfaces.number(("triangle", corner.tobytes()), make)
