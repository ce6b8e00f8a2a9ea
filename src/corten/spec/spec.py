"""Spec: a model that can be edited, before it is compiled."""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from corten.compat import equivalents
from corten.errors import ModelError
from corten.mjcf.include import read_model
from corten.mjcf.schema import declaration
from corten.mjcf.source import Sources, Text, open_file
from corten.mjcf.value import write_xml
from corten.models import bundled
from corten.spec.build_tree import ROOT, build_root, merge_sections
from corten.spec.check import check_structure, is_self_contained
from corten.spec.deformables import add_deformable, add_rope, block_mesh, sheet_mesh
from corten.spec.element import Element
from corten.spec.submodels import Submodels
from corten.spec.typed import SpecSections

if TYPE_CHECKING:
    from corten.compile.kept_bodies import KeptBodies
    from corten.compile.recompile import Recompiler
    from corten.data import Data
    from corten.model import Model


class Spec(SpecSections):
    """An editable model: `spec.worldbody.add_body(name="ball", pos=(0, 0, 1))`, then `spec.compile()`.

    Sections are attributes: `spec.option`, `spec.worldbody`, `spec.actuator`, ...; one that is not there yet
    appears when it is first named.
    """

    def __init__(self, model: str | None = None):
        self.root = Element(declaration(ROOT))
        self.root["model"] = model
        self.sources = Sources()
        self._submodels = Submodels()
        # whether the tree was checked as it was read, for those who have not changed it
        self._is_checked = False
        # whether it was compiled before, and what is remembered of it since the second time
        self._is_compiled = False
        self._recompiler: Recompiler | None = None
        self._kept_bodies: KeptBodies | None = None

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], *, confined: bool = False) -> Self:
        """Read a model and all that it includes, from a file or by the name of one that comes with corten.

        `confined` refuses files outside of its folder, links followed.
        """
        name = bundled.find(os.fspath(path))
        try:
            text = open_file(name)
        except OSError as trouble:
            hint = "" if os.path.exists(name) else bundled.hint(name)
            raise ModelError(f"the file cannot be read: {trouble.strerror}{hint}", file=name) from None
        sources = Sources(text.folder).beside(text)
        return cls.from_text(text, sources.confined() if confined else sources)

    @classmethod
    def from_string(
        cls,
        xml: str,
        assets: Mapping[str, bytes | str] | None = None,
        base_dir: str | os.PathLike[str] | None = None,
        *,
        confined: bool = False,
    ) -> Self:
        """Read a model from text; the files it names are looked up in `assets`, then below `base_dir`.

        `confined` refuses files outside of `base_dir`, links followed.
        """
        if isinstance(xml, str) and xml.strip() and "<" not in xml:
            raise ModelError(
                f"{xml.strip()[:80]!r} is no text of a model; files are read by load_model and Spec.from_file"
            )
        folder = None if base_dir is None else os.fspath(base_dir)
        sources = Sources(folder, assets)
        text = Text(None, ("string", ""), folder or "", xml)
        return cls.from_text(text, sources.confined() if confined else sources)

    @classmethod
    def from_text(cls, text: Text, sources: Sources) -> Self:
        """Read a model from a text that was found; what it names is looked up in `sources`."""
        spec = cls()
        spec.root = build_root(read_model(text, sources))
        spec.sources = sources
        check_structure(spec.root)
        spec._is_checked = not merge_sections(spec.root)
        spec._submodels.read(spec.root)
        return spec

    @property
    def sources(self) -> Sources:
        """Where the files of assets are looked for."""
        return self.root.sources or Sources()

    @sources.setter
    def sources(self, sources: Sources) -> None:
        self.root.put(sources=sources)

    def add_cloth(
        self,
        name: str,
        material: str | None = "cotton",
        *,
        count: Sequence[int] = (10, 10),
        spacing: float = 0.05,
        mesh: tuple[Sequence[Sequence[float]], Sequence[Sequence[int]]] | None = None,
        pos: Sequence[float] = (0, 0, 0),
        pins: Iterable[int] = (),
        **numbers: float,
    ) -> Element:
        """Add cloth: a sheet of count vertices, spacing [m] apart, or a mesh (vertices, triangles). Return its <flex>.

        `pins` are vertices that stay where they are. Numbers such as `thickness=0.001` replace those of the material.
        `option.iterations` becomes 500 and `option.impratio` 10 unless they were set: sheets of thousands of vertices
        take many iterations while they land, and creep where friction yields.
        """
        mesh = sheet_mesh(count, spacing) if mesh is None else mesh
        return add_deformable(self, "cloth", name, mesh, pos, pins, (material, numbers))

    def add_soft_body(
        self,
        name: str,
        material: str | None = "rubber",
        *,
        count: Sequence[int] = (4, 4, 4),
        spacing: float = 0.05,
        mesh: tuple[Sequence[Sequence[float]], Sequence[Sequence[int]]] | None = None,
        pos: Sequence[float] = (0, 0, 0),
        pins: Iterable[int] = (),
        **numbers: float,
    ) -> Element:
        """Add a soft block of count vertices, spacing [m] apart, or a mesh (vertices, tetrahedra). Return its <flex>.

        `pins` are vertices that stay where they are. Numbers such as `young=1e5` replace those of the material.
        """
        mesh = block_mesh(count, spacing) if mesh is None else mesh
        return add_deformable(self, "soft_body", name, mesh, pos, pins, (material, numbers))

    def add_rope(
        self,
        name: str,
        material: str | None = "rope",
        *,
        points: Sequence[Sequence[float]],
        pins: Iterable[int] = (),
        clamps: Iterable[int] = (),
        **numbers: float,
    ) -> Element:
        """Add a rope through points [m], which is its shape at rest. Return its <flex>.

        `pins` are points that stay where they are, `clamps` those that do not turn either. Numbers such as
        `radius=0.01` replace those of the material.
        """
        return add_rope(self, name, points, (pins, clamps), (material, numbers))

    def expanded(self) -> Element:
        """Return a copy of the tree that is ready to be compiled: checked, joined, without meta elements."""
        from corten.compile.conveniences import expand_tree

        root = self.root.copy()
        expand_tree(root, self._submodels)
        return root

    def _consume(self) -> Element:
        """Return the tree itself, made ready to be compiled: of a spec that was just read and is not used again."""
        from corten.compile.conveniences import expand_tree

        expand_tree(self.root, self._submodels, self._is_checked)
        return self.root

    def flat(self) -> "Spec":
        """Return this model without meta elements: replicas and attached models have become plain elements."""
        from corten.compile.conveniences import make_self_contained

        twin = Spec()
        twin.root = self.expanded()
        if not is_self_contained(twin.root):
            make_self_contained(twin)
        return twin

    def compile(self, *, mesh_collision: str | Mapping[str, str] | None = None) -> "Model":
        """Return the constant Model of this spec; `mesh_collision` is that of `load_model`."""
        from corten.compile.conveniences import compile_spec

        return compile_spec(self, mesh_collision)

    def recompile(
        self, model: "Model", data: "Data", *, mesh_collision: str | Mapping[str, str] | None = None
    ) -> "tuple[Model, Data]":
        """Compile again after edits; return the new Model and a Data that keeps the state of what is still there.

        Joints, actuators and mocap bodies are found again by name; those without a name by number, if as many are left.
        `mesh_collision` is that of `load_model`.
        """
        from corten.compile.conveniences import recompile

        return recompile(self, model, data, mesh_collision)

    # hidden from type checkers, which know more of it from `typed.pyi`
    if not TYPE_CHECKING:

        def find(self, tag: str, name: str) -> Element | None:
            """Return the element of this kind and name, or None."""
            return self.root.find(tag, name)

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_") or name == "root" or name not in self.root.declaration.children:
                raise AttributeError(self._missing(name))
            return self.root.first(name) or self.root.add(name)

    def _missing(self, name: str) -> str:
        """Return the message that there is no section of a name, and what is meant."""
        message = f"a Spec has no section '{name}'"
        if name.startswith("_") or name == "root":
            return message
        known, words = equivalents.table(equivalents.SPEC), equivalents.find(name, equivalents.SPEC)
        if words != known["*"]:
            return message + equivalents.lead(words)
        sections = ", ".join(self.root.declaration.children)
        return f"{message}; sections are {sections}; spec.find(tag, name) finds an element"

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_recompiler": None, "_kept_bodies": None}

    def copy(self) -> "Spec":
        """Return a copy that can be edited by itself."""
        twin = Spec()
        twin.root = self.root.copy()
        return twin

    def to_xml(self) -> str:
        """Return the model as MJCF: what was written, with numbers that read back as the same numbers."""
        return write_xml(self.root if is_self_contained(self.root) else self.flat().root)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.root.declaration.children]
