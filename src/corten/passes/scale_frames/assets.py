"""Assets of scaled geoms and sites: an instance of a mesh or height field for each scale at which it is shown.

The first scale has the name of the asset, others are called name@1, name@2, and so on, behind all other assets. The
bones of a skin must have the same scale, which the skin takes when it is read.
"""

from collections.abc import Iterable

from corten.passes.scale_frames.scaled_tree import ScaledObject, ScaledTree
from corten.passes.scale_frames.scaling import UNIT_MATRIX, Scaling, multiply
from corten.passes.scale_frames.shape_sizes import shape_orientation
from corten.spec import DefaultClasses, Element, root_section
from corten.spec.frames import Matrix


def scale_assets(root: Element, classes: DefaultClasses, tree: ScaledTree) -> None:
    """Scale meshes and height fields by what shows them."""
    section = root_section(root, "asset")
    if section is None:
        return
    shown = [*tree.all("geom"), *tree.all("site")]
    for kind in ("mesh", "hfield"):
        assets = {name: each for each in section.children if each.tag == kind and (name := each.object_name())}
        for name, asset in assets.items():
            users = [item for item in shown if item.values.get(kind) == name]
            _make_instances(section, asset, users, classes)


def _make_instances(section: Element, asset: Element, users: Iterable[ScaledObject], classes: DefaultClasses) -> None:
    """Give each user of an asset the instance of its scale."""
    made: dict[Matrix, str] = {}
    original = asset.copy()
    name = asset.object_name() or ""
    for item in users:
        stretch = _own_stretch(item)
        if stretch not in made:
            made[stretch] = f"{name}@{len(made)}" if made else name
            target = asset
            if len(made) > 1:
                target = original.copy()
                target.attributes["name"] = made[stretch]
                _refuse_known(section, target)
                section.adopt(target)
            _resize(target, stretch, classes)
        if asset.tag == "mesh" and classes.resolve(asset)["inertia"] == "shell":
            # the density of a shell is that of its surface
            multiply(item.values, {"density": item.scaling.length})
        if made[stretch] != name:
            item.element.attributes[asset.tag] = made[stretch]


def _refuse_known(section: Element, instance: Element) -> None:
    name = instance.attributes["name"]
    if any(each.tag == instance.tag and each.object_name() == name for each in section.children):
        raise instance.error(f"a frame scales it to another instance called '{name}', but there is one of that name")


def _own_stretch(item: ScaledObject) -> Matrix:
    """Return by what matrix a shape is scaled, in its own coordinates."""
    return item.scaling.turned(shape_orientation(item.values, item.settings)).linear


def _resize(asset: Element, stretch: Matrix, classes: DefaultClasses) -> None:
    if stretch == UNIT_MATRIX:
        return
    values, diagonal = classes.resolve(asset), (stretch[0], stretch[4], stretch[8])
    if asset.tag == "hfield":
        multiply(values, {"size": (*diagonal, diagonal[2])})
    elif any(stretch[i] for i in range(9) if i % 4):
        asset.put(settings={"stretch": stretch})
    else:
        multiply(values, {"scale": diagonal})


def skin_scale(skin: Element, bodies: Iterable[str], tree: ScaledTree) -> float:
    """Return by how much a skin whose bones are these bodies is scaled."""
    scalings = {tree.scaling("body", body).linear for body in bodies}
    if len(scalings) > 1:
        raise skin.error("its bones have different scales, so it cannot be scaled; put all of them into one frame")
    uniform = Scaling(scalings.pop()).uniform
    if uniform is None:
        raise skin.error("a frame stretches its bones; a skin can only be scaled by one number for all directions")
    return uniform
