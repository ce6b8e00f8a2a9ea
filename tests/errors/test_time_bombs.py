"""Small files that would take hours, or read what is no file, end soon: pytest's timeout ends what hangs."""

import os
import pickle
import sys

import numpy as np
import pytest

import corten
from corten.assets.formats.obj import read_obj
from corten.assets.shape import triangles
from corten.errors import AssetError
from corten.runtime.storage import PackedState

MESH = """
<mujoco>
  <asset><mesh name="a" file="a.obj"/></asset>
  <worldbody><geom type="mesh" mesh="a"/></worldbody>
</mujoco>
"""


# contacts of things far apart, whose forces leave steps of the line search that are lost in rounding
ENDLESS_SEARCH = """
<mujoco>
  <option integrator="implicit" cone="elliptic" solver="CG" ls_iterations="2147483647"/>
  <worldbody>
    <body pos="0 0 1">
      <joint axis="0 1 0" range="-1 1"/>
      <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" margin="1e9"/>
      <body pos=".3 0 0">
        <joint type="ball"/><geom size=".05"/>
        <body pos=".2 0 0"><joint type="slide" axis="1 0 0"/><geom size=".04"/></body>
      </body>
    </body>
    <body pos="0 -1 1"><freejoint/><geom type="box" size=".05 .05 .05"/></body>
  </worldbody>
</mujoco>
"""


def polygon(radii) -> bytes:
    """Return an OBJ file of one polygon around the origin, with a corner at each radius."""
    turns = np.linspace(0, 2 * np.pi, len(radii), endpoint=False)
    lines = [f"v {r * np.cos(turn)} {r * np.sin(turn)} 0" for r, turn in zip(radii, turns, strict=True)]
    return "\n".join([*lines, "f " + " ".join(str(i + 1) for i in range(len(radii)))]).encode()


def test_faces_of_many_corners():
    """Cut a polygon of a hundred corners into triangles, and leave out larger ones with a warning, as MuJoCo does."""
    assert len(read_obj(polygon(np.ones(100))).faces) == 98
    for corners in (101, 20_000):
        mesh = read_obj(polygon(np.ones(corners)))
        assert len(mesh.faces) == 0
        assert "more than 100 corners" in mesh.warning and "more than 100 corners" in mesh.note


def test_tangled_faces_are_refused(monkeypatch):
    """Refuse polygons that cross themselves so often that their ears cannot be found in seconds."""
    monkeypatch.setattr(triangles, "MOST_LOOKS", 10_000)
    rng = np.random.default_rng(0)
    points = "\n".join(f"v {x} {y} 0" for x, y in rng.normal(size=(100, 2)))
    with pytest.raises(AssetError, match="too many corners"):
        read_obj(f"{points}\nf {' '.join(str(i + 1) for i in range(100))}".encode())


def write_models(folder, names, children):
    """Write models that each attach others."""
    for i, name in enumerate(names):
        assets = "".join(f'<model name="m{j}" file="{names[j]}"/>' for j in children(i))
        attached = "".join(f'<attach model="m{j}" prefix="p{j}_"/>' for j in children(i))
        world = f'<worldbody><body name="b"><geom size=".1"/>{attached}</body></worldbody>'
        (folder / name).write_text(f"<mujoco><asset>{assets}</asset>{world}</mujoco>")


def test_models_that_attach_all_that_follow(tmp_path, monkeypatch):
    """Expand each file that is attached once, though the first reaches the last in 32 ways."""
    expanded = []
    original = corten.Spec.expanded
    monkeypatch.setattr(corten.Spec, "expanded", lambda spec: expanded.append(spec) or original(spec))
    names = [f"{i}.xml" for i in range(13)]
    write_models(tmp_path, names, lambda i: range(i + 1, 13))
    assert corten.load_model(tmp_path / "6.xml").nbody == 1 + 2**6
    assert len(expanded) == 6


def test_models_that_attach_one_another(tmp_path):
    """Refuse thirteen files of which each attaches all others."""
    names = [f"{i}.xml" for i in range(13)]
    write_models(tmp_path, names, lambda i: [j for j in range(13) if j != i])
    with pytest.raises(corten.ModelError, match="attach one another in a circle"):
        corten.load_model(tmp_path / "0.xml")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files there")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_refused(tmp_path, kind):
    """Refuse pipes, which would wait for a writer, and devices, which may never end."""
    if kind == "pipe":
        os.mkfifo(tmp_path / "a.obj")
    elif kind == "device":
        (tmp_path / "a.obj").symlink_to("/dev/zero")
    else:
        (tmp_path / "a.obj").mkdir()
    (tmp_path / "model.xml").write_text(MESH)
    with pytest.raises(corten.ModelError, match=r"model.xml:3: <mesh name=\"a\">.*is no regular file"):
        corten.load_model(tmp_path / "model.xml")


@pytest.mark.parametrize(
    "kind",
    [
        '<!DOCTYPE a [<!ENTITY e "9">]>',
        '<!DOCTYPE a SYSTEM "x>y" [<!ENTITY e "9">]>',
        '<!DOCTYPE a SYSTEM "<!--" [<!ENTITY e "9">]><!-- "-->',
        """<!-- c --><!DOCTYPE a PUBLIC '-' "[>" [<!ENTITY e "9">]>""",
    ],
)
def test_entities_are_refused(kind):
    """Refuse a document type with declarations, whatever its identifiers hold."""
    text = f'<?xml version="1.0"?>\n{kind}<mujoco model="&e;"><worldbody/></mujoco>'
    with pytest.raises(corten.ModelError, match="line 2: a document type with declarations is not allowed"):
        corten.load_model_from_string(text)


@pytest.mark.parametrize("kind", ["<!DOCTYPE mujoco>", '<!DOCTYPE a SYSTEM "x[y>z">', "<!-- <!DOCTYPE a [ -->"])
def test_document_types_without_declarations(kind):
    """Read a file whose document type declares nothing."""
    assert corten.load_model_from_string(f"{kind}<mujoco><worldbody/></mujoco>").nbody == 1


@pytest.mark.parametrize("flag", ["sleep", "invdiscrete"])
def test_what_rk4_cannot_do_is_refused_at_load(flag):
    """Refuse sleep and discrete inverse dynamics with RK4 where they are written."""
    text = f'<mujoco>\n<option integrator="RK4">\n<flag {flag}="enable"/></option></mujoco>'
    with pytest.raises(corten.UnsupportedFeatureError, match=rf'line 3: <flag>: {flag} is "enable".*RK4'):
        corten.load_model_from_string(text)


@pytest.mark.parametrize("name", ["model", "data"])
def test_changed_pickles_are_refused(name):
    """Refuse a pickle in which a byte of memory or a size has changed, and one of other fields."""
    model = corten.load_model(corten.models.path("cartpole"))
    thing = model if name == "model" else model.make_data()
    rebuild, arguments = thing.__reduce__()
    place = next(i for i, argument in enumerate(arguments) if isinstance(argument, PackedState))
    state = arguments[place]
    block = max(range(len(state.memory)), key=lambda i: len(state.memory[i]))
    memory = list(state.memory)
    memory[block] = memory[block][:-1] + bytes([memory[block][-1] ^ 1])
    for changed, words in (
        (state._replace(memory=memory), "damaged"),
        (state._replace(memory=state.memory[:-1]), "damaged"),
        (state._replace(sizes=state.sizes | {"nv": 10**9}), "damaged"),
        (state._replace(fingerprint="other"), "another version"),
    ):
        with pytest.raises(ValueError, match=words):
            rebuild(*arguments[:place], changed, *arguments[place + 1 :])
    assert pickle.loads(pickle.dumps(thing)).snapshot() == thing.snapshot()


def test_a_pickled_data_needs_its_model():
    """Refuse the state of a Data together with a model of other sizes."""
    data = corten.load_model(corten.models.path("cartpole")).make_data()
    rebuild, (_, state) = data.__reduce__()
    with pytest.raises(ValueError, match="belongs to another model"):
        rebuild(corten.load_model(corten.models.path("hopper")), state)


@pytest.mark.parametrize("limit", ["iterations", "noslip_iterations"])
@pytest.mark.parametrize("solver", ["Newton", "CG"])
def test_solvers_end_at_nan(solver, limit):
    """End a step whose forces are beyond all numbers, however many iterations are allowed."""
    model = corten.load_model_from_string(f"""<mujoco><option solver="{solver}" {limit}="2147483647"/><worldbody>
        <body><joint type="ball" frictionloss="-1e300"/><geom size=".1" pos=".1 0 0"/></body></worldbody></mujoco>""")
    with pytest.raises(corten.StepError, match="unstable"):
        corten.step(model, model.make_data())


def test_line_searches_end_where_nothing_changes():
    """Leave a line search whose steps change nothing any more, though it may take two thousand million of them."""
    model = corten.load_model_from_string(ENDLESS_SEARCH)
    with pytest.raises(corten.StepError, match="too large"):
        corten.step(model, model.make_data(), 3)
