"""Scaled frames: what they hold, and what refers to it, is resized in the tree before it is compiled.

The spec keeps what was written; compiling it again begins from there.
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
