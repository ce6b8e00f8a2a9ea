"""Height fields against MuJoCo: the same numbers from elements, images and binary files."""

import struct

import numpy as np
import pytest

import corten
from corten.assets import height_field_from_elevation, height_field_from_file
from corten.errors import AssetError
from support import oracle
from support.png_files import CHANNELS, encode

SIZE = (1.5, 0.7, 0.4, 0.1)
SCENE = '<mujoco><asset><hfield name="h" size="1.5 .7 .4 .1" {}/></asset><worldbody>{}</worldbody></mujoco>'
GEOM = '<geom type="hfield" hfield="h"/>'
KINDS = [(0, 1), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 4), (3, 8), (4, 8), (4, 16), (6, 8), (6, 16)]


def compare(field, mjm) -> None:
    """Compare counts, sizes and elevations, which agree to the last bit."""
    assert (field.nrow, field.ncol) == (mjm.hfield_nrow[0], mjm.hfield_ncol[0])
    assert np.array_equal(field.size, mjm.hfield_size[0])
    assert np.array_equal(field.data.ravel(), mjm.hfield_data)


@pytest.mark.parametrize("shape", [(2, 2), (3, 7), (11, 4)])
def test_elevation(shape):
    """Agree on numbers of an element with cells that are not square."""
    numbers = np.random.default_rng(shape[0]).normal(size=shape).astype(np.float32).ravel()
    words = " ".join(repr(float(number)) for number in numbers)
    mjm = oracle.load_mujoco(SCENE.format(f'nrow="{shape[0]}" ncol="{shape[1]}" elevation="{words}"', GEOM))
    compare(height_field_from_elevation("h", *shape, SIZE, numbers), mjm)


def test_no_elevation():
    """Agree on a height field that is left flat."""
    compare(height_field_from_elevation("h", 3, 4, SIZE), oracle.load_mujoco(SCENE.format('nrow="3" ncol="4"', GEOM)))


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize(("colour", "depth"), KINDS)
def test_images(colour, depth, interlaced):
    """Agree on images of every kind, whatever their filters."""
    rng = np.random.default_rng(depth + 10 * colour)
    samples = rng.integers(0, 1 << depth, (7, 5, CHANNELS[colour]))
    palette = rng.integers(0, 256, (1 << depth, 3)) if colour == 3 else None
    image = encode(samples, colour, depth, filters=(0, 1, 2, 3, 4), interlaced=interlaced, palette=palette)
    mjm = oracle.load_mujoco(SCENE.format('file="h.png"', GEOM), {"h.png": image})
    compare(height_field_from_file("h", "h.png", image, SIZE), mjm)


def test_binary():
    """Agree on MuJoCo's own format."""
    numbers = np.random.default_rng(1).normal(size=(4, 6)).astype("<f4")
    data = struct.pack("<2i", 4, 6) + numbers.tobytes()
    mjm = oracle.load_mujoco(SCENE.format('file="h.bin"', GEOM), {"h.bin": data})
    compare(height_field_from_file("h", "h.bin", data, SIZE), mjm)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"1234",
        struct.pack("<2i3f", 2, 2, 1, 2, 3),
        struct.pack("<2i3f", 1, 3, 1, 2, 3),
        struct.pack("<2i", -1, -1),
    ],
)
def test_refused_files(data):
    """Refuse the files that MuJoCo refuses."""
    assert oracle.load_error(SCENE.format('file="h.bin"', GEOM), {"h.bin": data})
    with pytest.raises(AssetError):
        height_field_from_file("h", "h.bin", data, SIZE)


BODIES = {
    "a density": '<body pos="1 2 3" euler="10 0 0"><geom type="hfield" hfield="h" pos=".1 .2 .3"/></body>',
    "a mass, and another geom": '<body><geom type="hfield" hfield="h" mass="3"/><geom size=".2" pos="1 0 0"/></body>',
    "a shell of a mass": '<body><geom type="hfield" hfield="h" mass="3" shellinertia="true"/></body>',
    "a shell of a density": '<body><geom type="hfield" hfield="h" density="3" shellinertia="true"/></body>',
    "no mass": '<body pos="1 2 3"><geom type="hfield" hfield="h" mass="0"/></body>',
    "a joint": '<body pos="1 2 3"><joint/><geom type="hfield" hfield="h" mass="3"/></body>',
    "an ellipsoid in a medium": '<body><joint/><geom type="hfield" hfield="h" mass="3" fluidshape="ellipsoid"/></body>',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
def test_mass(body):
    """Agree on mass and inertia of bodies with height fields, which count as boxes."""
    xml = SCENE.format('nrow="3" ncol="4"', body)
    mjm, model = oracle.load_mujoco(xml), corten.load_model_from_string(xml)
    for name in "body_mass body_inertia body_ipos body_iquat body_subtreemass body_invweight0 geom_fluid".split():
        np.testing.assert_allclose(getattr(model, name), np.reshape(getattr(mjm, name), getattr(model, name).shape))
