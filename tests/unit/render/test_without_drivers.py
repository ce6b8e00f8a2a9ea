"""Pictures where there is nothing to draw with: no display, no GPU, no graphics library, an empty environment."""

import os
import subprocess
import sys

PROGRAM = r'''
import os, re, sys
MODULES = {"OpenGL", "glfw", "wgpu", "mujoco", "PIL", "viser", "trimesh", "matplotlib"}
LIBRARIES = re.compile(r"lib(E?GL|GLX|GLES|OpenGL|OSMesa|gbm|drm|glfw|vulkan|cuda|X11|xcb|wayland)[^/]*$")
asked = []


def refuse(event, arguments):
    """Refuse modules and libraries that draw."""
    name = str(arguments[0] or "") if arguments else ""
    module = event == "import" and name.partition(".")[0] in MODULES
    if module or (event == "ctypes.dlopen" and LIBRARIES.search(name)):
        asked.append(name)
        raise ImportError(f"{name} is not there")


sys.addaudithook(refuse)
import corten
from corten.cli import main

folder, model = sys.argv[1], corten.load_model(corten.models.path("humanoid"))
data = model.make_data()
option = corten.SceneOption(label=corten.Label.GEOM)
option.flags[[corten.VisFlag.CONTACTFORCE, corten.VisFlag.JOINT, corten.VisFlag.CAMERA]] = 1
for kind in ("rgb", "depth", "segmentation", "normals"):
    assert corten.render(model, data, height=24, width=32, kind=kind, scene_option=option).std() > 0.0, kind
assert corten.render(model, corten.BatchSim(model, 3), height=24, width=32).shape == (3, 24, 32, 3)
assert "<img" in model._repr_html_() and "<img" in data._repr_html_()
corten.show_video([corten.render(model, data, height=24, width=32)] * 3, fps=10).save(f"{folder}/film.gif")
for words in ("--output x.png", "--depth --output d.png", "--video v.gif --seconds 0.1"):
    sys.argv = ["corten", "render", "humanoid", "--size", "32x24", *words.split()]
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
maps = "/proc/self/maps"
loaded = {line.split()[-1] for line in open(maps)} if os.path.exists(maps) else set()
print("asked for", asked, "loaded", sorted(path for path in loaded if LIBRARIES.search(path)))
'''


def test_pictures_need_no_graphics_library(tmp_path):
    """Make pictures and films of every kind in a process that has no variables and that refuses graphics libraries."""
    kept = {name: os.environ[name] for name in ("CORTEN_CACHE_DIR", "SYSTEMROOT") if name in os.environ}
    kept["CORTEN_CACHE_DIR"] = kept.get("CORTEN_CACHE_DIR", str(tmp_path / "cache"))
    command = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    done = subprocess.run(command, env=kept, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "asked for [] loaded []" in done.stdout
    assert {"x.png", "d.png", "v.gif", "film.gif"} <= {path.name for path in tmp_path.iterdir()}
