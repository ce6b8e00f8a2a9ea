"""Files that assets are read from: where the model says they are, or in the dictionary that stands for a folder."""

import os
from typing import NamedTuple

from corten.assets import AssetError, Content, read_file
from corten.assets.formats.content import as_content
from corten.errors import ModelError
from corten.mjcf.source import Sources
from corten.spec import Element
from corten.spec.compiler_settings import Settings


class Seen(NamedTuple):
    """A file that was read: who named it, below which folder, where it was found, and what it was then."""

    element: Element
    folder: str
    file: str
    path: str
    state: tuple[int, ...] | None


class Files:
    """Finds the files of assets: below meshdir or texturedir, which are relative to the model.

    What is not there is looked for beside the file that names it, which may be an included one.
    """

    def __init__(self, sources: Sources, settings: Settings):
        self._sources = sources
        self._settings = settings
        self._seen: list[Seen] = []

    def unchanged(self) -> bool:
        """Tell whether all files that were read are still where and what they were."""
        return all(
            self._path(each.element, each.folder, each.file) == each.path and _state(each.path) == each.state
            for each in self._seen
        )

    def mesh(self, element: Element, file: str) -> Content:
        """Return the content of a file of a mesh, height field or skin."""
        return self._read(element, self._settings.meshdir, file)

    def texture(self, element: Element, file: str) -> Content:
        """Return the content of an image."""
        return self._read(element, self._settings.texturedir, file)

    @property
    def textures_by_reference(self) -> bool:
        """Whether the model holds paths of textures instead of their pixels, where it can."""
        return self._settings.passthrough == "textures"

    def texture_path(self, element: Element, file: str) -> str:
        """Return where an image is, or should be."""
        return self._path(element, self._settings.texturedir, file)

    def is_in_memory(self, element: Element, file: str) -> bool:
        """Tell whether an image is given in the dictionary that stands for a folder."""
        return self._sources.asset(self.texture_path(element, file)) is not None

    def _path(self, element: Element, folder: str, file: str) -> str:
        name = file.replace("\\", "/")
        if self._settings.strippath:
            return os.path.join(self._sources.base_dir, folder, name.rpartition("/")[2])
        path = os.path.join(self._sources.base_dir, folder, name)
        named_by, in_memory = element.place.file, self._sources.asset
        if named_by and not in_memory(named_by) and not in_memory(path) and not os.path.exists(path):
            beside = os.path.join(os.path.dirname(named_by), name)
            path = beside if os.path.isfile(beside) else path

        # a way back out of a folder that does not exist is taken by name, as by MuJoCo
        plain = os.path.normpath(path)
        if not in_memory(path) and not os.path.exists(path) and os.path.isfile(plain):
            path = plain
        return path

    def _read(self, element: Element, folder: str, file: str) -> Content:
        path = self._path(element, folder, file)
        self._seen.append(Seen(element, folder, file, path, _state(path)))
        known = self._sources.asset(path)
        if known is not None:
            return as_content(known[1].encode() if isinstance(known[1], str) else bytes(known[1]))
        if not self._sources.has_folder and not os.path.isabs(path):
            raise element.error(
                f"file is '{file}', a relative path, but the model has no folder; give base_dir, or the file in assets"
            )
        try:
            self._sources.check_inside(path)
            return read_file(path)
        except (AssetError, ModelError) as trouble:
            raise element.error(str(trouble)) from None


def _state(path: str) -> tuple[int, ...] | None:
    """Return what tells a file from what stood there before, None where there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
