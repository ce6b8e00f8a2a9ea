"""Parts of forward dynamics: each with a short plan of its own, for loops of users and for results on request."""

from collections.abc import Callable, Collection

from corten.data import Data
from corten.model import Model
from corten.pipeline.plans import find_stages
from corten.pipeline.step import finish
from corten.runtime.call import REFUSED
from corten.runtime.kernel import Stage

Part = Callable[[Model, Data], None]


def _part(name: str, about: str) -> Part:
    def part(model: Model, data: Data) -> None:
        try:
            status = data._runs[name](model)
        except (AttributeError, KeyError):
            status = REFUSED
        if status:
            finish(model, data, name, status)

    part.__name__ = part.__qualname__ = name
    # errors name the function that was called
    part.__code__ = part.__code__.replace(co_name=name, co_qualname=name)
    part.__doc__ = about
    return part


kinematics = _part("kinematics", "Compute the frames of bodies, joints, geoms and sites from qpos.")
com_pos = _part("com_pos", "Compute centres of mass, motion axes and inertias about them.")
crb = _part("crb", "Compute the mass matrix.")
factor_mass = _part("factor_mass", "Factor the mass matrix.")
tendon = _part("tendon", "Compute lengths and Jacobian of tendons.")
collision = _part("collision", "Find contacts, from the frames of geoms.")
transmission = _part("transmission", "Compute lengths and moment arms of actuators.")
com_vel = _part("com_vel", "Compute velocities of bodies and of motion axes.")
make_constraint = _part("make_constraint", "Make the rows of the constraint problem, from contacts and positions.")
passive = _part("passive", "Compute the forces of springs, dampers, gravity compensation and the medium.")
rne = _part("rne", "Compute the bias force: Coriolis, centrifugal and gravity.")
actuation = _part("actuation", "Compute actuator forces from controls.")
acceleration = _part("acceleration", "Compute the acceleration that all forces but those of constraints give.")
constraint_solve = _part("constraint_solve", "Solve the constraint problem for qacc, after the smooth acceleration.")
sensor_pos = _part("sensor_pos", "Read the sensors that depend on positions.")
sensor_vel = _part("sensor_vel", "Read the sensors that depend on velocities.")
sensor_acc = _part("sensor_acc", "Read the sensors that depend on forces.")
energy_pos = _part("energy_pos", "Compute the potential energy.")
energy_vel = _part("energy_vel", "Compute the kinetic energy.")
subtree_vel = _part("subtree_vel", "Compute velocity and angular momentum of each subtree.")
rne_post_constraint = _part("rne_post_constraint", "Compute accelerations of bodies and the forces between them.")
euler = _part("euler", "Advance the state with semi-implicit Euler, after forward dynamics.")


# ---------------------------------------------------------------- results that a step computes only on request

# parts of forward dynamics that are done after a step, as MuJoCo's users call them there, and what they are asked for
RESULTS = {
    "subtree_vel": ("subtree_linvel", "subtree_angmom"),
    "rne_post_constraint": ("cacc", "cfrc_int", "cfrc_ext"),
}


def parts_for(names: Collection[str]) -> tuple[str, ...]:
    """Return the parts that compute results of these names."""
    return tuple(part for part, results in RESULTS.items() if not set(results).isdisjoint(names))


def with_parts(model: Model, stages: tuple[Stage, ...], parts: tuple[str, ...]) -> tuple[Stage, ...]:
    """Return the stages of a step followed by those of parts; what sensors have had computed stays as it is."""
    wanted = [find_stages(model, part) for part in parts]
    return (*stages, *(stage for part in wanted if part[-1] not in stages for stage in part))
