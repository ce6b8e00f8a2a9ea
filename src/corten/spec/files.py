"""Files of assets: their names, as they are found from the folder of another model, or from another folder."""

import os
from typing import Any

from corten.mjcf.source import Sources
from corten.spec.defaults import root_section
from corten.spec.element import Element


def move_files(source: Element, root: Element, prefix: str) -> None:
    """Rewrite the files of the assets of `source` so that `root` finds them."""
    elements = [(element, name) for element in source.walk() for name in _file_attributes(element)]
    if not elements:
        return
    theirs, ours = _compiler(source), _compiler(root)
    if ours.pop("strippath", False):
        # names with folders are to come: those that are here lose theirs now
        for element in root.walk():
            for name in _file_attributes(element):
                element.attributes[name] = _base_name(element.attributes[name])
    for element, name in elements:
        key = "texturedir" if element.tag == "texture" else "meshdir"
        file = element.attributes[name].replace("\\", "/")
        file = _base_name(file) if theirs.get("strippath") else file
        element.attributes[name] = _moved(file, _folder(theirs, key), _folder(ours, key), source, root, prefix)


def move_folder(root: Element, folder: str) -> None:
    """Rewrite the folders of assets so that they are found from a model in `folder`."""
    sources = root.sources or Sources()
    if not sources.has_folder or not any(_file_attributes(element) for element in root.walk()):
        return
    compiler = root_section(root, "compiler") or root.add("compiler")
    written = compiler.attributes
    for key in ("meshdir", "texturedir"):
        path = _folder(written, key)
        if not os.path.isabs(path):
            path = os.path.relpath(os.path.join(sources.base_dir, path), folder or ".")
        if path != ".":
            written[key] = path
        else:
            written.pop(key, None)
    written.pop("assetdir", None)


def _moved(file: str, theirs: str, ours: str, source: Element, root: Element, prefix: str) -> str:
    sources, target = source.sources or Sources(), root.sources or Sources()
    path = os.path.join(sources.base_dir, theirs, file)
    known = sources.asset(path)
    if known is not None:
        name, content = _base_name(known[0]), known[1]
        other = target.asset(os.path.join(target.base_dir, ours, name))
        if other is None or other[1] != content:
            name = name if other is None else prefix + name
            root.put(sources=target.adding(name, content))
        return name
    if not sources.has_folder or os.path.isabs(file):
        return file
    path = os.path.abspath(path)
    return os.path.relpath(path, os.path.join(target.base_dir, ours) or ".") if target.has_folder else path


def _file_attributes(element: Element) -> list[str]:
    known = element.declaration.attributes
    return [name for name in element.attributes if known[name].type == "file" and element.tag != "model"]


def _compiler(root: Element) -> dict[str, Any]:
    element = root_section(root, "compiler")
    return {} if element is None else element.attributes


def _folder(compiler: dict[str, Any], key: str) -> str:
    return compiler.get(key) or compiler.get("assetdir") or ""


def _base_name(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[2]
