"""Model: the constants of a compiled model, with names and views, under MuJoCo's names and shapes."""

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from corten.model.fields import MODEL
from corten.model.named import NAMED_KINDS, add_named_views, object_kind
from corten.model.near_pairs import list_near_pairs
from corten.model.option_groups import Group, Options, Visual
from corten.model.typed import ModelFields
from corten.runtime.storage import PackedState, Storage

if TYPE_CHECKING:
    from corten.assets import HeightField, Mesh
    from corten.assets.sdf_grid import SdfGrid
    from corten.data import Data


class Model(ModelFields, Storage):
    """A compiled model. Arrays may be changed in place; sizes may not."""

    layout = MODEL
    _remedy = ": other fields follow from it; change the Spec and compile it again (Spec.recompile keeps the state)"

    _names: dict[str, list[str]]
    _ids: dict[str, dict[str, int]]
    _spans: dict[str, list[slice]]
    _cleared: dict[tuple[int, int], Any]
    _texts: dict[str, str]
    _assets: dict[str, tuple[Any, ...]]
    _plans: dict[str, Any]
    _made_plans: dict[Any, Any]
    _version: np.ndarray
    _engines: dict[Any, Any]
    _nset_const: int

    # the Model that this one shares memory with, if it is that of one environment of a batch
    _base: "Model | None" = None

    def __init__(
        self,
        sizes: Mapping[str, int],
        names: Mapping[str, list[str]] | None = None,
        texts: Any = None,
        assets: Mapping[str, tuple] | None = None,
        precision: str = "float64",
    ):
        super().__init__(dict(sizes), precision)
        own = self.__dict__
        own["_names"] = {kind: list((names or {}).get(kind, [])) for kind in NAMED_KINDS}
        own["_ids"] = {kind: {name: i for i, name in enumerate(own["_names"][kind]) if name} for kind in NAMED_KINDS}
        # rows of joints, sensors and actuators in arrays that have several for each, once somebody has asked
        own["_spans"] = {}
        # what memory of a Data holds after a reset, as far as the structure of the model decides
        own["_cleared"] = {}
        own["_texts"] = dict(texts or {})
        own["_assets"] = dict(assets or {})
        # plans by kind for the choices as they were accepted, and all that were made, by their stages
        own["_plans"], own["_made_plans"] = {}, {}
        # how often plans were dropped: what was made for the choices before is good no longer
        own["_version"] = np.zeros(1, np.int64)
        # how often what follows from its numbers was computed anew
        own["_nset_const"] = 0
        # engines of rollouts that wait for the next one
        own["_engines"] = {}
        own["opt"] = Options(self, "opt_")
        own["stat"] = Group(self, "stat_")
        own["vis"] = Visual(self)

    @staticmethod
    def empty() -> "Model":
        """Return a model that holds the world body and nothing else."""
        from corten.compile.conveniences import empty_model

        return empty_model()

    def make_data(self, *, diagnostics: bool = False) -> "Data":
        """Return a new Data at the reference configuration; trees with sleep="init" sleep, if sleep is enabled.

        With `diagnostics` it has room for what each iteration of the solver did (`solver_improvement` and the like).
        """
        from corten.compile.conveniences import make_data

        return make_data(self, diagnostics)

    # ---------------------------------------------------------------- assets

    @property
    def mesh_data(self) -> "tuple[Mesh, ...]":
        """The meshes, shared by all geoms that show them and by all models that were made of the same files."""
        return self._assets.get("mesh", ())

    @property
    def hfield_data(self) -> "tuple[HeightField, ...]":
        """The height fields, shared in the same way."""
        return self._assets.get("hfield", ())

    @property
    def texture_files(self) -> tuple[str, ...]:
        """The paths of the textures that the model names without their pixels (tex_adr is -1); empty for others."""
        return self._assets.get("texture_file", ())

    @property
    def model_name(self) -> str:
        """The name of the model itself; MuJoCo's word for one that has none."""
        return self._assets.get("model", ("",))[0] or "MuJoCo Model"

    @property
    def plugin_names(self) -> tuple[str, ...]:
        """The names of the plugins of all instances; `plugin` has their kinds."""
        return self._assets.get("plugin", ())

    @property
    def sdf_data(self) -> "tuple[SdfGrid, ...]":
        """The grids of signed distances, each once; `geom_sdf` says which geom has which."""
        return self._assets.get("sdf", ())

    def set_geom_sdf(self, geom: str | int, grid: "SdfGrid | None") -> None:
        """Give a geom of type sdf, by name or number, a grid of signed distances as its shape; None takes it away.

        Size, box and bounding radius of the geom follow from the grid; mass and inertia of its body stay what the model
        says. A Data that was made before can still be used.
        """
        from corten.model.geom_bounds import set_grid

        set_grid(self, geom, grid)

    # ---------------------------------------------------------------- names

    def id(self, kind: str, name: str) -> int:
        """Return the number of a named object; KeyError, with the names that exist, if there is none."""
        kind = object_kind(kind)
        ids = self._ids[kind]
        if name not in ids:
            known = ", ".join(sorted(ids)) or "none"
            raise KeyError(f"no {kind} is named {name!r}; named are: {known}")
        return ids[name]

    def name(self, kind: str, number: int) -> str:
        """Return the name of an object, or an empty string if it has none."""
        names = self._names[object_kind(kind)]
        if not 0 <= number < len(names):
            raise IndexError(f"{kind} {number} does not exist; there are {len(names)}")
        return names[number]

    # ---------------------------------------------------------------- copies

    def _drop_plans(self) -> None:
        """Forget the plans, and queries that depend on what they were made from."""
        self._plans.clear()
        self._version[0] += 1

    def _accept_changes(self) -> None:
        """Remember the choices (types, indices, switches) as they are: they were checked, and plans fit them."""
        super()._accept_changes()
        list_near_pairs(self)
        digest = hashlib.blake2b(self._seen.tobytes(), digest_size=8).digest()
        bits = 8 * self._views["choices_signature"].itemsize - 2
        self.engine_view().choices_signature = int.from_bytes(digest, "little") >> 64 - bits

    def copy(self) -> "Model":
        """Return an independent copy."""
        twin = Model(self.sizes(), self._names, self._texts, self._assets, self.layout.precision)
        twin.copy_memory(self)
        if self._sealed:
            twin._show(sealed=True)
        else:
            twin.seal()
        return twin

    def __copy__(self) -> "Model":
        return self.copy()

    def __deepcopy__(self, memo: Any) -> "Model":
        return self.copy()

    def __reduce__(self) -> Any:
        return _rebuild, (self._names, self._texts, self._assets, self.__getstate__(), self.layout.precision)

    # hidden from type checkers, which know the fields from the stubs
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            try:
                return super().__getattr__(name)
            except AttributeError:
                if name.startswith("_"):
                    raise
            from corten.compile.conveniences import missing_field

            raise AttributeError(missing_field("Model", name))

    def _repr_html_(self) -> str:
        """Return a picture and a table for notebooks."""
        from corten.render.notebook import model_html

        return model_html(self)

    def __repr__(self) -> str:
        return f"<corten.Model: {self.nbody} bodies, {self.nv} dofs, {self.ngeom} geoms, {self.nu} controls>"


add_named_views(Model, MODEL)


def _rebuild(
    names: dict[str, list[str]],
    texts: dict[str, Any],
    assets: dict[str, tuple],
    state: PackedState,
    precision: str,
) -> Model:
    state.check(MODEL.at(precision))
    model = Model(state.sizes, names, texts, assets, precision)
    model.seal()
    model.take_state(state)
    return model
