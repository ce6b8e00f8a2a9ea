"""Labels: names of objects at the places of the shapes that they belong to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import ObjectType
from corten.model import Model
from corten.queries import contact_force
from corten.scene.options import Label, SceneOption, VisFlag
from corten.scene.shapes import Shapes

Floats = NDArray[np.floating]

# kinds of objects whose shapes are labelled
KINDS = {
    Label.JOINT: ObjectType.JOINT,
    Label.GEOM: ObjectType.GEOM,
    Label.SITE: ObjectType.SITE,
    Label.CAMERA: ObjectType.CAMERA,
    Label.LIGHT: ObjectType.LIGHT,
    Label.TENDON: ObjectType.TENDON,
    Label.ACTUATOR: ObjectType.ACTUATOR,
    Label.CONSTRAINT: ObjectType.EQUALITY,
    Label.FLEX: ObjectType.FLEX,
    Label.SKIN: ObjectType.SKIN,
}


@dataclass(frozen=True, eq=False)
class Labels:
    """Some texts and the points that they stand at [m]."""

    text: list[str]
    pos: Floats


def join_labels(parts: Sequence[Labels]) -> Labels:
    """Return all labels of some lists."""
    return Labels([text for part in parts for text in part.text], np.concatenate([part.pos for part in parts]))


def make_labels(model: Model, data: Data, option: SceneOption, shapes: Shapes) -> Labels:
    """Return what an option asks for; objects that are not shown have no label."""
    found: list[tuple[str, Floats]] = []
    if option.label in KINDS:
        found = _object_labels(model, data, Label(option.label), shapes)
    elif option.label == Label.BODY:
        moving = option.shows(VisFlag.STATIC) | (model.body_weldid != 0)
        pos = data.xipos if option.shows(VisFlag.INERTIA) else data.xpos
        found = [(name_of(model, "body", i), pos[i]) for i in range(1, model.nbody) if moving[i]]
    elif option.label == Label.ISLAND:
        found = _island_labels(model, data)
    elif option.label == Label.CONTACTPOINT and option.shows(VisFlag.CONTACTPOINT):
        found = [(contact_name(model, contact), contact["pos"]) for contact in data.contact]
    elif option.label == Label.CONTACTFORCE and option.shows(VisFlag.CONTACTFORCE):
        found = _force_labels(model, data)
    return Labels([text for text, _ in found], np.array([pos for _, pos in found]).reshape(-1, 3))


def name_of(model: Model, kind: str, number: int) -> str:
    """Return the name of an object, or its kind and number if it has none."""
    return model.name(kind, number) or f"{kind} {number}"


def _object_labels(model: Model, data: Data, label: Label, shapes: Shapes) -> list[tuple[str, Floats]]:
    """Return the names of objects of a kind at their shapes, of those with several shapes at the first."""
    kind = KINDS[label]
    rows, several = np.flatnonzero(shapes.objtype == kind), label == Label.CONSTRAINT
    if not several:
        _, first = np.unique(shapes.objid[rows], return_index=True)
        rows = rows[np.sort(first)]
    places = np.array(shapes.pos[rows])
    for i, number in enumerate(shapes.objid[rows].tolist()):
        # what bends has its shapes in the world, and is labelled where it begins
        if label == Label.FLEX:
            places[i] = data.flexvert_xpos[model.flex_vertadr[number]]
        elif label == Label.SKIN:
            places[i] = data.xpos[model.skin_bonebodyid[model.skin_boneadr[number]]]
        elif label == Label.CAMERA:
            places[i] = data.cam_xpos[number]
    names = [name_of(model, kind.name.lower(), number) for number in shapes.objid[rows].tolist()]
    return list(zip(names, places, strict=True))


def _island_labels(model: Model, data: Data) -> list[tuple[str, Floats]]:
    """Return the number of its island for each body."""
    if not data.nisland:
        return []
    trees = np.where(model.body_dofnum[model.body_weldid] > 0, model.body_treeid, -1)
    islands = [int(data.tree_island[tree]) if tree >= 0 else -1 for tree in trees]
    return [(str(islands[i]), data.xipos[i]) for i in range(1, model.nbody) if islands[i] >= 0]


def _force_labels(model: Model, data: Data) -> list[tuple[str, Floats]]:
    """Return the strength of each contact's force [N]."""
    found = []
    for i in np.flatnonzero(data.contact["efc_address"] >= 0).tolist():
        strength = float(np.linalg.norm(np.asarray(contact_force(model, data, i))[:3]))
        if strength >= 1e-15:
            found.append((f"{strength:.3g}", data.contact["pos"][i]))
    return found


def contact_name(model: Model, contact: Any) -> str:
    """Return what touches in a contact: geoms, and elements or vertices of flexes."""
    names = []
    for side in range(2):
        geom = int(contact["geom"][side])
        if geom >= 0:
            names.append(model.name("geom", geom) or f"g{geom}")
            continue
        flex, element = int(contact["flex"][side]), int(contact["elem"][side])
        part = f"e{element}" if element >= 0 else f"v{int(contact['vert'][side])}"
        names.append(f"{model.name('flex', flex) or f'f{flex}'}.{part}")
    return " | ".join(names)
