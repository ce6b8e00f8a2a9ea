"""Textures, pictures from files or computed, flat or on the six faces of a cube; and materials, which show them."""

import os
from collections.abc import Mapping

import numpy as np

from corten.compile.assets.asset_files import Files
from corten.compile.assets.builtin_textures import FACES, Picture, builtin_picture
from corten.compile.assets.picture_files import FACE_FILES, content_type, picture_from_files
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.asset_rows import Material, Texture
from corten.enums import ColorSpace, TextureRole, TextureType
from corten.mjcf.value import nearest
from corten.spec import DefaultClasses, Element, Resolved, root_section

# most pixels of a computed texture
MOST_PIXELS = 1 << 26


def read_textures(root: Element, classes: DefaultClasses, files: Files) -> list[Texture]:
    """Return all textures."""
    section = root_section(root, "asset")
    elements = [] if section is None else [child for child in section.children if child.tag == "texture"]
    textures = [_texture(classes.resolve(element), files) for element in elements]
    addresses = Addresses()
    for texture in textures:
        texture.adr = -1 if texture.file else addresses.take("data", len(texture.pixels))
    return textures


def _texture(values: Resolved, files: Files) -> Texture:
    element = values.element
    name = element.object_name() or _face_name(values)
    if not name and values["type"] != "skybox":
        raise element.error("name is missing: a texture is used by its name")
    nchannel, space = values["nchannel"], ColorSpace[values["colorspace"].upper()]
    file = ""
    if _is_reference(values, files):
        file, pixels = files.texture_path(element, values["file"]), np.empty((0, 0), np.uint8)
        nchannel = 1 if content_type(values, file) == "image/ktx" else nchannel
    elif values["builtin"] != "none":
        pixels = _computed(values)
    elif values["file"] or any(values[key] for key in FACE_FILES):
        picture = picture_from_files(values, files)
        pixels, nchannel = picture.pixels, picture.nchannel
        if space == ColorSpace.AUTO:
            space = ColorSpace.SRGB if picture.coded else ColorSpace.LINEAR
    else:
        raise element.error("it has no picture; give builtin, file, or files of the faces of a cube")
    return Texture(
        element=element,
        name=name,
        type=TextureType["TWO" if values["type"] == "2d" else values["type"].upper()],
        colorspace=space,
        height=pixels.shape[0],
        width=pixels.shape[1],
        nchannel=nchannel,
        pixels=pixels.reshape(-1),
        file=file,
    )


def _is_reference(values: Resolved, files: Files) -> bool:
    """Tell whether the model holds the path of a picture in place of its pixels; refuse where that is asked in vain."""
    if values["embed"] == "true" or (values["embed"] == "auto" and not files.textures_by_reference):
        return False
    trouble = ""
    if values["builtin"] != "none":
        trouble = "builtin computes it"
    elif not values["file"]:
        trouble = "it has no single file"
    elif values["hflip"] or values["vflip"]:
        trouble = "hflip or vflip changes it"
    elif values["gridsize"] != (1, 1):
        trouble = "it is cut out of a grid"
    elif files.is_in_memory(values.element, values["file"]):
        trouble = "its file is given in assets"
    if trouble and values["embed"] == "false":
        raise values.element.error(f"embed is false, but {trouble}; only a file as it is can be left out of the model")
    return not trouble


def _face_name(values: Resolved) -> str:
    files = [values[key] for key in FACE_FILES if values[key]]
    return os.path.splitext(os.path.basename(files[0]))[0] if files else ""


def _computed(values: Resolved) -> Picture:
    element, width, height = values.element, values["width"], values["height"]
    cube = values["type"] != "2d"
    for name, number in (("width", width),) if cube else (("width", width), ("height", height)):
        if number < 1:
            raise element.error(f"{name} is {number}; a texture with builtin needs a positive {name} [pixels]")
    if values["nchannel"] != 3:
        raise element.error(f"nchannel is {values['nchannel']}; a texture with builtin has 3")
    height = FACES * width if cube else height
    if width * height > MOST_PIXELS:
        raise element.error(f"it has {width} x {height} pixels; at most {MOST_PIXELS} are allowed")
    return builtin_picture(values, width, height)


# ---------------------------------------------------------------- materials
# colours, reflection, and textures by the role that they play


def read_materials(root: Element, classes: DefaultClasses, textures: Mapping[str, int]) -> list[Material]:
    """Return all materials; `textures` are the numbers of textures by name."""
    section = root_section(root, "asset")
    materials = []
    for element in [] if section is None else section.children:
        if element.tag != "material":
            continue
        values = classes.resolve(element)
        roles = [-1] * len(TextureRole)
        for each in (*classes.history(element), element):
            _take_textures(each, roles, textures)
        materials.append(
            Material(
                element=element,
                name=element.attributes.get("name", ""),
                texid=roles,
                texuniform=values["texuniform"],
                texrepeat=values["texrepeat"],
                emission=values["emission"],
                specular=values["specular"],
                shininess=values["shininess"],
                reflectance=values["reflectance"],
                metallic=values["metallic"],
                roughness=values["roughness"],
                rgba=values["rgba"],
            )
        )
    return materials


def _take_textures(element: Element, roles: list[int], textures: Mapping[str, int]) -> None:
    """Enter the textures that a material, or one in a class of it, writes; later ones replace earlier ones."""
    written = [(element, "rgb")] if "texture" in element.attributes else []
    written += [(layer, layer.attributes["role"]) for layer in element.children]
    for place, (holder, role) in enumerate(written):
        if role in (other for _, other in written[:place]):
            raise holder.error(f"the role {role} is taken by another layer; each has one texture")
        name = holder.attributes["texture"]
        if name not in textures:
            raise holder.error(f"texture is '{name}', but no texture has that name{nearest(name, textures)}")
        roles[TextureRole[role.upper()]] = textures[name]
