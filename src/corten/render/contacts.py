"""Contact points and forces."""

import numpy as np

from corten.data import Data
from corten.enums import GeomType
from corten.model import Model
from corten.queries import contact_force
from corten.render.arrows import arrow_columns
from corten.render.islands import row_colour
from corten.render.options import SceneOption, VisFlag
from corten.render.shapes import Shapes, join, make_shapes
from corten.render.surfaces import Surfaces


def contact_shapes(model: Model, data: Data, option: SceneOption, surfaces: Surfaces) -> Shapes:
    """Return what an option asks for of contacts; none of it throws shadows."""
    parts = [make_shapes(0)]
    if option.shows(VisFlag.CONTACTPOINT):
        parts.append(point_shapes(model, data, option))
    if option.shows(VisFlag.CONTACTFORCE):
        parts.append(force_shapes(model, data, option, surfaces))
    shapes = join(parts)
    shapes.shadow = np.zeros(len(shapes), bool)
    return shapes


def point_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return a disc at each contact, as thick as the overlap; those within their gap have another colour."""
    contact, scale, count = data.contact, float(model.stat.meansize), int(data.ncon)
    width = np.full(count, scale * float(model.vis_scale_contactwidth))
    thick = np.maximum(scale * float(model.vis_scale_contactheight), -0.5 * contact["dist"])
    frame = contact["frame"].reshape(-1, 3, 3)
    # the normal is the first axis of a contact's frame and the last one of a disc's
    mat = frame[:, [1, 2, 0]].transpose(0, 2, 1).reshape(-1, 9)
    active = (contact["efc_address"] >= 0)[:, None]
    rgba = np.where(active, model.vis_rgba_contactpoint, model.vis_rgba_contactgap)
    if option.shows(VisFlag.ISLAND):
        for i in np.flatnonzero(active).tolist():
            rgba[i] = row_colour(data, int(contact["efc_address"][i]))
    size = np.stack([width, width, thick], axis=1)
    return make_shapes(count, type=GeomType.CYLINDER, size=size, pos=contact["pos"], mat=mat, rgba=rgba)


def force_shapes(model: Model, data: Data, option: SceneOption, surfaces: Surfaces) -> Shapes:
    """Return an arrow for the force of each contact, with two heads between moving bodies, or normal and friction."""
    contact, parts = data.contact, [make_shapes(0)]
    width = float(model.stat.meansize * model.vis_scale_forcewidth)
    scale = float(model.vis_map_force / model.stat.meanmass)
    for i in np.flatnonzero(contact["efc_address"] >= 0).tolist():
        force = np.asarray(contact_force(model, data, i))[:3]
        if np.linalg.norm(force) < 1e-15:
            continue
        axes = contact["frame"][i].reshape(3, 3)
        bodies = [model.geom_bodyid[g] if g >= 0 else model.nbody for g in contact["geom"][i]]
        sign = -scale if bodies[0] > bodies[1] else scale
        ways = [(sign * force @ axes, model.vis_rgba_contactforce)]
        kind = "double" if min(bodies) > 0 else "arrow"
        if option.shows(VisFlag.CONTACTSPLIT) and contact["dim"][i] > 1:
            kind = "arrow"
            ways = [
                (sign * force[0] * axes[0], model.vis_rgba_contactforce),
                (sign * force[1:] @ axes[1:], model.vis_rgba_contactfriction),
            ]
        for way, rgba in ways:
            columns = arrow_columns(model, surfaces, kind, width, (contact["pos"][i], contact["pos"][i] + way))
            parts.append(make_shapes(1, **columns, rgba=rgba, objid=i))
    return join(parts)
