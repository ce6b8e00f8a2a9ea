"""Scaled frames: what they hold, and what refers to it, is resized in the tree before it is compiled.

    <frame scale="s s s" massscale="k">          lengths s, masses k, inertias k s^2; k is s^3 unless it is given
      ... scaling="similar"                      forces k s, torques k s^2, stiffness of slides k, of hinges k s^2
      ... scaling="geometry"                     what carries force stays; s may differ along the axes
      <frame scale="t t t">                      factors of nested frames are multiplied: s t

The tree comes first (`scaled_tree`: bodies, joints, shapes), then what refers to it (`references`: tendons, equalities,
sensors, flexes), then the assets that it shows (`assets`). Actuators and keyframes follow as they are compiled.
"""

from corten.passes.scale_frames.assets import scale_assets
from corten.passes.scale_frames.references import scale_references
from corten.passes.scale_frames.scaled_tree import ScaledTree, scale_tree
from corten.spec import DefaultClasses, Element, root_section
from corten.spec.compiler_settings import read_settings

__all__ = ["ScaledTree", "scale_frames"]


def scale_frames(root: Element) -> ScaledTree | None:
    """Resize an expanded tree; return what is needed to scale actuators and keyframes, None if no frame scales."""
    world = root_section(root, "worldbody")
    if world is None or not any(_scales(element) for element in world.walk() if element.tag == "frame"):
        return None
    classes = DefaultClasses(root)
    tree = scale_tree(world, classes, read_settings(root, classes))
    if not tree.changed:
        return None
    scale_references(root, classes, tree)
    scale_assets(root, classes, tree)
    return tree


def _scales(frame: Element) -> bool:
    return bool(frame.attributes.keys() & {"scale", "massscale", "scaling"})
