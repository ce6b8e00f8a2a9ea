"""Light and sky of the page: a studio, or the lights and the skybox of the model as far as a browser has them."""

import math
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corten.enums import LightType, TextureType
from corten.render.textures import texture_pixels
from corten.viewer import quaternions
from corten.viewer.shapes import box_shape
from corten.viewer.snapshot import Snapshot
from corten.viewer.textures import cube_places

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

# the picture of a room that surfaces reflect, and its brightness
ROOM, ROOM_INTENSITY = "warehouse", 0.35
# brightness from everywhere where there is no such picture
AMBIENT = 0.8

# how bright a light of strength 1 is for a browser, which spreads it over half a sphere
FULL = math.pi
# share of the headlight, which shines from the eye of whoever looks, that comes from everywhere
HEADLIGHT = 0.5
# distance from the middle at which the page has lights without a place [m]
FAR_LIGHT = 100.0
# half size of the sky, in the farthest distance that a camera sees
SKY = 0.5


def strength(rgb: Floats) -> tuple[tuple[int, int, int], float]:
    """Return colour and brightness of a light for a browser, which adds up light where MuJoCo adds up codes (sRGB)."""
    code = np.clip(np.asarray(rgb, float), 0.0, None)
    light = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    most = float(light.max())
    red, green, blue = (round(255 * x / most) if most > 0 else 0 for x in light.tolist())
    return (red, green, blue), FULL * most


class Lighting:
    """The lights of one page: `of_model` chooses those of the model, `fine` adds shadows and reflections."""

    def __init__(self, server: Any, model: "Model", *, fine: bool = True, of_model: bool = True):
        self._server, self._model = server, model
        self.fine, self.of_model = fine, of_model and bool(model.nlight)
        self._lights: dict[int, Any] = {}
        # lights are chosen by threads of the server while another one moves them
        self._lock = threading.Lock()
        self._sky = add_sky(server, model)
        self.choose(self.fine, self.of_model)

    def choose(self, fine: bool, of_model: bool) -> None:
        """Light the page again."""
        with self._lock:
            self.fine, self.of_model = fine, of_model
            self._remove_lights()
            self._light()

    def _remove_lights(self) -> None:
        for light in self._lights.values():
            light.remove()
        self._lights = {}

    def _light(self) -> None:
        fine, of_model = self.fine, self.of_model
        scene, own = self._server.scene, of_model
        scene.configure_default_lights(not own, cast_shadow=fine)
        # less of the room than viser has by itself, which would wash out the colours of models
        scene.configure_environment_map(None if own or not fine else ROOM, environment_intensity=ROOM_INTENSITY)
        colour, intensity = self._from_everywhere() if own else ((255, 255, 255), 0.0 if fine else AMBIENT)
        scene.add_light_ambient("/ambient", color=colour, intensity=intensity)
        numbers = np.flatnonzero(self._model.light_active).tolist() if own else ()
        self._lights = {number: self._add(number) for number in numbers}

    def show(self, snapshot: Snapshot) -> None:
        """Bring lights to a moment."""
        with self._lock:
            for number, light in self._lights.items():
                pos, ahead = snapshot.light_xpos[number], snapshot.light_xdir[number]
                if not ahead.any():
                    # nothing was computed yet
                    continue
                if self._model.light_type[number] == LightType.DIRECTIONAL:
                    light.position = -FAR_LIGHT * ahead
                else:
                    light.position, light.wxyz = pos, quaternions.from_z(-ahead[None])[0]

    def remove(self) -> None:
        """Take lights and sky off the page."""
        with self._lock:
            self._remove_lights()
        if self._sky is not None:
            self._sky.remove()

    def show_sky(self, visible: bool) -> None:
        """Show or hide the skybox."""
        if self._sky is not None:
            self._sky.visible = visible

    @property
    def has_sky(self) -> bool:
        """Whether the model has a skybox."""
        return self._sky is not None

    def _from_everywhere(self) -> tuple[tuple[int, int, int], float]:
        """Return the light that has no place: of the headlight, and what all lights give to everything."""
        model, head = self._model, self._model.vis.headlight
        rgb = np.array(model.light_ambient[model.light_active != 0], float).sum(axis=0)
        if head.active:
            rgb = rgb + np.array(head.ambient) + HEADLIGHT * np.array(head.diffuse)
        return strength(rgb)

    def _add(self, number: int) -> Any:
        model, scene, name = self._model, self._server.scene, f"/lights/{number}"
        colour, intensity = strength(np.array(model.light_diffuse[number]))
        casts = self.fine and bool(model.light_castshadow[number])
        if model.light_type[number] == LightType.DIRECTIONAL:
            return scene.add_light_directional(name, color=colour, intensity=intensity, cast_shadow=casts)
        constant, linear, square = (float(x) for x in model.light_attenuation[number])
        decay = 2.0 if square > 0.0 else (1.0 if linear > 0.0 else 0.0)
        named = {"color": colour, "intensity": intensity / max(square or linear or constant, 1e-6), "decay": decay}
        if model.light_type[number] == LightType.SPOT:
            angle = min(math.radians(float(model.light_cutoff[number])), 0.5 * math.pi)
            soft = 1.0 if model.light_exponent[number] > 0.0 else 0.0
            return scene.add_light_spot(name, angle=angle, penumbra=soft, cast_shadow=casts, **named)
        return scene.add_light_point(name, cast_shadow=casts, **named)


def add_sky(server: Any, model: "Model") -> Any:
    """Put the skybox of a model around everything, a box that glows by itself; None if it has none."""
    found = np.flatnonzero(model.tex_type == TextureType.SKYBOX)
    if not len(found):
        return None
    import trimesh
    from PIL import Image  # pyright: ignore[reportMissingImports]: comes with the extra
    from trimesh.visual.material import PBRMaterial
    from trimesh.visual.texture import TextureVisuals

    pixels = texture_pixels(model, int(found[0]))
    strip = pixels[..., :3].reshape(-1, pixels.shape[2], 3) if pixels.shape[3] >= 3 else np.repeat(pixels, 3, axis=3)[0]
    box = box_shape()
    # seen from inside; y is up in the frame of a sky
    corner = np.asarray(box.vertices, float)[box.faces[:, ::-1]].reshape(-1, 3)
    uv = cube_places(corner[:, [0, 2, 1]] * [1.0, 1.0, -1.0], strip.shape[1], strip.shape[0])
    material = PBRMaterial(
        emissiveTexture=Image.fromarray(np.ascontiguousarray(strip)), emissiveFactor=[1.0, 1.0, 1.0],
        baseColorFactor=[0, 0, 0, 255], metallicFactor=0.0, roughnessFactor=1.0, doubleSided=True,
    )  # fmt: skip
    visual = TextureVisuals(uv=np.stack([uv[:, 0], 1 - uv[:, 1]], axis=1), material=material)
    faces = np.arange(len(corner)).reshape(-1, 3)
    mesh = trimesh.Trimesh(corner, faces, visual=visual, process=False, validate=False)
    far = max(float(model.vis.map.zfar), 50.0) * float(model.stat.extent)
    glb: Any = mesh.export(file_type="glb")
    return server.scene.add_glb("/sky", glb, scale=SKY * far, cast_shadow=False, receive_shadow=False)
