"""Geoms and sites, which keep their form and colour while they move, and the colours of islands."""

import colorsys

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import EnableBit, GeomType, ObjectType
from corten.model import Model
from corten.scene.options import Category, SceneOption, VisFlag
from corten.scene.shapes import MeshKey, Shapes, fade, in_groups, make_shapes, mesh_keys, put_material, scene_sizes

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]

# types of geoms that are drawn as triangles
MADE_OF_TRIANGLES = (GeomType.HFIELD, GeomType.MESH, GeomType.SDF)


def geom_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return the geoms of groups that are shown and that have any colour."""
    shapes = solid_shapes(model, option, "geom")
    if option.shows(VisFlag.ISLAND):
        paint_islands(model, data, shapes, model.geom_bodyid[shapes.objid])
    return place_solids(shapes.take(shapes.rgba[:, 3] != 0.0), data)


def site_shapes(model: Model, data: Data, option: SceneOption) -> Shapes:
    """Return the sites of groups that are shown and that have any colour."""
    shapes = solid_shapes(model, option, "site")
    return place_solids(shapes.take(shapes.rgba[:, 3] != 0.0), data)


def solid_shapes(model: Model, option: SceneOption, of: str) -> Shapes:
    """Return geoms or sites of groups that are shown, with all that follows from the model alone: not their poses."""
    own = {name: getattr(model, f"{of}_{name}") for name in ("bodyid", "group", "type", "size", "matid", "rgba")}
    moving = model.body_weldid[own["bodyid"]] != 0
    shown = in_groups(own["group"], getattr(option, f"{of}group"))
    if not option.shows(VisFlag.STATIC):
        shown &= moving
    rows = np.flatnonzero(shown)
    kind = own["type"][rows]
    shapes = make_shapes(
        len(rows),
        type=kind,
        size=scene_sizes(kind, own["size"][rows]),
        objtype=ObjectType[of.upper()],
        objid=rows,
        category=np.where(moving[rows], Category.DYNAMIC, Category.STATIC),
    )
    put_material(model, shapes, own["matid"][rows], own["rgba"][rows], option)
    fade(model, shapes, moving[rows], option)
    if of == "site":
        if (kind == GeomType.MESH).any():
            shapes.mesh = mesh_keys([_site_mesh(model, site) for site in rows.tolist()])
        return shapes
    shapes.shadow = model.geom_castshadow[rows].astype(bool)
    on_mesh = np.isin(kind, MADE_OF_TRIANGLES)
    hulls = option.shows(VisFlag.CONVEXHULL)
    for i in np.flatnonzero(on_mesh).tolist():
        shapes.mesh[i] = _geom_mesh(model, int(rows[i]), hulls)
    # what is made of triangles and has none is not there
    return shapes.take(~(on_mesh & np.array([key is None for key in shapes.mesh], bool)))


def place_solids(shapes: Shapes, data: Data) -> Shapes:
    """Put shapes of geoms and sites where a Data has them; return them."""
    of_geom, number = shapes.objtype == ObjectType.GEOM, shapes.objid
    geom, site = number[of_geom], number[~of_geom]
    shapes.pos, shapes.mat = np.empty((len(shapes), 3)), np.empty((len(shapes), 9))
    shapes.pos[of_geom], shapes.mat[of_geom] = data.geom_xpos[geom], data.geom_xmat[geom]
    shapes.pos[~of_geom], shapes.mat[~of_geom] = data.site_xpos[site], data.site_xmat[site]
    return shapes


def _geom_mesh(model: Model, geom: int, hulls: bool) -> MeshKey | None:
    """Return the triangles of a geom: of its grid of distances, height field, mesh or, where asked for, hull."""
    asset, grid = int(model.geom_dataid[geom]), int(model.geom_sdf[geom])
    if model.geom_type[geom] == GeomType.SDF and grid >= 0:
        return "grid", grid
    if asset < 0:
        return None
    if model.geom_type[geom] == GeomType.HFIELD:
        return "hfield", asset
    collides = model.geom_contype[geom] or model.geom_conaffinity[geom]
    return "hull" if hulls and collides else "mesh", asset


def _site_mesh(model: Model, site: int) -> MeshKey | None:
    asset = int(model.site_dataid[site])
    return ("mesh", asset) if model.site_type[site] == GeomType.MESH and asset >= 0 else None


# ---------------------------------------------------------------- colours of constraint islands

# value of grey, and what is left of value and saturation of what sleeps (MuJoCo's)
GREY, SLEEP_VALUE, SLEEP_SATURATION = 0.7, 0.6, 0.7


def paint_islands(model: Model, data: Data, shapes: Shapes, bodies: Ints) -> None:
    """Give shapes of bodies that move the colours of their islands, in place of material and texture."""
    weld = model.body_weldid[np.maximum(bodies, 0)]
    moves = (bodies >= 0) & (model.body_dofnum[weld] > 0)
    colours, material = np.array(shapes.rgba), np.array(shapes.material)
    known: dict[int, Floats] = {}
    for i in np.flatnonzero(moves).tolist():
        body = int(bodies[i])
        if body not in known:
            known[body] = body_colour(model, data, body)
        colours[i], material[i] = known[body], -1
    shapes.rgba, shapes.material = colours, material


def body_colour(model: Model, data: Data, body: int) -> Floats:
    """Return the colour of the island of a body; of its tree if trees may sleep and it belongs to none."""
    tree, awake = int(model.body_treeid[body]), bool(data.body_awake[body] > 0)
    island = int(data.tree_island[tree]) if data.nisland else -1
    first = int(data.island_dofadr[island]) if island >= 0 else -1
    if first < 0 and model.opt.enableflags & EnableBit.SLEEP:
        first = int(model.tree_dofadr[tree if awake else first_of_cycle(data, tree)])
    return island_colour(first, awake=awake)


def row_colour(data: Data, row: int) -> Floats:
    """Return the colour of the island of a row of constraints, grey for none."""
    island = int(data.efc_island[row]) if row >= 0 and data.nisland else -1
    return island_colour(int(data.island_dofadr[island]) if island >= 0 else -1)


def first_of_cycle(data: Data, tree: int) -> int:
    """Return the least number of the trees that fell asleep together with a tree."""
    least, other = tree, int(data.tree_asleep[tree])
    while other not in (tree, -1):
        least, other = min(least, other), int(data.tree_asleep[other])
    return least


def island_colour(first: int, *, awake: bool = True) -> Floats:
    """Return the colour of an island by its first dof, spread by Halton's sequence; grey for -1."""
    hue, saturation, value = 1.0, 0.0, GREY
    if first >= 0:
        hue = halton(first + 1, 7)
        saturation, value = 0.5 + 0.5 * halton(first + 1, 3), 0.6 + 0.4 * halton(first + 1, 5)
    if not awake:
        saturation, value = saturation * SLEEP_SATURATION, value * SLEEP_VALUE
    return np.array([*colorsys.hsv_to_rgb(hue, saturation, value), 1.0])


def halton(index: int, base: int) -> float:
    """Return a number of Halton's sequence: the digits of an index behind the point."""
    found, share = 0.0, 1.0 / base
    while index:
        index, digit = divmod(index, base)
        found, share = found + digit * share, share / base
    return found
