"""Meta elements: <replicate>, <attach> and <flexcomp> become what they stand for, in the order of the text."""

from typing import TYPE_CHECKING

from corten.mjcf.value import nearest
from corten.spec.attach import attach_model, attach_own
from corten.spec.defaults import root_section
from corten.spec.element import Element
from corten.spec.keys import PendingKey, write_keys
from corten.spec.names import WORLD
from corten.spec.replicate import Follow, make_copies
from corten.spec.submodels import Submodels

if TYPE_CHECKING:
    from corten.compile.conveniences import Flexcomps

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
        # elements that the text is in, from the outermost on; frames may have been closed and opened again
        self._open: list[Element] = []
        self._flexcomps: Flexcomps | None = None
        self.keys: list[PendingKey] = []
        self.follow: Follow = {}

    def expand_below(self, parent: Element) -> None:
        """Expand what stands in an element, from first to last; what comes later is not part of the tree yet."""
        if not parent.children:
            return
        children = list(parent.children)
        parent.children.clear()
        level = len(self._open)
        self._open.append(parent)
        for child in children:
            if child.tag == "attach":
                self._attach(child, self._open[level])
            elif child.tag == "flexcomp":
                self._make_flex(child)
            else:
                self._open[level].adopt(child)
                self.expand_below(child)
                if child.tag == "replicate":
                    child.remove()
                    make_copies(child, self._open[level], self._root, self.follow)
        last = self._open.pop()
        if last is not parent and not last.children:
            last.remove()

    def _make_flex(self, element: Element) -> None:
        """Put the bodies of a flex into the body and the world that the text is in: not into frames, as in MuJoCo."""
        if self._flexcomps is None:
            from corten.compile.conveniences import Flexcomps

            self._flexcomps = Flexcomps(self._root)
        made = self._flexcomps.expand(element)
        holder = max(level for level, each in enumerate(self._open) if each.tag in ("worldbody", "body"))
        self._put(made.bodies, holder)
        self._put(made.twists, 0)

    def _put(self, bodies: list[Element], holder: int) -> None:
        """Put bodies into an element that the text is in; frames that stand in it go on behind them."""
        if not bodies:
            return
        for body in bodies:
            self._open[holder].adopt(body)
        for level in range(holder + 1, len(self._open)):
            frame = self._open[level]
            if frame.tag != "frame":
                return
            again = Element(frame.declaration, None, frame.place)
            again.attributes.update(frame.attributes)
            again.attributes.pop("name", None)
            again.put(settings=frame.settings)
            self._open[level - 1].adopt(again)
            self._open[level] = again

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
