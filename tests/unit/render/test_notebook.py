"""Models and data in notebooks: a picture and a table, and nothing changes by looking."""

import base64
import re

import numpy as np

import corten

SCENE = """<mujoco><worldbody><geom type="plane" size="1 1 .1"/>
  <body name="a" pos="0 0 1"><joint name="&lt;odd&gt;"/><geom size=".2" rgba="1 0 0 1"/></body></worldbody></mujoco>"""
PNG = re.compile(r'src="data:image/png;base64,([^"]+)"')


def test_a_model_is_shown():
    """Show sizes and mass of a model beside a picture of it; names are escaped."""
    text = corten.load_model_from_string(SCENE)._repr_html_()
    assert "<td>bodies</td><td>2</td>" in text and "kg" in text and "Euler" in text
    (found,) = PNG.findall(text)
    assert base64.b64decode(found).startswith(b"\x89PNG")


def test_a_data_is_shown_and_stays_as_it_is():
    """Show time and joints of a data beside a picture, without computing anything in it."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    data.qpos[0] = 0.5
    text = data._repr_html_()
    assert "&lt;odd&gt;" in text and "<td>0.5</td>" in text and len(PNG.findall(text)) == 1
    assert not data.xpos.any()


def test_a_state_that_cannot_be_shown_has_a_table_alone():
    """Show numbers that are none in the table, and no picture."""
    model = corten.load_model_from_string(SCENE)
    data = model.make_data()
    data.qpos[0] = np.nan
    text = data._repr_html_()
    assert "nan" in text and not PNG.findall(text)
