"""3MF archives: objects, components and transforms, and what is refused."""

import numpy as np
import pytest

from corten.assets.formats import cad
from corten.assets.formats.cad import read_3mf
from corten.assets.formats.readers import read_mesh
from corten.errors import AssetError
from support.mesh_files import archive, box, mesh_xml, model_xml, tetrahedron
from support.mesh_files import three_mf as write_3mf

MESH = mesh_xml(*tetrahedron())
OBJECT = f'<object id="1">{MESH}</object>'


def model(objects: str, build: str) -> bytes:
    """Return an archive with a model of these objects."""
    return archive({"3D/3dmodel.model": model_xml(objects, build)})


def test_components_and_items_are_placed():
    """Multiply transforms on the way from a mesh to the build, and count vertices on."""
    quarter = "0 1 0 -1 0 0 0 0 1 0 0 0"
    objects = OBJECT + '<object id="2"><components><component objectid="1" transform="2 0 0 0 2 0 0 0 2 1 0 0"/>'
    objects += '<component objectid="1"/></components></object>'
    mesh = read_3mf(model(objects, f'<item objectid="2" transform="{quarter}"/><item objectid="1"/>'))
    points = tetrahedron()[0]
    turned = [points * 2 + (1, 0, 0), points]
    expected = [np.column_stack((-p[:, 1], p[:, 0], p[:, 2])) for p in turned] + [points]
    assert np.array_equal(mesh.vertices, np.concatenate(expected).astype(np.float32))
    assert mesh.faces.max() == 11 and len(mesh.faces) == 12


def test_model_part_may_have_another_name():
    """Take the part that ends with .model, the usual one first."""
    other = model_xml('<object id="1"/>', "")
    text = model_xml(OBJECT, '<item objectid="1"/>')
    assert len(read_3mf(archive({"a/other.model": text})).faces) == 4
    assert len(read_3mf(archive({"3D/0.model": other, "3D/3DModel.model": text})).faces) == 4


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"no zip", "not a sound zip archive"),
        (archive({"a.txt": "x"}), "no part that ends with .model"),
        (archive({"a.model": "<model"}), "not sound XML"),
        (model(OBJECT, ""), "builds no mesh"),
        (model(OBJECT, '<item objectid="7"/>'), "object '7' of the 3MF file does not exist"),
        (model(OBJECT, '<item objectid="1" transform="1 2"/>'), "has 2 numbers, it must have 12"),
        (model(OBJECT.replace('v1="0"', 'v1="9"', 1), '<item objectid="1"/>'), "not below 4"),
        (model(OBJECT.replace('v1="0"', "", 1), '<item objectid="1"/>'), "'none' in the 3MF file is not an index"),
        (model(OBJECT.replace('x="1"', 'x="nan"', 1), '<item objectid="1"/>'), "not finite"),
        (model(OBJECT.replace('x="1"', 'x="1 2"', 1), '<item objectid="1"/>'), "'1 2' in the 3MF file is not a number"),
    ],
)
def test_broken_3mf(data, message):
    """Say what is wrong with a 3MF file."""
    with pytest.raises(AssetError, match=message):
        read_3mf(data)


def test_objects_that_hold_each_other():
    """End a circle of components with an error."""
    circle = '<object id="1"><components><component objectid="1"/></components></object>'
    with pytest.raises(AssetError, match="hold each other"):
        read_3mf(model(circle, '<item objectid="1"/>'))


def test_bombs_are_refused(monkeypatch):
    """Refuse parts that swell, parts that are repeated without end, and meshes that multiply."""
    swollen = archive({"3D/3dmodel.model": " " * 5000 + model_xml(OBJECT, "")})
    monkeypatch.setattr(cad, "LARGEST_PART", 4000)
    with pytest.raises(AssetError, match="bytes; 4000 are allowed"):
        read_3mf(swollen)
    monkeypatch.undo()

    layers = OBJECT
    for i in range(2, 12):
        layers += f'<object id="{i}"><components>' + f'<component objectid="{i - 1}"/>' * 10 + "</components></object>"
    with pytest.raises(AssetError, match="more than 10000 parts"):
        read_3mf(model(layers, '<item objectid="11"/>'))
    monkeypatch.setattr(cad, "MOST_ITEMS", 20)
    with pytest.raises(AssetError, match="more than 20 vertices and triangles"):
        read_3mf(model(OBJECT, '<item objectid="1"/>' * 3))


def test_entities_are_refused():
    """Refuse entities, few or many."""
    one = '<!DOCTYPE model [<!ENTITY a "1">]>'
    many = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 20}">' for i in range(1, 12))
    text = model_xml(OBJECT.replace('x="1"', 'x="&a;"', 1), '<item objectid="1"/>')
    with pytest.raises(AssetError, match="declares a document type"):
        read_3mf(archive({"a.model": one + text}))
    bomb = one.replace("]>", f'<!ENTITY a0 "1">{many}]>') + text.replace("&a;", "&a11;")
    with pytest.raises(AssetError, match="declares a document type"):
        read_3mf(archive({"a.model": bomb}))


def test_encrypted_archive():
    """Refuse an archive whose parts are locked."""
    data = bytearray(write_3mf(*box()))
    for place in (data.rfind(b"PK\x01\x02") + 8, data.rfind(b"PK\x03\x04") + 6):
        data[place] |= 1
    with pytest.raises(AssetError, match="not a sound zip archive"):
        read_mesh(bytes(data), "3mf")


def test_archive_with_an_unknown_method():
    """Refuse a compression that Python does not know."""
    data = bytearray(write_3mf(*box()))
    data[data.rfind(b"PK\x01\x02") + 10] = 77
    data[data.rfind(b"PK\x03\x04") + 8] = 77
    with pytest.raises(AssetError, match="not a sound zip archive"):
        read_mesh(bytes(data), "3mf")
