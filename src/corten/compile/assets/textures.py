"""Textures: pictures from files or computed, flat or on the six faces of a cube."""

import os

import numpy as np
from numpy.typing import NDArray

from corten.assets import AssetError, Content, decode_png
from corten.compile.assets.builtin_textures import FACES, Picture, builtin_picture
from corten.compile.assets.files import Files
from corten.compile.objects.addresses import Addresses
from corten.compile.objects.assets import Texture
from corten.enums import ColorSpace, TextureType
from corten.spec import DefaultClasses, Element, Resolved, root_section

# files of the faces of a cube in their order, and the letters that a grid of faces is described with
FACE_FILES = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
FACE_LETTERS = "RLUDFB"

# channels that the picture of a file may have: grey, RGB, RGBA
CHANNELS = (1, 3, 4)

# most squares of a grid of faces, and most pixels of a computed texture
MOST_SQUARES = 12
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
        file, pixels = files.texture_path(values["file"]), np.empty((0, 0), np.uint8)
        nchannel = 1 if _content_type(values, file) == "image/ktx" else nchannel
    elif values["builtin"] != "none":
        pixels = _computed(values)
    elif values["file"] or any(values[key] for key in FACE_FILES):
        pixels, nchannel, coded = _from_files(values, files)
        if space == ColorSpace.AUTO:
            space = ColorSpace.SRGB if coded else ColorSpace.LINEAR
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
    elif files.is_in_memory(values["file"]):
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


# ---------------------------------------------------------------- files


def _from_files(values: Resolved, files: Files) -> tuple[NDArray[np.uint8], int, bool]:
    """Return picture, number of channels, and whether a file says that its colours are sRGB."""
    element, nchannel = values.element, values["nchannel"]
    if values["type"] == "2d":
        if not values["file"]:
            raise element.error("type is 2d, but only faces of a cube are given; give file")
        return _load(values, values["file"], files)
    if nchannel != 3:
        raise element.error(f"nchannel is {nchannel}; a cube or skybox has 3")
    if values["file"]:
        return _cube_of_one(values, files)
    return _cube_of_six(values, files)


def _content_type(values: Resolved, file: str) -> str:
    return values["content_type"] or os.path.splitext(file)[1].lower().replace(".", "image/")


def _load(values: Resolved, file: str, files: Files) -> tuple[NDArray[np.uint8], int, bool]:
    """Return the picture of one file, flipped as asked for, its channels, and whether it says that it is sRGB."""
    element, nchannel = values.element, values["nchannel"]
    content = files.texture(element, file)
    kind = _content_type(values, file)
    if kind == "image/ktx":
        # kept as it is, to be decoded by whoever draws it
        return np.frombuffer(content.data, np.uint8).reshape(1, -1), 1, False
    if kind != "image/png":
        raise element.error(f"file is '{file}'; textures are read from .png and .ktx files")
    pixels = _decode(element, file, content, nchannel)
    if values["hflip"]:
        pixels = pixels[:, ::-1]
    if values["vflip"]:
        pixels = pixels[::-1]
    return np.ascontiguousarray(pixels), nchannel, b"sRGB" in content.data[:4096]


def _decode(element: Element, file: str, content: Content, nchannel: int) -> NDArray[np.uint8]:
    """Return an image with the wanted channels."""
    if nchannel not in CHANNELS:
        raise element.error(f"nchannel is {nchannel}; allowed are 1, 3 and 4")
    try:
        return decode_png(content.data, nchannel)
    except AssetError as trouble:
        raise element.error(f"file '{file}': {trouble}") from None


def _cube_of_one(values: Resolved, files: Files) -> tuple[NDArray[np.uint8], int, bool]:
    """Return the faces that one file holds in a grid, or the one that all six share."""
    element = values.element
    rows, columns = values["gridsize"]
    if rows < 1 or columns < 1 or rows * columns > MOST_SQUARES:
        raise element.error(f"gridsize is {rows} {columns}; allowed are 1 to {MOST_SQUARES} squares")
    image, nchannel, coded = _load(values, values["file"], files)
    height, width = image.shape[:2]
    if width // columns != height // rows or width % columns or height % rows:
        raise element.error(
            f"the image has {width} x {height} pixels, which cannot be cut into {columns} x {rows} squares"
        )
    if rows * columns == 1:
        return image, nchannel, coded
    size = width // columns
    cube = _plain_cube(values, size)
    layout = values["gridlayout"] or "." * MOST_SQUARES
    for place, letter in enumerate(layout[: rows * columns]):
        if letter in FACE_LETTERS:
            top, left = size * (place // columns), size * (place % columns)
            cube[FACE_LETTERS.index(letter)] = image[top : top + size, left : left + size]
    return cube.reshape(FACES * size, size, 3), nchannel, coded


def _cube_of_six(values: Resolved, files: Files) -> tuple[NDArray[np.uint8], int, bool]:
    """Return faces of which each has a file; those without have the colour rgb1."""
    element = values.element
    cube, coded = None, False
    for face, key in enumerate(FACE_FILES):
        if not values[key]:
            continue
        image, _, says = _load(values, values[key], files)
        if image.shape[0] != image.shape[1]:
            raise element.error(f"the image of {key} has {image.shape[1]} x {image.shape[0]} pixels; it must be square")
        if cube is None:
            cube, coded = _plain_cube(values, image.shape[0]), says
        elif cube.shape[1] != image.shape[0]:
            raise element.error(f"the image of {key} is {image.shape[0]} pixels wide, but others {cube.shape[1]}")
        cube[face] = image
    assert cube is not None
    return cube.reshape(-1, cube.shape[2], 3), 3, coded


def _plain_cube(values: Resolved, size: int) -> NDArray[np.uint8]:
    cube = np.empty((FACES, size, size, 3), np.uint8)
    cube[:] = (255 * np.array(values["rgb1"])).astype(np.int64).astype(np.uint8)
    return cube
