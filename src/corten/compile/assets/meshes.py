"""Meshes and height fields: from elements to objects, and which parts of them the model needs."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager

from corten.assets import (
    AssetError,
    Mesh,
    MeshOptions,
    embedded_mesh,
    height_field_from_elevation,
    height_field_from_file,
    mesh_from_builtin,
    mesh_from_data,
    mesh_from_file,
    mesh_from_formula,
)
from corten.assets.hull.decompose import decompose
from corten.assets.implicit.formulas import ImplicitShape
from corten.assets.implicit.isosurface import Formula, own_formula
from corten.assets.loading import NOTHING
from corten.compile.assets.asset_files import Files
from corten.compile.elements.plugins import Plugins
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.asset_rows import CollisionChoice, HeightFieldObject, MeshObject
from corten.compile.objects.custom_rows import Plugin
from corten.enums import MeshCollision
from corten.errors import ModelError
from corten.mjcf.value import choices, nearest
from corten.model.extension_fields import PluginKind
from corten.spec import DefaultClasses, Element, Resolved, root_section
from corten.spec.names import find_object_numbers, find_object_settings
from corten.stages.user import user_formula

# ---------------------------------------------------------------- what collision takes a mesh for
# What collision takes a mesh for: its convex hull, its triangles, or convex pieces of it.
# `<custom><text name="corten.mesh.NAME.collision" data="triangles"/></custom>` says it in a file; who loads the file
# can say it too, and goes before it.


SETTING = "corten.mesh.NAME.collision"

# one word for all meshes, or words by the names of meshes
Choices = str | Mapping[str, str] | None

WORDS = tuple(way.name.lower() for way in MeshCollision)


# numbers that decompose takes, with the least and the most that they can be
LIMITS = {"threshold": (0.01, 1.0), "pieces": (1, 10_000)}


def choose_collision(root: Element, meshes: Sequence[MeshObject], asked: Choices = None) -> None:
    """Set how each mesh collides: as `asked` for, else as the file says, else as its hull."""
    by_name = {mesh.name: mesh for mesh in meshes}
    for name, element in find_object_settings(root, SETTING).items():
        try:
            choice = read_choice(element.attributes["data"])
        except ValueError as trouble:
            raise element.error(str(trouble)) from None

        # a mesh that is only seen may have been left out
        if name in by_name:
            by_name[name].choice = choice
    try:
        for name, text in _by_name(asked, by_name).items():
            by_name[name].choice = read_choice(text)
    except ValueError as trouble:
        raise ModelError(f"mesh_collision: {trouble}") from None


def read_choice(text: str) -> CollisionChoice:
    """Return what a text asks for, such as `decompose threshold=0.1`; one that means nothing raises ValueError."""
    word, *settings = str(text).split() or [""]
    if word not in WORDS:
        raise ValueError(f"'{word}' is no way to collide{choices(word, WORDS)}")
    way = MeshCollision[word.upper()]
    allowed = LIMITS if way == MeshCollision.DECOMPOSE else {}
    numbers = {}
    for setting in settings:
        name, _, number = setting.partition("=")
        if name not in allowed:
            raise ValueError(f"'{setting}' means nothing behind {word}{choices(name, allowed)}")
        numbers[name] = _number(name, number, *allowed[name])
    return CollisionChoice(way, **numbers)


def _number(name: str, text: str, least: float, most: float) -> float:
    """Return a number within its limits, a whole one if the limits are."""
    kind = type(least)
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not least <= number <= most:
        what = "a whole number" if kind is int else "a number"
        raise ValueError(f"{name} is '{text}'; it must be {what} from {least} to {most}")
    return number


def _by_name(asked: Choices, known: Collection[str]) -> Mapping[str, str]:
    """Return words by the names of meshes; a name of no mesh raises ValueError."""
    if asked is None:
        return {}
    if isinstance(asked, str):
        return dict.fromkeys(known, asked)
    for name in asked:
        if name not in known:
            raise ValueError(f"no mesh is named '{name}'{nearest(name, known)}")
    return asked


# ---------------------------------------------------------------- meshes and height fields
# from elements to objects, and which parts of them the model needs


# says of a height field whether its elevations are scaled to [0, 1], as MuJoCo does, or count as they are written
NORMALIZE = "corten.hfield.NAME.normalize"

MESH_NUMBERS = ("vertex", "face", "normal", "texcoord")


@contextmanager
def _at(element: Element) -> Iterator[None]:
    """Let errors of assets say where the element stands that asks for them."""
    try:
        yield
    except AssetError as trouble:
        raise element.error(str(trouble)) from None


def _elements(root: Element, tag: str) -> list[Element]:
    section = root_section(root, "asset")
    return [] if section is None else [child for child in section.children if child.tag == tag]


def _asset_name(element: Element) -> str:
    name = element.object_name()
    if not name:
        raise element.error("name is missing; without a file to be called after it needs one")
    return name


# ---------------------------------------------------------------- reading


def read_meshes(root: Element, classes: DefaultClasses, files: Files, plugins: Plugins) -> list[MeshObject]:
    """Return all meshes."""
    meshes = []
    for element in _elements(root, "mesh"):
        name, values = _asset_name(element), classes.resolve(element)
        asset, material = read_mesh_asset(values, files, plugins), values["material"]
        meshes.append(MeshObject(element=element, name=name, asset=asset, material=material))
    return meshes


def read_mesh_asset(values: Resolved, files: Files, plugins: Plugins) -> Mesh:
    """Return the mesh of one element."""
    return _plugin_mesh(values, plugins) or _mesh(values, files)


def _plugin_mesh(values: Resolved, plugins: Plugins) -> Mesh | None:
    """Return the surface of the shape of a plugin, None for a mesh that has no plugin, or numbers or a file besides."""
    element, number = values.element, plugins.inside(values.element, "sdf")
    if number < 0 or values["file"] or values["builtin"] != "none" or values["vertex"]:
        return None
    if values["scale"] != (1.0, 1.0, 1.0):
        raise element.error("scale is given; the shape of a plugin has its sizes in its configuration")
    instance = plugins.instances[number]
    options = MeshOptions(
        **{key: values[key] for key in ("refpos", "refquat", "smoothnormal", "inertia", "maxhullvert")}
    )
    with _at(element):
        return mesh_from_formula(element.object_name() or "", _formula(instance), options)


def _formula(instance: Plugin) -> Formula:
    """Return the shape that an instance of a plugin is."""
    if instance.kind == PluginKind.USER:
        return user_formula(instance.plugin, instance.prm)
    return own_formula(ImplicitShape(instance.kind), instance.prm)


def _mesh(values: Resolved, files: Files) -> Mesh:
    element, name = values.element, values.element.object_name() or ""
    options = MeshOptions(
        **{key: values[key] for key in ("scale", "refpos", "refquat", "smoothnormal", "inertia", "maxhullvert")},
        stretch=(element.settings or {}).get("stretch", ()),
    )
    with _at(element):
        given = {key: values[key] for key in MESH_NUMBERS if values[key]}
        numbers = embedded_mesh(**given) if given else NOTHING
        if values["builtin"] != "none":
            return mesh_from_builtin(name, values["builtin"], values["params"] or (), options)
        if values["file"]:
            content = files.mesh(element, values["file"])
            kind = values["content_type"] or ""
            return mesh_from_file(name, values["file"], content, options, content_type=kind, extra=numbers)
        return mesh_from_data(name, numbers, options)


def read_height_fields(root: Element, classes: DefaultClasses, files: Files) -> list[HeightFieldObject]:
    """Return all height fields."""
    hfields, addresses = [], Addresses()
    scaled = find_object_numbers(root, NORMALIZE, 0, 1)
    for element in _elements(root, "hfield"):
        values, name = classes.resolve(element), _asset_name(element)
        normalize = bool(scaled.get(name, 1))
        with _at(element):
            if values["file"]:
                if values["nrow"] or values["ncol"] or values["elevation"]:
                    raise element.error("file is given, and nrow, ncol or elevation too; a file says them itself")
                content = files.mesh(element, values["file"])
                kind = values["content_type"] or ""
                field = height_field_from_file(
                    name, values["file"], content, values["size"], content_type=kind, normalize=normalize
                )
            else:
                shape = values["nrow"], values["ncol"]
                elevation = values["elevation"] or ()
                field = height_field_from_elevation(name, *shape, values["size"], elevation, normalize=normalize)
        size, nrow, ncol, adr = field.size, field.nrow, field.ncol, addresses.take("data", field.data.size)
        hfields.append(
            HeightFieldObject(element=element, name=name, size=size, nrow=nrow, ncol=ncol, adr=adr, asset=field)
        )
    return hfields


# ---------------------------------------------------------------- what the model needs of them


def prepare_meshes(meshes: Sequence[MeshObject], touching: set[int], distances: set[int], zones: set[int]) -> None:
    """Make hulls, convex pieces and octrees of the meshes that need them.

    `touching` are the numbers of meshes whose geoms can touch something, `distances` those that geoms of type sdf show,
    and `zones` those that sites show, inside of whose hulls something can be.
    """
    for number, mesh in enumerate(meshes):
        with _at(mesh.element):
            _make_hull(mesh, number in touching, number in zones)
            _make_pieces(mesh, number in touching)
            mesh.octree = mesh.asset.octree if number in distances else None


def _make_hull(mesh: MeshObject, touches: bool, is_zone: bool) -> None:
    """Make the hull of a mesh that can touch something by it, that a site shows, or that has the hull's inertia."""
    convex = mesh.asset.options.inertia == "convex" or not len(mesh.asset.raw.faces)
    mesh.hulled = convex or is_zone or (touches and mesh.choice.way != MeshCollision.TRIANGLES)
    if mesh.hulled:
        mesh.asset.hull  # noqa: B018 - made here, where an error can say which element it is about


def _make_pieces(mesh: MeshObject, touches: bool) -> None:
    """Find the convex pieces of a mesh that is to collide as such; one that touches nothing stays a hull."""
    mesh.collision = mesh.choice.way
    if mesh.collision != MeshCollision.DECOMPOSE:
        return
    if touches:
        mesh.pieces = tuple(decompose(mesh.asset, mesh.choice.threshold, mesh.choice.pieces))
    else:
        mesh.collision = MeshCollision.HULL
