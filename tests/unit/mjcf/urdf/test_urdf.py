"""What becomes of the files, names and places of a URDF."""

import pytest

from corten.mjcf.include import read_model
from corten.mjcf.source import Sources, open_file
from corten.spec import Spec


def robot(*meshes: str, compiler: str = "") -> str:
    """Return a robot whose link has these meshes."""
    shapes = "".join(f"<collision><geometry><mesh {mesh}/></geometry></collision>" for mesh in meshes)
    return f'<robot><mujoco><compiler {compiler}/></mujoco>\n<link name="a">{shapes}</link></robot>'


def mesh_files(path) -> list[str]:
    """Return the files of the meshes of a URDF on disk."""
    text = open_file(str(path))
    model = read_model(text, Sources(text.folder))
    asset = next(node for node in model.children if node.tag == "asset")
    return [mesh.attributes["file"] for mesh in asset.children]


@pytest.fixture
def package(tmp_path):
    """Return the folder of a package of ROS, with a mesh in it."""
    (tmp_path / "arm_description" / "meshes").mkdir(parents=True)
    (tmp_path / "arm_description" / "urdf").mkdir()
    (tmp_path / "arm_description" / "meshes" / "hand.stl").write_text("solid")
    return tmp_path / "arm_description"


def test_a_mesh_is_an_asset_for_each_file_and_scale():
    """Share a mesh between shapes, and number others with the same base name."""
    meshes = ['filename="m.stl"', 'filename="d/m.stl"', 'filename="m.stl" scale="2 2 2"', 'filename="m.stl"']
    spec = Spec.from_string(robot(*meshes, 'filename="m.stl" scale="2 2 2"', compiler='discardvisual="false"'))
    assert [(mesh.name, mesh.file, mesh.scale) for mesh in spec.asset] == [
        ("m", "m.stl", None),
        ("m1", "d/m.stl", None),
        ("m2", "m.stl", (2.0, 2.0, 2.0)),
    ]
    assert [geom.mesh for geom in spec.find("body", "a")] == ["m", "m1", "m2", "m", "m2"]


def test_packages_are_found_above_the_file(package):
    """Search a package of ROS among the folders above a URDF, and beside them."""
    inside = package / "urdf" / "arm.urdf"
    inside.write_text(robot('filename="package://arm_description/meshes/hand.stl"'))
    assert mesh_files(inside) == ["../meshes/hand.stl"]
    outside = package.parent / "arm.urdf"
    outside.write_text(robot('filename="package://arm_description/meshes/hand.stl"'))
    assert mesh_files(outside) == ["arm_description/meshes/hand.stl"]


def test_packages_beside_a_folder_for_meshes(package):
    """Name a file of a package by its whole path where the compiler would look in another folder."""
    urdf = package / "urdf" / "arm.urdf"
    urdf.write_text(robot('filename="package://arm_description/meshes/hand.stl"', compiler='meshdir="elsewhere"'))
    assert mesh_files(urdf) == [str(package / "meshes" / "hand.stl")]


def test_packages_that_are_not_there(tmp_path):
    """Leave the name of a file in a package that is not found, for whoever looks for the file."""
    urdf = tmp_path / "arm.urdf"
    urdf.write_text(robot('filename="package://nowhere/hand.stl"', 'filename="file:///a/b.stl"'))
    assert mesh_files(urdf) == ["package://nowhere/hand.stl", "/a/b.stl"]


def test_paths_are_stripped_on_request(tmp_path):
    """Take the folders out of names of files if the compiler is to do so."""
    urdf = tmp_path / "arm.urdf"
    urdf.write_text(robot('filename="package://nowhere/hand.stl"', 'filename="x/y.stl"', compiler='strippath="true"'))
    assert mesh_files(urdf) == ["hand.stl", "y.stl"]


def test_elements_know_their_lines_in_the_urdf():
    """Give every element the line of the URDF that it comes from."""
    spec = Spec.from_string(
        '<robot name="r">\n<link name="world"/>\n<link name="a">\n<inertial>\n<mass value="1"/><inertia ixx="1" '
        'iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>\n<collision><geometry><sphere radius="1"/></geometry>'
        '</collision></link>\n<joint name="j" type="revolute"><parent link="world"/><child link="a"/></joint></robot>'
    )
    lines = {element.tag: element.place.line for element in spec.worldbody.walk()}
    assert lines == {"worldbody": 2, "body": 3, "inertial": 4, "geom": 6, "joint": 7}
