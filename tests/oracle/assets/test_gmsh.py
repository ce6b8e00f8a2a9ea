"""Gmsh files: what is in them against the oracle, and errors for those that are damaged."""

import struct

import numpy as np
import pytest

from corten.assets.formats.msh import read_gmsh
from corten.compile import load_model_from_string
from corten.errors import AssetError, ModelError
from support import oracle
from support.differences import differences
from support.gmsh_files import FORMS, POINTS, gmsh_file

SCENE = (
    '<mujoco><worldbody><flexcomp name="f" type="gmsh" file="cube.msh" pos="1 2 3"><edge equality="true"/>'
    '<pin id="2"/></flexcomp></worldbody></mujoco>'
)

# text that is replaced in a file of a version, and what comes in its place
DAMAGE = {
    "no nodes": ("4.1", b"$Nodes", b"$Modes"),
    "no end of elements": ("4.1", b"$EndElements", b"$"),
    "version": ("2.2", b"2.2 0", b"3.0 0"),
    "no version": ("2.2", b"2.2 0 8", b"x"),
    "first line": ("2.2", b"$MeshFormat\n2", b"$Mesh\n2"),
    "count of nodes": ("2.2", b"$Nodes\n10", b"$Nodes\n11"),
    "many nodes": ("2.2", b"$Nodes\n10", b"$Nodes\n99999999999"),
    "count that is none": ("2.2", b"$Nodes\n10", b"$Nodes\n-10"),
    "count of elements": ("2.2", b"$Elements\n12", b"$Elements\n13"),
    "node out of range": ("2.2", b"7 1 1 2 4", b"7 1 1 2 11"),
    "node zero": ("2.2", b"7 1 1 2 4", b"7 1 0 2 4"),
    "type": ("2.2", b"1 2 2 7 1", b"1 3 2 7 1"),
    "word": ("2.2", b"1.0 1.125", b"1.0 nought"),
    "two blocks": ("4.1", b"$Nodes\n1 10", b"$Nodes\n2 10"),
    "fewer in block": ("4.1", b"2 1 0 10", b"2 1 0 9"),
    "last number": ("4.1", b"1 10 1 10", b"1 10 1 11"),
    "dimension": ("4.1", b"2 1 0 10", b"0 1 0 10"),
    "dimension of elements": ("4.1", b"2 1 2 12", b"3 1 4 12"),
    "type of elements": ("4.1", b"2 1 2 12", b"2 1 4 12"),
    "order of nodes": ("4.1", b"\n2\n3\n", b"\n3\n2\n"),
}


@pytest.mark.parametrize(("version", "binary", "dim"), FORMS)
def test_gmsh_file_gives_the_same_model(version, binary, dim):
    """Agree with the oracle in all constants of a flexcomp from a file."""
    assets = {"cube.msh": gmsh_file(version, binary, dim)}
    assert differences(load_model_from_string(SCENE, assets), oracle.compiled(SCENE, assets)) == {}


@pytest.mark.parametrize(("version", "binary", "dim"), FORMS)
def test_cut_gmsh_files_are_refused(version, binary, dim):
    """Read a whole file, and nothing from one that ends before its elements do."""
    whole = gmsh_file(version, binary, dim)
    assert np.array_equal(read_gmsh(whole).points, POINTS)
    for length in range(len(whole) - len("$EndElements\n")):
        with pytest.raises(AssetError):
            read_gmsh(whole[:length])


@pytest.mark.parametrize("name", DAMAGE)
def test_damaged_gmsh_files_are_refused_by_both(name):
    """Refuse what the oracle refuses, and name the file."""
    version, old, new = DAMAGE[name]
    whole = gmsh_file(version, False, 2)
    assets = {"cube.msh": whole.replace(old, new, 1)}
    assert assets["cube.msh"] != whole
    assert oracle.load_error(SCENE, assets)
    with pytest.raises(ModelError, match=r"cube\.msh"):
        load_model_from_string(SCENE, assets)


@pytest.mark.parametrize("version", ["2.2", "4.1"])
def test_wrong_bytes_of_gmsh_files_are_refused(version):
    """Refuse numbers of the other byte order, indices out of range, and coordinates that are no numbers."""
    whole, number = gmsh_file(version, True, 3), "i" if version == "2.2" else "Q"
    damaged = [
        whole.replace(struct.pack("<d", 1.125), struct.pack("<d", float("nan"))),
        whole.replace(struct.pack("<d", 1.125), struct.pack("<d", float("inf"))),
        whole.replace(struct.pack(f"<{number}", 8), struct.pack(f"<{number}", 2**31 - 1)),
        whole.replace(struct.pack(f"<{number}", 8), struct.pack(f">{number}", 8)),
    ]
    for content in damaged:
        assert content != whole
        with pytest.raises(ModelError, match=r"cube\.msh"):
            load_model_from_string(SCENE, {"cube.msh": content})


@pytest.mark.parametrize("binary", [False, True])
def test_elements_of_two_types_are_refused(binary):
    """Refuse a file with triangles beside tetrahedra, which would be read as something else."""
    whole = gmsh_file("2.2", binary, 3)
    if binary:
        header = struct.pack("<3i", 4, 1, 2)
        at = whole.rindex(header)
        whole = whole[:at] + struct.pack("<3i", 2, 1, 2) + whole[at + len(header) :]
    else:
        whole = whole.replace(b"\n12 4 2", b"\n12 2 2")
    with pytest.raises(AssetError, match="several types"):
        read_gmsh(whole)
