"""What collision takes a mesh for: said in the file, by who loads it, or not at all."""

import pytest

import corten
from corten.compile.assets.meshes import read_choice
from corten.enums import MeshCollision

HULL, TRIANGLES = MeshCollision.HULL, MeshCollision.TRIANGLES
POINTS = 'vertex="0 0 0  1 0 0  0 1 0  0 0 1"'
SCENE = f"""
<mujoco>
  <custom>{{}}</custom>
  <asset><mesh name="a" {POINTS}/><mesh name="b.c" {POINTS}/></asset>
  <worldbody><geom type="mesh" mesh="a"/><geom type="mesh" mesh="b.c"/></worldbody>
</mujoco>
"""
TRIANGLES_OF_B = '<text name="corten.mesh.b.c.collision" data="triangles"/>'


def chosen(custom: str, asked=None) -> list[int]:
    """Return how both meshes collide."""
    return corten.load_model_from_string(SCENE.format(custom), mesh_collision=asked).mesh_collision.tolist()


def test_meshes_are_hulls_unless_told_otherwise():
    """Take meshes for their hulls, as MuJoCo does."""
    assert chosen("") == [HULL, HULL]


def test_file_chooses_by_name():
    """Obey the custom text of one mesh, whose name has a dot, and leave the other alone."""
    assert chosen(TRIANGLES_OF_B) == [HULL, TRIANGLES]


def test_argument_goes_before_the_file():
    """Obey a word for all meshes, or words for some, before the file; the file counts for the rest."""
    assert chosen(TRIANGLES_OF_B, "hull") == [HULL, HULL]
    assert chosen("", "triangles") == [TRIANGLES, TRIANGLES]
    assert chosen(TRIANGLES_OF_B, {"a": "triangles"}) == [TRIANGLES, TRIANGLES]
    assert chosen(TRIANGLES_OF_B, {"b.c": "hull"}) == [HULL, HULL]


def test_files_and_specs_choose_alike(tmp_path):
    """Obey the argument of every way to a model."""
    path = tmp_path / "scene.xml"
    path.write_text(SCENE.format(""))
    assert corten.load_model(path, mesh_collision="triangles").mesh_collision.tolist() == [TRIANGLES, TRIANGLES]
    spec = corten.Spec.from_file(path)
    model = spec.compile(mesh_collision={"a": "triangles"})
    assert model.mesh_collision.tolist() == [TRIANGLES, HULL]
    again, _ = spec.recompile(model, model.make_data(), mesh_collision={"b.c": "triangles"})
    assert again.mesh_collision.tolist() == [HULL, TRIANGLES]


def test_choice_follows_an_attached_mesh():
    """Rename the custom text with the mesh of an attached model."""
    child = SCENE.format(TRIANGLES_OF_B)
    parent = """<mujoco><asset><model name="m" file="m.xml"/></asset>
        <worldbody><attach model="m" prefix="left-"/></worldbody></mujoco>"""
    model = corten.load_model_from_string(parent, assets={"m.xml": child})
    assert model.mesh_collision[model.id("mesh", "left-b.c")] == TRIANGLES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("triangle", r"'triangle' is no way to collide; did you mean 'triangles'\? \(allowed: decompose, hull, tri"),
        ("", "'' is no way to collide"),
        ("hull threshold=1", r"'threshold=1' means nothing behind hull \(allowed: none\)"),
        ("decompose treshold=1", "did you mean 'threshold'"),
        ("decompose threshold=2", "threshold is '2'; it must be a number from 0.01 to 1.0"),
        ("decompose threshold=nan", "must be a number"),
        ("decompose pieces=1.5", "pieces is '1.5'; it must be a whole number from 1 to 10000"),
    ],
)
def test_words_that_mean_nothing(text, message):
    """Name the line, or the argument, and what is allowed."""
    custom = f'<text name="corten.mesh.a.collision" data="{text or " "}"/>'
    with pytest.raises(corten.ModelError, match=message) as caught:
        chosen(custom)
    assert caught.value.line == 3
    with pytest.raises(corten.ModelError, match=f"mesh_collision: .*{message}"):
        chosen("", text)


def test_names_of_no_mesh():
    """Refuse names of meshes that are not there, in the file with its line."""
    with pytest.raises(corten.ModelError, match=r"no mesh is named 'bc'; did you mean 'b\.c'") as caught:
        chosen('<text name="corten.mesh.bc.collision" data="hull"/>')
    assert caught.value.line == 3
    with pytest.raises(corten.ModelError, match="mesh_collision: no mesh is named 'bc'"):
        chosen("", {"bc": "hull"})


def test_numbers_of_a_decomposition():
    """Read threshold and number of pieces."""
    choice = read_choice("decompose threshold=0.2 pieces=7")
    assert (choice.way, choice.threshold, choice.pieces) == (MeshCollision.DECOMPOSE, 0.2, 7)
