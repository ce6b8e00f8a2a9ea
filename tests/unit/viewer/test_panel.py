"""What the panel is made of: sliders, plots, texts, cameras, keys, files; no browser is needed."""

import math
import sys

import numpy as np
import pytest

import corten
from corten.errors import ViewerError
from corten.scene.options import Camera, CameraType
from corten.viewer import launch_passive, quaternions
from corten.viewer.plots import EnergyMonitor, signals
from corten.viewer.scene import Picked, describe
from corten.viewer.server import find_port
from corten.viewer.sliders import PAGE, actuator_sliders, joint_sliders
from corten.viewer.snapshot import SnapshotRequest, take_snapshot
from corten.viewer.views import aim, eye_of
from corten.viewer.watch import Watch
from support.tolerance import EXACT

SCENE = """<mujoco><worldbody>
  <body name="free" pos="0 0 1"><freejoint name="root"/><geom name="odd|name" size=".1"/></body>
  <body name="arm"><joint name="limited" range="-10 20"/><joint name="slide" type="slide" axis="1 0 0"/>
    <geom size=".1" pos="1 0 0"/><body pos="1 0 0"><joint name="ball" type="ball"/><geom size=".1"/></body></body>
  </worldbody>
  <actuator><motor name="m" joint="slide" ctrlrange="-3 5" ctrllimited="true"/><motor joint="slide"/></actuator>
  <sensor><jointpos name="s" joint="slide"/><framepos name="p" objtype="body" objname="free"/></sensor></mujoco>"""


@pytest.fixture(scope="module")
def model():
    """Return a model with joints of every kind; nobody writes into it."""
    return corten.load_model_from_string(SCENE)


@pytest.fixture
def data(model):
    """Return a data of it."""
    data = model.make_data()
    corten.forward(model, data)
    return data


def look(model, data, **request):
    """Return a snapshot."""
    return take_snapshot(model, data, False, SnapshotRequest(**request))


def test_every_joint_and_actuator_has_a_slider(model):
    """Give a hinge or slide one slider, a ball joint three and a free joint six, with the model's limits."""
    rows = {row.name: row for row in joint_sliders(model)}
    assert len(rows) == 6 + 1 + 1 + 3
    assert rows["limited"].low == pytest.approx(math.radians(-10)) and rows["slide"].low < 0 < rows["slide"].high
    assert [(row.name, row.low, row.high) for row in actuator_sliders(model)] == [("m", -3, 5), ("actuator 1", -1, 1)]


def test_sliders_read_what_they_wrote(model, data):
    """Read from a snapshot what a slider has written; quaternions stay of unit length."""
    for row in (*joint_sliders(model), *actuator_sliders(model)):
        row.write(data, 0.25)
        assert row.read(look(model, data)) == pytest.approx(0.25, abs=EXACT)
    for first in (3, 9):
        assert np.linalg.norm(data.qpos[first : first + 4]) == pytest.approx(1, abs=EXACT)


def test_energy_is_computed_aside(model, data):
    """Plot the energies of a state without touching the model or the data, and nothing without a state."""
    data.qvel[:] = 0.5
    monitor = EnergyMonitor(model)
    potential, kinetic, total = monitor(look(model, data, energy=True))
    twin = model.copy()
    twin.opt.enableflags |= 2
    other = twin.make_data()
    other.qvel[:] = 0.5
    corten.forward(twin, other)
    assert (potential, kinetic) == (other.energy[0], other.energy[1]) and total == potential + kinetic
    assert not data.energy.any() and np.isnan(monitor(look(model, data))).all()


def test_signals(model, data):
    """Offer sensors, energies and coordinates for plots, as many curves as they have numbers."""
    found = signals(model)
    assert {"energy", "sensor s", "sensor p", "contacts", "qpos", "qvel", "ctrl"} == set(found)
    for name in ("sensor s", "sensor p", "qpos", "contacts"):
        assert len(found[name].curves) == len(found[name].read(look(model, data)))
    np.testing.assert_array_equal(found["sensor p"].read(look(model, data)), [0, 0, 1])


def test_what_was_clicked_is_described(model, data):
    """Name a geom, its body, mass, place and joints; what Markdown would read is escaped."""
    text = describe(look(model, data), Picked("geom", 0))
    assert r"odd\|name" in text and "free, number 1" in text and f"{model.body_mass[1]:.4g} kg" in text
    assert "root" in text and "| position | 0 0 1 m |" in text


def test_cameras_by_angles_and_back():
    """Stand where azimuth, elevation and distance say, and find these again from where a camera stands."""
    camera = Camera(lookat=np.array([1.0, 2.0, 3.0]), distance=4.0, azimuth=30.0, elevation=-20.0)
    eye = eye_of(camera, camera.lookat)
    ahead = (camera.lookat - eye) / 4
    assert ahead[2] == pytest.approx(math.sin(math.radians(-20)), abs=EXACT)
    again = Camera()
    aim(again, eye, camera.lookat)
    assert (again.distance, again.azimuth, again.elevation) == pytest.approx((4.0, 30.0, -20.0), abs=EXACT)


def test_ports(monkeypatch):
    """Refuse a port that is taken or does not exist by its number, and find the next that is free."""
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ViewerError, match=f"port {port} of 127.0.0.1 cannot be used"):
            find_port("127.0.0.1", port)
        monkeypatch.setattr("corten.viewer.server.FIRST_PORT", port)
        assert find_port("127.0.0.1", None) > port
    with pytest.raises(ViewerError, match="port 70000 does not exist"):
        find_port("127.0.0.1", 70000)
    with pytest.raises(ViewerError, match="cannot be used"):
        find_port("no such host", 0)


def test_without_viser(model, data, monkeypatch):
    """Say how to install what is missing."""
    monkeypatch.setitem(sys.modules, "viser", None)
    with pytest.raises(ViewerError, match=r"pip install corten\[viewer\]"):
        launch_passive(model, data, open_browser=False)


def test_a_file_that_is_being_written_has_not_changed_yet(tmp_path):
    """Wait until two looks see the same: a program that writes a file empties it first."""
    path = tmp_path / "scene.xml"
    path.write_text("<mujoco/>")
    watch = Watch(path)
    with open(path, "w", encoding="utf-8") as stream:
        assert not watch.has_changed()
        stream.write("<mujoco><worldbody/></mujoco>")
    assert not watch.has_changed()
    assert watch.has_changed() and not watch.has_changed()


def test_files_of_a_model_are_watched(tmp_path):
    """Notice changes of the file, of what it includes and of its assets, and files that come to be named."""
    (tmp_path / "meshes").mkdir()
    mesh, part, main = tmp_path / "meshes" / "m.obj", tmp_path / "part.xml", tmp_path / "main.xml"
    mesh.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    part.write_text('<mujoco><worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>')
    main.write_text(
        '<mujoco><compiler meshdir="meshes"/><asset><mesh file="m.obj"/></asset><include file="part.xml"/></mujoco>'
    )
    watch = Watch(main)
    assert {file.name for file in watch.files} == {"m.obj", "part.xml", "main.xml"} and not watch.has_changed()
    for file in (mesh, part, main):
        file.write_text(file.read_text() + "\n")
        assert not watch.has_changed() and watch.has_changed() and not watch.has_changed()
    main.write_text("<mujoco><wrong")
    assert not watch.has_changed() and watch.has_changed() and [file.name for file in watch.files] == ["main.xml"]


# ---------------------------------------------------------------- beside a loop of the user


def test_the_passive_viewer(model, data):
    """Go on with a loop of one's own: sync shows the data and takes over what was done on the page."""
    keys = []
    with launch_passive(model, data, port=0, open_browser=False, key_callback=keys.append) as viewer:
        assert viewer.is_running() and viewer.m is model and viewer.d is data
        simulation = viewer._viewer.simulation
        simulation.post(lambda model, data: data.ctrl.__setitem__(0, 2.0))
        for _ in range(3):
            corten.step(model, data)
            viewer.sync()
        assert data.ctrl[0] == 2.0 and simulation.latest.time == data.time
        viewer.opt.geomgroup[0] = 0
        viewer.cam.type, viewer.cam.trackbodyid = CameraType.TRACKING, 1
        with viewer.lock():
            data.qpos[0] = 1.0
        simulation.reset()
        viewer.sync()
        assert data.time == 0 and data.qpos[0] == 0
        commands = viewer._viewer.server.gui._command_handle_from_uuid.values()
        (space,) = [command for command in commands if command.hotkey == "space"]
        space._impl.trigger_cb[0](None)
        assert keys == [32]
    assert not viewer.is_running()
    viewer.sync()


def test_a_viewer_of_another_model_is_refused(model, data):
    """Refuse a data that does not belong to the model."""
    other = corten.Model.empty()
    with pytest.raises(ValueError):
        launch_passive(other, data, open_browser=False)


def test_pages_of_sliders():
    """Show a page of sliders at a time where there are many."""
    assert PAGE < 100
    bodies = "".join(f'<body pos="{i} 0 0"><joint name="j{i}"/><geom size=".1"/></body>' for i in range(PAGE + 3))
    model = corten.load_model_from_string(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>")
    data = model.make_data()
    corten.forward(model, data)
    with launch_passive(model, data, port=0, open_browser=False) as viewer:
        pages = viewer._viewer.panel._joints
        assert [row.name for row, _ in pages._shown] == [f"j{i}" for i in range(PAGE)]
        pages._turn_to(1)
        assert [row.name for row, _ in pages._shown] == [f"j{i}" for i in range(PAGE, PAGE + 3)]
    assert quaternions.from_vector([0, 0, 0]).tolist() == [1, 0, 0, 0]
