"""Elastic forces of flexes, and springs and dampers along their edges."""

import numpy as np

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.flex import node_velocity, vertex_velocity
from corten.stages.flex.passive_contacts import has_passive_contacts
from corten.stages.passive.flex.bend import flex_bend
from corten.stages.passive.flex.bend_faces import flex_bend_faces
from corten.stages.passive.flex.cells import flex_cells
from corten.stages.passive.flex.contacts import flex_contact_forces
from corten.stages.passive.flex.edges import flex_edge_energy, flex_edge_springs
from corten.stages.passive.flex.plastic import exchange_positions, yield_flexes, yield_flexes_rk4
from corten.stages.passive.flex.rods import flex_rods
from corten.stages.passive.flex.scatter import apply_flex_forces, clear_flex_forces
from corten.stages.passive.flex.stretch import flex_stretch
from corten.stages.passive.flex.twisting_rods import flex_twisting_rods

__all__ = [
    "apply_flex_forces",
    "clear_flex_forces",
    "exchange_positions",
    "flex_bend",
    "flex_bend_faces",
    "flex_cells",
    "flex_contact_forces",
    "flex_edge_energy",
    "flex_edge_springs",
    "flex_energy_stages",
    "flex_force_stages",
    "flex_rods",
    "flex_stretch",
    "flex_twisting_rods",
    "yield_flexes",
    "yield_flexes_rk4",
]


def flex_force_stages(model: Model) -> list[Stage]:
    """Return the stages of elastic flexes, by what the structure of the model has room for."""
    if not model.nflex:
        return []
    own, stiff = model.flex_interp == 0, model.flex_stiffnessadr >= 0
    stretch, cells = bool(np.any(own & stiff)), bool(np.any(~own & stiff))
    bend = bool(np.any(own & (model.flex_bendingadr >= 0) & (model.flex_dim == 2)))
    faces = bool(np.any(~own & (model.flex_bendingadr >= 0)))
    rods = bool(np.any(own & (model.flex_bendingadr >= 0) & (model.flex_dim == 1) & (model.flex_rodadr < 0)))
    twisting = model.nrodedge > 0
    elastic = [
        clear_flex_forces,
        *([vertex_velocity] if bend or rods or twisting else []),
        *([flex_bend] if bend else []),
        *([flex_rods] if rods else []),
        *([flex_twisting_rods] if twisting else []),
        *([flex_stretch] if stretch else []),
        *([node_velocity, flex_cells] if cells else []),
        *([flex_bend_faces] if faces else []),
        apply_flex_forces,
    ]
    contacts = [flex_contact_forces] if has_passive_contacts(model) else []
    return [*(elastic if stretch or cells or bend or faces or rods or twisting else []), flex_edge_springs, *contacts]


def flex_energy_stages(model: Model) -> list[Stage]:
    """Return the stages of the potential energy of flexes."""
    return [flex_edge_energy] if np.any(model.flex_dim == 1) else []
