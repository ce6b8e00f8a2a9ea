"""Skins: meshes for show whose vertices follow several bodies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.compile.assets.files import Files
from corten.compile.context import Context
from corten.compile.items import Item
from corten.constants import MINVAL
from corten.model import Model
from corten.spec import DefaultClasses, Element, Resolved, root_section

Floats = NDArray[np.float32]
Ints = NDArray[np.int32]

# bytes of the name of a bone in a file, and words of a bone without its vertices
NAME_BYTES, BONE_WORDS = 40, 18


@dataclass(slots=True)
class Bone:
    """One bone: its body, the pose in which it was bound, and the vertices that follow it with their weights."""

    body: str
    pos: Floats
    quat: Floats
    vertices: Ints
    weights: Floats


@dataclass(slots=True)
class Skin:
    """A mesh and its bones."""

    vertices: Floats
    texcoords: Floats
    faces: Ints
    bones: list[Bone] = field(default_factory=list)


def read_skins(root: Element, classes: DefaultClasses, context: Context, files: Files) -> list[Item]:
    """Return all skins; `row["skin"]` is the mesh and its bones."""
    sections = [root_section(root, tag) for tag in ("asset", "deformable")]
    elements = [child for section in sections if section is not None for child in section.children]
    return [_item(classes.resolve(element), context, files) for element in elements if element.tag == "skin"]


def _item(values: Resolved, context: Context, files: Files) -> Item:
    element = values.element
    if values["file"]:
        if any(values[name] for name in ("vertex", "texcoord", "face")) or element.children:
            raise element.error("file is given, and numbers or bones too; a file has them itself")
        skin = _from_file(element, values["file"], files)
    else:
        skin = _from_numbers(values)
    _check(element, skin, context)
    row = {name: values[name] for name in ("group", "rgba", "inflate")}
    return Item(
        element, element.object_name() or "", row | {"matid": context.material(values["material"]), "skin": skin}
    )


def _from_numbers(values: Resolved) -> Skin:
    def rows(name: str, columns: int, kind: type) -> NDArray:
        numbers = np.array(values[name] or (), kind)
        if numbers.size % columns:
            raise values.element.error(f"{name} has {numbers.size} numbers; they come in rows of {columns}")
        return numbers.reshape(-1, columns)

    skin = Skin(rows("vertex", 3, np.float32), rows("texcoord", 2, np.float32), rows("face", 3, np.int32))
    for child in values.element.children:
        written: Mapping[str, Any] = child.attributes
        pos, quat = (np.array(written[name], np.float32) for name in ("bindpos", "bindquat"))
        vertices, weights = np.array(written["vertid"], np.int32), np.array(written["vertweight"], np.float32)
        skin.bones.append(Bone(written["body"], pos, quat, vertices, weights))
    return skin


def _from_file(element: Element, file: str, files: Files) -> Skin:
    """Return the skin of a file: four counts, the arrays of the mesh, then the bones one after the other."""
    if not file.lower().endswith(".skn"):
        raise element.error(f"file is '{file}'; skins are read from .skn files")
    data = files.mesh(element, file).data
    size = len(data) // 4
    words, numbers = np.frombuffer(data, "<i4", size), np.frombuffer(data, "<f4", size)
    at = 4

    def take(array: NDArray, count: int) -> NDArray:
        nonlocal at
        if count < 0 or at + count > size:
            raise element.error(f"file '{file}' ends too early: {at + count} numbers are needed, it has {size}")
        at += count
        return array[at - count : at]

    if size < at:
        raise element.error(f"file '{file}' has no header")
    nvert, ntexcoord, nface, nbone = (int(count) for count in words[:4])
    skin = Skin(
        take(numbers, 3 * nvert).reshape(-1, 3),
        take(numbers, 2 * ntexcoord).reshape(-1, 2),
        take(words, 3 * nface).reshape(-1, 3),
    )
    # bodies of a model that was attached have got longer names
    added = element.settings or {"prefix": "", "suffix": ""}
    for _ in range(nbone):
        name = take(words, NAME_BYTES // 4).tobytes().partition(b"\0")[0].decode(errors="replace")
        name = added["prefix"] + name + added["suffix"]
        pos, quat = take(numbers, 3), take(numbers, 4)
        count = int(take(words, 1)[0])
        skin.bones.append(Bone(name, pos, quat, take(words, count), take(numbers, count)))
    return skin


def _check(element: Element, skin: Skin, context: Context) -> None:
    """Refuse skins that do not hold together, and make the weights of each vertex sum to one."""
    count = len(skin.vertices)
    if not count or not len(skin.faces) or not skin.bones:
        raise element.error("it lacks vertices, faces or bones; a skin needs all of them")
    if len(skin.texcoords) not in (0, count):
        raise element.error(f"it has {count} vertices, but {len(skin.texcoords)} texture coordinates")
    if skin.faces.min() < 0 or skin.faces.max() >= count:
        raise element.error(f"a face has a vertex that does not exist; there are {count}")
    total = np.zeros(count, np.float32)
    for bone in skin.bones:
        if bone.body not in context.ids["body"]:
            raise element.error(f"a bone is bound to the body '{bone.body}', but no body has that name")
        if not len(bone.vertices) or len(bone.vertices) != len(bone.weights):
            raise element.error(f"the bone of '{bone.body}' needs as many weights as vertices, and at least one")
        if bone.vertices.min() < 0 or bone.vertices.max() >= count:
            raise element.error(f"the bone of '{bone.body}' has a vertex that does not exist; there are {count}")
        np.add.at(total, bone.vertices, bone.weights)
    if total.min() <= MINVAL:
        raise element.error(f"vertex {int(total.argmin())} follows no bone; its weights must have a positive sum")
    for bone in skin.bones:
        bone.weights = bone.weights / total[bone.vertices]
        length = np.linalg.norm(bone.quat.astype(np.float64))
        bone.quat = (bone.quat / max(float(length), MINVAL)).astype(np.float32)


# ---------------------------------------------------------------- arrays


def skin_sizes(skins: Sequence[Item]) -> dict[str, int]:
    """Return how much room all skins need."""
    records: list[Skin] = [item.row["skin"] for item in skins]
    return {
        "nskin": len(records),
        "nskinvert": sum(len(skin.vertices) for skin in records),
        "nskintexvert": sum(len(skin.texcoords) for skin in records),
        "nskinface": sum(len(skin.faces) for skin in records),
        "nskinbone": sum(len(skin.bones) for skin in records),
        "nskinbonevert": sum(len(bone.vertices) for skin in records for bone in skin.bones),
    }


def fill_skins(model: Model, skins: Sequence[Item], bodies: Mapping[str, int]) -> None:
    """Write the meshes and bones of all skins one after the other."""
    vert = texcoord = face = bone_number = entry = 0
    for number, item in enumerate(skins):
        skin: Skin = item.row["skin"]
        model.skin_vertadr[number], model.skin_vertnum[number] = vert, len(skin.vertices)
        model.skin_texcoordadr[number] = texcoord if len(skin.texcoords) else -1
        model.skin_faceadr[number], model.skin_facenum[number] = face, len(skin.faces)
        model.skin_boneadr[number], model.skin_bonenum[number] = bone_number, len(skin.bones)
        for array, first, rows in (
            (model.skin_vert, vert, skin.vertices),
            (model.skin_texcoord, texcoord, skin.texcoords),
            (model.skin_face, face, skin.faces),
        ):
            array[first : first + len(rows)] = rows
        for bone in skin.bones:
            entries = slice(entry, entry + len(bone.vertices))
            model.skin_bonevertadr[bone_number], model.skin_bonevertnum[bone_number] = entry, len(bone.vertices)
            model.skin_bonebindpos[bone_number], model.skin_bonebindquat[bone_number] = bone.pos, bone.quat
            model.skin_bonebodyid[bone_number] = bodies[bone.body]
            model.skin_bonevertid[entries], model.skin_bonevertweight[entries] = bone.vertices, bone.weights
            bone_number, entry = bone_number + 1, entries.stop
        vert, texcoord, face = vert + len(skin.vertices), texcoord + len(skin.texcoords), face + len(skin.faces)
