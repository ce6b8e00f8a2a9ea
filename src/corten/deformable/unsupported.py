"""What cannot be obeyed of flexes: combinations that MuJoCo refuses as well, and what is not known yet."""

import numpy as np

from corten.deformable.rows.passive_contacts import passive_flexes
from corten.enums import EnableBit, Integrator, SolverType
from corten.errors import UnsupportedFeatureError
from corten.model import Model

# number of flex_edgeequality
STRAIN = 3

IMPLICIT = (Integrator.IMPLICIT, Integrator.IMPLICITFAST)


def refuse_unsupported_elasticity(model: Model) -> None:
    """Refuse integrators and solvers that do not go with the flexes of a model, and elasticity that is not known."""
    wrong = contradiction(model)
    if wrong is not None:
        raise UnsupportedFeatureError(wrong[1])
    if model.opt_integrator == Integrator.DISCRETE and model.opt_enableflags & EnableBit.IPC:
        raise UnsupportedFeatureError("the flag ipc is not supported in a model with flexes")


def contradiction(model: Model) -> tuple[int, str] | None:
    """Return the first flex that does not go with the integrator and the solver, as in MuJoCo, and why; or None."""
    if not model.nflex:
        return None
    edges = ~model.flex_rigid & ((model.flex_edgestiffness != 0) | (model.flex_edgedamping != 0))
    discrete, elastic = model.opt_integrator == Integrator.DISCRETE, _elastic(model)
    passive = passive_flexes(model)
    for flexes, reason in (
        (
            elastic & (model.opt_integrator in IMPLICIT),
            "integrators 'implicit' and 'implicitfast' are not supported with elastic flexes: take 'discrete', or "
            "'Euler' with a small timestep",
        ),
        (
            passive & ~np.array(discrete),
            "passive contacts of flexes need integrator 'discrete', whose metric carries their stiffness",
        ),
        (
            passive & bool(model.opt_enableflags & EnableBit.SLEEP),
            "passive contacts of flexes do not go with the flag sleep",
        ),
        (
            edges & discrete,
            "stiffness and damping of the edges of flexes are not supported with integrator 'discrete': take "
            "<elasticity>, or an equality of edges",
        ),
        (
            (elastic | passive) & discrete & (model.opt_solver == SolverType.PGS or model.opt_noslip_iterations > 0),
            "solver 'PGS' and noslip_iterations are not supported with elastic flexes, or their passive contacts, and "
            "integrator 'discrete'",
        ),
    ):
        if flexes.any():
            return int(np.flatnonzero(flexes)[0]), reason
    return None


def _elastic(model: Model) -> np.ndarray:
    """Tell which flexes have elasticity."""
    # where strain is constrained, there are modes in place of the stiffness of cells
    stretches = (model.flex_stiffnessadr >= 0) & (model.flex_edgeequality != STRAIN)
    return ~model.flex_rigid & (stretches | (model.flex_bendingadr >= 0))
