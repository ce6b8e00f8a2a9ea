"""Names of materials and textures; what they look like matters to nothing that is computed here."""

import os

from corten.spec import DefaultClasses, Element, root_section

FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")


def read_assets(root: Element, classes: DefaultClasses) -> tuple[list[str], list[str]]:
    """Return the names of all materials and of all textures; an unnamed texture has that of its file."""
    section = root_section(root, "asset")
    materials: list[str] = []
    textures: list[str] = []
    for element in [] if section is None else section.children:
        name = element.attributes.get("name", "")
        if element.tag == "material":
            materials.append(name)
        elif element.tag == "texture":
            textures.append(name or _file_name(element, classes.resolve(element)["type"]))
    return materials, textures


def _file_name(element: Element, kind: str) -> str:
    files = [element.attributes[key] for key in FILES if key in element.attributes]
    if not files and kind != "skybox":
        raise element.error("name is missing: a texture is used by its name")
    return os.path.splitext(os.path.basename(files[0]))[0] if files else ""
