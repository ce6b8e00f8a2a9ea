"""The handle of the stand-in's viewer: what scripts add to it is shown."""

import numpy as np
import pytest

import corten
import corten.compat.mujoco as ours
from corten.compat.mujoco.viewer import Handle
from corten.viewer import launch_passive

BALL = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"


def test_handle_shows_what_scripts_add():
    """Show geoms of `user_scn` and texts on the page, and refuse by name what a page cannot do."""
    model = ours.MjModel.from_xml_string(BALL)
    data = ours.MjData(model)
    ours.mj_forward(model, data)
    with Handle(launch_passive(model._model, data._data, port=0, open_browser=False), model, data) as handle:
        geom = handle.user_scn.geoms[0]
        ours.mjv_initGeom(
            geom, ours.mjtGeom.mjGEOM_SPHERE, np.full(3, 0.1), np.ones(3), np.eye(3).ravel(), np.ones(4, np.float32)
        )
        handle.user_scn.ngeom = 1
        handle.sync()
        shown = handle._handle._viewer.simulation.latest.marks
        assert shown.shapes.type.tolist() == [corten.GeomType.SPHERE] and shown.shapes.pos.tolist() == [[1, 1, 1]]
        handle.set_texts((None, None, "height", "1"))
        handle.clear_texts()
        with pytest.raises(NotImplementedError, match="update_mesh"):
            handle.update_mesh(0)
        assert not hasattr(handle, "nonsense")
