"""Skins and flexes on the page: meshes whose vertices move."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corten.deformable.rods.frames import has_box_section
from corten.enums import GeomType
from corten.render.soft import HALVES, rod_faces, rod_sections
from corten.scene.options import SceneOption
from corten.scene.shapes import Shapes, connect, join, make_shapes
from corten.scene.soft import flex_looks, skin_shapes
from corten.viewer import quaternions
from corten.viewer.scene import every_group, is_shown
from corten.viewer.snapshot import Snapshot
from corten.viewer.textures import COLOUR_ROLE, image_of

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

# radius of a flex without one, of its extent
THIN = 0.002


class SoftMesh:
    """One skin or flex: its triangles stay, its vertices are sent again whenever they have moved."""

    def __init__(self, server: Any, name: str, faces: NDArray[np.integer], place: Callable[[Snapshot], Floats]):
        self._server, self._name, self._faces, self._place = server, name, faces, place
        self.kind, self.group, self.rgba, self.flat = "skin", 0, np.ones(4), False
        self._handle: Any = None

    def show(self, snapshot: Snapshot, option: SceneOption) -> None:
        """Bring the mesh to a moment."""
        visible = is_shown(option, self.kind, self.group) and self.rgba[3] > 0
        if not visible:
            if self._handle is not None:
                self._handle.visible = False
            return
        vertices = self._place(snapshot).astype(np.float32)
        if self._handle is None:
            self._handle = self._server.scene.add_mesh_simple(
                self._name,
                vertices,
                self._faces,
                color=tuple(float(x) for x in self.rgba[:3].clip(0, 1)),
                opacity=float(self.rgba[3]) if self.rgba[3] < 1 else None,
                flat_shading=self.flat,
                side="double",
            )
        self._handle.vertices = vertices
        self._handle.visible = True

    def remove(self) -> None:
        """Take the mesh off the page."""
        if self._handle is not None:
            self._handle.remove()


def soft_meshes(server: Any, model: "Model") -> list[SoftMesh]:
    """Return the skins, and the flexes of two and three dimensions and rods with box sections, of a model."""
    found, option = [], every_group()
    skins, flexes = skin_shapes(model, option), flex_looks(model, option)
    for i, skin in enumerate(skins.objid.tolist()):
        first, count = int(model.skin_faceadr[skin]), int(model.skin_facenum[skin])
        mesh = SoftMesh(server, f"/skin/{skin}", model.skin_face[first : first + count], SkinVertices(model, skin))
        mesh.group, mesh.rgba = int(model.skin_group[skin]), with_texture(model, skins.take([i]))
        found.append(mesh)
    for i, flex in enumerate(flexes.objid.tolist()):
        if model.flex_dim[flex] == 1 and not has_box_section(model, flex):
            continue
        mesh = SoftMesh(server, f"/flex/{flex}", flex_faces(model, flex), _flex_vertices(model, flex))
        mesh.kind, mesh.group = "flex", int(model.flex_group[flex])
        mesh.rgba = with_texture(model, flexes.take([i]))
        # the corners of a rod belong to sides that are not one surface
        mesh.flat = bool(model.flex_flatskin[flex]) or model.flex_dim[flex] == 1
        found.append(mesh)
    return found


def with_texture(model: "Model", row: Shapes) -> Floats:
    """Return the colour of a row times the mean of its texture: browsers show none on what bends."""
    material, rgba = int(row.material[0]), row.rgba[0].astype(float)
    texture = int(model.mat_texid[material, COLOUR_ROLE]) if material >= 0 else -1
    if texture < 0:
        return rgba
    image = image_of(model, texture)
    mean = image.reshape(-1, image.shape[-1]).mean(axis=0)[:3] / 255.0
    return np.concatenate([rgba[:3] * mean, rgba[3:]])


def flex_faces(model: "Model", flex: int) -> NDArray[np.integer]:
    """Return the triangles of a flex that can be seen: its elements, or those around a solid or a rod."""
    if model.flex_dim[flex] == 1:
        return rod_faces(int(model.flex_edgenum[flex]) + 1)[:, HALVES].reshape(-1, 3)
    if model.flex_dim[flex] == 2:
        start, count = int(model.flex_elemdataadr[flex]), int(model.flex_elemnum[flex])
        return model.flex_elem[start : start + 3 * count].reshape(-1, 3)
    start, count = int(model.flex_shelldataadr[flex]), int(model.flex_shellnum[flex])
    return model.flex_shell[start : start + 3 * count].reshape(-1, 3)


def flex_tubes(snapshot: Snapshot, option: SceneOption) -> Shapes:
    """Return the pieces of round flexes of one dimension as rows of a scene."""
    model, parts = snapshot.model, [make_shapes(0)]
    looks = flex_looks(model, option) if model.nflex else make_shapes(0)
    for i, flex in enumerate(looks.objid.tolist()):
        if model.flex_dim[flex] == 1 and not has_box_section(model, flex):
            start, count = int(model.flex_elemdataadr[flex]), int(model.flex_elemnum[flex])
            ends = model.flex_elem[start : start + 2 * count].reshape(-1, 2) + model.flex_vertadr[flex]
            radius = float(model.flex_radius[flex]) or THIN * float(model.stat.extent)
            columns = connect(GeomType.CYLINDER, radius, *(snapshot.flexvert_xpos[ends[:, k]] for k in range(2)))
            parts.append(make_shapes(count, **columns, rgba=looks.rgba[i]))
    return join(parts)


def _flex_vertices(model: "Model", flex: int) -> Callable[[Snapshot], Floats]:
    if model.flex_dim[flex] == 1:
        return lambda snapshot: rod_sections(model, snapshot, flex)[0].reshape(-1, 3)
    first, count = int(model.flex_vertadr[flex]), int(model.flex_vertnum[flex])
    return lambda snapshot: snapshot.flexvert_xpos[first : first + count]


class SkinVertices:
    """Vertices of a skin: the sum over bones of weight (xpos + R R_bind' (v - bindpos)), inflated along normals."""

    def __init__(self, model: "Model", skin: int):
        bones = np.arange(model.skin_boneadr[skin], model.skin_boneadr[skin] + model.skin_bonenum[skin])
        counts = model.skin_bonevertnum[bones]
        rows = np.concatenate([np.arange(a, a + n) for a, n in zip(model.skin_bonevertadr[bones], counts, strict=True)])
        bone = np.repeat(bones, counts)
        first = int(model.skin_vertadr[skin])
        self._count = int(model.skin_vertnum[skin])
        self._vertex, self._body = model.skin_bonevertid[rows], model.skin_bonebodyid[bone]
        self._weight = np.array(model.skin_bonevertweight[rows], float)[:, None]
        # vertices in the frames of their bones
        offset = model.skin_vert[first + self._vertex] - model.skin_bonebindpos[bone]
        self._local = quaternions.rotate(quaternions.conjugate(model.skin_bonebindquat[bone]), offset)
        face = int(model.skin_faceadr[skin])
        self._faces = model.skin_face[face : face + int(model.skin_facenum[skin])]
        self._inflate = float(model.skin_inflate[skin])

    def __call__(self, snapshot: Snapshot) -> Floats:
        """Return the vertices (n, 3) [m]."""
        placed = snapshot.xpos[self._body] + quaternions.rotate(snapshot.xquat[self._body], self._local)
        weighted = self._weight * placed
        # bincount adds up many rows faster than np.add.at
        vertices = np.stack([np.bincount(self._vertex, weighted[:, k], self._count) for k in range(3)], axis=1)
        return vertices + self._inflate * self._normals(vertices) if self._inflate else vertices

    def _normals(self, vertices: Floats) -> Floats:
        a, b, c = (vertices[self._faces[:, k]] for k in range(3))
        across, corners = np.cross(b - a, c - a), self._faces.ravel()
        around = np.repeat(across, 3, axis=0)
        normal = np.stack([np.bincount(corners, around[:, k], self._count) for k in range(3)], axis=1)
        return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-15)
