"""The mass matrix body by body from Jacobians: M = sum of m Jt' Jt + Jr' I Jr, plus armature."""

import numpy as np

from corten.enums import JointType


def mass_matrix(model, data) -> np.ndarray:
    """Return M, shape (nv, nv), from the frames in Data."""
    mass = np.diag(np.array(model.dof_armature))
    for body in range(1, model.nbody):
        translation, rotation = body_jacobian(model, data, body)
        axes = data.ximat[body].reshape(3, 3)
        inertia = axes @ np.diag(model.body_inertia[body]) @ axes.T
        mass += model.body_mass[body] * translation.T @ translation + rotation.T @ inertia @ rotation
    return mass


def body_jacobian(model, data, body: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the Jacobians (translation, rotation) of a body's centre of mass, each (3, nv)."""
    translation, rotation = np.zeros((3, model.nv)), np.zeros((3, model.nv))
    ancestor = body
    while ancestor > 0:
        for joint in range(model.njnt):
            if model.jnt_bodyid[joint] == ancestor:
                _add_joint(model, data, joint, data.xipos[body], translation, rotation)
        ancestor = model.body_parentid[ancestor]
    return translation, rotation


def _add_joint(model, data, joint: int, point: np.ndarray, translation: np.ndarray, rotation: np.ndarray) -> None:
    kind, dof = model.jnt_type[joint], model.jnt_dofadr[joint]
    arm = point - data.xanchor[joint]
    if kind == JointType.SLIDE:
        translation[:, dof] = data.xaxis[joint]
        return
    if kind == JointType.HINGE:
        axes = data.xaxis[joint][None]
    else:
        axes = data.xmat[model.jnt_bodyid[joint]].reshape(3, 3).T
    if kind == JointType.FREE:
        translation[:, dof : dof + 3] = np.eye(3)
        dof += 3
    for k, axis in enumerate(axes):
        rotation[:, dof + k] = axis
        translation[:, dof + k] = np.cross(axis, arm)
