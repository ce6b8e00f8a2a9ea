"""Pictures on disk are those that were drawn or decoded."""

import numpy as np
import pytest

import corten
from corten.assets import store
from corten.assets.asset_cache import AssetCache
from corten.compile.assets import builtin_textures, picture_files
from support.png_files import encode

PIXELS = np.random.default_rng(0).integers(0, 256, (6, 5, 4), np.uint8)
MODEL = """
<mujoco>
  <asset>
    <texture type="skybox" builtin="gradient" rgb1=".3 .5 .7" rgb2=".1 .1 .1" width="20" mark="edge"/>
    <texture type="2d" name="rings" builtin="gradient" width="9" height="7"/>
    <texture type="2d" name="file" file="a.png" hflip="true" nchannel="4"/>
  </asset>
</mujoco>
"""


def load(monkeypatch):
    """Return the model as a new process loads it."""
    builtin_textures._picture.cache_clear()
    monkeypatch.setattr(picture_files, "PICTURES", AssetCache(1 << 20))
    return corten.load_model_from_string(MODEL, assets={"a.png": encode(PIXELS, 6)})


def test_pictures_come_back(monkeypatch, tmp_path):
    """Load the same pixels and channels from disk, without decoding again; draw what is computed to the same bits."""
    monkeypatch.setattr(store, "cache_folder", lambda: tmp_path)
    made = load(monkeypatch)
    monkeypatch.setattr(picture_files, "decode_png", lambda *_: pytest.fail("decoded again"))
    found = load(monkeypatch)
    for name in ("tex_data", "tex_nchannel", "tex_height", "tex_width", "tex_colorspace"):
        np.testing.assert_array_equal(getattr(made, name), getattr(found, name))
    assert made.tex_data[made.tex_adr[2] :].tolist() == PIXELS[:, ::-1].ravel().tolist()
