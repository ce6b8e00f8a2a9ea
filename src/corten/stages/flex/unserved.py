"""What cannot be obeyed of flexes: combinations that MuJoCo refuses as well, and what is not known yet."""

import numpy as np

from corten.enums import EnableBit, Integrator, SolverType
from corten.errors import UnsupportedFeatureError
from corten.model import Model

# number of flex_edgeequality
STRAIN = 3

IMPLICIT = (Integrator.IMPLICIT, Integrator.IMPLICITFAST)


def refuse_unserved_elasticity(model: Model, *, moves: bool) -> None:
    """Refuse integrators and solvers that do not go with the flexes of a model, and elasticity that is not known.

    `moves` tells whether the state is to change, and with it what yields.
    """
    # where strain is constrained, there are modes in place of the stiffness of cells
    stretches = (model.flex_stiffnessadr >= 0) & (model.flex_edgeequality != STRAIN)
    elastic = ~model.flex_rigid & (stretches | (model.flex_bendingadr >= 0))
    if np.any(elastic & (model.flex_dim == 1) & (model.flex_interp == 0)):
        raise UnsupportedFeatureError("rods, flexes of lines with elasticity, can be loaded, but not moved yet")
    if moves and np.any(model.flex_plasticadr >= 0):
        raise UnsupportedFeatureError(
            "flexes that yield can be loaded, but not moved yet; <elasticity yield> is to be 0"
        )
    if elastic.any() and model.opt_integrator in IMPLICIT:
        raise UnsupportedFeatureError(
            "integrators 'implicit' and 'implicitfast' are not supported with elastic flexes: take 'discrete', or "
            "'Euler' with a small timestep"
        )
    if model.opt_integrator == Integrator.DISCRETE:
        _refuse_in_metric(model, bool(elastic.any()))


def _refuse_in_metric(model: Model, elastic: bool) -> None:
    """Refuse what does not go with the integrator DISCRETE."""
    if model.flex_edgestiffness.any() or model.flex_edgedamping.any():
        raise UnsupportedFeatureError(
            "stiffness and damping of the edges of flexes are not supported with integrator 'discrete': take "
            "<elasticity>, or an equality of edges"
        )
    if elastic and (model.opt_solver == SolverType.PGS or model.opt_noslip_iterations > 0):
        raise UnsupportedFeatureError(
            "solver 'PGS' and noslip_iterations are not supported with elastic flexes and integrator 'discrete'"
        )
    if model.opt_enableflags & EnableBit.IPC:
        raise UnsupportedFeatureError("the flag ipc is not supported in a model with flexes")
