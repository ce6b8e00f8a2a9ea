"""Edges of rods that twist, which MuJoCo finds anew whenever it needs them: their hinges, and their frames at qpos0."""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from corten.model import Model

ROOM = 10


class Rod(NamedTuple):
    """A rod: its flex, its vertices from end to end, the hinge of each edge (-1 for none), its records."""

    flex: int
    chain: list[int]
    joints: list[int]
    records: np.ndarray


def find_rods(mjm: Any) -> list[Rod]:
    """Return the rods of MuJoCo's model that twist."""
    rods = []
    for flex in np.flatnonzero((mjm.flex_dim == 1) & (mjm.flex_plasticadr >= 0) & (mjm.flex_bendingadr >= 0)):
        first = int(mjm.flex_bendingadr[flex])
        count = int(mjm.flex_bending[first])
        records = mjm.flex_bending[first + 1 : first + 1 + ROOM * count].reshape(count, ROOM)
        chain = [*records[:, 0].astype(int).tolist(), *records[-1, 1:3].astype(int).tolist()]
        bodies = mjm.flex_vertbodyid[mjm.flex_vertadr[flex] + np.array(chain)]
        later = records[:, 7].astype(int).tolist()
        rods.append(Rod(int(flex), chain, [-1 if bodies[0] == bodies[1] else later[0] - 1, *later], records))
    return rods


def set_rod_edges(model: Model, rods: list[Rod], points: np.ndarray, frames: np.ndarray) -> None:
    """Write the edges of rods; `points` are vertices in the world at qpos0, `frames` the frames of bodies there."""
    if model.nflex:
        model.flex_rodadr[:], model.flexelem_rodedge[:] = -1, -1
    used = 0
    for rod in rods:
        vertices = model.flex_vertadr[rod.flex] + np.array(rod.chain)
        edges = slice(used, used + len(rod.joints))
        model.flex_rodadr[rod.flex] = used
        model.rodedge_jntid[edges], model.rodedge_vertid[edges] = rod.joints, np.c_[vertices[:-1], vertices[1:]]
        first, count = model.flex_elemdataadr[rod.flex], model.flex_elemnum[rod.flex]
        elements = np.sort(model.flex_elem[first : first + 2 * count].reshape(count, 2), axis=1).tolist()
        numbers = {tuple(sorted(pair)): used + i for i, pair in enumerate(pairwise(rod.chain))}
        places = slice(model.flex_elemadr[rod.flex], model.flex_elemadr[rod.flex] + count)
        model.flexelem_rodedge[places] = [numbers[tuple(ends)] for ends in elements]
        mats = frames[model.flex_vertbodyid[vertices]]
        model.rodedge_frame0[edges], model.rodedge_curve0[edges] = frames_at_rest(rod, points[vertices], mats)
        used = edges.stop


def frames_at_rest(rod: Rod, points: np.ndarray, mats: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return direction and axis of each edge, in the body that holds it if one does, and curvatures behind edges."""
    edges = np.diff(points, axis=0)
    lengths = np.linalg.norm(edges, axis=1)
    directions = edges / lengths[:, None]
    local = mats[0].T @ directions[0]
    near = np.array([0.0, 0.0, 1.0]) if abs(local[1]) >= 0.5 else np.array([0.0, 1.0, 0.0])
    axis = mats[0] @ near - directions[0] * (near @ local)
    axis /= np.linalg.norm(axis)
    axes = [np.cross(directions[0], axis) if rod.records[0, 9] < 0 else axis]
    curves = np.zeros((len(edges), 2))
    for i, (one, other) in enumerate(pairwise(directions)):
        # Rodrigues' rotation from one direction to the other
        turn, cosine = np.cross(one, other), one @ other
        if rod.records[i, 6] > 0:
            curve = 2 * turn / (1 + cosine)
            curves[i] = curve @ axes[-1], curve @ np.cross(one, axes[-1])
        axes.append(cosine * axes[-1] + np.cross(turn, axes[-1]) + turn * (turn @ axes[-1]) / (1 + cosine))
    frames = np.c_[directions, np.array(axes)]
    for i, joint in enumerate(rod.joints):
        if joint < 0:
            frames[i] = (frames[i].reshape(2, 3) @ mats[i]).ravel()
    return frames, curves
