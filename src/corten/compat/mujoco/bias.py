"""mj_rne: forces that motions need, by the recursion of Newton and Euler."""

from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import bound, expect
from corten.data import DATA
from corten.data.pair import exclusive
from corten.data.query import DataQuery
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.parameters import array
from corten.runtime.query import OnOwner, query_layout
from corten.stages.velocity import rne

BIAS = query_layout(
    "BiasForce",
    "corten.compat.mujoco.bias:BIAS",
    (
        Field("flg_acc", I4, (), "1: with M qacc"),
        array("result", F8, ("nv",), "forces"),
    ),
    DATA,
    ("qfrc_bias", "qacc", "M", "ten_J_value"),
)


@stage
def keep_bias(m, d) -> None:
    """Keep the bias force that was there before."""
    for i in range(d.nv):
        d.result[i] = d.qfrc_bias[i]


@stage
def take_bias(m, d) -> None:
    """Take the bias force and put back the one before; add M qacc without what joints and tendons add to M.

    The recursion knows bodies alone.
    """
    result, qacc = d.result, d.qacc
    for i in range(d.nv):
        kept = result[i]
        result[i] = d.qfrc_bias[i]
        d.qfrc_bias[i] = kept
    if d.flg_acc != 0:
        for i in range(d.nv):
            result[i] -= m.dof_armature[i] * qacc[i]
            for entry in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i]):
                j = m.M_colind[entry]
                result[i] += d.M[entry] * qacc[j]
                if j != i:
                    result[j] += d.M[entry] * qacc[i]
        for t in range(m.ntendon):
            first, last = m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]
            speed = 0.0
            for entry in range(first, last):
                speed += d.ten_J_value[entry] * qacc[m.ten_J_colind[entry]]
            for entry in range(first, last):
                result[m.ten_J_colind[entry]] -= m.tendon_armature[t] * (d.ten_J_value[entry] * speed)


class BiasForce(DataQuery):
    """The bias force, with or without what accelerations need."""

    layout, stages = BIAS, (keep_bias, OnOwner(rne), take_bias)
    arguments, results = ("flg_acc",), ("result",)


@bound
def mj_rne(m: Any, d: Any, flg_acc: int, result: np.ndarray) -> None:
    """Compute M(qpos) qacc + C(qpos, qvel), without the first term if flg_acc is zero."""
    data, wanted = d._data, int(flg_acc != 0)
    try:
        if data._attached[BiasForce](m._model, wanted, result) == 0:
            return
    except KeyError:
        pass
    expect(len(result) == m.nv, "result should have length nv")
    with exclusive(m._model, data):
        result[:] = BiasForce.answer(m._model, data, (wanted,))
