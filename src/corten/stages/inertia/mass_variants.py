"""How a step gets the mass matrix, its factors, or what stands in for them."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.inertia.articulated import (
    articulated_inertia,
    complete_mass,
    has_long_single_tree,
    has_long_trees,
    mass_of_readers,
    mass_of_rows,
    reads_mass,
)
from corten.stages.inertia.mass_matrix import crb, factor_mass, tendon_armature
from corten.stages.variants import Variant, Variants, always

MASS = Variants(
    "mass matrix",
    Variant(
        (articulated_inertia, mass_of_readers),
        has_long_single_tree,
        "one long tree: articulated bodies, for rows of constraints as well; M is computed for whoever looks at it",
    ),
    Variant(
        (articulated_inertia, mass_of_rows),
        lambda model: has_long_trees(model) and not reads_mass(model),
        "long trees: articulated bodies; M is computed for rows of constraints and for whoever looks at it",
    ),
    Variant(
        (articulated_inertia, complete_mass),
        has_long_trees,
        "long trees, and M is read in every step: its factors follow from articulated bodies",
    ),
    Variant((crb, tendon_armature, factor_mass), lambda model: model.ntendon, "tendons may have inertia"),
    Variant((crb, factor_mass), always, "composite rigid bodies, and sparse factors"),
)

# of these, what computes M once it is known whether somebody reads it
ON_REQUEST = (mass_of_readers, mass_of_rows)


def mass_stages(model: Model) -> list[Stage]:
    """Return the stages that compute the mass matrix or what stands in for it, before rows of constraints are known."""
    return [stage for stage in MASS.pick(model).stages if stage not in ON_REQUEST] if model.nv else []


def row_mass_stages(model: Model) -> list[Stage]:
    """Return the stage that computes a mass matrix that `mass_stages` left out, where somebody reads it."""
    return [stage for stage in MASS.pick(model).stages if stage in ON_REQUEST] if model.nv else []


def whole_mass_stages(model: Model) -> list[Stage]:
    """Return the stage after which the mass matrix is there whoever left it out."""
    return [complete_mass] if row_mass_stages(model) else []
