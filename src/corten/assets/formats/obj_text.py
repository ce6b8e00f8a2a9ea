"""The text of OBJ files, read by kernels: decimal numbers, vertices and faces."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.runtime import FloatArray, IntArray, helper, stage
from corten.runtime.fields import F4, I8, U1, Field, Layout, Size
from corten.runtime.storage import Storage

# ---------------------------------------------------------------- decimal numbers


PLUS, MINUS, POINT, ZERO, NINE = (ord(sign) for sign in "+-.09")
LARGE_E, SMALL_E = ord("E"), ord("e")

# powers of ten that a float holds exactly
LARGEST_POWER = 22
POWERS = tuple(float(10**i) for i in range(LARGEST_POWER + 1))

# digits are gathered up to here, and ints up to here are exact as floats
MOST_DIGITS, LARGEST_EXACT = 10**17, 1 << 53

# more than the relative error of a number that is not exact: three roundings, and digits that were left out
SLACK = 1e-15

# digits of an exponent, or of an index, beyond which a word means nothing
MOST_EXPONENT, MOST_INDEX = 10**4, 10**17


class Decimal(NamedTuple):
    """Bounds of a number, which are the same where it is exact; not sound: Python has to look at the word."""

    low: float
    high: float
    sound: bool


class Index(NamedTuple):
    """A whole number, where it ends, whether it has a minus, and whether it has digits at all."""

    value: int
    end: int
    minus: bool
    sound: bool


@helper
def read_decimal(text: IntArray, at: int, end: int) -> Decimal:
    """Return the number that a word of a text states."""
    i = at
    minus = text[i] == MINUS
    if minus or text[i] == PLUS:
        i += 1
    digits, ndigit, scale, point, short = 0, 0, 0, False, True
    while i < end:
        sign = int(text[i])
        if sign == POINT and not point:
            point = True
        elif sign >= ZERO and sign <= NINE:
            ndigit += 1
            if digits < MOST_DIGITS:
                digits = 10 * digits + sign - ZERO
                scale -= 1 if point else 0
            else:
                scale += 0 if point else 1
                short = False
        else:
            break
        i += 1
    exponent = read_exponent(text, i, end)
    scale += exponent.value
    sound = ndigit > 0 and exponent.sound and exponent.end == end and abs(scale) <= LARGEST_POWER
    power = POWERS[min(abs(scale), LARGEST_POWER)]
    value = float(digits) * power if scale >= 0 else float(digits) / power
    slack = 0.0 if short and digits <= LARGEST_EXACT else SLACK * value
    low, high = value - slack, value + slack
    return Decimal(-high if minus else low, -low if minus else high, sound)


@helper
def read_exponent(text: IntArray, at: int, end: int) -> Index:
    """Return the exponent that a number may end with, 0 if it has none."""
    if at >= end or (text[at] != SMALL_E and text[at] != LARGE_E):
        return Index(0, at, False, True)
    found = read_index(text, at + 1, end)
    value = min(found.value, MOST_EXPONENT)
    return Index(-value if found.minus else value, found.end, found.minus, found.sound)


@helper
def read_index(text: IntArray, at: int, end: int) -> Index:
    """Return the whole number, without its sign, that begins at a place of a text."""
    i = at
    minus = i < end and text[i] == MINUS
    if minus or (i < end and text[i] == PLUS):
        i += 1
    first, value = i, 0
    while i < end and value < MOST_INDEX:
        sign = int(text[i])
        if sign < ZERO or sign > NINE:
            break
        value = 10 * value + sign - ZERO
        i += 1
    return Index(value, i, minus, i > first)


# ---------------------------------------------------------------- statements: counted, then read


NEWLINE, RETURN, SPACE, TAB = (ord(sign) for sign in "\n\r \t")
LETTER_V, LETTER_N, LETTER_T, LETTER_F, LETTER_G, LETTER_O, SLASH = (ord(sign) for sign in "vntfgo/")

# what a line states
NOTHING, POSITION, NORMAL, TEXCOORD, FACE, GROUP = range(6)

# why a file cannot be read: a statement lacks numbers, a word is no index or no corner, an index reaches back too far
FINE, LACKING, NO_INDEX, NO_CORNER, TOO_FAR_BACK = range(5)

OBJ_TEXT = Layout(
    "ObjText",
    (
        Size("nbyte", "bytes of the file, and two that end its last line"),
        Size("nposition", "vertices"),
        Size("nnormal", "normals"),
        Size("ntexcoord", "texture coordinates"),
        Size("nface", "faces"),
        Size("ncorner", "corners of all faces"),
        Size("nword", "numbers"),
    ),
    (
        Field("text", U1, ("nbyte",), "bytes of the file"),
        Field("position", F4, ("nposition", 3), "vertices"),
        Field("normal", F4, ("nnormal", 3), "normals"),
        Field("texcoord", F4, ("ntexcoord", 2), "texture coordinates"),
        Field("face_size", I8, ("nface",), "number of corners of each face"),
        Field("corner", I8, ("ncorner", 3), "vertex, texture coordinate and normal of each corner from 1, 0: none"),
        Field("count", I8, (7,), "how many there are of each size, and faces behind the first group"),
        Field("unread", I8, ("nword", 4), "numbers left to Python: statement, place, first and last byte"),
        Field("nunread", I8, (), "how many numbers are left to Python"),
        Field("trouble", I8, (), "why the file cannot be read"),
        Field("where", I8, (4,), "line, first and last byte of the trouble, and how many words are there"),
    ),
    "corten.assets.formats.obj_text:OBJ_TEXT",
)

# places in `count`, in the order of the sizes; the last is that of faces behind the first group
BYTES, POSITIONS, NORMALS, TEXCOORDS, FACES, CORNERS, IGNORED = range(7)


class ObjText(Storage):
    """A file and what its statements hold."""

    layout = OBJ_TEXT

    text: NDArray[np.uint8]
    position: NDArray[np.float32]
    normal: NDArray[np.float32]
    texcoord: NDArray[np.float32]
    face_size: NDArray[np.int64]
    corner: NDArray[np.int64]
    count: NDArray[np.int64]
    unread: NDArray[np.int64]
    nunread: int
    trouble: int
    where: NDArray[np.int64]


class Line(NamedTuple):
    """What a line states, where its words behind the first begin, where it ends, and where the next one begins."""

    kind: int
    words: int
    end: int
    after: int


def read_text(data: bytes) -> ObjText:
    """Return the statements of a file; who calls looks for trouble and for numbers that are left."""
    nbyte = len(data) + 2
    counts = ObjText({"nbyte": nbyte})
    counts.text[:-2], counts.text[-2:] = np.frombuffer(data, np.uint8), NEWLINE
    count_statements(counts, counts)
    names = ("nbyte", "nposition", "nnormal", "ntexcoord", "nface", "ncorner")
    sizes = dict(zip(names, counts.count.tolist(), strict=False)) | {"nbyte": nbyte}
    nword = 3 * sizes["nposition"] + 3 * sizes["nnormal"] + 2 * sizes["ntexcoord"]
    found = ObjText(sizes | {"nword": nword})
    found.text, found.count = counts.text, counts.count
    read_statements(found, found)
    return found


@stage
def count_statements(m, d) -> None:
    """Count statements, and the corners of the faces that make the mesh."""
    text, count = m.text, d.count

    at = 0
    full = False
    while at < m.nbyte - 1:
        line = read_line(text, at)
        at = line.after
        if line.kind == POSITION:
            count[POSITIONS] += 1
        elif line.kind == NORMAL:
            count[NORMALS] += 1
        elif line.kind == TEXCOORD:
            count[TEXCOORDS] += 1
        elif line.kind == GROUP:
            full = count[FACES] > 0
        elif line.kind == FACE:
            ncorner = count_words(text, line.words, line.end)
            if ncorner > 2 and full:
                count[IGNORED] += 1
            elif ncorner > 2:
                count[FACES] += 1
                count[CORNERS] += ncorner


@stage
def read_statements(m, d) -> None:
    """Read the numbers of all statements, those of faces as long as the first group goes on."""
    text = m.text

    at, number = 0, 0
    nposition, nnormal, ntexcoord, nface, ncorner, full = 0, 0, 0, 0, 0, False
    while at < m.nbyte - 1 and d.trouble == FINE:
        line = read_line(text, at)
        at = line.after
        number += 1
        d.where[0] = number
        if line.kind == POSITION:
            read_row(d, d.position, nposition, 3, 3, line)
            nposition += 1
        elif line.kind == NORMAL:
            read_row(d, d.normal, nnormal, 3, 3, line)
            nnormal += 1
        elif line.kind == TEXCOORD:
            read_row(d, d.texcoord, ntexcoord, 2, 1, line)
            ntexcoord += 1
        elif line.kind == GROUP:
            full = nface > 0
        elif line.kind == FACE and not full:
            size = count_words(text, line.words, line.end)
            if size > 2:
                read_face(d, ncorner, line, (nposition, ntexcoord, nnormal))
                d.face_size[nface] = size
                nface += 1
                ncorner += size


@helper
def read_row(d, rows: FloatArray, row: int, columns: int, least: int, line: Line) -> None:
    """Read the numbers of a vertex, a normal or a texture coordinate; those that may be missing are 0."""
    text = d.text

    at = line.words
    for column in range(columns):
        end = word_end(text, at)
        if at == end:
            if column < least:
                d.trouble = LACKING
                d.where[3] = column
            return
        number = read_decimal(text, at, end)

        # a number is known if both of its bounds have the same 32 bits
        rows[row, column] = number.high
        high = rows[row, column]
        rows[row, column] = number.low
        if not number.sound or rows[row, column] != high:
            d.unread[d.nunread, 0] = line.kind
            d.unread[d.nunread, 1] = row * columns + column
            d.unread[d.nunread, 2] = at
            d.unread[d.nunread, 3] = end
            d.nunread = d.nunread + 1
        at = skip_blank(text, end)


@helper
def read_face(d, ncorner: int, line: Line, counts: tuple[int, int, int]) -> None:
    """Read the corners of a face; a negative index counts back from the last of `counts` statements so far."""
    text, corner = d.text, d.corner

    at = line.words
    while at < line.end:
        end = word_end(text, at)
        part = at
        for column in range(4):
            if column == 3:
                fail(d, NO_CORNER, at, end)
                return
            if text[part] != SLASH and part < end:
                index = read_index(text, part, end)
                if not index.sound or (index.end < end and text[index.end] != SLASH):
                    fail(d, NO_INDEX, at, end)
                    return
                known = counts[0] if column == 0 else (counts[1] if column == 1 else counts[2])
                value = known + 1 - index.value if index.minus else index.value
                if index.minus and value < 1:
                    fail(d, TOO_FAR_BACK, part, index.end)
                    return
                corner[ncorner, column] = value
                part = index.end
            if part >= end:
                break
            part += 1
        ncorner += 1
        at = skip_blank(text, end)


@helper
def fail(d, trouble: int, at: int, end: int) -> None:
    """Record why the file cannot be read."""
    d.trouble = trouble
    d.where[1] = at
    d.where[2] = end


# ---------------------------------------------------------------- lines and words


@helper
def read_line(text: IntArray, at: int) -> Line:
    """Return what the line that begins at a place of a text states."""
    start = skip_blank(text, at)
    end = word_end(text, start)
    kind = statement_kind(int(text[start]), int(text[start + 1]), end - start)
    words = skip_blank(text, end)
    last = words
    while not ends_line(int(text[last])):
        last += 1
    both = text[last] == RETURN and text[last + 1] == NEWLINE
    return Line(kind, words, last, last + (2 if both else 1))


@helper
def statement_kind(first: int, second: int, length: int) -> int:
    """Return what a first word of a line means."""
    kind = NOTHING
    if length == 1:
        kind = POSITION if first == LETTER_V else (FACE if first == LETTER_F else NOTHING)
        kind = GROUP if (first - LETTER_G) * (first - LETTER_O) == 0 else kind
    if length == 2 and first == LETTER_V:
        kind = NORMAL if second == LETTER_N else (TEXCOORD if second == LETTER_T else NOTHING)
    return kind


@helper
def count_words(text: IntArray, at: int, end: int) -> int:
    """Return the number of words up to the end of a line."""
    count = 0
    while at < end:
        at = skip_blank(text, word_end(text, at))
        count += 1
    return count


@helper
def ends_word(sign: int) -> bool:
    """Tell whether a sign parts words or lines: a space, or one of tab, newline, vertical tab, form feed, return."""
    return sign == SPACE or (sign >= TAB and sign <= RETURN)


@helper
def ends_line(sign: int) -> bool:
    """Tell whether a sign ends a line."""
    return (sign - NEWLINE) * (sign - RETURN) == 0


@helper
def skip_blank(text: IntArray, at: int) -> int:
    """Return where the next word begins, or the line ends."""
    while ends_word(int(text[at])) and not ends_line(int(text[at])):
        at += 1
    return at


@helper
def word_end(text: IntArray, at: int) -> int:
    """Return where a word ends."""
    while not ends_word(int(text[at])):
        at += 1
    return at
