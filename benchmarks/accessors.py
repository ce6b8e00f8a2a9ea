"""What one environment costs, seen from Python: contacts, Jacobians, names, resets, steps, beside MuJoCo's bindings.

Run `python benchmarks/accessors.py [MODEL]`. Both engines take turns in one process; times are the best of several
rounds, in microseconds.
"""

import sys
import timeit
from collections.abc import Callable

import mujoco
import numpy as np
from rich.console import Console
from rich.table import Table

import corten

ROUNDS, CALLS = 9, 2000

# a humanoid that stands on its feet has contacts, but no sensor and no site of its own
MORE = '<sensor><subtreecom name="com" body="{body}"/></sensor><worldbody><site name="place" pos="0 0 1"/></worldbody>'


def pairs(path: str) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Return what is timed: the call of corten, and that of MuJoCo."""
    plain = mujoco.MjModel.from_xml_path(path)
    body, geom = plain.body(1).name, next(plain.geom(i).name for i in range(plain.ngeom) if plain.geom(i).name)
    with open(path, encoding="utf-8") as file:
        text = file.read().replace("</mujoco>", MORE.format(body=body) + "</mujoco>")
    m, small = corten.load_model_from_string(text), corten.Model.empty()
    mjm, mjsmall = mujoco.MjModel.from_xml_string(text), mujoco.MjModel.from_xml_string("<mujoco/>")
    d, e, mjd, mje = m.make_data(), small.make_data(), mujoco.MjData(mjm), mujoco.MjData(mjsmall)
    spare, mjspare = m.make_data(), mujoco.MjData(mjm)
    corten.step(m, d, 300)
    mujoco.mj_step(mjm, mjd, 300)
    corten.forward(m, d)
    mujoco.mj_forward(mjm, mjd)
    assert d.ncon and mjd.ncon
    jacp, jacr, force = np.zeros((3, mjm.nv)), np.zeros((3, mjm.nv)), np.zeros(6)
    return {
        "data.contact[0].frame": (lambda: d.contact[0].frame, lambda: mjd.contact[0].frame),
        "data.contact.dist": (lambda: d.contact.dist, lambda: mjd.contact.dist),
        "jac_site": (lambda: corten.jac_site(m, d, 0), lambda: mujoco.mj_jacSite(mjm, mjd, jacp, jacr, 0)),
        "jac_body": (lambda: corten.jac_body(m, d, 5), lambda: mujoco.mj_jacBody(mjm, mjd, jacp, jacr, 5)),
        "contact_force": (lambda: corten.contact_force(m, d, 0), lambda: mujoco.mj_contactForce(mjm, mjd, 0, force)),
        "reset_data": (lambda: corten.reset_data(m, spare), lambda: mujoco.mj_resetData(mjm, mjspare)),
        "data.body(name).xpos": (lambda: d.body(body).xpos, lambda: mjd.body(body).xpos),
        "data.site(name).xpos": (lambda: d.site("place").xpos, lambda: mjd.site("place").xpos),
        "data.sensor(name).data": (lambda: d.sensor("com").data, lambda: mjd.sensor("com").data),
        "model.geom(name)": (lambda: m.geom(geom), lambda: mjm.geom(geom)),
        "model.id(kind, name)": (
            lambda: m.id("body", body),
            lambda: mujoco.mj_name2id(mjm, mujoco.mjtObj.mjOBJ_BODY, body),
        ),
        "data.qpos[:]": (lambda: d.qpos[:], lambda: mjd.qpos[:]),
        "data.time": (lambda: d.time, lambda: mjd.time),
        "data.efc_force": (lambda: d.efc_force, lambda: mjd.efc_force),
        "step of an empty model": (lambda: corten.step(small, e), lambda: mujoco.mj_step(mjsmall, mje)),
        "forward of an empty model": (lambda: corten.forward(small, e), lambda: mujoco.mj_forward(mjsmall, mje)),
    }


def main() -> None:
    """Time all pairs."""
    table = Table("call", "corten", "MuJoCo", title="microseconds")
    for name, calls in pairs(sys.argv[1] if len(sys.argv) > 1 else str(corten.models.path("humanoid"))).items():
        # engines take turns, so that both see the same machine
        rounds = [[timeit.timeit(call, number=CALLS) for call in calls] for _ in range(ROUNDS)]
        table.add_row(name, *(f"{1e6 * best / CALLS:.2f}" for best in np.min(rounds, axis=0)))
    Console().print(table)


if __name__ == "__main__":
    main()
