"""Meshes and height fields: read from files, processed as MuJoCo's compiler does, shared by all who use them.

This layer knows nothing of models: it takes bytes, numbers and parameters and gives immutable records, or raises an
AssetError that names the asset and its file.
"""

from corten.assets.formats.content import Content, read_file
from corten.assets.formats.png import decode_png
from corten.assets.height_field import HeightField
from corten.assets.hull.convex_hull import Hull, HullGraph
from corten.assets.hull.polygons import Polygons
from corten.assets.loading import (
    height_field_from_elevation,
    height_field_from_file,
    mesh_from_builtin,
    mesh_from_data,
    mesh_from_file,
    mesh_from_formula,
)
from corten.assets.mesh import Mesh, fit_geom
from corten.assets.raw_mesh import MeshOptions, RawMesh, embedded_mesh
from corten.assets.trees.median_split import Bvh
from corten.assets.trees.octree import Octree
from corten.errors import AssetError

__all__ = [
    "AssetError",
    "Bvh",
    "Content",
    "HeightField",
    "Hull",
    "HullGraph",
    "Mesh",
    "MeshOptions",
    "Octree",
    "Polygons",
    "RawMesh",
    "decode_png",
    "embedded_mesh",
    "fit_geom",
    "height_field_from_elevation",
    "height_field_from_file",
    "mesh_from_builtin",
    "mesh_from_data",
    "mesh_from_file",
    "mesh_from_formula",
    "read_file",
]
