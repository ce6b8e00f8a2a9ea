"""Pictures that are computed: gradients, checkers and flat colours, with marks on them at random places."""

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.compile.assets.gradients import DOWN, Picture, draw_rings, draw_sky
from corten.runtime import stage
from corten.runtime.fields import I8, Field, Layout, Size
from corten.runtime.storage import Storage
from corten.spec import Resolved

# ---------------------------------------------------------------- the 64-bit Mersenne twister
# T. Nishimura, "Tables of 64-bit Mersenne twisters", TOMACS 10(4), 2000. Words of 64 bits are held in signed ints, so a
# shift to the right is followed by a mask.


# words of a state, and the distance of those that a new one follows from
NSTATE, SHIFT = 312, 156
SEED = 42

# how a state begins
FACTOR, WORD = 6364136223846793005, (1 << 64) - 1

# the upper bits of one word and the lower ones of the next are joined; an odd result is mixed with a constant
UPPER, LOWER, POSITIVE = -0x80000000, 0x7FFFFFFF, (1 << 63) - 1
MATRIX = 0xB5026F5AA96619E9 - (1 << 64)

# bits that a word is tempered with
FIRST_MASK, SECOND_MASK = 0x5555555555555555 & ((1 << 35) - 1), 0x71D67FFFEDA60000
THIRD_MASK, FOURTH_MASK = 0xFFF7EEE000000000 - (1 << 64), (1 << 21) - 1

TWISTER = Layout(
    "Twister",
    (Size("nword", "words: a state, and those that follow from it"),),
    (
        Field("word", I8, ("nword",), "words, each of which follows from some before it"),
        Field("number", I8, ("nword",), "tempered words"),
    ),
    "corten.compile.assets.builtin_textures:TWISTER",
)


class Twister(Storage):
    """Words of the generator in their order."""

    layout = TWISTER

    word: NDArray[np.int64]
    number: NDArray[np.int64]


def random_words(count: int) -> NDArray[np.uint64]:
    """Return random words, always the same ones; a number from 0 to 1 is a word over 2^64."""
    twister = Twister({"nword": NSTATE + count})
    state = np.empty(NSTATE, np.uint64)
    word = SEED
    for i in range(NSTATE):
        word = word if i == 0 else (FACTOR * (word ^ (word >> 62)) + i) & WORD
        state[i] = word
    twister.word[:NSTATE] = state.view(np.int64)
    generate(twister, twister)
    return twister.number[NSTATE:].view(np.uint64)


def are_below(words: NDArray[np.uint64], limit: float) -> NDArray[np.bool_]:
    """Tell which words are numbers below a limit, as if each were rounded to a float and divided by 2^64."""
    # rounding keeps order, so there is a first word that is not below; words are compared faster than they are rounded
    first, end = 0, WORD + 1
    while first < end:
        middle = (first + end) // 2
        if float(middle) < limit * 2.0**64:
            first = middle + 1
        else:
            end = middle
    return words <= np.uint64(first - 1) if first else np.zeros(len(words), bool)


@stage
def generate(m, d) -> None:
    """Find all words behind the first state."""
    word, number = d.word, d.number

    for i in range(NSTATE, m.nword):
        mixed = (word[i - NSTATE] & UPPER) | (word[i - NSTATE + 1] & LOWER)
        x = word[i - SHIFT] ^ ((mixed >> 1) & POSITIVE) ^ (MATRIX if (mixed & 1) != 0 else 0)
        word[i] = x
        x = x ^ ((x >> 29) & FIRST_MASK)
        x = x ^ ((x << 17) & SECOND_MASK)
        x = x ^ ((x << 37) & THIRD_MASK)
        number[i] = x ^ ((x >> 43) & FOURTH_MASK)


# ---------------------------------------------------------------- pictures that are computed
# gradients, checkers and flat colours, with marks on them


# a cube has its six faces below each other; fields of a checker change their places on some
FACES = 6
TURNED_CHECKERS = (4, 5)


def builtin_picture(values: Resolved, width: int, height: int) -> Picture:
    """Return the picture of a texture that has builtin; of a cube `height` is that of all six faces."""
    return _picture(Recipe(**{name: values[name] for name in Recipe._fields}), width, height)


class Recipe(NamedTuple):
    """What a computed picture is made from, under the names of the attributes."""

    type: str
    builtin: str
    rgb1: tuple[float, float, float]
    rgb2: tuple[float, float, float]
    mark: str
    markrgb: tuple[float, float, float]
    random: float


@functools.lru_cache(8)
def _picture(recipe: Recipe, width: int, height: int) -> Picture:
    """Return a picture; the last ones are kept in memory for models that have the same sky and floor."""
    cube = recipe.type != "2d"
    faces = np.empty((FACES, height // FACES, width, 3) if cube else (1, height, width, 3), np.uint8)
    first, second = _color(recipe.rgb1), _color(recipe.rgb2)
    if recipe.builtin == "gradient":
        colors = np.array(recipe.rgb1), np.array(recipe.rgb2)
        if cube:
            draw_sky(faces, *colors)
        else:
            draw_rings(faces[0], *colors)
    elif recipe.builtin == "checker":
        for number, face in enumerate(faces):
            _checker(face, *((second, first) if number in TURNED_CHECKERS else (first, second)))
    else:
        for number, face in enumerate(faces):
            _fill(face, second if number == DOWN else first)
    _mark(faces, recipe)
    faces.flags.writeable = False
    return faces.reshape(height, width, 3)


def _color(rgb: tuple[float, ...]) -> NDArray[np.uint8]:
    return (255 * np.array(rgb)).astype(np.int64).astype(np.uint8)


def _fill(pixels: Picture, color: NDArray[np.uint8]) -> None:
    """Give all pixels a colour; one row first, for rows are copied faster than pixels are written."""
    if pixels.size:
        pixels[0] = color
        pixels[1:] = pixels[0]


def _checker(face: Picture, first: NDArray[np.uint8], second: NDArray[np.uint8]) -> None:
    """Draw four fields, those on the diagonal in the first colour."""
    top, left = face.shape[0] // 2, face.shape[1] // 2
    _fill(face[:top, :left], first)
    _fill(face[top:, left:], first)
    _fill(face[:top, left:], second)
    _fill(face[top:, :left], second)


def _mark(faces: Picture, recipe: Recipe) -> None:
    """Draw edges, crosses or dots on all faces."""
    color = _color(recipe.markrgb)
    rows, columns = faces.shape[1:3]
    if recipe.mark == "edge":
        faces[:, (0, rows - 1)] = color
        faces[:, :, (0, columns - 1)] = color
    elif recipe.mark == "cross":
        faces[:, rows // 2] = color
        faces[:, :, columns // 2] = color
    elif recipe.mark == "random" and recipe.random > 0:
        pixels = faces.reshape(-1, 3)
        pixels[are_below(random_words(len(pixels)), recipe.random)] = color
