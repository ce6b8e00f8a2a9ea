"""A real browser on the viewer: pictures are not blank, and what a person does there reaches the simulation."""

import io
import threading

import numpy as np
import pytest
from PIL import Image

import corten
from corten.viewer.simulation import Simulation
from corten.viewer.viewer import Viewer
from support.browsers import PATIENCE, open_browser, wait_until

WIDTH, HEIGHT = 700, 360

# a ball that floats in the middle of the picture, and an arm beside it
SCENE = """<mujoco><option gravity="0 0 0" timestep="0.005"/>
  <statistic center="0 0 0" extent="1"/><visual><global azimuth="90" elevation="0"/></visual>
  <worldbody>
    <body name="ball"><freejoint name="ball"/><geom name="ball" size=".3" rgba="1 0 0 1"/></body>
    <body name="arm" pos="-1 .5 0"><joint name="hinge" axis="0 1 0" range="-90 90" limited="true" damping="1"/>
      <geom type="capsule" fromto="0 0 0 0 0 .4" size=".05" rgba="0 0 1 1"/></body>
    <camera name="right" pos="3 0 0" xyaxes="0 1 0 0 0 1"/>
  </worldbody>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-1 1" ctrllimited="true"/></actuator>
  <sensor><jointpos name="angle" joint="hinge"/></sensor>
  <keyframe><key name="away" qpos="0 0 5 1 0 0 0 .5"/></keyframe></mujoco>"""


@pytest.fixture(scope="module")
def browser():
    """Open one browser for all tests: that takes longer than the tests."""
    with open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def viewer(tmp_path_factory):
    """Return a viewer that simulates the scene, which was loaded from a file."""
    path = tmp_path_factory.mktemp("viewer") / "scene.xml"
    path.write_text(SCENE, encoding="utf-8")
    model = corten.load_model(path)
    data = model.make_data()
    corten.forward(model, data)
    viewer = Viewer(Simulation(model, data), port=0, path=str(path))
    viewer.light(fine=False)
    loop = threading.Thread(target=viewer.simulation.run)
    loop.start()
    yield viewer
    viewer.close()
    loop.join()


@pytest.fixture(scope="module")
def opened(browser, viewer):
    """Return the page of the viewer."""
    page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    page.set_default_timeout(PATIENCE)
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(viewer.url)
    page.get_by_role("tab", name="Simulation").wait_for()
    yield page
    page.close()


@pytest.fixture
def page(opened, viewer):
    """Return the page when the simulation runs from its beginning, and the ball was drawn in the middle."""
    viewer.simulation.reset()
    viewer.simulation.play(True)
    opened.get_by_role("tab", name="Simulation").click()
    wait_until(opened, lambda: viewer.simulation.running and is_red(middle(opened)))
    return opened


def pixels(page) -> np.ndarray:
    """Return what the page looks like."""
    return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"), float)


def middle(page) -> np.ndarray:
    """Return the colour in the middle of the page, left of the panel."""
    return pixels(page)[HEIGHT // 2, WIDTH // 2]


def is_red(colour: np.ndarray) -> bool:
    """Tell whether a colour is that of the ball, in whatever light."""
    return bool(colour[0] > 1.5 * colour[1] and colour[0] > 1.5 * colour[2])


def test_the_page_shows_the_model_and_asks_nobody_else(page, viewer):
    """Draw the ball in the middle of a page that came from the viewer alone."""
    picture = pixels(page)
    assert is_red(picture[HEIGHT // 2, WIDTH // 2]) and not is_red(picture[HEIGHT - 90, 20])
    assert picture.std() > 1
    assert all(url.startswith((viewer.url, "data:", "blob:")) for url in page.asked), page.asked


def test_a_slider_moves_a_joint_and_reset_moves_it_back(page, viewer):
    """Type a number beside a slider while the simulation rests, see the joint there, and reset it."""
    data = viewer.simulation.data
    page.get_by_role("button", name="Pause").click()
    wait_until(page, lambda: not viewer.simulation.running)
    page.get_by_role("tab", name="Joints").click()
    field = page.get_by_role("textbox").last
    field.fill("0.5")
    field.press("Enter")
    wait_until(page, lambda: abs(data.joint("hinge").qpos[0] - 0.5) < 0.1)
    page.get_by_role("tab", name="Simulation").click()
    page.get_by_role("button", name="Reset").click()
    wait_until(page, lambda: data.joint("hinge").qpos[0] == 0 and data.time == 0)
    assert viewer.simulation.trouble == ""


def test_a_drag_moves_a_body(page, viewer):
    """Pull the ball to the left with the mouse; it follows, and is let go in the end."""
    data = viewer.simulation.data
    page.mouse.move(WIDTH / 2, HEIGHT / 2)
    page.mouse.down()
    page.mouse.move(WIDTH / 2 - 40, HEIGHT / 2, steps=4)
    page.mouse.move(WIDTH / 2 - 120, HEIGHT / 2, steps=4)
    wait_until(page, lambda: data.body("ball").xpos[0] < -0.1)
    assert data.body("ball").xfrc_applied.any()
    page.mouse.up()
    wait_until(page, lambda: not data.body("ball").xfrc_applied.any())
    assert data.body("ball").xpos[0] < -0.1


def test_cameras_keyframes_and_two_clients(page, viewer, browser):
    """Look at the ball from a camera of the model, in one of two browsers; a keyframe moves it out of both."""
    second = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
    second.set_default_timeout(PATIENCE)
    second.goto(viewer.url)
    wait_until(second, lambda: is_red(middle(second)))
    first, last = sorted(viewer.server.get_clients().items())
    page.get_by_role("combobox", name="camera").click()
    page.get_by_role("option", name="right").click()
    wait_until(page, lambda: first[1].camera.position[0] > 2.9)
    assert last[1].camera.position[0] < 1
    page.get_by_role("button", name="Load keyframe").click()
    wait_until(page, lambda: not is_red(middle(second)))
    assert viewer.simulation.data.qpos[2] > 4
    second.close()
    page.get_by_role("combobox", name="camera").click()
    page.get_by_role("option", name="free").click()
    wait_until(page, lambda: first[1].camera.position[0] < 1)


def test_a_click_tells_what_is_there(page, viewer):
    """Show name and mass of the ball after a click on it."""
    page.mouse.click(WIDTH / 2, HEIGHT / 2)
    page.get_by_role("cell", name="ball (sphere)").wait_for()
    assert page.get_by_role("cell", name=f"{viewer.simulation.model.body_mass[1]:.4g} kg").count() >= 1


def test_a_changed_file_is_loaded_again(page, viewer):
    """Take over a file that changed, with the state; complain about one that is wrong, and keep the old model."""
    path = viewer.path
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(SCENE.replace('rgba="1 0 0 1"', 'rgba="0 1 0 1"'))
    wait_until(page, lambda: middle(page)[1] > 1.5 * middle(page)[0])
    model = viewer.simulation.model
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(SCENE.replace('size=".3"', 'size="wrong"'))
    page.get_by_text("The model was not loaded").wait_for()
    assert viewer.simulation.model is model and viewer.simulation.running and "wrong" in viewer.simulation.trouble
    # as the other tests want it
    with open(path, "w", encoding="utf-8") as stream:
        stream.write(SCENE)
    wait_until(page, lambda: is_red(middle(page)))
