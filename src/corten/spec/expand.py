"""Meta elements: <replicate> and <attach> become the elements that they stand for, in the order of the text."""

from corten.mjcf.value import nearest
from corten.spec.attach import attach_model, attach_own
from corten.spec.defaults import root_section
from corten.spec.element import Element
from corten.spec.keys import PendingKey, write_keys
from corten.spec.names import WORLD
from corten.spec.replicate import Follow, make_copies
from corten.spec.submodels import Submodels

# elements that attaching may add to one model: far more than a model can use, far less than memory holds
MOST_ELEMENTS = 1_000_000


def expand(root: Element, submodels: Submodels) -> None:
    """Replace all meta elements of a tree whose sections are joined."""
    expansion = _Expansion(root, submodels)
    for section in root.children:
        if section.tag == "worldbody":
            expansion.expand_below(section)
    write_keys(root, expansion.keys, expansion.follow)
    assets = root_section(root, "asset")
    if assets is not None:
        assets.children[:] = [child for child in assets.children if child.tag != "model"]


class _Expansion:
    """What is known while a tree grows: an element is in the tree once the text up to it has been read."""

    def __init__(self, root: Element, submodels: Submodels):
        self._root = root
        self._submodels = submodels
        self._added = 0
        self.keys: list[PendingKey] = []
        self.follow: Follow = {}

    def expand_below(self, parent: Element) -> None:
        """Expand what stands in an element, from first to last; what comes later is not part of the tree yet."""
        if not parent.children:
            return
        children = list(parent.children)
        parent.children.clear()
        for child in children:
            if child.tag == "attach":
                self._attach(child, parent)
                continue
            parent.children.append(child)
            self.expand_below(child)
            if child.tag == "replicate":
                parent.children.pop()
                make_copies(child, parent, self._root, self.follow)

    def _attach(self, element: Element, parent: Element) -> None:
        written = element.attributes
        prefix, own = written["prefix"], "model" not in written
        source = self._root if own else self._submodels.tree(element, self._root)
        wanted = next(((tag, written[tag]) for tag in ("body", "frame") if tag in written), None)
        if wanted is None:
            if own:
                raise element.error("body or frame is missing: the part of this model to be copied")
            what = source.first("worldbody")
            if what is None:
                return
        else:
            what = _find(source, *wanted, element)
        self._added += sum(1 for _ in what.walk())
        if self._added > MOST_ELEMENTS:
            raise element.error(f"models that are attached add {self._added} elements; at most {MOST_ELEMENTS} may")
        if own:
            attach_own(parent, what, prefix, "")
        else:
            self.keys += attach_model(parent, source, what, prefix, "", element)[1]


def _find(source: Element, tag: str, name: str, element: Element) -> Element:
    """Return the body or frame that an <attach> names."""
    if (tag, name) == ("body", WORLD):
        raise element.error("body is the world; leave out body to attach all that is in it")
    found = source.find(tag, name)
    if found is None:
        known = [each.attributes["name"] for each in source.walk() if each.tag == tag and "name" in each.attributes]
        where = "so far in this model" if "model" not in element.attributes else "in that model"
        raise element.error(f"{tag} is '{name}', but no {tag} {where} has that name{nearest(name, known)}")
    return found
