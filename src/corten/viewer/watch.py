"""Notices that the files of a model have changed."""

import os
from pathlib import Path

from corten.errors import ModelError
from corten.spec import Spec

# folders that <compiler> names for files of assets
FOLDERS = ("meshdir", "texturedir", "assetdir")

Stamp = tuple[tuple[str, int, int], ...]


def files_of(path: Path) -> list[Path]:
    """Return the file of a model and those that it names, as far as they can be found; itself if it cannot be read."""
    found = {path}
    try:
        spec = Spec.from_file(path)
    except (ModelError, OSError):
        return [path]
    elements = list(spec.root.walk())
    places = {Path(element.place.file).parent for element in elements if element.place.file} | {path.parent}
    found |= {Path(element.place.file) for element in elements if element.place.file}
    folders = {""} | {
        str(element.attributes[key]) for element in elements for key in FOLDERS if key in element.attributes
    }
    for element in elements:
        name = element.attributes.get("file")
        if isinstance(name, str) and name:
            candidates = (place / folder / name for place in places for folder in folders)
            found |= {candidate for candidate in candidates if candidate.is_file()}
    return sorted(found)


def stamp(files: list[Path]) -> Stamp:
    """Return what changes when one of the files is written to."""
    found = []
    for file in files:
        try:
            status = os.stat(file)
        except OSError:
            # editors write a new file and rename it: for a moment there is none
            continue
        found.append((str(file), status.st_mtime_ns, status.st_size))
    return tuple(found)


class Watch:
    """The files of a model, looked at from time to time."""

    def __init__(self, path: str | os.PathLike[str]):
        self._path = Path(path)
        self.files = files_of(self._path)
        self._loaded = self._seen = stamp(self.files)

    def has_changed(self) -> bool:
        """Tell whether files differ from those loaded last, and take that as loaded; not while one is being written.

        Many programs empty a file before they write to it: a change counts when two looks in a row see the same.
        """
        before, self._seen = self._seen, stamp(self.files)
        if self._seen in (self._loaded, ()) or self._seen != before:
            return False
        self.files = files_of(self._path)
        self._loaded = self._seen = stamp(self.files)
        return True
