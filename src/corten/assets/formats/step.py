"""STEP: solids of CAD programs, tessellated by optional packages."""

import importlib.util
import tempfile
from pathlib import Path

import numpy as np

from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError

# [m] and [rad]: how far the triangles may be from the surface, and how much neighbours may turn
TOLERANCE, ANGLE = 1e-4, 0.2


def read_step(data: bytes) -> RawMesh:
    """Return the surface of all solids in a STEP file [m], as one mesh."""
    for package in ("cascadio", "trimesh"):
        if importlib.util.find_spec(package) is None:
            raise AssetError(f"STEP files need the package {package}: install corten[step]")
    import cascadio  # pyright: ignore[reportMissingImports]
    import trimesh  # pyright: ignore[reportMissingImports]

    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder) / "solid.step", Path(folder) / "solid.glb"
        source.write_bytes(data)
        try:
            cascadio.step_to_glb(str(source), str(result), tol_linear=TOLERANCE, tol_angular=ANGLE)
            scene = trimesh.load_scene(str(result))
            mesh = scene.to_mesh()
        except Exception as error:
            # packages that tessellate raise what they like; any of it means that this file is of no use
            raise AssetError(f"the STEP file cannot be tessellated: {error}") from None
    return raw_mesh(np.asarray(mesh.vertices), np.asarray(mesh.faces))
