"""MjVfs: files by name that need not be on disk."""

import os
from collections.abc import Iterator
from typing import Any, Self


class MjVfs:
    """Files in memory, and files of the disk under other names, for models that are loaded with `vfs=`."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] | None = {}

    def files(self) -> dict[str, bytes]:
        """Return all files by name."""
        if self._files is None:
            raise RuntimeError("VFS is closed")
        return self._files

    def close(self) -> None:
        """Let go of all files; it cannot be used any more."""
        self._files = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __setitem__(self, name: str, content: Any) -> None:
        files = self.files()
        if name in files:
            raise ValueError(f"Could not add buffer: '{name}' is there already")
        files[name] = bytes(content.encode() if isinstance(content, str) else content)

    def __getitem__(self, name: str) -> bytes:
        return self.files()[name]

    def __delitem__(self, name: str) -> None:
        if name not in self.files():
            raise KeyError(name)
        del self.files()[name]

    def __contains__(self, name: object) -> bool:
        return name in self.files()

    def __iter__(self) -> Iterator[str]:
        return iter(self.files())

    def __len__(self) -> int:
        return len(self.files())

    def add_file(self, path: Any, name: str | None = None) -> None:
        """Add a file of the disk, by its own name or another one."""
        with open(path, "rb") as file:
            self[name or os.path.basename(path)] = file.read()
