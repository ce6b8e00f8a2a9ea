"""The schema held as data is exactly that of MuJoCo 4.0."""

from corten.mjcf.schema import Declaration, child_declaration, declaration
from support.oracle import schema_rows

# aliases of body, which MuJoCo's table does not list
ALIASES = {"frame", "replicate"}


def corten_rows(known: Declaration, seen: tuple[str, ...] = ()) -> dict:
    """Return {path of tags: (may repeat, attributes)} below a declaration, recursion cut."""
    rows = {}
    for tag, child in known.children.items():
        below = child_declaration(known, tag)
        if tag in ALIASES or below.path in seen:
            continue
        name = "(world)body" if tag == "worldbody" else tag
        rows[name,] = (child.many, tuple(sorted(below.attributes)))
        for path, row in corten_rows(below, (*seen, below.path)).items():
            rows[name, *path] = row
    return rows


def oracle_paths() -> dict:
    """Return {path of tags: (may repeat, attributes)} of MuJoCo's schema, without its root."""
    rows, path = {}, []
    for depth, tag, multiplicity, attributes in schema_rows():
        path[depth:] = [tag]
        rows[tuple(path[1:])] = (multiplicity in "*R", attributes)
    return rows


def test_elements_and_attributes_are_those_of_mujoco():
    """Compare every element path, how often it may stand there, and its attributes."""
    ours = corten_rows(declaration("mujoco:mujoco"))
    # MuJoCo prints worldbody and body as one element
    body = {path[1:]: row for path, row in ours.items() if path[:1] == ("(world)body",) and path[1:2] == ("body",)}
    ours = {path: row for path, row in ours.items() if path[:1] != ("(world)body",)}
    ours |= {("(world)body", *path[1:]): row for path, row in body.items()}

    theirs = oracle_paths()
    assert theirs.pop(()) == (False, ("model",))
    assert set(ours) == set(theirs)
    assert {path: ours[path] for path in ours if ours[path] != theirs[path]} == {}


def test_world_holds_what_a_body_holds():
    """Keep the children of worldbody a part of the children of body, without joints and inertia."""
    world, body = declaration("body:worldbody"), declaration("body:body")
    assert set(body.children) - set(world.children) == {"inertial", "joint", "freejoint"}
    assert set(world.children) <= set(body.children)
