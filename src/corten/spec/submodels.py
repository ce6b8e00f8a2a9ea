"""Sub-models: the models that <asset><model file="..."/> names, read once and expanded once."""

from typing import TYPE_CHECKING

from corten.errors import ModelError
from corten.mjcf.source import Sources
from corten.mjcf.value import nearest
from corten.spec.defaults import root_section
from corten.spec.element import Element

if TYPE_CHECKING:
    from corten.spec.spec import Spec

NAMELESS = "MuJoCo Model"


class Submodels:
    """The models that can be attached to a model; what has been read is kept."""

    def __init__(self):
        self._specs: dict[str, Spec] = {}
        self._trees: dict[tuple[str, str], Element] = {}
        self._keys: dict[str, tuple[str, str]] = {}

    def read(self, root: Element) -> dict[str, str]:
        """Read all models that a tree names, and return their files by their names."""
        section = root_section(root, "asset")
        files: dict[str, str] = {}
        for element in [] if section is None else section.children:
            if element.tag == "model":
                file = element.attributes["file"]
                if file not in self._specs:
                    self._specs[file], self._keys[file] = _read(element, root.sources or Sources())
                own = self._specs[file].root.attributes.get("model", NAMELESS)
                files.setdefault(element.attributes.get("name", own), file)
        return files

    def tree(self, attach: Element, root: Element) -> Element:
        """Return a copy of the expanded tree of the model that an <attach> names."""
        files = self.read(root)
        name = attach.attributes["model"]
        if name not in files:
            raise attach.error(f"model is '{name}', but no model among the assets has that name{nearest(name, files)}")
        key, trees = self._keys[files[name]], self._trees if root.sources is None else root.sources.expanded
        if key not in trees:
            trees[key] = self._specs[files[name]].expanded()
        return trees[key].copy()


def _read(element: Element, sources: Sources) -> "tuple[Spec, tuple[str, str]]":
    from corten.spec.spec import Spec

    file = element.attributes["file"]
    try:
        text = sources.find(file, sources.base_dir)
    except OSError as trouble:
        raise element.error(f"file '{file}' cannot be read: {trouble.strerror}") from None
    if text is None:
        raise element.error(f"file '{file}' is not found")
    if text.key in sources.trail:
        raise element.error(f"file '{file}' is part of itself: models attach one another in a circle")
    try:
        return Spec.from_text(text, sources.beside(text)), text.key
    except RecursionError:
        raise ModelError("models attach one another too deeply", file=text.label) from None
