"""What tools/fuzz.py begins with: small models that between them use most of MJCF, and small files."""

import io
import struct
import zipfile
import zlib
from pathlib import Path

import corten

MODELS = Path(__file__).parent / "fuzz_models"

CORNERS = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = [face for a, b, c, d in SIDES for face in ((a, b, c), (a, c, d))]


def _obj() -> bytes:
    lines = [f"v {x} {y} {z}" for x, y, z in CORNERS] + ["vn 0 0 1", "vt 0 0", "o cube"]
    return "\n".join([*lines, *(f"f {a + 1}/1/1 {b + 1}/1/1 {c + 1}/1/1 {d + 1}" for a, b, c, d in SIDES)]).encode()


def _stl() -> bytes:
    rows = b"".join(struct.pack("<12fH", 0, 0, 1, *(x for i in face for x in CORNERS[i]), 0) for face in FACES)
    return bytes(80) + struct.pack("<I", len(FACES)) + rows


def _ply() -> bytes:
    head = (
        f"ply\nformat ascii 1.0\nelement vertex {len(CORNERS)}\nproperty float x\nproperty float y\nproperty float z\n"
    )
    head += f"element face {len(FACES)}\nproperty list uchar int vertex_indices\nend_header\n"
    rows = [" ".join(map(str, corner)) for corner in CORNERS] + [f"3 {a} {b} {c}" for a, b, c in FACES]
    return (head + "\n".join(rows) + "\n").encode()


def _msh() -> bytes:
    numbers = [x for corner in CORNERS for x in corner]
    indices = [i for face in FACES for i in face]
    head = struct.pack("<4i", len(CORNERS), 0, 0, len(FACES))
    return head + struct.pack(f"<{len(numbers)}f", *numbers) + struct.pack(f"<{len(indices)}i", *indices)


def _three_mf() -> bytes:
    vertices = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in CORNERS)
    triangles = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in FACES)
    mesh = f"<mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>"
    space = 'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"'
    inside = f'<resources><object id="1">{mesh}</object></resources><build><item objectid="1"/></build>'
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        # without the time of writing, so that a seed always makes the same file
        archive.writestr(zipfile.ZipInfo("3D/3dmodel.model"), f"<model {space}>{inside}</model>")
    return stream.getvalue()


def _png() -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + bytes(range(12)) for _ in range(4))
    header = struct.pack(">2I5B", 4, 4, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def _gmsh_text() -> bytes:
    """Return triangles in version 2.2."""
    nodes = [f"{i + 1} {x} {y} {z}" for i, (x, y, z) in enumerate(CORNERS)]
    faces = [f"{i + 1} 2 2 0 1 {a + 1} {b + 1} {c + 1}" for i, (a, b, c) in enumerate(FACES)]
    lines = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", len(nodes), *nodes, "$EndNodes"]
    return "\n".join(map(str, [*lines, "$Elements", len(faces), *faces, "$EndElements", ""])).encode()


def _gmsh_bytes() -> bytes:
    """Return tetrahedra in version 4.1."""
    tags = range(1, len(CORNERS) + 1)
    solids = [(a + 1, b + 1, c + 1, 8) for a, b, c in FACES if 7 not in (a, b, c)]
    nodes = struct.pack("<4Q3iQ", 1, 8, 1, 8, 3, 1, 0, 8) + struct.pack("<8Q", *tags)
    nodes += struct.pack("<24d", *(x for corner in CORNERS for x in corner))
    elements = struct.pack("<4Q3iQ", 1, len(solids), 1, len(solids), 3, 1, 4, len(solids))
    elements += b"".join(struct.pack("<5Q", i + 1, *solid) for i, solid in enumerate(solids))
    head = b"$MeshFormat\n4.1 1 8\n" + struct.pack("<i", 1) + b"\n$EndMeshFormat\n"
    return head + b"$Nodes\n" + nodes + b"\n$EndNodes\n$Elements\n" + elements + b"\n$EndElements\n"


FILES = {
    "cube.obj": _obj(),
    "cube.stl": _stl(),
    "cube.ply": _ply(),
    "cube.msh": _msh(),
    "cube.3mf": _three_mf(),
    "cube22.msh": _gmsh_text(),
    "cube41.msh": _gmsh_bytes(),
    "image.png": _png(),
    "hills.hf": struct.pack("<2i9f", 3, 3, *range(9)),
    "part.xml": (MODELS / "part.xml").read_bytes(),
    "inner.xml": (MODELS / "inner.xml").read_bytes(),
}


def models() -> dict[str, str]:
    """Return the models by name."""
    bundled = {name: corten.models.path(name).read_text(encoding="utf-8") for name in ("hopper", "cartpole")}
    own = ("shapes.xml", "joints.xml", "motors.xml", "assets.xml", "flexes.xml", "robot.urdf")
    return {name: (MODELS / name).read_text(encoding="utf-8") for name in own} | bundled
