"""From Spec, file or text to Model, and from one Model to the next."""

import gc
import os
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from corten.assets.asset_cache import ordinary_pages
from corten.compile.assemble import build_model, scale_masses
from corten.compile.assets.meshes import Choices
from corten.compile.collect import collect_objects
from corten.compile.derived.length_ranges import set_length_ranges
from corten.compile.derived.set_const import derive_constants
from corten.compile.elements.hill_muscles import set_muscle_paths
from corten.compile.elements.model_options import override_statistics
from corten.compile.kept_bodies import KeptBodies
from corten.compile.objects.collection import Objects
from corten.compile.recompile import LARGEST, WAITING, Recompiler, free_bodies
from corten.compile.structure import free_elements, structure_of
from corten.data import Data
from corten.deformable.compile.elasticity import complete_plastic
from corten.deformable.compile.flex_elements import refuse_contradictions
from corten.enums import JOINT_COORDINATES, JOINT_DOFS, DisableBit, JointType, SensorType
from corten.errors import ModelError, UnbuiltFeatureWarning, caller_level
from corten.mjcf.source import Sources
from corten.model import Model
from corten.model.geom_bounds import carry_over_grids
from corten.model.named import KINDS
from corten.passes import check_tree, reduce_tree
from corten.pipeline.plans import start_compiling
from corten.spec import Spec
from corten.spec.element import Element


def compile_spec(spec: Spec, mesh_collision: Choices = None) -> Model:
    """Return the Model of a spec; a model that cannot be honoured raises ModelError.

    `mesh_collision` says what collision takes meshes for, as in `load_model`.
    """
    known, spec._recompiler = spec._recompiler, None
    # what cannot be compiled is told by those who compile all of it
    with suppress(ModelError):
        if known is not None and (model := _use(known, known.assemble, spec.root, mesh_collision)) is not None:
            spec._recompiler = known
            return model
    if known is not None and known.is_intact:
        # the tree may become again what it was
        WAITING.put(known)
    owned, spec._is_compiled = spec._is_compiled, True
    kept, spec._kept_bodies = spec._kept_bodies, None
    if owned and kept is None:
        kept = KeptBodies()
    with _gc_disabled():
        model, recompiler = _compile_whole(spec, mesh_collision, kept=kept)
    if recompiler is not None and owned:
        recompiler.follow(spec.root, mesh_collision)
        spec._recompiler = recompiler
    elif recompiler is not None:
        WAITING.put(recompiler)
    elif model.nbytes() <= LARGEST:
        spec._kept_bodies = kept
    return model


def _compile_whole(
    spec: Spec, mesh_collision: Choices, consumed: bool = False, kept: KeptBodies | None = None
) -> tuple[Model, Recompiler | None]:
    """Return the Model of a spec, and who can compile others of its structure, if it is not the first of them.

    The spec is not used again where it is `consumed`; `kept` is what its last compilation has left, if that is wanted.
    """
    structure = structure_of(spec.root, mesh_collision)
    known = None if structure is None else WAITING.take(structure)
    if known is not None:
        # what cannot be compiled is told by those who compile all of it
        with suppress(ModelError):
            if (model := _use(known, known.adopt, spec.root)) is not None:
                return model, known
    again = structure is not None and WAITING.is_known(structure)
    plain = structure is not None and not again
    root = _prepared(spec, plain, consumed and not again)
    # numbers near the limits of their range overflow; what becomes of them is refused where it cannot be used
    with np.errstate(all="ignore"), ordinary_pages():
        model, recompiler = _compile(root, mesh_collision, again, kept if plain else None)
    if recompiler is not None:
        recompiler.structure = structure
    elif root is not spec.root:
        free_elements(root)
    return model, recompiler


def _prepared(spec: Spec, plain: bool, consumed: bool) -> Element:
    """Return the tree of a spec as passes leave it: itself if it is plain or not used again, else a copy."""
    if plain:
        check_tree(spec.root, consumed and spec._is_checked)
        return spec.root
    return spec._consume() if consumed else spec.expanded()


def _use(recompiler: Recompiler, assemble: Callable[..., Model | None], *arguments: Any) -> Model | None:
    """Return the Model that a recompiler assembles, finished; None if it cannot."""
    with np.errstate(all="ignore"), ordinary_pages():
        model = assemble(*arguments)
        if model is not None:
            _complete(model, recompiler.objects, recompiler.root, recompiler.data)
            recompiler.seal(model)
    return model


def load_spec(spec: Spec, mesh_collision: Choices = None) -> Model:
    """Return the Model of a spec that was just read and is not used again."""
    model, recompiler = _compile_whole(spec, mesh_collision, consumed=True)
    free_elements(spec.root)
    if recompiler is not None:
        WAITING.put(recompiler)
    return model


def _compile(
    root: Element, mesh_collision: Choices, again: bool, kept: KeptBodies | None
) -> tuple[Model, Recompiler | None]:
    """Return the Model of an expanded tree, and who can compile it `again`, if that is wanted and possible."""
    scaling = reduce_tree(root)
    context = collect_objects(root, root.sources or Sources(), mesh_collision, scaling, kept)
    objects = context.objects
    model = build_model(objects)
    refuse_contradictions(model, objects.flexes)
    recompiler = Recompiler.of(root, context, model) if again else None
    start_compiling(model)
    _complete(model, objects, root, Data(model) if recompiler is None else recompiler.data)
    model.seal()
    if recompiler is None:
        free_bodies(objects.bodies)
    return model, recompiler


def _complete(model: Model, objects: Objects, root: Element, data: Data) -> None:
    """Set what follows from the numbers of all objects together; `data` is one that fits, in whatever state."""
    scale_masses(model, objects.settings.settotalmass)
    derive_constants(model, objects, data)
    set_length_ranges(model, objects.actuators, root)
    set_muscle_paths(model, objects.actuators)
    complete_plastic(model)
    override_statistics(model, root)
    warn_missing_functions(model)


# ---------------------------------------------------------------- models from files and from text


def load_model(
    path: str | os.PathLike[str],
    *,
    confined: bool = False,
    mesh_collision: str | Mapping[str, str] | None = None,
) -> Model:
    """Read a model and all that it includes, from a file or by the name of a model that comes with corten; compile it.

    `confined` refuses files outside of the model's folder, links followed. `mesh_collision` says what collision takes
    meshes for: `"hull"` (their convex hulls, MuJoCo's meaning and the default), `"triangles"` (their real surface) or
    `"decompose"` (convex pieces); one word for all meshes, or a mapping from names of meshes to words. It goes before
    `corten.mesh.NAME.collision` in `<custom>`. docs/collision.md says more.
    """
    with _gc_disabled():
        return load_spec(Spec.from_file(path, confined=confined), mesh_collision)


def load_model_from_string(
    xml: str,
    assets: Mapping[str, bytes | str] | None = None,
    base_dir: str | os.PathLike[str] | None = None,
    *,
    confined: bool = False,
    mesh_collision: str | Mapping[str, str] | None = None,
) -> Model:
    """Read a model from text and compile it; files that it names are looked up in `assets`, then below `base_dir`.

    `confined` refuses files outside of `base_dir`, links followed. `mesh_collision` is that of `load_model`.
    """
    with _gc_disabled():
        return load_spec(Spec.from_string(xml, assets, base_dir, confined=confined), mesh_collision)


@contextmanager
def _gc_disabled() -> Iterator[None]:
    """Keep Python from looking for garbage among the many small objects of a model, which are all in use."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


# ---------------------------------------------------------------- sensors that wait for a function of the user


def warn_missing_functions(model: Model) -> None:
    """Warn, once for a model, of user sensors without a function, which read zero; say how to silence it."""
    found = np.flatnonzero((model.sensor_type == SensorType.USER) & (model.sensor_function < 0)).tolist()
    if not found or model.opt_disableflags & DisableBit.SENSOR:
        return
    names = ", ".join(model.name("sensor", number) or str(number) for number in found)
    warnings.warn(
        f"user sensors without a function read zero: {names}; choose one in <custom> with corten.sensor.NAME.function, "
        'or disable sensors with <flag sensor="disable"/> to silence this',
        UnbuiltFeatureWarning,
        stacklevel=caller_level(),
    )


# ---------------------------------------------------------------- the state, carried over to a model compiled again


def carry_over_state(old: Model, data: Data, new: Model) -> Data:
    """Return a Data of the new model with the state of everything that the old one had too."""
    result = new.make_data()
    result.time, result.noise_seed, result.noise_step = data.time, data.noise_seed, data.noise_step
    for before, after in _pairs(old, new, "joint"):
        kind = JointType(int(old.jnt_type[before]))
        if old.jnt_type[before] == new.jnt_type[after]:
            _copy(data.qpos, old.jnt_qposadr[before], result.qpos, new.jnt_qposadr[after], JOINT_COORDINATES[kind])
            for name in ("qvel", "qacc_warmstart", "qfrc_applied"):
                source, target = getattr(data, name), getattr(result, name)
                _copy(source, old.jnt_dofadr[before], target, new.jnt_dofadr[after], JOINT_DOFS[kind])
    for before, after in _pairs(old, new, "actuator"):
        count = min(int(old.actuator_ctrlnum[before]), int(new.actuator_ctrlnum[after]))
        _copy(data.ctrl, old.actuator_ctrladr[before], result.ctrl, new.actuator_ctrladr[after], count)

        # of several activations the last one makes the force; those before it may be fewer or more now
        have, need = int(old.actuator_actnum[before]), int(new.actuator_actnum[after])
        count = min(have, need)
        first, place = old.actuator_actadr[before] + have - count, new.actuator_actadr[after] + need - count
        _copy(data.act, first, result.act, place, count)
    carry_over_grids(old, new, _pairs(old, new, "geom"))
    for before, after in _pairs(old, new, "body"):
        result.xfrc_applied[after] = data.xfrc_applied[before]
        source, target = int(old.body_mocapid[before]), int(new.body_mocapid[after])
        if source >= 0 and target >= 0:
            result.mocap_pos[target] = data.mocap_pos[source]
            result.mocap_quat[target] = data.mocap_quat[source]
    return result


def _pairs(old: Model, new: Model, kind: str) -> list[tuple[int, int]]:
    """Return the numbers of the objects that both models have: by name, or by number where as many have none."""
    size = KINDS[kind][0]
    names = [[model.name(kind, i) for i in range(getattr(model, size))] for model in (old, new)]
    named = [(i, names[1].index(name)) for i, name in enumerate(names[0]) if name and name in names[1]]
    nameless = [[i for i, name in enumerate(listed) if not name] for listed in names]
    if len(nameless[0]) == len(nameless[1]):
        named += zip(*nameless, strict=True)
    return named


def _copy(source, first: int, target, place: int, count: int) -> None:
    if count > 0:
        target[place : place + count] = source[first : first + count]
