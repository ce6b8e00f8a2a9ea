"""Articulated bodies with full matrices, one dof at a time (Featherstone 2008, chapter 7)."""

import numpy as np


def inertia_matrix(numbers: np.ndarray) -> np.ndarray:
    """Return the 6x6 inertia, rotation first, of ten numbers as in cinert."""
    xx, yy, zz, xy, xz, yz, x, y, z, mass = numbers
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    rotation = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    return np.block([[rotation, cross], [cross.T, mass * np.eye(3)]])


def factor(model, data, added: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return U and D of the mass matrix without armature, with numbers added to its diagonal."""
    inertia = [inertia_matrix(numbers) for numbers in data.cinert]
    force, pivot = np.zeros((model.nv, 6)), np.zeros(model.nv)
    for b in reversed(range(1, model.nbody)):
        first = model.body_dofadr[b]
        for i in reversed(range(first, first + model.body_dofnum[b])):
            force[i] = inertia[b] @ data.cdof[i]
            pivot[i] = data.cdof[i] @ force[i] + added[i]
            inertia[b] = inertia[b] - np.outer(force[i], force[i]) / pivot[i]
        inertia[model.body_parentid[b]] = inertia[model.body_parentid[b]] + inertia[b]
    return force, pivot


def dense_mass(model, data) -> np.ndarray:
    """Return the mass matrix without armature as the sum of what each body adds: J' I J."""
    total = np.zeros((model.nv, model.nv))
    for b in range(1, model.nbody):
        jacobian, body = np.zeros((6, model.nv)), b
        while body > 0:
            first = model.body_dofadr[body]
            for i in range(first, first + model.body_dofnum[body]):
                jacobian[:, i] = data.cdof[i]
            body = model.body_parentid[body]
        total += jacobian.T @ inertia_matrix(data.cinert[b]) @ jacobian
    return total
