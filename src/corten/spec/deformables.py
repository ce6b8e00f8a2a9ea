"""Cloth, soft bodies and ropes in Python: bodies for their vertices, the flex between them, and their material.

What is built is plain MJCF, which MuJoCo loads as well: without corten's material its vertices are not held together.
"""

import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from corten.errors import ModelError
from corten.mjcf.value import choices
from corten.spec.element import Element
from corten.spec.materials import NEEDED, PRESETS, WORDS, Numbers

if TYPE_CHECKING:
    from corten.spec.spec import Spec

Point = Sequence[float]
SLIDES = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

# a preset, or None, and numbers that replace its own
Material = tuple[str | None, dict[str, Any]]

# solimp and solmix of contacts of cloth, whatever it touches: half as stiff as can be at first, hard 2 mm deep [m].
# Softer ones bear too little friction at the small depth of a sheet: rubber creeps on them until its folds fall over
GENTLE = {"solimp": (0.5, 0.95, 0.002), "solmix": 1e6}

# what a model with cloth has unless its option says otherwise. 2,500 vertices of silk that land at once take Newton's
# method 113 iterations and more, at rest a few. Friction is ten times as hard as what bears the cloth: it yields ever
# so slowly, and a sheet that creeps for seconds sheds its load by folds that fall over
OPTION = {"iterations": 500, "impratio": 10.0}

# corners of a cube, counted by their three bits, of the six tetrahedra around its diagonal
CUBE = ((0, 1, 3, 7), (0, 1, 5, 7), (0, 2, 3, 7), (0, 2, 6, 7), (0, 4, 5, 7), (0, 4, 6, 7))


def sheet_mesh(count: Sequence[int], spacing: float) -> tuple[list[Point], list[tuple[int, ...]]]:
    """Return vertices and triangles of a sheet in the plane of x and y, its middle at the origin."""
    rows, columns = _counts(count, 2)
    triangles: list[tuple[int, ...]] = []
    for row, column in product(range(rows - 1), range(columns - 1)):
        corner = row * columns + column
        far = corner + columns
        # diagonals alternate: were they all alike, bending would twist the sheet
        if (row + column) % 2:
            triangles += [(corner, far, corner + 1), (far, far + 1, corner + 1)]
        else:
            triangles += [(corner, far, far + 1), (corner, far + 1, corner + 1)]
    return _grid((rows, columns, 1), spacing), triangles


def block_mesh(count: Sequence[int], spacing: float) -> tuple[list[Point], list[tuple[int, ...]]]:
    """Return vertices and tetrahedra of a block, its middle at the origin."""
    x, y, z = _counts(count, 3)
    tetrahedra: list[tuple[int, ...]] = []
    for i, j, k in product(range(x - 1), range(y - 1), range(z - 1)):
        corners = [((i + a) * y + j + b) * z + k + c for a, b, c in product((0, 1), repeat=3)]
        tetrahedra += [tuple(corners[c] for c in corner) for corner in CUBE]
    return _grid((x, y, z), spacing), tetrahedra


def add_deformable(
    spec: "Spec",
    kind: str,
    name: str,
    mesh: tuple[Sequence[Point], Sequence[Sequence[int]]],
    pos: Point,
    pins: Iterable[int],
    material: Material,
) -> Element:
    """Add cloth or a soft body; return its <flex>."""
    vertices, elements = mesh
    numbers = _numbers(spec, kind, material)
    points = [_moved(spec, vertex, pos) for vertex in vertices]
    masses = _masses(kind, points, elements, numbers)
    held = _held(spec, pins, len(points), "pins")
    names, places = [], []
    for number, point in enumerate(points):
        names.append("world" if number in held else f"{name}_{number}")
        places += point if number in held else (0.0, 0.0, 0.0)
        if number not in held:
            body = _add_vertex(spec, names[-1], point, masses[number], 1e-6)
            for axis in SLIDES:
                body.add("joint", type="slide", axis=axis)
    radius = numbers["thickness"] / 2 if "thickness" in numbers else 1e-3
    return _add_flex(spec, kind, (name, names, places, elements), radius, material)


def add_rope(
    spec: "Spec",
    name: str,
    points: Sequence[Point],
    held: tuple[Iterable[int], Iterable[int]],
    material: Material,
) -> Element:
    """Add a rope through points; of `held`, the first may still turn, the second not. Return its <flex>."""
    numbers = _numbers(spec, "rope", material)
    points = [_triple(spec, point) for point in points]
    if len(points) < 2:
        raise spec.root.error(f"a rope needs two points at least; it has {len(points)}")
    pins, clamps = _held(spec, held[0], len(points), "pins"), _held(spec, held[1], len(points), "clamps")
    elements = [(number, number + 1) for number in range(len(points) - 1)]
    masses = _masses("rope", points, elements, numbers)
    length = min(math.dist(points[a], points[b]) for a, b in elements)
    names, places = [], []
    for number, point in enumerate(points):
        names.append("world" if number in clamps else f"{name}_{number}")
        places += point if number in clamps else (0.0, 0.0, 0.0)
        if number not in clamps:
            # a ball of the inertia that a segment has about its ends: that about its axis would need shorter steps
            inertia = masses[number] * (numbers["radius"] ** 2 / 4 + length**2 / 12)
            body = _add_vertex(spec, names[-1], point, masses[number], inertia)
            if number in pins:
                body.add("joint", type="ball")
            else:
                body.add("freejoint")
    return _add_flex(spec, "rope", (name, names, places, elements), numbers["radius"], material)


def _numbers(spec: "Spec", kind: str, chosen: Material) -> Numbers:
    """Return the numbers of a material with those that replace them; the compiler checks their values."""
    presets, (material, given) = PRESETS[kind], chosen
    if material is not None and material not in presets:
        raise spec.root.error(f"no material of a {kind} is named '{material}'{choices(material, presets)}")
    for word in given:
        if word not in WORDS[kind]:
            raise spec.root.error(f"'{word}' is no number of a {kind}{choices(word, WORDS[kind])}")
    numbers = {**(presets[material] if material is not None else {}), **given}
    needed = (*NEEDED[kind], "density")
    missing = [word for word in needed if word not in numbers]
    if missing:
        raise spec.root.error(f"a {kind} needs a material ({', '.join(presets)}) or {', '.join(missing)}")
    for word in needed:
        if not (isinstance(numbers[word], (int, float)) and 0 < numbers[word] < math.inf):
            raise spec.root.error(f"{word} is {numbers[word]!r}; it must be a positive number")
    return numbers


def _masses(kind: str, points: list[list[float]], elements: Sequence[Sequence[int]], numbers: Numbers) -> list[float]:
    """Return the mass of each vertex: its share of the elements around it."""
    masses = [0.0] * len(points)
    for element in elements:
        if any(not 0 <= vertex < len(points) for vertex in element):
            raise ModelError(f"an element has the vertices {tuple(element)}; there are {len(points)}")
        first, *others = (points[vertex] for vertex in element)
        edges = [[a - b for a, b in zip(other, first, strict=True)] for other in others]
        if kind == "rope":
            volume = math.hypot(*edges[0]) * math.pi * numbers["radius"] ** 2
        elif kind == "cloth":
            volume = 0.5 * math.hypot(*_cross(edges[0], edges[1])) * numbers["thickness"]
        else:
            volume = abs(sum(a * b for a, b in zip(_cross(edges[0], edges[1]), edges[2], strict=True))) / 6
        for vertex in element:
            masses[vertex] += numbers["density"] * volume / len(element)
    return masses


def _add_vertex(spec: "Spec", name: str, point: Point, mass: float, inertia: float) -> Element:
    body = spec.worldbody.add_body(name=name, pos=point)
    body.add("inertial", pos=(0, 0, 0), mass=mass, diaginertia=(inertia,) * 3)
    return body


def _add_flex(
    spec: "Spec",
    kind: str,
    parts: tuple[str, list[str], list[float], Sequence[Sequence[int]]],
    radius: float,
    material: Material,
) -> Element:
    """Add the flex of a deformable, and its material in <custom>."""
    name, bodies, places, elements = parts
    listed = [vertex for element in elements for vertex in element]
    dim = {"cloth": 2, "soft_body": 3, "rope": 1}[kind]
    flex = spec.deformable.add_flex(name=name, dim=dim, body=" ".join(bodies), element=listed, radius=radius)
    if "world" in bodies:
        flex["vertex"] = places
    # neighbours of a rope or sheet that is finer than it is thick would touch all the time
    flex.add("contact", selfcollide="none", **(GENTLE if kind == "cloth" else {}))
    if kind == "cloth":
        for word, number in OPTION.items():
            if getattr(spec.option, word) is None:
                setattr(spec.option, word, number)
    preset, numbers = material
    words = [*([preset] if preset else []), *(f"{word}={number!r}" for word, number in numbers.items())]
    spec.custom.add_text(name=f"corten.{kind}.{name}", data=" ".join(words))
    return flex


def _counts(count: Sequence[int], axes: int) -> list[int]:
    counts = list(count)
    if len(counts) != axes or any(not isinstance(number, int) or number < 2 for number in counts):
        raise ModelError(f"count is {tuple(counts)}; it must be {axes} whole numbers, 2 at least")
    return counts


def _grid(counts: Sequence[int], spacing: float) -> list[Point]:
    if not (spacing > 0 and math.isfinite(spacing)):
        raise ModelError(f"spacing is {spacing}; it must be a positive length")
    middle = [(number - 1) / 2 for number in counts]
    return [
        tuple(spacing * (step - half) for step, half in zip(steps, middle, strict=True))
        for steps in product(*map(range, counts))
    ]


def _held(spec: "Spec", chosen: Iterable[int], count: int, word: str) -> set[int]:
    numbers = {number + count if number < 0 else number for number in chosen}
    for number in numbers:
        if not 0 <= number < count:
            raise spec.root.error(f"{word} has {number}; there are {count} vertices")
    return numbers


def _triple(spec: "Spec", point: Point) -> list[float]:
    numbers = [float(number) for number in point]
    if len(numbers) != 3 or not all(map(math.isfinite, numbers)):
        raise spec.root.error(f"a point has the coordinates {tuple(numbers)}; it needs three finite ones")
    return numbers


def _moved(spec: "Spec", point: Point, pos: Point) -> list[float]:
    return [a + b for a, b in zip(_triple(spec, point), _triple(spec, pos), strict=True)]


def _cross(a: Point, b: Point) -> tuple[float, float, float]:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]
