"""What every public call costs beside its counterpart in MuJoCo's bindings.

`python benchmarks/calls.py [MODEL ...]` takes both engines in turns in one process and prints, for each call, the best
CPU time of several rounds, the ratio to MuJoCo's, their geometric mean and what is above 1.5. Without arguments the
models are some of those that come with the package. `PAIRS` and `ALONE` together have all public names, which a test
sees to.
"""

import copy
import inspect
import math
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import corten

ROUNDS, SECONDS = 7, 0.004

# above this a call is named at the end
WORTH_A_LOOK = 1.5

BUNDLED = ("humanoid", "quadruped", "hand", "arm")

Call = Callable[[], Any]


class Both:
    """One model in both engines, after the same steps, and arrays for arguments and results."""

    def __init__(self, path: str):
        import mujoco

        self.mj, self.path = mujoco, path
        self.m, self.mm = corten.load_model(path), mujoco.MjModel.from_xml_path(path)
        self.d, self.md = self.m.make_data(), mujoco.MjData(self.mm)
        corten.step(self.m, self.d, 100)
        corten.forward(self.m, self.d)
        corten.rne_post_constraint(self.m, self.d)
        self.md.qpos[:], self.md.qvel[:], self.md.act[:] = self.d.qpos, self.d.qvel, self.d.act
        mujoco.mj_forward(self.mm, self.md)
        mujoco.mj_rnePostConstraint(self.mm, self.md)
        self.spare, self.mspare = self.m.make_data(), mujoco.MjData(self.mm)
        nv, bits = self.m.nv, int(corten.StateBit.FULLPHYSICS)
        self.qpos, self.qvel, self.out, self.six = self.d.qpos.copy(), np.zeros(nv), np.zeros(nv), np.zeros(6)
        self.jacp, self.jacr, self.full = np.zeros((3, nv)), np.zeros((3, nv)), np.zeros((nv, nv))
        self.row, self.solved = np.ones((1, nv)), np.zeros((1, nv))
        self.state, self.mstate = corten.get_state(self.m, self.d), np.zeros(mujoco.mj_stateSize(self.mm, bits))
        self.point, self.down, self.hit = np.array([0.1, 0.1, 2.0]), np.array([0, 0, -1.0]), np.zeros(1, np.int32)
        self.bits, self.normal = bits, np.zeros(3)
        self.body = min(5, self.m.nbody - 1)
        self.geoms = min(5, self.m.ngeom - 1), min(8, self.m.ngeom - 1)

    def stage(self, ours: str, theirs: str) -> tuple[Call, Call]:
        """Return a function of model and data in both engines."""
        own, other = getattr(corten, ours), getattr(self.mj, theirs)
        return lambda: own(self.m, self.d), lambda: other(self.mm, self.md)

    def named(self, kind: str, count: int) -> tuple[Call, Call] | None:
        """Return the view of an object by name on both models, if there is one that has a name."""
        name = next((self.m.name(kind, i) for i in range(count) if self.m.name(kind, i)), None)
        if name is None:
            return None
        own, other = getattr(self.m, kind), getattr(self.mm, kind)
        return lambda: own(name), lambda: other(name)


STAGES = {
    "step": "mj_step",
    "step1": "mj_step1",
    "step2": "mj_step2",
    "forward": "mj_forward",
    "inverse": "mj_inverse",
    "kinematics": "mj_kinematics",
    "com_pos": "mj_comPos",
    "crb": "mj_crb",
    "factor_mass": "mj_factorM",
    "tendon": "mj_tendon",
    "collision": "mj_collision",
    "make_constraint": "mj_makeConstraint",
    "transmission": "mj_transmission",
    "com_vel": "mj_comVel",
    "passive": "mj_passive",
    "actuation": "mj_fwdActuation",
    "acceleration": "mj_fwdAcceleration",
    "constraint_solve": "mj_fwdConstraint",
    "sensor_pos": "mj_sensorPos",
    "sensor_vel": "mj_sensorVel",
    "sensor_acc": "mj_sensorAcc",
    "energy_pos": "mj_energyPos",
    "energy_vel": "mj_energyVel",
    "subtree_vel": "mj_subtreeVel",
    "rne_post_constraint": "mj_rnePostConstraint",
    "euler": "mj_Euler",
    "reset_data": "mj_resetData",
    "set_const": "mj_setConst",
}


def _stage(ours: str) -> Callable[[Both], tuple[Call, Call]]:
    if ours == "set_const":
        return lambda b: (lambda: corten.set_const(b.m), lambda: b.mj.mj_setConst(b.mm, b.mspare))
    if ours in ("reset_data", "step", "step2", "euler"):
        return lambda b: (
            lambda: getattr(corten, ours)(b.m, b.spare),
            lambda: getattr(b.mj, STAGES[ours])(b.mm, b.mspare),
        )
    return lambda b: b.stage(ours, STAGES[ours])


# fmt: off
PAIRS: dict[str, Callable[[Both], tuple[Call, Call] | None]] = {
    **{name: _stage(name) for name in STAGES},
    "rne": lambda b: (lambda: corten.rne(b.m, b.d), lambda: b.mj.mj_rne(b.mm, b.md, 0, b.out)),
    "state_size": lambda b: (lambda: corten.state_size(b.m), lambda: b.mj.mj_stateSize(b.mm, b.bits)),
    "get_state": lambda b: (
        lambda: corten.get_state(b.m, b.d), lambda: b.mj.mj_getState(b.mm, b.md, b.mstate, b.bits)),
    "set_state": lambda b: (
        lambda: corten.set_state(b.m, b.spare, b.state), lambda: b.mj.mj_setState(b.mm, b.mspare, b.mstate, b.bits)),
    "integrate_pos": lambda b: (
        lambda: corten.integrate_pos(b.m, b.qpos, b.qvel, 0.1),
        lambda: b.mj.mj_integratePos(b.mm, b.qpos, b.qvel, 0.1)),
    "differentiate_pos": lambda b: (
        lambda: corten.differentiate_pos(b.m, b.qpos, b.qpos, 0.1),
        lambda: b.mj.mj_differentiatePos(b.mm, b.out, 0.1, b.qpos, b.qpos)),
    "jac": lambda b: (
        lambda: corten.jac(b.m, b.d, b.point, b.body),
        lambda: b.mj.mj_jac(b.mm, b.md, b.jacp, b.jacr, b.point, b.body)),
    "jac_body": lambda b: (
        lambda: corten.jac_body(b.m, b.d, b.body), lambda: b.mj.mj_jacBody(b.mm, b.md, b.jacp, b.jacr, b.body)),
    "jac_body_com": lambda b: (
        lambda: corten.jac_body_com(b.m, b.d, b.body),
        lambda: b.mj.mj_jacBodyCom(b.mm, b.md, b.jacp, b.jacr, b.body)),
    "jac_geom": lambda b: (
        lambda: corten.jac_geom(b.m, b.d, b.geoms[0]),
        lambda: b.mj.mj_jacGeom(b.mm, b.md, b.jacp, b.jacr, b.geoms[0])),
    "jac_site": lambda b: (
        lambda: corten.jac_site(b.m, b.d, 0), lambda: b.mj.mj_jacSite(b.mm, b.md, b.jacp, b.jacr, 0),
    ) if b.m.nsite else None,
    "jac_subtree_com": lambda b: (
        lambda: corten.jac_subtree_com(b.m, b.d, 1), lambda: b.mj.mj_jacSubtreeCom(b.mm, b.md, b.jacp, 1)),
    "mass_matrix": lambda b: (lambda: corten.mass_matrix(b.m, b.d), lambda: b.mj.mj_fullM(b.mm, b.md, b.full)),
    "mul_mass": lambda b: (
        lambda: corten.mul_mass(b.m, b.d, b.qvel), lambda: b.mj.mj_mulM(b.mm, b.md, b.out, b.qvel)),
    "solve_mass": lambda b: (
        lambda: corten.solve_mass(b.m, b.d, b.qvel), lambda: b.mj.mj_solveM(b.mm, b.md, b.solved, b.row)),
    "object_velocity": lambda b: (
        lambda: corten.object_velocity(b.m, b.d, 1, b.body),
        lambda: b.mj.mj_objectVelocity(b.mm, b.md, 1, b.body, b.six, 0)),
    "object_acceleration": lambda b: (
        lambda: corten.object_acceleration(b.m, b.d, 1, b.body),
        lambda: b.mj.mj_objectAcceleration(b.mm, b.md, 1, b.body, b.six, 0)),
    "contact_force": lambda b: (
        lambda: corten.contact_force(b.m, b.d, 0), lambda: b.mj.mj_contactForce(b.mm, b.md, 0, b.six),
    ) if b.d.ncon and b.md.ncon else None,
    "apply_force": lambda b: (
        lambda: corten.apply_force(b.m, b.d, b.down, b.down, b.point, b.body, b.out),
        lambda: b.mj.mj_applyFT(b.mm, b.md, b.down, b.down, b.point, b.body, b.out)),
    "geom_distance": lambda b: (
        lambda: corten.geom_distance(b.m, b.d, *b.geoms, 1.0),
        lambda: b.mj.mj_geomDistance(b.mm, b.md, *b.geoms, 1.0, b.six)),
    "ray": lambda b: (
        lambda: corten.ray(b.m, b.d, b.point, b.down),
        lambda: b.mj.mj_ray(b.mm, b.md, b.point, b.down, None, 1, -1, b.hit)),
    "ray_normal": lambda b: (
        lambda: corten.ray_normal(b.m, b.d, b.point, b.down),
        lambda: b.mj.mj_ray(b.mm, b.md, b.point, b.down, None, 1, -1, b.hit, b.normal)),
    "read_ctrl": lambda b: (
        lambda: corten.read_ctrl(b.m, b.d, 0, 0.0), lambda: b.mj.mj_readCtrl(b.mm, b.md, 0, 0.0, b.six[:1], -1),
    ) if b.m.nactuator and b.m.actuator_ctrlnum[0] == 1 else None,
    "read_sensor": lambda b: (
        lambda: corten.read_sensor(b.m, b.d, 0, 0.0),
        lambda: b.mj.mj_readSensor(b.mm, b.md, 0, 0.0, b.md.sensordata[: b.m.sensor_dim[0]], -1),
    ) if b.m.nsensor else None,
    "transition_fd": lambda b: _transition(b) if b.m.opt.integrator != corten.Integrator.RK4 else None,
    "load_model": lambda b: (lambda: corten.load_model(b.path), lambda: b.mj.MjModel.from_xml_path(b.path)),
    "Model.make_data": lambda b: (b.m.make_data, lambda: b.mj.MjData(b.mm)),
    "Model.copy": lambda b: (b.m.copy, lambda: copy.copy(b.mm)),
    "Model.id": lambda b: (
        lambda: b.m.id("body", b.m.name("body", 1)),
        lambda: b.mj.mj_name2id(b.mm, b.mj.mjtObj.mjOBJ_BODY, b.m.name("body", 1))) if b.m.name("body", 1) else None,
    "Model.name": lambda b: (
        lambda: b.m.name("body", 1), lambda: b.mj.mj_id2name(b.mm, b.mj.mjtObj.mjOBJ_BODY, 1)),
    "Model.body": lambda b: b.named("body", b.m.nbody),
    "Model.geom": lambda b: b.named("geom", b.m.ngeom),
    "Model.joint": lambda b: b.named("joint", b.m.njnt),
    "Data.copy": lambda b: (b.d.copy, lambda: copy.copy(b.md)),
    "Data.qM_dense": lambda b: (b.d.qM_dense, lambda: b.mj.mj_fullM(b.mm, b.md, b.full)),
    "Data.contact": lambda b: (
        lambda: b.d.contact[0].frame, lambda: b.md.contact[0].frame) if b.d.ncon and b.md.ncon else None,
    "Data.body": lambda b: (lambda: b.d.body(1).xpos, lambda: b.md.body(1).xpos),
    "Data.geom": lambda b: (lambda: b.d.geom(0).xpos, lambda: b.md.geom(0).xpos),
    "Data.joint": lambda b: (lambda: b.d.joint(0).qpos, lambda: b.md.joint(0).qpos),
    "Data.site": lambda b: (lambda: b.d.site(0).xpos, lambda: b.md.site(0).xpos) if b.m.nsite else None,
    "Data.sensor": lambda b: (lambda: b.d.sensor(0).data, lambda: b.md.sensor(0).data) if b.m.nsensor else None,
    "Data.actuator": lambda b: (
        lambda: b.d.actuator(0).ctrl, lambda: b.md.actuator(0).ctrl) if b.m.nactuator else None,
    "Spec.from_file": lambda b: (lambda: corten.Spec.from_file(b.path), lambda: b.mj.MjSpec.from_file(b.path)),
}
# fmt: on

# names without a counterpart, or whose counterpart is timed elsewhere, by the reason in a word
ALONE = {
    "enumeration": "BiasType CamLightMode CameraType ConeType ConstraintState ConstraintType CtrlChart CtrlInput "
    "DataType DisableBit DynType EnableBit EqualityType Frame GainType GeomType Integrator Interpolation JacobianType "
    "JointType Label LightType MarkType ObjectType Projection RndFlag SameFrame SensorType SleepPolicy SleepState "
    "SolverType StateBit StepErrorKind TendonType TransmissionType VisFlag WarningType WrapType",
    "error": "KernelError ModelError ModelWarning StepError StepErrors StepWarning UnbuiltFeatureWarning "
    "UnsupportedFeatureError ViewerError",
    "class": "BatchSim Data Model Spec",
    "settings": "Camera SceneOption __version__",
    "module": "gpu models muscle quaternion viewer",
    "pictures": "Renderer render show_video",
    "compilation": "compile_plans register",
    "profiling": "profile",
    "distributions": "scaled shifted uniform",
    "batches": "rollout BatchSim.env BatchSim.errors BatchSim.forward_all BatchSim.forward_where BatchSim.get_state "
    "BatchSim.load BatchSim.nbytes BatchSim.save BatchSim.set_state "
    "BatchSim.randomize BatchSim.reset BatchSim.reset_all BatchSim.reset_where BatchSim.step_all BatchSim.vary",
    "deformables": "ray_flex ray_skin Spec.add_cloth Spec.add_rope Spec.add_soft_body Data.flex Model.flex",
    "assets": "SdfGrid Model.hfield_data Model.mesh_data Model.sdf_data Model.set_geom_sdf Model.texture_files",
    "text": "load_model_from_string Model.model_name Model.plugin_names Model.text Data.text Spec.from_string "
    "Spec.from_text Spec.sources Spec.to_xml",
    "histories": "init_ctrl_history init_sensor_history",
    "editing": "Spec.compile Spec.copy Spec.expanded Spec.find Spec.flat Spec.recompile",
    "layout": "Data.layout Model.layout Data.work",
    "property": "Data.actuator_moment Data.converged Data.efc_J Data.ten_J Model.empty",
    "views": "Data.camera Data.equality Data.hfield Data.key Data.light Data.material Data.mesh Data.numeric "
    "Data.tendon Data.texture Data.tuple Model.actuator Model.camera Model.equality Model.hfield Model.key Model.light "
    "Model.material Model.mesh Model.numeric Model.sensor Model.site Model.tendon Model.texture Model.tuple",
}


def public_names() -> set[str]:
    """Return the public names of the package, and those of the members of its four main classes."""
    found = set(corten.__all__)
    for owner in (corten.Data, corten.Model, corten.Spec, corten.BatchSim):
        layout = vars(owner).get("layout")
        fields = layout.fields if layout is not None else ()
        members = (name for name in vars(owner) if not name.startswith("_") and name not in fields)
        found |= {f"{owner.__name__}.{name}" for name in members if not inspect.isclass(vars(owner)[name])}
    return found


def _transition(b: Both) -> tuple[Call, Call]:
    n = 2 * b.m.nv + b.m.na
    a, c = np.zeros((n, n)), np.zeros((b.m.nsensordata, n))
    bb, dd = np.zeros((n, b.m.nu)), np.zeros((b.m.nsensordata, b.m.nu))
    return (
        lambda: corten.transition_fd(b.m, b.spare),
        lambda: b.mj.mjd_transitionFD(b.mm, b.mspare, 1e-6, False, a, bb, c, dd),
    )


# ---------------------------------------------------------------- timing


def _seconds(call: Call, count: int) -> float:
    """Return the CPU time of a call, of some in a row."""
    turns = range(count)
    start = time.process_time()
    for _ in turns:
        call()
    return (time.process_time() - start) / count


def compare(calls: tuple[Call, Call]) -> tuple[float, float]:
    """Return the best times [s] of both calls, which take turns."""
    counts = []
    for call in calls:
        call()
        count = 1
        while (spent := _seconds(call, count) * count) < SECONDS / 4:
            count *= 4
        counts.append(max(1, int(count * SECONDS / spent)))
    rounds = [[_seconds(call, count) for call, count in zip(calls, counts, strict=True)] for _ in range(ROUNDS)]
    ours, theirs = np.min(rounds, axis=0)
    return float(ours), float(theirs)


def measure(path: str) -> dict[str, float]:
    """Print a table for a model; return the ratios."""
    both, ratios = Both(path), {}
    print(f"\n{path}\n{'call':22} {'corten':>10} {'MuJoCo':>10}  [us]  ratio")
    for name, make in PAIRS.items():
        calls = make(both)
        if calls is None:
            continue
        ours, theirs = compare(calls)
        ratios[name] = ours / theirs
        print(f"{name:22} {1e6 * ours:10.2f} {1e6 * theirs:10.2f} {ratios[name]:12.2f}", flush=True)
    return ratios


def main() -> None:
    """Measure all models."""
    paths = sys.argv[1:] or [str(corten.models.path(name)) for name in BUNDLED]
    found = {path: measure(path) for path in paths}
    for path, ratios in found.items():
        mean = math.exp(np.mean(np.log(list(ratios.values()))))
        slow = ", ".join(f"{name} {ratio:.2f}" for name, ratio in ratios.items() if ratio > WORTH_A_LOOK)
        print(f"\n{path}: geometric mean {mean:.2f} of {len(ratios)} calls; above {WORTH_A_LOOK}: {slow or 'none'}")


if __name__ == "__main__":
    main()
