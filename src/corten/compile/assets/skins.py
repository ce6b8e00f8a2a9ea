"""Skins: meshes for show whose vertices follow several bodies."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.compile.assets.asset_files import Files
from corten.compile.context import Context
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.asset_rows import Bone, Skin, SkinMesh
from corten.compile.objects.columns import write_rows
from corten.constants import MINVAL
from corten.model import Model
from corten.passes.scale_frames.assets import skin_scale
from corten.spec import DefaultClasses, Element, Resolved, root_section

# bytes of the name of a bone in a file
NAME_BYTES = 40


def read_skins(root: Element, classes: DefaultClasses, context: Context, files: Files) -> list[Skin]:
    """Return all skins."""
    sections = [root_section(root, tag) for tag in ("asset", "deformable")]
    elements = [child for section in sections if section is not None for child in section.children]
    return [_skin(classes.resolve(element), context, files) for element in elements if element.tag == "skin"]


def _skin(values: Resolved, context: Context, files: Files) -> Skin:
    element = values.element
    if values["file"]:
        if any(values[name] for name in ("vertex", "texcoord", "face")) or element.children:
            raise element.error("file is given, and numbers or bones too; a file has them itself")
        mesh = _from_file(element, values["file"], files)
    else:
        mesh = _from_numbers(values)
    _check(element, mesh, context)
    scale = 1.0 if context.scaling is None else skin_scale(element, [bone.body for bone in mesh.bones], context.scaling)
    if scale != 1.0:
        mesh.vertices = mesh.vertices * np.float32(scale)
        for bone in mesh.bones:
            bone.bonebindpos = bone.bonebindpos * np.float32(scale)
    for bone in mesh.bones:
        bone.bonebodyid = context.number("body", bone.body)
    return Skin(
        element=element,
        name=element.object_name() or "",
        matid=context.number("material", values["material"]),
        group=values["group"],
        rgba=values["rgba"],
        inflate=values["inflate"] * scale,
        mesh=mesh,
    )


def _from_numbers(values: Resolved) -> SkinMesh:
    def rows(name: str, columns: int, kind: type) -> NDArray:
        numbers = np.array(values[name] or (), kind)
        if numbers.size % columns:
            raise values.element.error(f"{name} has {numbers.size} numbers; they come in rows of {columns}")
        return numbers.reshape(-1, columns)

    skin = SkinMesh(rows("vertex", 3, np.float32), rows("texcoord", 2, np.float32), rows("face", 3, np.int32))
    for child in values.element.children:
        written: Mapping[str, Any] = child.attributes
        pos, quat = (np.array(written[name], np.float32) for name in ("bindpos", "bindquat"))
        vertices, weights = np.array(written["vertid"], np.int32), np.array(written["vertweight"], np.float32)
        skin.bones.append(_bone(written["body"], (pos, quat), vertices, weights))
    return skin


def _from_file(element: Element, file: str, files: Files) -> SkinMesh:
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
    skin = SkinMesh(
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
        skin.bones.append(_bone(name, (pos, quat), take(words, count), take(numbers, count)))
    return skin


def _bone(body: str, pose: tuple[NDArray, NDArray], vertices: NDArray, weights: NDArray) -> Bone:
    pos, quat = pose
    return Bone(body=body, bonebindpos=pos, bonebindquat=quat, vertices=vertices, weights=weights)


def _check(element: Element, skin: SkinMesh, context: Context) -> None:
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
        length = np.linalg.norm(bone.bonebindquat.astype(np.float64))
        bone.bonebindquat = (bone.bonebindquat / max(float(length), MINVAL)).astype(np.float32)


# ---------------------------------------------------------------- arrays


class SkinArrays:
    """All skins with their places in the arrays."""

    def __init__(self, skins: Sequence[Skin]):
        self.skins = skins
        self.bones = [bone for skin in skins for bone in skin.mesh.bones]
        self._addresses = Addresses()
        take = self._addresses.take
        for skin in skins:
            mesh = skin.mesh
            skin.vertnum, skin.facenum, skin.bonenum = len(mesh.vertices), len(mesh.faces), len(mesh.bones)
            skin.vertadr, skin.faceadr = take("vert", skin.vertnum), take("face", skin.facenum)
            skin.texcoordadr = self._addresses.take_or_none("texcoord", len(mesh.texcoords))
            skin.boneadr = take("bone", skin.bonenum)
        for bone in self.bones:
            bone.bonevertnum = len(bone.vertices)
            bone.bonevertadr = take("bonevert", bone.bonevertnum)

    def sizes(self) -> dict[str, int]:
        """Return how much room all skins need."""
        count = self._addresses.count
        return {
            "nskin": len(self.skins),
            "nskinvert": count("vert"),
            "nskintexvert": count("texcoord"),
            "nskinface": count("face"),
            "nskinbone": count("bone"),
            "nskinbonevert": count("bonevert"),
        }

    def fill(self, model: Model) -> None:
        """Write all skins."""
        if not self.skins:
            return
        write_rows(model, Skin, self.skins)
        write_rows(model, Bone, self.bones)
        meshes = [skin.mesh for skin in self.skins]
        model.skin_vert = np.concatenate([mesh.vertices for mesh in meshes])
        model.skin_texcoord = np.concatenate([mesh.texcoords for mesh in meshes])
        model.skin_face[:] = np.concatenate([mesh.faces for mesh in meshes])
        model.skin_bonevertid[:] = np.concatenate([bone.vertices for bone in self.bones])
        model.skin_bonevertweight = np.concatenate([bone.weights for bone in self.bones])
