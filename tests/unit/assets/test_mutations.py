"""Files with random damage load or raise an AssetError: nothing else, and no hang (every test has a timeout)."""

import re
import warnings

import numpy as np
import pytest

from corten.assets import MeshOptions, decode_png, height_field_from_file, mesh_from_file
from corten.assets import loading as loading_module
from corten.assets.asset_cache import AssetCache
from corten.errors import AssetError
from support import mesh_files
from support.png_files import encode

MUTANTS = 150

WORDS = (b"nan", b"inf", b"1e39", b"1e-46", b"1e300", b"-1", b"0", b"4294967296", b"9" * 30, b"", b"x", b"1.5", b"7")
WORDS_OF_BYTES = (b"\0\0\0\0", b"\0\0\xc0\x7f", b"\0\0\x80\x7f", b"\xff\xff\x7f\x7f", b"\1\0\0\0", b"\xff\xff\xff\xff")
OPTIONS = (
    MeshOptions(),
    MeshOptions(inertia="exact", scale=(-1, 2, 3)),
    MeshOptions(inertia="convex", maxhullvert=6),
    MeshOptions(inertia="shell", scale=(1e30, 1e30, 1e30), refquat=(1, 2, 3, 4)),
    MeshOptions(scale=(1e-40, 1, 0), refquat=(0, 0, 0, 0)),
)


@pytest.fixture(autouse=True)
def no_memory(monkeypatch):
    """Remember no mutant."""
    monkeypatch.setattr(loading_module, "RECORDS", AssetCache(0))


def damage(data: bytes, rng) -> bytes:
    """Return data with some bytes changed, left out, repeated or cut off, or words of it replaced."""
    result = bytearray(data)
    for _ in range(rng.integers(1, 4)):
        place = int(rng.integers(0, len(result) + 1))
        match rng.integers(0, 7):
            case 0:
                result[place : place + 1] = rng.bytes(1)
            case 1:
                del result[place : place + int(rng.integers(1, 20))]
            case 2:
                result[place:place] = result[place // 2 : place // 2 + 30]
            case 3:
                del result[place:]
            case 4:
                result[place : place + 4] = WORDS_OF_BYTES[rng.integers(len(WORDS_OF_BYTES))]
            case _:
                spans = [match.span() for match in re.finditer(rb"[-+.\w]+", bytes(result))] or [(0, 0)]
                start, end = spans[rng.integers(len(spans))]
                result[start:end] = WORDS[rng.integers(len(WORDS))]
    return bytes(result)


def outcomes(attempts) -> set[bool]:
    """Return whether attempts succeeded and failed as they should, without a warning."""
    seen, messages = set(), []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for attempt in attempts:
            try:
                attempt()
                seen.add(True)
            except AssetError as error:
                messages.append(str(error))
                seen.add(False)
    assert [message for message in messages if not re.search(r"'m'|^m\.|PNG", message)] == []
    return seen


@pytest.mark.parametrize("kind", mesh_files.FORMATS)
def test_damaged_meshes(kind):
    """Load damaged mesh files or refuse them, hull and tree included."""
    rng = np.random.default_rng(len(kind))
    vertices, faces = mesh_files.icosphere(1, (1.0, 0.7, 0.4))
    data = mesh_files.FORMATS[kind](vertices, faces)

    def attempt(mutant, options):
        mesh = mesh_from_file("m", f"m.{kind.split()[-1]}", mutant, options)
        assert len(mesh.bvh.child) == 2 * len(mesh.triangles) - 1
        assert len(mesh.hull.graph.vertices) > 3

    mutants = [damage(data, rng) for _ in range(MUTANTS)]
    cases = [(mutant, OPTIONS[i % len(OPTIONS)]) for i, mutant in enumerate(mutants)]
    assert outcomes([lambda case=case: attempt(*case) for case in cases]) >= {False}


def test_damaged_models_in_archives():
    """Load damaged XML of 3MF files or refuse it."""
    rng = np.random.default_rng(4)
    part = f'<object id="1">{mesh_files.mesh_xml(*mesh_files.box())}</object><object id="2"><components>'
    part += '<component objectid="1" transform="1 0 0 0 1 0 0 0 1 3 2 1"/></components></object>'
    text = mesh_files.model_xml(part, '<item objectid="2"/><item objectid="1"/>').encode()
    files = [mesh_files.archive({"3D/3dmodel.model": damage(text, rng)}) for _ in range(MUTANTS)]
    seen = outcomes([lambda file=file: mesh_from_file("m", "m.3mf", file) for file in files])
    assert seen == {True, False}


def test_damaged_height_fields():
    """Load damaged height fields or refuse them."""
    rng = np.random.default_rng(6)
    data = b"\3\0\0\0\4\0\0\0" + np.arange(12, dtype=np.float32).tobytes()
    files = [damage(data, rng) for _ in range(MUTANTS)]
    seen = outcomes([lambda file=file: height_field_from_file("m", "m.bin", file, (1, 1, 1, 1)) for file in files])
    assert seen == {True, False}


def test_damaged_images():
    """Decode damaged images or refuse them."""
    rng = np.random.default_rng(8)
    data = encode(rng.integers(0, 256, (9, 7, 3)), 2, filters=(0, 1, 2, 3, 4), interlaced=True)
    files = [damage(data, rng) for _ in range(MUTANTS)]
    assert False in outcomes([lambda file=file: decode_png(file, 4) for file in files])
