"""Decoration: joints, actuators, centres of mass, inertia, frames, cameras, lights, perturbations, contacts."""

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import ConstraintType, EqualityType, GeomType, JointType, ObjectType, TransmissionType
from corten.model import Model
from corten.queries import contact_force
from corten.scene.options import Frame, MarkType, SceneOption, VisFlag
from corten.scene.shapes import Shapes, axes_along, connect, in_groups, join, make_shapes, scene_sizes
from corten.scene.sight import frustum_shapes, has_frustum
from corten.scene.solids import row_colour
from corten.scene.tendons import path_segments

Floats = NDArray[np.floating]

# how much larger than what they drive actuators are drawn (MuJoCo's value)
INFLATED = 1.05

# colour of each axis of a frame
AXES = 0.9 * np.eye(3, 4) + np.array([0.0, 0.0, 0.0, 1.0])

SOLID = (GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID, GeomType.CYLINDER, GeomType.BOX)


def decor_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return what the flags of an option ask for; none of it throws shadows."""
    makers = {
        VisFlag.INERTIA: inertia_shapes,
        VisFlag.JOINT: joint_shapes,
        VisFlag.ACTUATOR: actuator_shapes,
        VisFlag.CAMERA: camera_shapes,
        VisFlag.LIGHT: light_shapes,
        VisFlag.COM: com_shapes,
        VisFlag.AUTOCONNECT: connection_shapes,
        VisFlag.PERTFORCE: perturb_shapes,
        VisFlag.CONSTRAINT: equality_shapes,
    }
    parts = [frame_shapes(model, data, option)] if option.frame != Frame.NONE else [make_shapes(0)]
    parts += [make(model, data, option) for flag, make in makers.items() if option.shows(flag)]
    shapes = join(parts)
    shapes.shadow = np.zeros(len(shapes), bool)
    return shapes


def limit_strength(data: Data, kind: ConstraintType, count: int) -> Floats:
    """Return how hard limits of some kind hold their objects, 0 to 1."""
    strength = np.zeros(count)
    rows = np.flatnonzero(data.efc_type == kind)
    strength[data.efc_id[rows]] = data.efc_KBIP[rows, 2]
    return strength


def joint_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return joints: pins for hinges, arrows for slides, balls and boxes for the others; held ones change colour."""
    scale = float(model.stat.meansize)
    length, width = scale * float(model.vis_scale_jointlength), scale * float(model.vis_scale_jointwidth)
    strength = limit_strength(data, ConstraintType.LIMIT_JOINT, model.njnt)[:, None]
    colours = (1.0 - strength) * model.vis_rgba_joint[:3] + strength * model.vis_rgba_constraint[:3]
    colours = np.concatenate([colours, np.ones((model.njnt, 1))], axis=1)
    shown, parts = in_groups(model.jnt_group, option.jointgroup), [make_shapes(0)]
    for kind, arrow in ((JointType.HINGE, MarkType.ARROW1), (JointType.SLIDE, MarkType.ARROW)):
        rows = np.flatnonzero(shown & (model.jnt_type == kind))
        ends = data.xanchor[rows], data.xanchor[rows] + length * data.xaxis[rows]
        columns = connect(arrow, width, *ends)
        parts.append(make_shapes(len(rows), **columns, rgba=colours[rows], objtype=ObjectType.JOINT, objid=rows))
    for kind, shape in ((JointType.BALL, GeomType.SPHERE), (JointType.FREE, GeomType.BOX)):
        rows = np.flatnonzero(shown & (model.jnt_type == kind))
        pose = {"pos": data.xanchor[rows], "mat": data.xmat[model.jnt_bodyid[rows]]}
        columns = {"type": shape, "size": 0.3 * length, "rgba": colours[rows], "objid": rows, **pose}
        parts.append(make_shapes(len(rows), **columns, objtype=ObjectType.JOINT))
    return join(parts)


def actuator_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return actuators around what they drive, with colours between rest and the ends of their range."""
    parts = [make_shapes(0)]
    for actuator in np.flatnonzero(in_groups(model.actuator_group, option.actuatorgroup)).tolist():
        target, kind = int(model.actuator_trnid[actuator, 0]), int(model.actuator_trntype[actuator])
        shapes = make_shapes(0)
        if kind in (TransmissionType.JOINT, TransmissionType.JOINTINPARENT):
            shapes = _driven_joint(model, data, target)
        elif kind == TransmissionType.SITE:
            size = INFLATED * scene_sizes(model.site_type[[target]], model.site_size[[target]])
            pose = {"pos": data.site_xpos[target], "mat": data.site_xmat[target]}
            shapes = make_shapes(1, type=model.site_type[target], size=size, **pose)
        elif kind == TransmissionType.BODY:
            geoms = np.flatnonzero((model.geom_bodyid == target) & np.isin(model.geom_type, SOLID))
            size = INFLATED * scene_sizes(model.geom_type[geoms], model.geom_size[geoms])
            pose = {"pos": data.geom_xpos[geoms], "mat": data.geom_xmat[geoms]}
            shapes = make_shapes(len(geoms), type=model.geom_type[geoms], size=size, **pose)
        elif kind == TransmissionType.TENDON and data.ten_wrapnum[target] > 1:
            start, end, inside = path_segments(data, target)
            width = float(model.tendon_width[target] * model.vis_map_actuatortendon) * np.where(inside, 0.5, 1.0)
            shapes = make_shapes(len(start), **connect(GeomType.CAPSULE, width, start, end))
        shapes.rgba = np.tile(actuator_colour(model, data, option, actuator), (len(shapes), 1))
        shapes.objtype, shapes.objid = np.full(len(shapes), ObjectType.ACTUATOR), np.full(len(shapes), actuator)
        parts.append(shapes)
    return join(parts)


def _driven_joint(model: Model, data: Data, joint: int) -> Shapes:
    """Return the shape of an actuator of a joint."""
    scale, kind = float(model.stat.meansize), int(model.jnt_type[joint])
    if kind in (JointType.HINGE, JointType.SLIDE):
        length, width = scale * float(model.vis_scale_actuatorlength), scale * float(model.vis_scale_actuatorwidth)
        ends = data.xanchor[joint], data.xanchor[joint] + length * data.xaxis[joint]
        arrow = MarkType.ARROW1 if kind == JointType.HINGE else MarkType.ARROW
        return make_shapes(1, **connect(arrow, width, *ends))
    shape = GeomType.SPHERE if kind == JointType.BALL else GeomType.BOX
    pose = {"pos": data.xanchor[joint], "mat": data.xmat[model.jnt_bodyid[joint]]}
    return make_shapes(1, type=shape, size=0.33 * scale * float(model.vis_scale_jointlength), **pose)


def actuator_colour(model: Model, data: Data, option: SceneOption, actuator: int) -> Floats:
    """Return the colour of an actuator: between those of rest and of either end of its range."""
    control, active = int(model.actuator_ctrladr[actuator]), option.shows(VisFlag.ACTIVATION)
    low, high = -1.0, 1.0
    if model.actuator_ctrllimited[control]:
        low, high = model.actuator_ctrlrange[control].tolist()
    elif active and model.actuator_actlimited[actuator]:
        low, high = model.actuator_actrange[actuator].tolist()
    low, rest, high = (-1.0, low, high) if low >= 0.0 else ((low, high, 1.0) if high <= 0.0 else (low, 0.0, high))
    value = float(data.ctrl[control])
    if active and model.actuator_dyntype[actuator]:
        value = float(data.act[model.actuator_actadr[actuator] + model.actuator_actnum[actuator] - 1])
    value = min(max(value, low), high)
    end = model.vis_rgba_actuatornegative if value <= rest else model.vis_rgba_actuatorpositive
    reach = rest - low if value <= rest else high - rest
    share = abs(value - rest) / max(reach, 1e-15)
    return (1.0 - share) * model.vis_rgba_actuator + share * end


def com_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return balls at the centres of mass of all trees."""
    rows = np.flatnonzero(model.body_rootid == np.arange(model.nbody))[1:]
    size = float(model.stat.meansize * model.vis_scale_com)
    return make_shapes(len(rows), pos=data.subtree_com[rows], size=size, rgba=model.vis_rgba_com, objid=rows)


def inertia_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return boxes or ellipsoids with the inertia of bodies; scaled to the density of water if asked for."""
    moving = model.body_weldid != 0
    rows = np.flatnonzero((model.body_mass > 1e-15) & (moving | option.shows(VisFlag.STATIC)))
    rows = rows[rows > 0]
    round_shape = bool(model.vis_global_ellipsoidinertia)
    inertia, mass = model.body_inertia[rows], model.body_mass[rows, None]
    square = (inertia.sum(axis=1, keepdims=True) - 2.0 * inertia) / (2.0 * mass)
    size = np.sqrt(np.maximum(square, 0.0) * (5.0 if round_shape else 3.0))
    if option.shows(VisFlag.SCLINERTIA):
        volume = (4.0 / 3.0 * np.pi if round_shape else 8.0) * size.prod(axis=1, keepdims=True)
        size = size * np.cbrt(mass / np.maximum(volume, 1e-15) * 0.001)
    kind = GeomType.ELLIPSOID if round_shape else GeomType.BOX
    pose = {"pos": data.xipos[rows], "mat": data.ximat[rows], "objtype": ObjectType.BODY, "objid": rows}
    return make_shapes(len(rows), type=kind, size=size, rgba=model.vis_rgba_inertia, **pose)


def connection_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return rods from centres of mass through joints to those of parents."""
    start, end, bodies = [], [], []
    for body in np.flatnonzero(model.body_parentid > 0).tolist():
        first = int(model.body_jntadr[body])
        anchors = [data.xanchor[first + i] for i in reversed(range(int(model.body_jntnum[body])))]
        points = [data.xipos[body], *anchors, data.xipos[model.body_parentid[body]]]
        start += points[:-1]
        end += points[1:]
        bodies += [body] * (len(points) - 1)
    width = float(model.stat.meansize * model.vis_scale_connect)
    columns = connect(GeomType.CAPSULE, width, np.array(start).reshape(-1, 3), np.array(end).reshape(-1, 3))
    return make_shapes(len(bodies), **columns, rgba=model.vis_rgba_connect, objid=bodies)


def camera_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return a box and a lens for each camera; those that have a resolution can be seen through."""
    size, count = float(model.stat.meansize * model.vis_scale_camera), model.ncam
    colours = np.tile(model.vis_rgba_camera, (count, 1))
    colours[[has_frustum(model, camera) for camera in range(count)], 3] = 0.3
    named = {"mat": data.cam_xmat, "objtype": ObjectType.CAMERA}
    box = make_shapes(
        count, type=GeomType.BOX, size=size * np.array([1.0, 0.8, 0.4]), pos=data.cam_xpos, rgba=colours, **named
    )
    lens = data.cam_xpos - 0.6 * size * data.cam_xmat[:, 2::3]
    dark = colours * np.array([0.5, 0.5, 0.5, 1.0])
    tube = make_shapes(
        count, type=GeomType.CYLINDER, size=size * np.array([0.4, 0.4, 0.3]), pos=lens, rgba=dark, **named
    )
    sides = [frustum_shapes(model, data, camera) for camera in range(count) if has_frustum(model, camera)]
    return join([*sides, box, tube])


def light_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return a can behind each light."""
    size, way = float(model.stat.meansize * model.vis_scale_light), np.array(data.light_xdir)
    columns = {"pos": data.light_xpos - (size + 1e-4) * way, "mat": axes_along(way), "objtype": ObjectType.LIGHT}
    extent = size * np.array([0.8, 0.8, 1.0])
    return make_shapes(model.nlight, type=GeomType.CYLINDER, size=extent, rgba=model.vis_rgba_light, **columns)


def perturb_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return arrows for forces that users apply to bodies."""
    rows = np.flatnonzero(np.linalg.norm(data.xfrc_applied[:, :3], axis=1) > 1e-15)
    way = data.xfrc_applied[rows, :3] * float(model.vis_map_force / model.stat.meanmass)
    width = float(model.stat.meansize * model.vis_scale_forcewidth)
    columns = connect(MarkType.ARROW, width, data.xipos[rows], data.xipos[rows] + way)
    return make_shapes(len(rows), **columns, rgba=model.vis_rgba_force, objid=rows)


def equality_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return balls at the two points that each connect or weld brings together."""
    parts, size = [make_shapes(0)], float(model.stat.meansize * model.vis_scale_constraint)
    kinds = np.isin(model.eq_type, (EqualityType.CONNECT, EqualityType.WELD)) & (data.eq_active != 0)
    for equality in np.flatnonzero(kinds).tolist():
        numbers = model.eq_obj1id[equality], model.eq_obj2id[equality]
        weld = int(model.eq_type[equality]) == EqualityType.WELD
        anchors = model.eq_data[equality, 3:6], model.eq_data[equality, 0:3]
        if model.eq_objtype[equality] == ObjectType.SITE:
            points = [data.site_xpos[number] for number in numbers]
        else:
            own = anchors if weld else anchors[::-1]
            points = [data.xpos[body] + data.xmat[body].reshape(3, 3) @ own[i] for i, body in enumerate(numbers)]
        colours = np.stack([model.vis_rgba_connect, model.vis_rgba_constraint])
        columns = {"objtype": ObjectType.EQUALITY, "objid": equality}
        parts.append(make_shapes(2, pos=np.array(points), size=size, rgba=colours, **columns))
    return join(parts)


def frame_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return the axes of frames: x red, y green, z blue."""
    scale, rows, frame = 1.0, np.zeros(0, int), int(option.frame)
    pos, mat = np.zeros((0, 3)), np.zeros((0, 9))
    if frame == Frame.WORLD:
        scale, rows, pos, mat = 2.0, np.zeros(1, int), data.xpos[:1], data.xmat[:1]
    elif frame == Frame.BODY:
        rows = np.arange(1, model.nbody)
        own = (data.xipos, data.ximat) if option.shows(VisFlag.INERTIA) else (data.xpos, data.xmat)
        pos, mat = (array[rows] for array in own)
    elif frame == Frame.GEOM:
        rows = np.flatnonzero(in_groups(model.geom_group, option.geomgroup))
        pos, mat = data.geom_xpos[rows], data.geom_xmat[rows]
    elif frame == Frame.SITE:
        rows = np.flatnonzero(in_groups(model.site_group, option.sitegroup))
        pos, mat = data.site_xpos[rows], data.site_xmat[rows]
    elif frame == Frame.CAMERA and option.shows(VisFlag.CAMERA):
        rows, pos, mat = np.arange(model.ncam), data.cam_xpos, data.cam_xmat
    elif frame == Frame.LIGHT and option.shows(VisFlag.LIGHT):
        rows, pos, mat = np.arange(model.nlight), data.light_xpos, axes_along(np.array(data.light_xdir))
    elif frame == Frame.CONTACT:
        scale, rows, contact = 0.5, np.arange(data.ncon), data.contact
        pos, mat = contact["pos"], contact["frame"].reshape(-1, 3, 3).transpose(0, 2, 1).reshape(-1, 9)
    size = float(model.stat.meansize) * scale
    length, width = size * float(model.vis_scale_framelength), size * float(model.vis_scale_framewidth)
    ends = pos[:, None] + length * np.asarray(mat).reshape(-1, 3, 3).transpose(0, 2, 1)
    columns = connect(GeomType.CYLINDER, width, np.repeat(pos, 3, axis=0), ends.reshape(-1, 3))
    return make_shapes(3 * len(rows), **columns, rgba=np.tile(AXES, (len(rows), 1)), objid=np.repeat(rows, 3))


# ---------------------------------------------------------------- contact points and forces


def contact_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return what an option asks for of contacts; none of it throws shadows."""
    parts = [make_shapes(0)]
    if option.shows(VisFlag.CONTACTPOINT):
        parts.append(contact_point_shapes(model, data, option))
    if option.shows(VisFlag.CONTACTFORCE):
        parts.append(contact_force_shapes(model, data, option))
    shapes = join(parts)
    shapes.shadow = np.zeros(len(shapes), bool)
    return shapes


def contact_point_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
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


def contact_force_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
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
        kind = MarkType.ARROW2 if min(bodies) > 0 else MarkType.ARROW
        if option.shows(VisFlag.CONTACTSPLIT) and contact["dim"][i] > 1:
            kind = MarkType.ARROW
            ways = [
                (sign * force[0] * axes[0], model.vis_rgba_contactforce),
                (sign * force[1:] @ axes[1:], model.vis_rgba_contactfriction),
            ]
        for way, rgba in ways:
            columns = connect(kind, width, contact["pos"][i], contact["pos"][i] + way)
            parts.append(make_shapes(1, **columns, rgba=rgba, objid=i))
    return join(parts)
