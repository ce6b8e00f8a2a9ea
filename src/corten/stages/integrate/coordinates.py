"""Configurations and velocities in rows: their sum and difference on the manifold that quaternions make of qpos.

`integrate_row` and `differentiate_row` serve one row of arrays (n, nq) and (n, nv), whichever Data or query they are
fields of: `corten.queries.coordinates` runs them on arrays of the caller, a batch may on its own.
"""

from corten.enums import JointType
from corten.math.quaternion import integrate_quat, quat_sub
from corten.runtime import FloatArray, Quat, Vec3, helper


@helper
def integrate_row(m, qpos: FloatArray, qvel: FloatArray, i: int, h: float) -> None:
    """Move configuration i for a time h [s] with velocity i; quaternions are normalised first."""
    for j in range(m.njnt):
        kind, q, v = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_dofadr[j]
        if kind == JointType.HINGE or kind == JointType.SLIDE:
            qpos[i, q] += h * qvel[i, v]
        else:
            if kind == JointType.FREE:
                for k in range(3):
                    qpos[i, q + k] += h * qvel[i, v + k]
                q += 3
                v += 3
            w, x, y, z = integrate_quat(_load_quat(qpos, i, q), _load_vector(qvel, i, v), h)
            qpos[i, q], qpos[i, q + 1], qpos[i, q + 2], qpos[i, q + 3] = w, x, y, z


@helper
def differentiate_row(m, qvel: FloatArray, qpos1: FloatArray, qpos2: FloatArray, i: int, h: float) -> None:
    """Write into row i of qvel the velocity that leads from row i of qpos1 to that of qpos2 in a time h [s]."""
    for j in range(m.njnt):
        kind, q, v = m.jnt_type[j], m.jnt_qposadr[j], m.jnt_dofadr[j]
        if kind == JointType.HINGE or kind == JointType.SLIDE:
            qvel[i, v] = (qpos2[i, q] - qpos1[i, q]) / h
        else:
            if kind == JointType.FREE:
                for k in range(3):
                    qvel[i, v + k] = (qpos2[i, q + k] - qpos1[i, q + k]) / h
                q += 3
                v += 3
            turn = quat_sub(_load_quat(qpos2, i, q), _load_quat(qpos1, i, q))
            qvel[i, v], qvel[i, v + 1], qvel[i, v + 2] = turn[0] / h, turn[1] / h, turn[2] / h


@helper
def _load_quat(x: FloatArray, i: int, first: int) -> Quat:
    """Return four numbers of row i."""
    return x[i, first], x[i, first + 1], x[i, first + 2], x[i, first + 3]


@helper
def _load_vector(x: FloatArray, i: int, first: int) -> Vec3:
    """Return three numbers of row i."""
    return x[i, first], x[i, first + 1], x[i, first + 2]
