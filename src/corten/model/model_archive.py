"""A Model as a tree of arrays, numbers and texts (`corten.runtime.archive`), and a Model of such a tree."""

from typing import Any

import numpy as np

from corten.assets import HeightField, Mesh
from corten.assets.hull.convex_hull import HullGraph
from corten.assets.hull.polygons import Polygons
from corten.assets.raw_mesh import MeshOptions, RawMesh
from corten.assets.sdf_grid import SdfGrid
from corten.model import blocks
from corten.model.fields import MODEL
from corten.model.model import Model
from corten.runtime.archive import Classes, plain_classes
from corten.runtime.storage import PackedState

# what assets of a model consist of
ASSET_CLASSES: Classes = {
    **plain_classes(Mesh, MeshOptions, RawMesh, HullGraph, Polygons, HeightField),
    "SdfGrid": (SdfGrid, ("origin", "cell_size", "distances")),
}


def model_tree(model: Model) -> dict[str, Any]:
    """Return all that a Model consists of."""
    state = model.__getstate__()
    return {
        "names": model._names,
        "texts": model._texts,
        "assets": model._assets,
        "precision": model.layout.precision,
        "sizes": state.sizes,
        "memory": [np.frombuffer(memory, np.uint8) for memory in state.memory],
        "fingerprint": state.fingerprint,
        "checksum": state.checksum,
    }


def model_of_tree(tree: dict[str, Any]) -> Model:
    """Return the Model that a tree was made of; ValueError for one of another version, or damaged."""
    memory = [part.tobytes() for part in tree["memory"]]
    state = PackedState(tree["sizes"], memory, tree["fingerprint"], tree["checksum"])
    state.check(MODEL.at(tree["precision"]))
    model = Model(state.sizes, tree["names"], tree["texts"], tree["assets"], tree["precision"])
    model.seal()
    if [len(part) for part in memory] != [len(part) for part in (*model._memory, model._seen)]:
        raise ValueError("its model is damaged: sizes and memory do not fit")
    model.take_state(state)
    return model


def different_fields(one: Model, other: Model) -> list[str]:
    """Return the sizes, else the fields, in which two models differ that a step may read."""
    own, theirs = one.sizes(), other.sizes()
    sizes = [name for name in own if own[name] != theirs[name]]
    if sizes:
        return sizes
    names = [name for part in one.layout.parts if part.block is not blocks.VISUAL for name in part.fields]
    return [name for name in names if one._views[name].tobytes() != other._views[name].tobytes()]
