"""Cloth, soft bodies and ropes: XPBD constraints between the vertices of flexes, at the end of a step.

XPBD looks for positions x at the end of a step h that minimise

    (x - y)' M (x - y) / (2 h^2) + sum of C(x)^2 / (2 compliance),     y = where the vertices would go by themselves,

and finds the multipliers of all C by Gauss and Seidel. The same problem, written for accelerations, is one of MuJoCo's
constraint rows for each C: J qacc + R force = aref with R = compliance / h^2 and aref = -C(y) / h^2. So these rows join
contacts, limits and equalities in one convex problem, and no order of solving one before the other leaves an error.
"""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.deformable.predict import predict_again, predict_vertices
from corten.stages.deformable.project import constraint_energy, constraint_stiffness, project_constraints

__all__ = [
    "constraint_energy",
    "constraint_stiffness",
    "deformable_energy_stages",
    "deformable_stages",
    "predict_again",
    "predict_vertices",
    "project_constraints",
]


def deformable_stages(model: Model) -> list[Stage]:
    """Return the stages that find the rows of deformables, before all rows are made."""
    return [predict_vertices, project_constraints] if model.nxpbd else []


def deformable_energy_stages(model: Model) -> list[Stage]:
    """Return the stages of the elastic energy of deformables."""
    return [constraint_energy] if model.nxpbd else []
