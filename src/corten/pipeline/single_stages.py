"""Parts of forward dynamics for those who compose their own loop: each runs a short plan of its own."""

from collections.abc import Callable

from corten.data import Data
from corten.model import Model
from corten.pipeline.step import run

Single = Callable[[Model, Data], None]


def _single(name: str, about: str) -> Single:
    def part(model: Model, data: Data) -> None:
        run(model, data, name)

    part.__name__ = part.__qualname__ = name
    part.__doc__ = about
    return part


kinematics = _single("kinematics", "Compute the frames of bodies, joints, geoms and sites from qpos.")
com_pos = _single("com_pos", "Compute centres of mass, motion axes and inertias about them.")
crb = _single("crb", "Compute the mass matrix.")
factor_mass = _single("factor_mass", "Factor the mass matrix.")
tendon = _single("tendon", "Compute lengths and Jacobian of tendons.")
collision = _single("collision", "Find contacts, from the frames of geoms.")
transmission = _single("transmission", "Compute lengths and moment arms of actuators.")
com_vel = _single("com_vel", "Compute velocities of bodies and of motion axes.")
make_constraint = _single("make_constraint", "Make the rows of the constraint problem, from contacts and positions.")
passive = _single("passive", "Compute the forces of springs, dampers, gravity compensation and the medium.")
rne = _single("rne", "Compute the bias force: Coriolis, centrifugal and gravity.")
actuation = _single("actuation", "Compute actuator forces from controls.")
acceleration = _single("acceleration", "Compute the acceleration that all forces but those of constraints give.")
constraint_solve = _single("constraint_solve", "Solve the constraint problem for qacc, after the smooth acceleration.")
sensor_pos = _single("sensor_pos", "Read the sensors that depend on positions.")
sensor_vel = _single("sensor_vel", "Read the sensors that depend on velocities.")
sensor_acc = _single("sensor_acc", "Read the sensors that depend on forces.")
energy_pos = _single("energy_pos", "Compute the potential energy.")
energy_vel = _single("energy_vel", "Compute the kinetic energy.")
subtree_vel = _single("subtree_vel", "Compute velocity and angular momentum of each subtree.")
rne_post_constraint = _single("rne_post_constraint", "Compute accelerations of bodies and the forces between them.")
euler = _single("euler", "Advance the state with semi-implicit Euler, after forward dynamics.")
