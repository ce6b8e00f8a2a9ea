"""Pictures of textures from files: flat ones, faces of a cube in a grid, or a file for each face."""

import os
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.assets import AssetError, Content, decode_png
from corten.assets.asset_cache import AssetCache
from corten.assets.formats.content import fingerprint
from corten.assets.store import load_or_make
from corten.compile.assets.asset_files import Files
from corten.compile.assets.builtin_textures import FACES
from corten.spec import Element, Resolved

# files of the faces of a cube in their order, and the letters that a grid of faces is described with
FACE_FILES = ("fileright", "fileleft", "fileup", "filedown", "filefront", "fileback")
FACE_LETTERS = "RLUDFB"

# channels that the picture of a file may have: grey, RGB, RGBA
CHANNELS = (1, 3, 4)

# most squares of a grid of faces
MOST_SQUARES = 12

# [bytes] pictures that are kept although nobody uses them, and the attributes that they follow from
PICTURES = AssetCache(1 << 28)
SETTINGS = ("type", "nchannel", "content_type", "hflip", "vflip", "gridsize", "gridlayout", "rgb1")


@dataclass(frozen=True, eq=False)
class FilePicture:
    """Pixels (height, width, nchannel) of a picture; those of a cube have its six faces below each other.

    `coded` says that a file states its colours to be sRGB.
    """

    pixels: NDArray[np.uint8]
    nchannel: int
    coded: bool


def picture_from_files(values: Resolved, files: Files) -> FilePicture:
    """Return the picture of a texture that has files; what was made of the same ones before is found again."""
    element, nchannel = values.element, values["nchannel"]
    if values["type"] == "2d" and not values["file"]:
        raise element.error("type is 2d, but only faces of a cube are given; give file")
    if values["type"] != "2d" and nchannel != 3:
        raise element.error(f"nchannel is {nchannel}; a cube or skybox has 3")
    used = [values[key] for key in (("file",) if values["file"] else FACE_FILES)]
    contents = [(file, files.texture(element, file).digest) if file else None for file in used]

    def make() -> list[NDArray]:
        if values["type"] == "2d":
            picture = _load(values, values["file"], files)
        else:
            picture = _cube_of_one(values, files) if values["file"] else _cube_of_six(values, files)
        return [picture.pixels, np.array((picture.nchannel, picture.coded))]

    def find() -> FilePicture:
        pixels, (nchannel, coded) = load_or_make("picture", fingerprint(repr(key).encode()), make)
        return FilePicture(pixels, int(nchannel), bool(coded))

    key = (*contents, *(values[name] for name in SETTINGS))
    return PICTURES.get(key, find, lambda picture: picture.pixels.nbytes)


def content_type(values: Resolved, file: str) -> str:
    """Return what a file is said to hold, or what its name says."""
    return values["content_type"] or os.path.splitext(file)[1].lower().replace(".", "image/")


def _load(values: Resolved, file: str, files: Files) -> FilePicture:
    """Return the picture of one file, flipped as asked for, its channels, and whether it says that it is sRGB."""
    element, nchannel = values.element, values["nchannel"]
    content = files.texture(element, file)
    kind = content_type(values, file)
    if kind == "image/ktx":
        # kept as it is, to be decoded by whoever draws it
        return FilePicture(np.frombuffer(content.data, np.uint8).reshape(1, -1), 1, False)
    if kind != "image/png":
        raise element.error(f"file is '{file}'; textures are read from .png and .ktx files")
    pixels = _decode(element, file, content, nchannel)
    if values["hflip"]:
        pixels = pixels[:, ::-1]
    if values["vflip"]:
        pixels = pixels[::-1]
    return FilePicture(np.ascontiguousarray(pixels), nchannel, b"sRGB" in content.data[:4096])


def _decode(element: Element, file: str, content: Content, nchannel: int) -> NDArray[np.uint8]:
    """Return an image with the wanted channels."""
    if nchannel not in CHANNELS:
        raise element.error(f"nchannel is {nchannel}; allowed are 1, 3 and 4")
    try:
        return decode_png(content.data, nchannel)
    except AssetError as trouble:
        raise element.error(f"file '{file}': {trouble}") from None


def _cube_of_one(values: Resolved, files: Files) -> FilePicture:
    """Return the faces that one file holds in a grid, or the one that all six share."""
    element = values.element
    rows, columns = values["gridsize"]
    if rows < 1 or columns < 1 or rows * columns > MOST_SQUARES:
        raise element.error(f"gridsize is {rows} {columns}; allowed are 1 to {MOST_SQUARES} squares")
    picture = _load(values, values["file"], files)
    image = picture.pixels
    height, width = image.shape[:2]
    if width // columns != height // rows or width % columns or height % rows:
        raise element.error(
            f"the image has {width} x {height} pixels, which cannot be cut into {columns} x {rows} squares"
        )
    if rows * columns == 1:
        return picture
    size = width // columns
    faces = {}
    layout = values["gridlayout"] or "." * MOST_SQUARES
    for place, letter in enumerate(layout[: rows * columns]):
        if letter in FACE_LETTERS:
            top, left = size * (place // columns), size * (place % columns)
            faces[FACE_LETTERS.index(letter)] = image[top : top + size, left : left + size]
    return FilePicture(_cube(values, faces, size), picture.nchannel, picture.coded)


def _cube_of_six(values: Resolved, files: Files) -> FilePicture:
    """Return faces of which each has a file; those without have the colour rgb1."""
    element = values.element
    faces, size, coded = {}, 0, False
    for face, key in enumerate(FACE_FILES):
        if not values[key]:
            continue
        picture = _load(values, values[key], files)
        height, width = picture.pixels.shape[:2]
        if width != height:
            raise element.error(f"the image of {key} has {width} x {height} pixels; it must be square")
        if not faces:
            size, coded = width, picture.coded
        elif width != size:
            raise element.error(f"the image of {key} is {width} pixels wide, but others {size}")
        faces[face] = picture.pixels
    return FilePicture(_cube(values, faces, size), 3, coded)


def _cube(values: Resolved, faces: dict[int, NDArray[np.uint8]], size: int) -> NDArray[np.uint8]:
    """Return the six faces of a cube below each other; those that are missing have the colour rgb1."""
    cube = np.empty((FACES, size, size, 3), np.uint8)
    color = (255 * np.array(values["rgb1"])).astype(np.int64).astype(np.uint8)
    for face in range(FACES):
        cube[face] = faces.get(face, color)
    return cube.reshape(FACES * size, size, 3)
