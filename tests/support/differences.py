"""Two models, field by field."""

import numpy as np

from corten.model import MODEL, Model
from support.tolerance import CONSTANT, SINGLE

# the order of a hull's sides is that of a hash table in MuJoCo
SIDES = {"mesh_polynormal", "mesh_polyvertadr", "mesh_polyvertnum", "mesh_polyvert", "mesh_polymapadr", "mesh_polymap"}

# MuJoCo sorts the triangles of a mesh by their circumcentres, which slivers have far away or nowhere
TREES = {"bvh_depth", "bvh_child", "bvh_nodeid", "bvh_aabb", "bvh_skip"}

# computed from other fields when a plan is made, from vertices, the farthest of which roundings may decide, and from
# the graph of large flexes
DERIVED = {"choices_signature", "mesh_start", "nelim", "elim_tree", "elim_panel"}

# colours that MuJoCo's Python package shows without numbers
UNREADABLE = {"vis_rgba_bv", "vis_rgba_bvactive"}

# computed in single precision, and kept in double
SINGLE_FIELDS = {"cam_fovy"}


def differences(got: Model, want: Model) -> dict[str, object]:
    """Return the sizes, names and fields in which two models differ, with the relative error of real numbers."""
    found: dict[str, object] = {
        name: (size, want.sizes()[name])
        for name, size in got.sizes().items()
        if size != want.sizes()[name] and name not in DERIVED
    }
    found |= {kind: names for kind, names in want._names.items() if names and got._names[kind] != names}
    if found:
        return found
    for name in (name for name in MODEL.fields if name not in DERIVED | UNREADABLE):
        a, b = np.asarray(getattr(got, name)), np.asarray(getattr(want, name))
        if name in TREES:
            a, b = a[: body_nodes(want)], b[: body_nodes(want)]
        if a.dtype.kind != "f":
            if not np.array_equal(a, b):
                found[name] = (a, b)
        elif a.size:
            largest = np.abs(b).max()
            error = np.abs(a - b).max() / (largest if largest > 0 else 1.0)
            single = a.dtype == np.float32 or name in SINGLE_FIELDS
            if not error <= (SINGLE if single else CONSTANT):
                found[name] = error
    return found


def body_nodes(model: Model) -> int:
    """Return how many nodes the trees of bodies have."""
    return int(model.body_bvhnum.sum())
