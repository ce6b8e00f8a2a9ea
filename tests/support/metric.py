"""The effective metric of DISCRETE as a dense matrix, of both engines."""

import numpy as np


def dense(model, values) -> np.ndarray:
    """Return a symmetric matrix of which the lower triangle is stored like that of M."""
    matrix = np.zeros((model.nv, model.nv))
    for i in range(model.nv):
        entries = slice(model.M_rowadr[i], model.M_rowadr[i] + model.M_rownnz[i])
        matrix[i, model.M_colind[entries]] = matrix[model.M_colind[entries], i] = values[entries]
    return matrix


def row(nv: int, colind, values, first: int, count: int) -> np.ndarray:
    """Return a sparse row as a vector."""
    vector = np.zeros(nv)
    vector[colind[first : first + count]] = values[first : first + count]
    return vector


def our_metric(model, data) -> np.ndarray:
    """Return the metric that corten has set."""
    matrix = dense(model, data.work.efm_M)
    for t in range(model.ntendon):
        jacobian = row(model.nv, model.ten_J_colind, data.ten_J_value, model.ten_J_rowadr[t], model.ten_J_rownnz[t])
        matrix += data.efm_ts[t] * np.outer(jacobian, jacobian)
    for o in range(model.nout):
        moment = row(model.nv, data.moment_colind, data.moment, data.moment_rowadr[o], data.moment_rownnz[o])
        matrix += data.efm_as[o] * np.outer(moment, moment)
    return matrix


def their_metric(mjm, mjd) -> np.ndarray:
    """Return the metric that MuJoCo has set."""
    matrix = dense(mjm, mjd.M) + dense(mjm, mjd.efm_fluid) + np.diag(mjd.efm_diag)
    for k in range(mjd.nefmT):
        t = mjd.efm_tid[k]
        jacobian = row(mjm.nv, mjm.ten_J_colind, mjd.ten_J, mjm.ten_J_rowadr[t], mjm.ten_J_rownnz[t])
        matrix += mjd.efm_ts[k] * np.outer(jacobian, jacobian)
    for k in range(mjd.nefmA):
        first = mjm.actuator_outadr[mjd.efm_aid[k]]
        for o in range(first, first + mjm.actuator_outnum[mjd.efm_aid[k]]):
            moment = row(mjm.nv, mjd.moment_colind, mjd.actuator_moment, mjd.moment_rowadr[o], mjd.moment_rownnz[o])
            matrix += mjd.efm_as[k] * np.outer(moment, moment)
    return matrix
