"""Models from files and from text."""

import gc
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from corten.compile.compiler import compile_tree
from corten.model import Model
from corten.spec import Spec


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
    with _uncollected():
        return compile_tree(Spec.from_file(path, confined=confined)._consume(), mesh_collision)


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
    with _uncollected():
        return compile_tree(Spec.from_string(xml, assets, base_dir, confined=confined)._consume(), mesh_collision)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep Python from looking for garbage among the many small objects of a model, which are all in use."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
