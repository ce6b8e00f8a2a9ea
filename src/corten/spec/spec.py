"""Spec: a model that can be edited, before it is compiled."""

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from corten.errors import ModelError
from corten.mjcf.include import read_model
from corten.mjcf.node import Node
from corten.mjcf.schema import declaration
from corten.mjcf.source import Sources, Text, open_file
from corten.mjcf.writer import write_xml
from corten.spec.build import ROOT, build_root
from corten.spec.check import check_references, check_structure, check_support
from corten.spec.element import Element
from corten.spec.replicate import expand_replicates
from corten.spec.sections import merge_sections

if TYPE_CHECKING:
    from corten.model import Model


class Spec:
    """An editable model: `spec.worldbody.add_body(name="ball", pos=(0, 0, 1))`, then `spec.compile()`.

    Sections are attributes: `spec.option`, `spec.worldbody`, `spec.actuator`, ...; one that is not there yet
    appears when it is first named. `sources` is where the files of assets are looked for.
    """

    def __init__(self, model: str | None = None):
        self.root = Element(declaration(ROOT))
        self.root["model"] = model
        self.sources = Sources()

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Self:
        """Read a model and all that it includes."""
        name = os.fspath(path)
        try:
            text = open_file(name)
        except OSError as trouble:
            raise ModelError(f"the file cannot be read: {trouble.strerror}", file=name) from None
        return cls._read(text, Sources(text.folder))

    @classmethod
    def from_string(
        cls,
        xml: str,
        assets: Mapping[str, bytes | str] | None = None,
        base_dir: str | os.PathLike[str] | None = None,
    ) -> Self:
        """Read a model from text; the files it names are looked up in `assets`, then below `base_dir`."""
        folder = None if base_dir is None else os.fspath(base_dir)
        return cls._read(Text(None, ("string", ""), folder or "", xml), Sources(folder, assets))

    @classmethod
    def _read(cls, text: Text, sources: Sources) -> Self:
        node: Node = read_model(text, sources)
        spec = cls.__new__(cls)
        spec.sources = sources
        spec.root = build_root(node)
        check_structure(spec.root)
        merge_sections(spec.root)
        check_support(spec.root)
        return spec

    def expanded(self) -> Element:
        """Return a copy of the tree that is ready to be compiled: checked, sections joined, replicas made."""
        root = self.root.copy()
        merge_sections(root)
        check_structure(root)
        expand_replicates(root)
        check_support(root)
        check_references(root)
        return root

    def compile(self) -> "Model":
        """Return the constant Model of this spec."""
        from corten.compile import compile_spec

        return compile_spec(self)

    def find(self, tag: str, name: str) -> Element | None:
        """Return the element of this kind and name, or None."""
        return self.root.find(tag, name)

    def copy(self) -> "Spec":
        """Return a copy that can be edited by itself."""
        twin = Spec()
        twin.root = self.root.copy()
        twin.sources = self.sources
        return twin

    def to_xml(self) -> str:
        """Return the model as MJCF: what was written, with numbers that read back as the same numbers."""
        return write_xml(self.root)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "root" or name not in self.root.declaration.children:
            raise AttributeError(f"a Spec has no section '{name}'")
        return self.root.first(name) or self.root.add(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.root.declaration.children]
