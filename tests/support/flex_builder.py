"""Text of models with flexes: bodies with three slides for the vertices, and the elements between them."""

from collections.abc import Sequence
from itertools import product

Point = tuple[float, ...]

SLIDES = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))


def words(numbers) -> str:
    """Return numbers as text that is read back exactly."""
    return " ".join(repr(number) for number in numbers)


def body(name: str, pos: Point, joints: str = SLIDES, mass: float = 0.1) -> str:
    """Return the text of a body for a vertex."""
    inertia = f'<inertial pos="0 0 0" mass="{mass!r}" diaginertia="1e-5 1e-5 1e-5"/>'
    return f'<body name="{name}" pos="{words(pos)}">{inertia}{joints}</body>'


def flex(name: str, bodies: Sequence[str], elements: Sequence[int], inner: str = "", **attributes) -> str:
    """Return the text of a flex."""
    more = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    return (
        f'<flex name="{name}" body="{" ".join(bodies)}" element="{" ".join(map(str, elements))}" {more}>{inner}</flex>'
    )


def model(world: str, flexes: str, rest: str = "") -> str:
    """Return the text of a model."""
    return f"<mujoco>{rest}<worldbody>{world}</worldbody><deformable>{flexes}</deformable></mujoco>"


def line_elements(count: int) -> list[int]:
    """Return the elements of a line through so many vertices."""
    return [vertex for first in range(count - 1) for vertex in (first, first + 1)]


def sheet_elements(rows: int, columns: int) -> list[int]:
    """Return two triangles for each square between rows and columns of vertices."""
    elements = []
    for row, column in product(range(rows - 1), range(columns - 1)):
        corner = row * columns + column
        far = corner + columns
        elements += [corner, far, far + 1, corner, far + 1, corner + 1]
    return elements


def block_elements(x: int, y: int, z: int) -> list[int]:
    """Return six tetrahedra for each cube between vertices of a grid."""
    elements = []
    for i, j, k in product(range(x - 1), range(y - 1), range(z - 1)):
        corner = [((i + a) * y + j + b) * z + k + c for a, b, c in product((0, 1), repeat=3)]
        for way in ((1, 3), (1, 5), (2, 3), (2, 6), (4, 5), (4, 6)):
            elements += [corner[0], corner[way[0]], corner[way[1]], corner[7]]
    return elements


def grid(counts: tuple[int, int, int], spacing: float, origin: Point = (0.0, 0.0, 1.0)) -> list[Point]:
    """Return the points of a grid."""
    return [
        tuple(start + spacing * step for start, step in zip(origin, steps, strict=True))
        for steps in product(*map(range, counts))
    ]


def vertex_bodies(prefix: str, points: Sequence[Point], joints: str = SLIDES) -> tuple[list[str], str]:
    """Return names and text of bodies for vertices."""
    names = [f"{prefix}{number}" for number in range(len(points))]
    return names, "".join(body(name, point, joints) for name, point in zip(names, points, strict=True))
