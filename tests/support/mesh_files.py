"""Shapes for tests of meshes, and their files in every format, written by the plainest code."""

import io
import struct
import zipfile

import numpy as np


def box(x=0.5, y=1.0, z=1.5):
    """Return the vertices and outward triangles of a box with half sizes x, y, z."""
    vertices = np.array([(i, j, k) for i in (-x, x) for j in (-y, y) for k in (-z, z)])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return vertices, np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def tetrahedron():
    """Return a tetrahedron at the origin with legs of 1."""
    return np.array([(0.0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]), np.array(
        [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    )


def icosphere(subdivision=2, scale=(1.0, 1.0, 1.0)):
    """Return an ellipsoid made of a subdivided octahedron, with half axes `scale`."""
    vertices = [np.array(v, float) for v in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))]
    faces = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    for _ in range(subdivision):
        middle, finer = {}, []
        for face in faces:
            inner = []
            for i in range(3):
                key = tuple(sorted((face[i], face[(i + 1) % 3])))
                if key not in middle:
                    point = vertices[key[0]] + vertices[key[1]]
                    middle[key] = len(vertices)
                    vertices.append(point / np.linalg.norm(point))
                inner.append(middle[key])
            (a, b, c), (ab, bc, ca) = face, inner
            finer += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        faces = finer
    return np.array(vertices) * scale, np.array(faces)


def torus(around=24, across=12, radius=0.3, bumps=0.0):
    """Return a torus of major radius 1, with bumps that make it less regular."""
    u, v = np.meshgrid(np.arange(around) * 2 * np.pi / around, np.arange(across) * 2 * np.pi / across, indexing="ij")
    r = radius * (1 + bumps * np.sin(3 * u) * np.cos(2 * v))
    ring = 1 + r * np.cos(v)
    vertices = np.stack((ring * np.cos(u), ring * np.sin(u), r * np.sin(v)), axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    after, aside = (i + 1) % around, (j + 1) % across
    a, b, c, d = (across * p + q for p, q in ((i, j), (after, j), (after, aside), (i, aside)))
    return vertices, np.stack((a, b, d, b, c, d), axis=-1).reshape(-1, 3)


def cloud(rng, count=40):
    """Return random points without faces."""
    return rng.normal(size=(count, 3)), np.zeros((0, 3), int)


def shapes():
    """Return named shapes: convex and not, regular and not, with faces and without."""
    rng = np.random.default_rng(7)
    bumpy, faces = icosphere(2, (1.0, 0.8, 0.6))
    return {
        "box": box(),
        "tetrahedron": tetrahedron(),
        "sphere": icosphere(2),
        "ellipsoid": icosphere(2, (1.0, 1.5, 0.7)),
        "torus": torus(),
        "bumpy": (bumpy * (1 + 0.3 * np.sin(5 * bumpy[:, :1])) + (1.0, 2.0, 3.0), faces),
        "cloud": cloud(rng),
    }


def stl(vertices, faces) -> bytes:
    """Return a binary STL file."""
    triangles = np.asarray(vertices, "<f4")[faces]
    body = b"".join(bytes(12) + corners.tobytes() + bytes(2) for corners in triangles)
    return b"binary".ljust(80) + struct.pack("<I", len(triangles)) + body


def stl_text(vertices, faces) -> bytes:
    """Return a text STL file."""
    lines = ["solid part 7"]
    for corners in np.asarray(vertices, np.float32)[faces]:
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x:.9g} {y:.9g} {z:.9g}" for x, y, z in corners)]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid part 7", ""]).encode()


def obj(vertices, faces) -> bytes:
    """Return an OBJ file."""
    rows = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in np.asarray(vertices, np.float32)]
    rows += ["f " + " ".join(str(i + 1) for i in face) for face in faces]
    return "\n".join([*rows, ""]).encode()


def ply(vertices, faces, kind="binary_little_endian") -> bytes:
    """Return a PLY file of one of the three kinds."""
    header = f"ply\nformat {kind} 1.0\ncomment test\nelement vertex {len(vertices)}\n"
    header += "property float x\nproperty float y\nproperty float z\n"
    header += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    points = np.asarray(vertices, np.float32)
    if kind == "ascii":
        rows = [f"{x:.9g} {y:.9g} {z:.9g}" for x, y, z in points]
        rows += [f"{len(face)} " + " ".join(map(str, face)) for face in faces]
        return header.encode() + "\n".join([*rows, ""]).encode()
    order = "<" if "little" in kind else ">"
    lists = b"".join(struct.pack(f"{order}B{len(face)}i", len(face), *face) for face in faces)
    return header.encode() + points.astype(f"{order}f4").tobytes() + lists


def msh(vertices, faces, normals=(), texcoords=()) -> bytes:
    """Return a file of MuJoCo's own format."""
    counts = struct.pack("<4i", len(vertices), len(normals), len(texcoords), len(faces))
    floats = b"".join(np.asarray(rows, "<f4").tobytes() for rows in (vertices, normals, texcoords))
    return counts + floats + np.asarray(faces, "<i4").tobytes()


CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"


def mesh_xml(vertices, faces) -> str:
    """Return a mesh as 3MF writes it."""
    rows = "".join(f'<vertex x="{x:.9g}" y="{y:.9g}" z="{z:.9g}"/>' for x, y, z in np.asarray(vertices, np.float32))
    triangles = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in faces)
    return f"<mesh><vertices>{rows}</vertices><triangles>{triangles}</triangles></mesh>"


def model_xml(objects: str, build: str) -> str:
    """Return the model part of a 3MF file."""
    return f'<model unit="millimeter" xmlns="{CORE}"><resources>{objects}</resources><build>{build}</build></model>'


def archive(parts: dict[str, bytes | str]) -> bytes:
    """Return a zip archive."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(zipfile.ZipInfo(name), content)
    return stream.getvalue()


def three_mf(vertices, faces) -> bytes:
    """Return a 3MF file with one object."""
    model = model_xml(f'<object id="1" type="model">{mesh_xml(vertices, faces)}</object>', '<item objectid="1"/>')
    return archive({"[Content_Types].xml": "<Types/>", "3D/3dmodel.model": model})


FORMATS = {
    "stl": stl,
    "text stl": stl_text,
    "obj": obj,
    "ply": ply,
    "text ply": lambda vertices, faces: ply(vertices, faces, "ascii"),
    "big ply": lambda vertices, faces: ply(vertices, faces, "binary_big_endian"),
    "msh": msh,
    "3mf": three_mf,
}
