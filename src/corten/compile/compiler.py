"""From Spec to Model."""

from corten.compile.assemble import build_model
from corten.compile.assets.mesh_collision import Choices
from corten.compile.derived.constants import derive_constants
from corten.compile.derived.length_ranges import set_length_ranges
from corten.compile.elements.hill import set_muscle_paths
from corten.compile.elements.options import override_statistics
from corten.compile.parts import read_parts
from corten.compile.rewrite.simplify import simplify
from corten.compile.unbuilt import warn_unbuilt
from corten.model import Model
from corten.spec import Spec


def compile_spec(spec: Spec, mesh_collision: Choices = None) -> Model:
    """Return the Model of a spec; a model that cannot be honoured raises ModelError.

    `mesh_collision` says what collision takes meshes for, as in `load_model`.
    """
    root = spec.expanded()
    sources = root.sources or spec.sources
    simplify(root, sources)
    parts = read_parts(root, sources, mesh_collision)
    model = build_model(parts)
    derive_constants(model, parts)
    set_length_ranges(model, parts.actuators, root)
    set_muscle_paths(model, parts.actuators)
    override_statistics(model, root)
    warn_unbuilt(model)
    model.seal()
    return model
