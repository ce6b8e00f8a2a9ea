"""Patches of tetrahedra."""

import numpy as np
import pytest
from scipy.spatial import Delaunay

import corten
from corten.deformable.compile.patches import FEWEST, MOST, find_patches
from corten.deformable.fields.kinds import XpbdType
from corten.spec.deformables import block_mesh
from support import tolerance
from support.deformable_scenes import elastic

# relative; strains of 1e-5 are linear to nearly as many digits
LINEAR = 1e-4


def irregular(seed):
    """Return points in a cube, and tetrahedra between them."""
    places = np.random.default_rng(seed).uniform(-1, 1, (60, 3))
    return places, Delaunay(places).simplices.astype(np.int64)


def test_cells_of_a_grid_are_patches():
    """Find the six tetrahedra around the diagonal of each cell of a grid, moved and scaled so that lengths round."""
    places, elements = block_mesh((4, 3, 5), 0.1)
    moved = (np.array(places) + 0.123) / 3
    patches = find_patches(np.array(elements), moved)
    assert [patch.tolist() for patch in sorted(patches, key=lambda patch: patch[0])] == [
        list(range(6 * cell, 6 * cell + 6)) for cell in range(3 * 2 * 4)
    ]


@pytest.mark.parametrize("seed", range(3))
def test_patches_of_other_meshes(seed):
    """Find no element in two patches, none left over beside a patch that has room, and patches within their limits."""
    places, elements = irregular(seed)
    patches = find_patches(elements, places)
    inside = np.concatenate(patches)
    assert len(set(inside.tolist())) == len(inside) > 0.9 * len(elements)
    assert all(FEWEST <= len(patch) <= MOST for patch in patches)


def test_a_single_tetrahedron_has_none():
    """Find no patch where there is nothing to take the mean of: such elements have all their stiffness."""
    places = np.eye(4, 3)
    assert find_patches(np.array([[0, 1, 2, 3]]), places) == []
    spec = corten.Spec()
    spec.add_soft_body("it", mesh=(places.tolist(), [(0, 1, 2, 3)]), **elastic(poisson=0.49))
    model = spec.compile()
    assert model.xpbd_type.tolist() == [XpbdType.SOLID]
    np.testing.assert_allclose(model.xpbd_compliance[-1], 3 * 0.02 / (1e6 / 6), rtol=tolerance.EXACT)


@pytest.mark.parametrize("poisson", [0.1, 0.3, 0.49])
def test_even_strain_stores_what_it_should(poisson):
    """Strain a block evenly: its energy is that of linear elasticity, however much of it the means have."""
    spec = corten.Spec()
    spec.option.gravity = (0, 0, 0)
    spec.option.add_flag(energy="enable")
    places, elements = irregular(0)
    spec.add_soft_body("it", mesh=(places.tolist(), elements.tolist()), **elastic(poisson=poisson))
    model = spec.compile()
    assert (model.xpbd_type == XpbdType.PATCH).any()
    data = model.make_data()
    strain = 1e-5 * np.array([[2.0, 0.5, 0.0], [0.5, -1.0, 0.3], [0.0, 0.3, 4.0]])
    data.qpos[:] = (places @ strain).ravel()
    corten.forward(model, data)
    shear, first = 1e6 / (2 * (1 + poisson)), 1e6 * poisson / ((1 + poisson) * (1 - 2 * poisson))
    volume = np.abs(np.linalg.det(places[elements[:, 1:]] - places[elements[:, :1]])).sum() / 6
    wanted = volume * (shear * (strain**2).sum() + 0.5 * first * np.trace(strain) ** 2)
    np.testing.assert_allclose(data.energy[0], wanted, rtol=LINEAR)


def test_what_is_held_does_not_count():
    """Pin all vertices of a cell: its tetrahedra have no rows, and the patch is left out with them."""
    spec = corten.Spec()
    held = [i for i in range(2 * 2 * 3) if i % 3 < 2]
    spec.add_soft_body("it", count=(2, 2, 3), spacing=0.1, pins=held, **elastic())
    model = spec.compile()
    assert (model.xpbd_type == XpbdType.PATCH).sum() == 1
    assert model.xpbd_partnum.sum() == (model.xpbd_type == XpbdType.SOLID).sum() == 6
    np.testing.assert_allclose(model.xpbd_partshare.sum(), 1.0, rtol=tolerance.EXACT)
