"""Meshes against MuJoCo: the same files and numbers become the same arrays."""

from contextlib import nullcontext

import numpy as np
import pytest

from corten.assets import (
    MeshOptions,
    RawMesh,
    embedded_mesh,
    fit_geom,
    mesh_from_builtin,
    mesh_from_data,
    mesh_from_file,
)
from corten.enums import GeomType
from corten.errors import AssetError, ModelWarning
from support import mesh_files, oracle, tolerance

SHAPES = mesh_files.shapes()
INERTIA = ("convex", "exact", "legacy", "shell")
PLACEMENTS = {
    "plain": {},
    "scaled": {"scale": (0.01, 0.01, 0.01)},
    "mirrored": {"scale": (1.0, -2.0, 0.5)},
    "point reflection": {"scale": (-1.0, -1.0, -1.0)},
    "referred": {"refpos": (1.0, 2.0, 3.0), "refquat": (1.0, 0.3, -0.2, 0.5), "scale": (-1.0, -2.0, 1.0)},
    "smooth": {"smoothnormal": True},
    "limited": {"maxhullvert": 7},
}


def attributes(options: dict) -> str:
    """Return parameters as MJCF writes them."""
    words = {True: "true", False: "false"}
    texts = {
        key: words[value]
        if isinstance(value, bool)
        else " ".join(map(repr, value))
        if isinstance(value, tuple)
        else value
        for key, value in options.items()
    }
    return " ".join(f'{key}="{text}"' for key, text in texts.items())


def embedded(vertices, faces) -> tuple[str, RawMesh]:
    """Return a shape as attributes and as a raw mesh."""
    text = f'vertex="{" ".join(repr(float(number)) for number in np.ravel(vertices))}"'
    if len(faces):
        text += f' face="{" ".join(map(str, np.ravel(faces)))}"'
    return text, embedded_mesh(np.ravel(vertices), np.ravel(faces))


def compiled(mesh: str, files=None, geom: str = ""):
    """Return MuJoCo's model of one body with one geom of a mesh."""
    geom = f'<geom type="mesh" mesh="m" {geom}/>'
    body = f"<body><freejoint/>{geom}</body>"
    return oracle.load_mujoco(
        f'<mujoco><asset><mesh name="m" {mesh}/></asset><worldbody>{body}</worldbody></mujoco>', files
    )


def close(mine, theirs, limit) -> bool:
    """Tell whether numbers agree relative to the largest."""
    return np.shape(mine) == np.shape(theirs) and bool(
        np.abs(np.subtract(mine, theirs)).max(initial=0) <= limit * max(np.abs(theirs).max(initial=0), 1e-300)
    )


def compare_surface(mesh, mjm) -> None:
    """Compare placement, vertices, faces, normals and texture coordinates."""
    assert close(mesh.pos, mjm.mesh_pos[0], tolerance.CONSTANT)
    assert close(mesh.quat, mjm.mesh_quat[0], tolerance.CONSTANT)
    assert close(mesh.vertices, mjm.mesh_vert, tolerance.SINGLE)
    assert np.array_equal(mesh.triangles, mjm.mesh_face)
    assert close(mesh.normals, mjm.mesh_normal, tolerance.NORMAL)
    assert np.array_equal(mesh.triangle_normals, mjm.mesh_facenormal)
    assert np.array_equal(mesh.texcoords, mjm.mesh_texcoord.reshape(-1, 2))
    if len(mesh.texcoords):
        assert np.array_equal(mesh.triangle_texcoords, mjm.mesh_facetexcoord)


def compare_mass(mesh, mjm, density=1000.0) -> None:
    """Compare mass and principal moments of the body, and the bounds of the geom."""
    x, y, z = mesh.box
    mass = mesh.volume * density
    assert close(mass, mjm.body_mass[1], tolerance.CONSTANT)
    moments = np.array((y * y + z * z, x * x + z * z, x * x + y * y)) * mass / 3
    assert close(moments, mjm.body_inertia[1], tolerance.CONSTANT)
    low, high = mesh.aabb()
    assert close(np.concatenate(((low + high) / 2, (high - low) / 2)), mjm.geom_aabb[0], tolerance.CONSTANT)
    reach = np.maximum(np.abs(low), np.abs(high))
    assert close(np.linalg.norm(reach), mjm.geom_rbound[0], tolerance.CONSTANT)


def compare_hull(mesh, mjm) -> None:
    """Compare the hull: vertices, neighbours, faces, extreme vertices and sides, all in order."""
    assert np.array_equal(mesh.hull.graph.flat(), mjm.mesh_graph)
    assert np.array_equal(mesh.hull.extrema, mjm.mesh_extrema[0])

    sides, normals = mesh.hull.polygons, mesh.hull.normals
    own = outlines(sides.vertices, sides.address, sides.count)
    assert own == outlines(mjm.mesh_polyvert, mjm.mesh_polyvertadr, mjm.mesh_polyvertnum)
    assert np.abs(normals - mjm.mesh_polynormal).max(initial=0) < tolerance.STAGE
    assert np.array_equal(sides.side_count, mjm.mesh_polymapnum)
    assert np.array_equal(sides.sides, mjm.mesh_polymap)


def outlines(vertices, address, count) -> list[tuple[int, ...]]:
    """Return sides as tuples of vertices."""
    return [tuple(vertices[start : start + n].tolist()) for start, n in zip(address, count, strict=True)]


@pytest.mark.parametrize("placement", PLACEMENTS)
@pytest.mark.parametrize("inertia", INERTIA)
@pytest.mark.parametrize("shape", SHAPES)
def test_embedded_meshes(shape, inertia, placement):
    """Agree on every array of shapes with every rule for inertia, scaled, mirrored, referred and limited."""
    options = {"inertia": inertia, **PLACEMENTS[placement]}
    text, raw = embedded(*SHAPES[shape])
    mjm = compiled(f"{text} {attributes(options)}")
    mesh = mesh_from_data("m", raw, MeshOptions(**options))
    compare_surface(mesh, mjm)
    compare_mass(mesh, mjm)
    compare_hull(mesh, mjm)


@pytest.mark.parametrize("kind", ["stl", "obj", "msh"])
@pytest.mark.parametrize("shape", [name for name in SHAPES if name != "cloud"])
def test_files_that_mujoco_reads(kind, shape):
    """Agree on meshes from binary STL, OBJ and MSH files, mirrored ones included."""
    data = mesh_files.FORMATS[kind](*SHAPES[shape])
    for options in ({}, {"scale": (-1.0, 0.5, 2.0), "inertia": "exact"}):
        mjm = compiled(f'file="m.{kind}" {attributes(options)}', {f"m.{kind}": data})
        mesh = mesh_from_file("m", f"m.{kind}", data, MeshOptions(**options))
        compare_surface(mesh, mjm)
        compare_mass(mesh, mjm)
        compare_hull(mesh, mjm)


@pytest.mark.parametrize("kind", ["text stl", "ply", "text ply", "big ply", "3mf"])
def test_files_that_mujoco_does_not_read(kind):
    """Give the same mesh from other formats as from the OBJ file that MuJoCo reads."""
    shape = SHAPES["bumpy"]
    mesh = mesh_from_file("m", f"m.{kind.split()[-1]}", mesh_files.FORMATS[kind](*shape))
    mjm = compiled('file="m.obj"', {"m.obj": mesh_files.obj(*shape)})
    compare_mass(mesh, mjm)
    assert np.array_equal(mesh.vertices[mesh.triangles], mjm.mesh_vert[mjm.mesh_face])


def polygon_file(rng, corners: int) -> bytes:
    """Return an OBJ file of a cone over a random polygon, convex or not, tilted or along an axis, here or far away."""
    angle = np.sort(rng.uniform(0, 2 * np.pi, corners))
    radius = np.ones(corners) if rng.random() < 0.5 else rng.uniform(0.2, 1, corners)
    ring = np.column_stack((radius * np.cos(angle), radius * np.sin(angle), 0 * angle))
    ring = np.round(ring, 1) if rng.random() < 0.2 else ring
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0] if rng.random() < 0.5 else np.eye(3)[rng.permutation(3)]
    ring = ring @ turn.T + rng.normal(size=3) * rng.choice((0, 1, 10))
    faces = [range(corners), *(((i + 1) % corners, i, corners) for i in range(corners))]
    return mesh_files.obj([*ring, ring.mean(axis=0) + turn[:, 2]], faces)


def test_polygons_are_cut_alike():
    """Cut quads and larger polygons of OBJ files into the same triangles."""
    rng = np.random.default_rng(11)
    for _ in range(60):
        data = polygon_file(rng, int(rng.integers(4, 13)))
        mjm = compiled('file="m.obj" inertia="shell"', {"m.obj": data}, 'contype="0" conaffinity="0"')
        mesh = mesh_from_file("m", "m.obj", data, MeshOptions(inertia="shell"))
        assert np.array_equal(mesh.triangles, mjm.mesh_face)


@pytest.mark.parametrize("corners", [100, 101, 118])
def test_polygons_of_many_corners(corners):
    """Leave out polygons of more than a hundred corners, as MuJoCo does, but not in silence."""
    data = polygon_file(np.random.default_rng(1), corners)
    mjm = compiled('file="m.obj" inertia="shell"', {"m.obj": data}, 'contype="0" conaffinity="0"')
    with pytest.warns(ModelWarning, match="1 polygons of an OBJ file") if corners > 100 else nullcontext():
        mesh = mesh_from_file("m", "m.obj", data, MeshOptions(inertia="shell"))
    assert np.array_equal(mesh.triangles, mjm.mesh_face)


@pytest.mark.parametrize(
    "text",
    [
        "vn 0 0 1\nvn 0 1 0\nvt .1 .2\nvt .3 .9\n"
        "f 1/1/1 3/2/1 2/1/2\nf 1/1/1 2/1/1 4/2/2\nf 1/1/2 4/1/1 3/1/1\nf 2/2/2 3/1/1 4/1/1\n",
        "vn 0 0 1\nf 1//1 3//1 2//1\nf 1//1 2//1 4//1\nf 1//1 4//1 3//1\nf 2//1 3//1 4//1\n",
        "vt 0 1\nf 1/1 3/1 2/1\nf 1/1 2/1 4/1\nf 1/1 4/1 3/1\nf 2/1 3/1 4/1\n",
        "f -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nf -3 -2 -1\n",
        "usemtl a\nf 1 3 2\nf 1 2 4\nusemtl b\nf 1 4 3\nf 2 3 4\ng other\nf 1 2 3\n",
        "",
    ],
)
def test_obj_statements(text):
    """Agree on normals, texture coordinates, negative indices, materials, groups, and vertices without faces."""
    data = ("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n" + text).encode()
    mesh = mesh_from_file("m", "m.obj", data)
    mjm = compiled('file="m.obj"', {"m.obj": data})
    compare_surface(mesh, mjm)
    compare_mass(mesh, mjm)


def test_msh_with_normals_and_texture_coordinates():
    """Agree on what an MSH file says of its vertices, mirrored or not."""
    vertices, faces = SHAPES["bumpy"]
    data = mesh_files.msh(vertices, faces, vertices + 0.5, vertices[:, :2])
    for options in ({}, {"scale": (1.0, 1.0, -1.0)}):
        mesh = mesh_from_file("m", "m.msh", data, MeshOptions(**options))
        compare_surface(mesh, compiled(f'file="m.msh" {attributes(options)}', {"m.msh": data}))


@pytest.mark.parametrize("count", [1, 4, 8])
def test_embedded_normals(count):
    """Agree on normals of an element: one for all, one or two for each vertex."""
    rng = np.random.default_rng(2)
    text, raw = embedded(*SHAPES["tetrahedron"])
    normals = rng.normal(size=(count, 3)).astype(np.float32)
    raw = embedded_mesh(raw.vertices.ravel(), raw.faces.ravel(), normals.ravel())
    mesh = mesh_from_data("m", raw, MeshOptions(scale=(2.0, 1.0, -1.0)))
    words = " ".join(repr(float(number)) for number in normals.ravel())
    compare_surface(mesh, compiled(f'{text} normal="{words}" scale="2 1 -1"'))


BUILTINS = [
    ("sphere", "3"),
    ("hemisphere", "4"),
    ("cone", "7 0.3"),
    ("cone", "5 0"),
    ("supersphere", "12 0.3 1.7"),
    ("supersphere", "20 0 0"),
    ("supertorus", "20 0.9 0.2 2"),
    ("wedge", "7 5 170 80 0.4"),
    ("plate", "4 5"),
    ("grid", "2 3 4 0.1 0.2 0.3"),
    ("grid", "5 4 1 0.1 0.2 0.3 2"),
    ("box", "4 3 5 0.1 0.2 0.3"),
    ("box", "4 3 5 0.1 0.2 0.3 2"),
    ("cylinder", "5 4 3 0.1 0.2 0.3"),
    ("cylinder", "5 6 3 0.1 0.2 0.3 2"),
    ("ellipsoid", "5 4 3 0.1 0.2 0.3"),
    ("ellipsoid", "5 5 5 0.1 0.2 0.3 2"),
    ("square", "4 5 1 0.1 0.2 0"),
    ("disc", "7 6 1 0.1 0.1 0.1"),
]


@pytest.mark.parametrize(("builtin", "params"), BUILTINS)
def test_builtin_meshes(builtin, params):
    """Agree on generated meshes, vertex by vertex."""
    mesh = mesh_from_builtin("m", builtin, [float(word) for word in params.split()])
    mesh_text = f'builtin="{builtin}" params="{params}"'
    support = '<geom size="1"/>'
    text = f'<mujoco><asset><mesh name="m" {mesh_text}/></asset><worldbody><body><freejoint/>{support}'
    mjm = oracle.load_mujoco(
        text + '<geom type="mesh" mesh="m" contype="0" conaffinity="0"/></body></worldbody></mujoco>'
    )
    compare_surface(mesh, mjm)


@pytest.mark.parametrize("to_aabb", [False, True])
@pytest.mark.parametrize("kind", ["sphere", "capsule", "cylinder", "ellipsoid", "box"])
def test_fitted_primitives(kind, to_aabb):
    """Agree on the size of primitives that stand for a mesh."""
    text, raw = embedded(*SHAPES["bumpy"])
    mesh = mesh_from_data("m", raw)
    mjm = oracle.load_mujoco(
        f'<mujoco><compiler fitaabb="{str(to_aabb).lower()}"/><asset><mesh name="m" {text}/></asset>'
        f'<worldbody><geom type="{kind}" mesh="m" fitscale="1.5"/></worldbody></mujoco>'
    )
    size, _ = fit_geom(mesh, GeomType[kind.upper()], to_aabb=to_aabb, scale=1.5)
    assert close([number for number in size if number], mjm.geom_size[0][: sum(map(bool, size))], tolerance.CONSTANT)


@pytest.mark.parametrize(
    ("vertex", "face", "options"),
    [
        ("0 0 0 1 0 0 0 1 0", "", {}),
        ("0 0 0 1 0 0 0 1 0 0 0 1 5", "", {}),
        ("0 0 0 1 0 0 0 1 0 0 0 1", "0 1 4", {}),
        ("0 0 0 1 0 0 0 1 0 0 0 1", "0 1 -1", {}),
        ("0 0 0 1 0 0 0 1 0 0 0 1", "0 1 2 0 1 3 0 3 2 1 2 3", {"inertia": "exact"}),
        ("0 0 0 1 0 0 0 1 0 0 0 1", "0 1 2 0 3 1 0 2 3 1 3 2", {"inertia": "exact"}),
        ("0 0 0 1 0 0 0 1 0 1 1 0", "0 1 2 1 3 2", {}),
        ("0 0 0 1 0 0 0 1 0 1 1 0", "", {}),
        ("0 0 0 1 0 0 2 0 0 3 0 0", "", {}),
        ("0 0 0 0 0 0 0 0 0 0 0 0", "", {}),
        ("0 0 0 1 0 0 0 1 0 0 0 1", "", {"scale": (0.0, 1.0, 1.0)}),
        ("0 0 0 1 0 0 0 1 0 0 0 1", "", {"refquat": (0.0, 0.0, 0.0, 0.0)}),
        ("0 0 0 1 0 0 0 1 0 0 0 1", "", {"scale": (1e-6, 1e-6, 1e-6)}),
    ],
)
def test_refused_meshes(vertex, face, options):
    """Refuse what MuJoCo refuses."""
    given = f'face="{face}"' if face else ""
    xml = f'<mujoco><asset><mesh name="m" vertex="{vertex}" {given} {attributes(options)}/></asset><worldbody>'
    assert oracle.load_error(xml + '<geom type="mesh" mesh="m"/></worldbody></mujoco>')
    numbers = [float(word) for word in vertex.split()], [int(word) for word in face.split()]
    with pytest.raises(AssetError):
        assert mesh_from_data("m", embedded_mesh(*numbers), MeshOptions(**options)).hull
