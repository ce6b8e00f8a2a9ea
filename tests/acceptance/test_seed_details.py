"""Heights as written, least activations of muscles, whether a solve converged, and meshes that are saved."""

import numpy as np
import pytest

import corten
from corten.enums import SolverType
from corten.errors import AssetError, ModelError
from support import mesh_files, tolerance

FIELD = """
<mujoco><asset><hfield name="h" nrow="2" ncol="3" size="1 2 {top} .5" elevation="{heights}"/></asset>
  <worldbody><geom type="hfield" hfield="h"/>
    <body pos="{drop}"><freejoint/><geom type="sphere" size=".1"/></body></worldbody>
  <custom>{custom}</custom></mujoco>
"""
FAR = "9 0 9"
WRITTEN = '<numeric name="corten.hfield.h.normalize" data="0"/>'


def height_at(model, x: float, y: float) -> float:
    data = model.make_data()
    corten.forward(model, data)
    return 50.0 - corten.ray(model, data, [x, y, 50.0], [0, 0, -1.0])[0]


@pytest.mark.parametrize(("heights", "top"), [((0.2, 0.4, 0.7, 0.3, 0.3, 0.6), 2.0), ((1, 3, 2, 4, 0, 7), 0.5)])
def test_heights_as_written(heights, top):
    """HF1: put the surface at elevation * size[2] as written, below and above 1, and bound it so."""
    words = " ".join(map(str, heights))
    model = corten.load_model_from_string(FIELD.format(top=top, heights=words, drop=FAR, custom=WRITTEN))
    grid = np.reshape(heights, (2, 3))[::-1] * top
    found = [[height_at(model, 0.999 * x, 1.998 * y) for x in (-1, 0, 1)] for y in (-1, 1)]
    np.testing.assert_allclose(found, grid, atol=tolerance.REST)
    np.testing.assert_allclose(
        model.hfield_elevation.reshape(2, 3) * model.hfield_size[0, 2], grid, rtol=tolerance.SINGLE * 10
    )
    assert model.geom_aabb[0, 2] + model.geom_aabb[0, 5] >= grid.max() * (1 - tolerance.SINGLE)
    scaled = corten.load_model_from_string(FIELD.format(top=top, heights=words, drop=FAR, custom=""))
    assert (scaled.hfield_elevation.min(), scaled.hfield_elevation.max()) == (0.0, 1.0)


def test_bodies_rest_on_heights_as_written():
    """HF1: let a ball rest on a plateau that is higher than size[2]."""
    words = " ".join(["4"] * 6)
    model = corten.load_model_from_string(FIELD.format(top=0.5, heights=words, drop="0 0 2.12", custom=WRITTEN))
    data = model.make_data()
    corten.step(model, data, 500)
    assert data.qpos[2] == pytest.approx(2.1, abs=tolerance.REST)


def test_heights_below_zero_are_refused():
    """HF1: refuse heights below the base, and settings that are no yes or no."""
    with pytest.raises(ModelError, match=r"row 1, column 0 is -0\.1; heights that are not normalised must not be"):
        corten.load_model_from_string(FIELD.format(top=1, heights="-.1 0 0 0 0 0", drop=FAR, custom=WRITTEN))
    custom = WRITTEN.replace('"0"', '"2"')
    with pytest.raises(ModelError, match="data must be one number from 0 to 1"):
        corten.load_model_from_string(FIELD.format(top=1, heights="1 0 0 0 0 0", drop=FAR, custom=custom))


ARM = """
<mujoco><worldbody><body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
  <actuator><muscle name="m" joint="j" lengthrange="-1 1"/><motor name="n" joint="j"/></actuator>
  <custom>{}</custom></mujoco>
"""


@pytest.mark.parametrize("hill", ["", '<text name="corten.actuator.m.muscle" data="hill soleus"/>'])
def test_least_activation(hill):
    """MU1: let the activation of a muscle fall to its least one and no further."""
    model = corten.load_model_from_string(
        ARM.format(f'<numeric name="corten.actuator.m.min_activation" data=".05"/>{hill}')
    )
    data = model.make_data()
    data.act[-1] = 1.0
    activations = []
    for _ in range(300):
        corten.step(model, data, 2)
        activations.append(data.act[-1])
    assert min(activations) == activations[-1] == 0.05
    data.act[-1] = 0.0
    corten.step(model, data)
    assert data.act[-1] == 0.05


def test_least_activation_of_others_is_refused():
    """MU5: refuse a least activation of an actuator that is no muscle, or one that leaves no room."""
    for name, number, message in (("n", 0.1, "no muscle dynamics"), ("m", 1, "smaller than the largest, 1")):
        custom = f'<numeric name="corten.actuator.{name}.min_activation" data="{number}"/>'
        with pytest.raises(ModelError, match=message):
            corten.load_model_from_string(ARM.format(custom))


PILE = """<mujoco><option cone="elliptic"/><worldbody><geom type="plane" size="5 5 .1"/>{}</worldbody></mujoco>"""
BOX = '<body pos="0 0 {}" euler="0 0 {}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'


@pytest.mark.parametrize("solver", [SolverType.NEWTON, SolverType.CG, SolverType.PGS], ids=lambda solver: solver.name)
def test_converged(solver):
    """SO4: tell after each solve whether it met the tolerance, and that there was nothing to miss without rows."""
    model = corten.load_model_from_string(PILE.format("".join(BOX.format(0.095 + 0.19 * i, 7 * i) for i in range(4))))
    model.opt_solver, model.opt_iterations = solver, 1000
    data = model.make_data()
    assert data.converged
    corten.forward(model, data)
    assert data.nefc > 30 and data.converged
    model.opt_iterations, model.opt_tolerance = 1, 0.0
    data.qacc_warmstart = 0.0
    corten.forward(model, data)
    assert not data.converged
    data.qpos[2::7] += 1.0
    corten.forward(model, data)
    assert data.nefc == 0 or not data.converged
    data.qpos[2::7] = (2.0, 3.0, 4.0, 5.0)
    corten.forward(model, data)
    assert data.nefc == 0 and data.converged


@pytest.mark.parametrize("ending", ["stl", "obj", "ply", "3mf", "STL"])
def test_saved_meshes(ending, tmp_path):
    """ME1: write a mesh so that it is the same when it is loaded again, scale and reference pose included."""
    vertices, triangles = mesh_files.icosphere(1, (0.3, 0.2, 0.5))
    words = [" ".join(map(str, array.ravel())) for array in (vertices + np.arange(3), triangles)]
    asset = '<mesh name="m" vertex="{}" face="{}" scale="2 1 -1" refpos=".5 0 0" refquat="1 2 3 4"/>'.format(*words)
    scene = '<mujoco><asset>{}</asset><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>'
    first = corten.load_model_from_string(scene.format(asset))
    path = tmp_path / f"m.{ending}"
    first.mesh_data[0].save(path)
    second = corten.load_model_from_string(scene.format(f'<mesh name="m" file="{path}"/>'))
    np.testing.assert_allclose(second.geom_pos, first.geom_pos, rtol=tolerance.LAYER)
    np.testing.assert_allclose(second.geom_aabb, first.geom_aabb, rtol=tolerance.LAYER, atol=tolerance.LAYER)
    assert second.mesh_data[0].volume == pytest.approx(first.mesh_data[0].volume, rel=tolerance.LAYER)
    assert len(second.mesh_data[0].triangles) == len(first.mesh_data[0].triangles)
    with pytest.raises(AssetError, match="cannot be written as 'step'; it must be one of stl, obj, ply, 3mf"):
        first.mesh_data[0].save(tmp_path / "m.step")
