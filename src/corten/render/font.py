"""Labels over pictures, in letters of five columns and seven rows, without any font file."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from corten.scene.cameras import View
from corten.scene.labels import Labels

ROWS, COLUMNS = 7, 5

# characters from blank to tilde; two hexadecimal digits for each column, whose lowest bit is the uppermost row
GLYPHS = (
    "0000000000 00005f0000 0007000700 147f147f14 242a7f2a12 2313086462 3649562050 0005030000 001c224100 0041221c00 "
    "14083e0814 08083e0808 0050300000 0808080808 0060600000 2010080402 3e5149453e 00427f4000 4261514946 2141454b31 "
    "1814127f10 2745454539 3c4a494930 0171090503 3649494936 064949291e 0036360000 0056360000 0814224100 1414141414 "
    "0041221408 0201510906 324979413e 7e1111117e 7f49494936 3e41414122 7f4141221c 7f49494941 7f09090901 3e4149497a "
    "7f0808087f 00417f4100 2040413f01 7f08142241 7f40404040 7f020c027f 7f0408107f 3e4141413e 7f09090906 3e4151215e "
    "7f09192946 4649494931 01017f0101 3f4040403f 1f2040201f 3f4038403f 6314081463 0708700807 6151494543 007f414100 "
    "0204081020 0041417f00 0402010204 4040404040 0001020400 2054545478 7f48444438 3844444420 384444487f 3854545418 "
    "087e090102 0c5252523e 7f08040478 00447d4000 2040443d00 7f10284400 00417f4000 7c04180478 7c08040478 3844444438 "
    "7c14141408 081414187c 7c08040408 4854545420 043f444020 3c4040207c 1c2040201c 3c4030403c 4428102844 0c5050503c "
    "4464544c44 0008364100 00007f0000 0041360800 1008081008"
).split()
FIRST, UNKNOWN = ord(" "), "?"


# rows of a picture from which on letters are twice as large, and what is left of light around them
LARGE, SHADOW = 360, 0.2


@cache
def glyph(character: str) -> NDArray[np.bool_]:
    """Return the dots of a character (7, 5); those that there are none of are question marks."""
    number = ord(character) - FIRST
    code = GLYPHS[number if 0 <= number < len(GLYPHS) else ord(UNKNOWN) - FIRST]
    columns = np.frombuffer(bytes.fromhex(code), np.uint8)
    return (columns[None] >> np.arange(ROWS)[:, None] & 1).astype(bool)


def text_dots(text: str, scale: int) -> NDArray[np.bool_]:
    """Return the dots of a text, each magnified to a square, with a rim of one such square around all."""
    dots = np.zeros((ROWS + 2, (COLUMNS + 1) * len(text) + 1), bool)
    for i, character in enumerate(text):
        at = (COLUMNS + 1) * i + 1
        dots[1:-1, at : at + COLUMNS] = glyph(character)
    return np.repeat(np.repeat(dots, scale, axis=0), scale, axis=1)


def draw_labels(picture: NDArray[np.uint8], view: View, labels: Labels) -> None:
    """Write labels over a picture, the lower left end of each at its point, where that is seen at all."""
    height, width = picture.shape[:2]
    left, right, top, down = view.steps(height, width)
    offset = labels.pos - view.pos
    x, y, depth = (offset @ axis for axis in (view.right, view.up, view.forward))
    for i in np.flatnonzero((depth > view.near) & (depth < view.far)).tolist():
        away = 1.0 if view.window.orthographic else float(depth[i])
        column, row = (float(x[i]) / away - left) / right, (top - float(y[i]) / away) / down
        if 0.0 <= column < width and 0.0 <= row < height:
            write_text(picture, int(column), int(row), labels.text[i])


def write_text(picture: NDArray[np.uint8], column: int, row: int, text: str) -> None:
    """Write a white text on what it darkens, with its lower left end at a pixel; what is outside is cut off."""
    dots = text_dots(text, 1 if len(picture) < LARGE else 2)
    beside = dots | np.roll(dots, 1, 1) | np.roll(dots, -1, 1)
    near = beside | np.roll(beside, 1, 0) | np.roll(beside, -1, 0)
    above = max(row - len(dots), 0)
    place = picture[above:row, column : column + dots.shape[1]]
    dots, near = (part[len(part) - len(place) :, : place.shape[1]] for part in (dots, near))
    place[near] = (place[near] * SHADOW).astype(np.uint8)
    place[dots] = 255
