"""From Spec to Model."""

import numpy as np

from corten.assets.pages import ordinary_pages
from corten.compile.assemble import build_model
from corten.compile.assets.mesh_collision import Choices
from corten.compile.collect import collect_objects
from corten.compile.derived.constants import derive_constants
from corten.compile.derived.length_ranges import set_length_ranges
from corten.compile.elements.hill import set_muscle_paths
from corten.compile.elements.options import override_statistics
from corten.compile.missing_functions import warn_missing_functions
from corten.compile.rewrite.simplify import simplify
from corten.compile.scaling import scale_frames
from corten.deformable.compile.elasticity import complete_plastic
from corten.deformable.compile.flex_elements import refuse_contradictions
from corten.mjcf.source import Sources
from corten.model import Model
from corten.pipeline.plans import begin_with_kernels
from corten.spec import Spec
from corten.spec.element import Element


def compile_spec(spec: Spec, mesh_collision: Choices = None) -> Model:
    """Return the Model of a spec; a model that cannot be honoured raises ModelError.

    `mesh_collision` says what collision takes meshes for, as in `load_model`.
    """
    return compile_tree(spec.expanded(), mesh_collision)


def compile_tree(root: Element, mesh_collision: Choices = None) -> Model:
    """Return the Model of a tree that was made ready, and is not used again."""
    # numbers near the limits of their range overflow; what becomes of them is refused where it cannot be used
    with np.errstate(all="ignore"), ordinary_pages():
        model = _compile(root, root.sources or Sources(), mesh_collision)
    _take_apart(root)
    return model


def _take_apart(root: Element) -> None:
    """Let elements forget their children: as parents and children know each other, only a search would free them."""
    for element in list(root.walk()):
        element.children.clear()


def _compile(root: Element, sources: Sources, mesh_collision: Choices) -> Model:
    scaling = scale_frames(root)
    simplify(root, sources)
    objects = collect_objects(root, sources, mesh_collision, scaling)
    model = build_model(objects)
    refuse_contradictions(model, objects.flexes)
    begin_with_kernels(model)
    derive_constants(model, objects)
    set_length_ranges(model, objects.actuators, root)
    set_muscle_paths(model, objects.actuators)
    complete_plastic(model)
    override_statistics(model, root)
    warn_missing_functions(model)
    model.seal()
    # bodies know each other, too
    for body in objects.bodies:
        body.children.clear()
    return model
