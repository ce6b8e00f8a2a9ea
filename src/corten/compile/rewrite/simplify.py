"""What <compiler> asks to be left out of a model or to be joined, done to the tree before it is compiled."""

from collections.abc import Collection

from corten.compile.collect import bodies_with_inertia
from corten.compile.objects.tree import Body
from corten.compile.rewrite.discard import discard_visual
from corten.compile.rewrite.fuse import fuse_static
from corten.mjcf.source import Sources
from corten.spec import Element, root_section


def simplify(root: Element, sources: Sources) -> None:
    """Apply discardvisual and fusestatic to an expanded tree; files are looked for in `sources`."""
    compiler = root_section(root, "compiler")
    written = {} if compiler is None else compiler.attributes

    def with_inertia(elements: Collection[Element]) -> list[Body]:
        return bodies_with_inertia(root, sources, {id(element) for element in elements})

    if written.get("discardvisual"):
        discard_visual(root, with_inertia)
    if written.get("fusestatic"):
        fuse_static(root, bodies_with_inertia(root, sources))
