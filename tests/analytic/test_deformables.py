"""Cloth, soft bodies and ropes against closed forms."""

import numpy as np
import pytest
from scipy.optimize import brentq

import corten
from corten.enums import EnableBit
from support.deformable_scenes import elastic, settle, vertices

GRAVITY = 9.81

# relative; elements of a tenth of the length and less, and strains of a thousandth
SOLID, BEAM = 0.01, 0.02

# relative; beams of one or two cells, which tetrahedra by themselves would make 2 to 20 times too stiff
COARSE = 0.16

# relative; grids of eight squares and more
HINGES = 0.03

# relative; what is asked of soft bodies
VOLUME = 0.01

# relative; what steps add to an energy that they should not: roundings of the solver
NO_GAIN = 1e-7


def strip(rows, columns, poisson):
    """Return the sag [m] of a strip of cloth, 0.2 m long, that is clamped at one end."""
    spec, spacing = corten.Spec(), 0.2 / columns
    spec.option.timestep = 0.005
    pins = [row * (columns + 2) + column for row in range(rows) for column in range(2)]
    numbers = elastic(young=1e9, poisson=poisson, thickness=1e-3, damping=0.1, drag=20.0)
    spec.add_cloth("strip", count=(rows, columns + 2), spacing=spacing, pins=pins, **numbers)
    model = spec.compile()
    places = vertices(model, settle(model, 2.0), "strip").reshape(rows, columns + 2, 3)
    return -places[:, -1, 2].mean()


# rho g t L^4 / (8 D) with D = E t^3 / 12 [m]
STRIP = 1000.0 * GRAVITY * 1e-3 * 0.2**4 / (8 * 1e9 * 1e-9 / 12)


@pytest.mark.parametrize("columns", [8, 16])
def test_strip_of_cloth_sags_like_a_beam(columns):
    """Compare the sag of a narrow strip, which may bend across, with rho g t L^4 / (8 E I), on two grids."""
    # (1 - nu^2) of the bending stiffness of a sheet is left; what hinges have is that of nu = 1/3
    np.testing.assert_allclose(strip(2, columns, 0.3), STRIP, rtol=HINGES)
    np.testing.assert_allclose(strip(2, columns, 0.0), STRIP * 9 / 8, rtol=HINGES)


def test_wide_strip_of_cloth_sags_like_a_plate():
    """Compare the sag of a strip that is half as wide as it is long with rho g t L^4 / (8 D)."""
    np.testing.assert_allclose(strip(9, 16, 0.0), STRIP, rtol=HINGES)
    np.testing.assert_allclose(strip(9, 16, 0.3), STRIP * (1 - 0.3**2), rtol=HINGES)


def test_sheet_stretches_by_young_and_contracts_by_poisson():
    """Pull a sheet along one axis: strain force / (E t width) along it, -nu times that across."""
    spec = corten.Spec()
    spec.option.gravity = (0, 0, 0)
    spec.add_cloth("sheet", count=(5, 5), spacing=0.1, **elastic(poisson=0.4, thickness=1e-3, damping=0.1, drag=10.0))
    model = spec.compile()
    data = model.make_data()
    x = vertices(model, settle(model, 0.0), "sheet").copy()
    share = np.where(np.abs(x[:, 1]) > 0.19, 0.5, 1.0)
    end = np.where(x[:, 0] > 0.19, 1.0, np.where(x[:, 0] < -0.19, -1.0, 0.0))
    data.qfrc_applied[0::3] = 0.1 * share * end
    corten.step(model, data, 1500)
    corten.forward(model, data)
    after = vertices(model, data, "sheet")
    strain = np.ptp(after, axis=0)[:2] / 0.4 - 1
    # the force on the width of four spacings is 0.4 N; strains of a thousandth are small enough to be linear
    wanted = 0.4 / (1e6 * 1e-3 * 0.4)
    np.testing.assert_allclose(strain, [wanted, -0.4 * wanted], rtol=SOLID)


def test_column_shortens_under_its_weight():
    """Let a soft column without lateral strain stand: its top sinks by rho g h^2 / (2 E)."""
    spec, young, height = corten.Spec(), 2e5, 0.3
    numbers = elastic(young=young, poisson=0.0, damping=0.05)
    # vertices on diagonals are heavier, so a column of a single cell leans
    bottom = [i for i in range(3 * 3 * 13) if i % 13 == 0]
    spec.add_soft_body("column", count=(3, 3, 13), spacing=height / 12, pos=(0, 0, height / 2), pins=bottom, **numbers)
    spec.option.timestep = 0.005
    model = spec.compile()
    top = vertices(model, settle(model, 2.0), "column")[12::13, 2].mean()
    np.testing.assert_allclose(height - top, 1000 * GRAVITY * height**2 / (2 * young), rtol=BEAM)


@pytest.mark.parametrize("poisson", [0.0, 0.3, 0.45, 0.49, 0.499])
@pytest.mark.parametrize("cells", [1, 2])
def test_solid_beam_sags(cells, poisson):
    """Compare the sag of a clamped solid with w L^4 / (8 E I) + w L^2 / (2 k G A), whatever Poisson's ratio is."""
    spec, side, length, young = corten.Spec(), 0.05, 0.3, 2e6
    spec.option.timestep = 0.01
    count, spacing = (6 * cells + 1, cells + 1, cells + 1), side / cells
    root = range((cells + 1) ** 2)
    numbers = elastic(young=young, poisson=poisson, damping=0.1)
    spec.add_soft_body("beam", count=count, spacing=spacing, pins=root, **numbers)
    model = spec.compile()
    tip = vertices(model, settle(model, 1.5), "beam")[-len(root) :, 2].mean()
    weight, bend = 1000 * GRAVITY * side**2, young * side**4 / 12
    shear = 5 / 6 * young / (2 * (1 + poisson)) * side**2
    wanted = weight * length**4 / (8 * bend) + weight * length**2 / (2 * shear)
    # the clamp keeps the root from growing narrower, too
    np.testing.assert_allclose(-tip, wanted, rtol=COARSE)


def test_soft_body_keeps_its_volume():
    """Press a block of Poisson's ratio 0.49 by a tenth of its height: its volume stays within a hundredth."""
    spec = corten.Spec()
    layers = [i for i in range(4 * 4 * 5) if i % 5 == 0]
    block = elastic(young=1e5, poisson=0.49, damping=0.02)
    spec.add_soft_body("block", count=(4, 4, 5), spacing=0.05, pos=(0, 0, 0.1), pins=layers, **block)
    plate = spec.worldbody.add_body(name="plate", pos=(0, 0, 0.212))
    plate.add_joint(type="slide", axis=(0, 0, 1))
    plate.add_geom(type="box", size=(0.2, 0.2, 0.01), mass=20.0)
    model = spec.compile()
    data = settle(model, 1.5)
    places, elements = vertices(model, data, "block"), model.flex_elem.reshape(-1, 4)
    edges = places[elements][:, 1:] - places[elements][:, :1]
    volume = np.abs(np.linalg.det(edges)).sum() / 6
    assert places[:, 2].max() < 0.19
    np.testing.assert_allclose(volume, 0.15 * 0.15 * 0.2, rtol=VOLUME)


def test_rod_sags_like_a_beam():
    """Compare the sag of a clamped rod with w L^4 / (8 E I) + w L^2 / (2 k G A), bending and shear."""
    radius, length, young = 0.02, 0.3, 1e7
    points = [(length * i / 15, 0, 0) for i in range(16)]
    spec = corten.Spec()
    spec.add_rope("rod", points=points, clamps=(0,), **elastic(young=young, radius=radius, damping=0.05))
    model = spec.compile()
    area = np.pi * radius**2
    weight, bend, shear = 1000 * GRAVITY * area, young * np.pi * radius**4 / 4, 6 / 7 * young / 2.6 * area
    wanted = weight * length**4 / (8 * bend) + weight * length**2 / (2 * shear)
    sag = -vertices(model, settle(model, 2.0), "rod")[-1, 2]
    np.testing.assert_allclose(sag, wanted, rtol=BEAM)


def test_rod_twists():
    """Turn the end of a clamped rod: its angle is T L / (G J)."""
    spec = corten.Spec()
    spec.option.gravity = (0, 0, 0)
    points = [(0.05 * i, 0, 0) for i in range(7)]
    spec.add_rope("rod", points=points, clamps=(0,), **elastic(radius=0.02, damping=0.05))
    model = spec.compile()
    data = model.make_data()
    end = model.id("body", "rod_6")
    data.xfrc_applied[end, 3] = 0.01
    corten.step(model, data, 1000)
    stiffness = 1e6 / 2.6 * np.pi * 0.02**4 / 2
    quat = data.xquat[end]
    np.testing.assert_allclose(2 * np.arctan2(quat[1], quat[0]), 0.01 * 0.3 / stiffness, rtol=SOLID)


@pytest.mark.parametrize("frames", [True, False])
def test_hanging_rope_grows(frames):
    """Hang a rope by its end: it grows by rho g L^2 / (2 E), whether its vertices have frames or not."""
    spec, young = corten.Spec(), 2e5
    numbers = elastic(young=young, radius=0.01, damping=0.1)
    points = [(0, 0, -0.05 * i) for i in range(21)]
    if frames:
        spec.add_rope("rope", points=points, pins=(0,), **numbers)
    else:
        names = ["world"]
        for number, point in enumerate(points[1:]):
            body = spec.worldbody.add_body(name=f"v{number}", pos=point)
            body.add("inertial", pos=(0, 0, 0), mass=1.0, diaginertia=(1e-3, 1e-3, 1e-3))
            for axis in np.eye(3):
                body.add("joint", type="slide", axis=axis)
            names.append(body.name)
        elements = [end for i in range(20) for end in (i, i + 1)]
        spec.deformable.add_flex(name="rope", dim=1, body=" ".join(names), element=elements, vertex=(0,) * 63)
        words = " ".join(f"{word}={number}" for word, number in numbers.items() if number is not None)
        spec.custom.add_text(name="corten.rope.rope", data=words)
    model = spec.compile()
    growth = -vertices(model, settle(model, 3.0), "rope")[:, 2].min() - 1.0
    np.testing.assert_allclose(growth, 1000 * GRAVITY / (2 * young), rtol=SOLID)


def test_chain_hangs_in_a_catenary():
    """Hang a chain between two points: its lowest point is that of the catenary of its length."""
    span, length, links = 0.6, 1.0, 30
    # on the legs of a triangle of the right length, from which it falls into its place
    rise = np.sqrt(length**2 - span**2) / 2
    share = np.linspace(0, 1, links + 1)
    points = np.stack((span * share, 0 * share, -rise * (1 - np.abs(2 * share - 1))), axis=1)
    spec = corten.Spec()
    spec.add_rope("chain", "chain", points=points.tolist(), pins=(0, -1), young=1e8, damping=0.05)
    model = spec.compile()
    model.dof_damping[:] = 1e-5
    sag = -vertices(model, settle(model, 8.0), "chain")[:, 2].min()
    a = brentq(lambda a: 2 * a * np.sinh(span / (2 * a)) - length, 0.05, 10)
    np.testing.assert_allclose(sag, a * (np.cosh(span / (2 * a)) - 1), rtol=BEAM)


@pytest.mark.parametrize("kind", ["cloth", "soft_body", "firm_body", "rope"])
@pytest.mark.parametrize("substeps", [1, 3])
def test_energy_never_grows(kind, substeps):
    """Let deformables without damping swing and spin: the sum of all energies falls with every step."""
    spec = corten.Spec()
    spec.option.timestep = 0.005
    spec.option.add_flag(energy="enable")
    if kind == "cloth":
        spec.add_cloth("it", count=(4, 5), spacing=0.1, pins=(0, 4), **elastic(thickness=2e-3, substeps=substeps))
    elif kind == "soft_body":
        spec.add_soft_body("it", count=(2, 2, 4), spacing=0.1, pins=(0, 4), **elastic(young=1e5, substeps=substeps))
    elif kind == "firm_body":
        firm = elastic(young=1e5, poisson=0.499, substeps=substeps)
        spec.add_soft_body("it", count=(3, 2, 4), spacing=0.1, pins=(0, 4), **firm)
    else:
        points = [(0.05 * i, 0, 0) for i in range(9)]
        spec.add_rope("it", points=points, pins=(0,), **elastic(radius=0.01, substeps=substeps))
    model = spec.compile()
    assert model.opt.enableflags & EnableBit.ENERGY
    data = model.make_data()
    energies = []
    for _ in range(400):
        corten.step(model, data)
        corten.forward(model, data)
        energies.append(data.energy.sum())
    span = max(energies) - min(energies)
    assert span > 0
    assert np.diff(energies).max() <= NO_GAIN * span


def test_substeps_converge():
    """Let a rope swing with one and with four substeps: what they disagree by falls with the time step."""

    def end(timestep, substeps):
        spec = corten.Spec()
        spec.option.timestep = timestep
        points = [(0.05 * i, 0, 0) for i in range(7)]
        spec.add_rope("rope", points=points, pins=(0,), **elastic(radius=0.01, young=1e7, substeps=substeps))
        model = spec.compile()
        return vertices(model, settle(model, 0.32), "rope")[-1].copy()

    apart = [np.linalg.norm(end(h, 1) - end(h, 4)) for h in (0.008, 0.004, 0.002)]
    assert apart[0] > 1.7 * apart[1] > 2.9 * apart[2] > 0
