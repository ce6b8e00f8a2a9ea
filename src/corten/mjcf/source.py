"""Where the text of a model comes from: files below a folder, or a dictionary that stands for them."""

import os
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from corten.errors import ModelError


@dataclass(frozen=True, slots=True)
class Text:
    """The content of one file: the label for messages, a key that tells files apart, and its folder."""

    label: str | None
    key: tuple[str, str]
    folder: str
    content: bytes | str


class Sources:
    """Finds files by name, first in `assets`, then on disk below `base_dir`."""

    def __init__(
        self,
        base_dir: str | None = None,
        assets: Mapping[str, bytes | str] | None = None,
    ):
        self.base_dir = base_dir or ""
        self.has_folder = base_dir is not None
        self._assets = {_asset_key(name): (name, content) for name, content in (assets or {}).items()}
        self._base_names = {key.rpartition("/")[2]: key for key in reversed(list(self._assets))}

        # names of assets are relative to this folder, also for a model in another one
        self._assets_dir = self.base_dir

        # the folder that no file may lie outside of, links followed; None where the caller does not mind
        self.confinement: str | None = None

        # the files of the models that are being read, each because the one before names it
        self.trail: frozenset[tuple[str, str]] = frozenset()

        # models that were read and expanded before, by their files; shared by all models that name one another
        self.expanded: dict[tuple[str, str], Any] = {}

    def find(self, name: str, folder: str) -> Text | None:
        """Return a file by its name, relative to the model's folder, else to that of the including file."""
        if os.path.isabs(name):
            return self._open(name)
        return self._open(os.path.join(self.base_dir, name)) or self._open(os.path.join(folder, name))

    def beside(self, text: Text) -> "Sources":
        """Return the sources of another model, which this one names, and which stands in a folder of its own."""
        twin = copy(self)
        twin.base_dir, twin.has_folder = text.folder, self.has_folder or text.key[0] == "disk"
        twin.trail = self.trail | {text.key}
        return twin

    def adding(self, name: str, content: bytes | str) -> "Sources":
        """Return sources that have one more asset."""
        twin = copy(self)
        key = _asset_key(name)
        twin._assets = self._assets | {key: (name, content)}
        twin._base_names = {key.rpartition("/")[2]: key} | self._base_names
        return twin

    def asset(self, path: str) -> tuple[str, bytes | str] | None:
        """Return name and content of what stands for the file at `path` in `assets`, or None."""
        key = self._key(path)
        return None if key is None else self._assets[key]

    def place(self) -> tuple[object, ...] | None:
        """Return what decides about the files of disk that are found, None if there are others."""
        return None if self._assets else (self.base_dir, self.has_folder, self.confinement)

    def _key(self, path: str) -> str | None:
        if not self._assets:
            return None
        key = _asset_key(os.path.relpath(path, self._assets_dir) if self._assets_dir else path)
        return key if key in self._assets else self._base_names.get(key.rpartition("/")[2])

    def _open(self, path: str) -> Text | None:
        key = self._key(path)
        if key is not None:
            name, content = self._assets[key]
            return Text(name, ("assets", key), os.path.dirname(path), content)
        self.check_inside(path)
        return open_file(path) if os.path.isfile(path) else None

    def confined(self) -> "Sources":
        """Return sources that refuse files outside of this folder, whether by their path or through links."""
        twin = copy(self)
        twin.confinement = os.path.realpath(self.base_dir)
        return twin

    def check_inside(self, path: str) -> None:
        """Refuse a file that lies outside of the folder that the caller allows."""
        if self.confinement is not None:
            real = os.path.realpath(path)
            if os.path.commonpath([real, self.confinement]) != self.confinement:
                raise ModelError(f"'{path}' leads out of the folder of the model, which confined=True forbids")


def open_file(path: str) -> Text:
    """Return the file at `path` of the disk; an unreadable one raises OSError."""
    with open(path, "rb") as stream:
        content = stream.read()
    return Text(path, ("disk", os.path.abspath(path)), os.path.dirname(path), content)


def _asset_key(name: str) -> str:
    # names of assets are compared without regard to case and to ./ in front
    return os.path.normpath(name).replace(os.sep, "/").lower()
