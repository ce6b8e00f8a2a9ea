"""What collision takes a mesh for: its convex hull, its triangles, or convex pieces of it.

`<custom><text name="corten.mesh.NAME.collision" data="triangles"/></custom>` says it in a file; who loads the file can
say it too, and goes before it.
"""

from collections.abc import Collection, Mapping, Sequence

from corten.compile.objects.assets import CollisionChoice, MeshObject
from corten.enums import MeshCollision
from corten.errors import ModelError
from corten.mjcf.value import choices, nearest
from corten.spec import Element
from corten.spec.custom_names import find_object_settings

SETTING = "corten.mesh.NAME.collision"

# one word for all meshes, or words by the names of meshes
Choices = str | Mapping[str, str] | None

WORDS = tuple(way.name.lower() for way in MeshCollision)


# numbers that decompose takes, with the least and the most that they can be
LIMITS = {"threshold": (0.01, 1.0), "pieces": (1, 10_000)}


def choose_collision(root: Element, meshes: Sequence[MeshObject], asked: Choices = None) -> None:
    """Set how each mesh collides: as `asked` for, else as the file says, else as its hull."""
    by_name = {mesh.name: mesh for mesh in meshes}
    for name, element in find_object_settings(root, SETTING).items():
        try:
            choice = read_choice(element.attributes["data"])
        except ValueError as trouble:
            raise element.error(str(trouble)) from None

        # a mesh that is only seen may have been left out
        if name in by_name:
            by_name[name].choice = choice
    try:
        for name, text in _by_name(asked, by_name).items():
            by_name[name].choice = read_choice(text)
    except ValueError as trouble:
        raise ModelError(f"mesh_collision: {trouble}") from None


def read_choice(text: str) -> CollisionChoice:
    """Return what a text asks for, such as `decompose threshold=0.1`; one that means nothing raises ValueError."""
    word, *settings = str(text).split() or [""]
    if word not in WORDS:
        raise ValueError(f"'{word}' is no way to collide{choices(word, WORDS)}")
    way = MeshCollision[word.upper()]
    allowed = LIMITS if way == MeshCollision.DECOMPOSE else {}
    numbers = {}
    for setting in settings:
        name, _, number = setting.partition("=")
        if name not in allowed:
            raise ValueError(f"'{setting}' means nothing behind {word}{choices(name, allowed)}")
        numbers[name] = _number(name, number, *allowed[name])
    return CollisionChoice(way, **numbers)


def _number(name: str, text: str, least: float, most: float) -> float:
    """Return a number within its limits, a whole one if the limits are."""
    kind = type(least)
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not least <= number <= most:
        what = "a whole number" if kind is int else "a number"
        raise ValueError(f"{name} is '{text}'; it must be {what} from {least} to {most}")
    return number


def _by_name(asked: Choices, known: Collection[str]) -> Mapping[str, str]:
    """Return words by the names of meshes; a name of no mesh raises ValueError."""
    if asked is None:
        return {}
    if isinstance(asked, str):
        return dict.fromkeys(known, asked)
    for name in asked:
        if name not in known:
            raise ValueError(f"no mesh is named '{name}'{nearest(name, known)}")
    return asked
