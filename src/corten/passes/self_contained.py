"""Self-contained text: what a tree only knows by itself is written down, inertia of bodies and numbers of keyframes."""

from typing import TYPE_CHECKING

from corten.mjcf.schema import declaration
from corten.mjcf.source import Sources
from corten.passes.conventions import BODY_SETTINGS
from corten.passes.hooks import HOOKS
from corten.spec import DefaultClasses, Element, Spec
from corten.spec.check import STATES, incomplete_keys
from corten.spec.compiler_settings import Settings, read_settings

if TYPE_CHECKING:
    from corten.compile.objects.body_rows import Body
    from corten.model import Model


def make_self_contained(spec: Spec) -> None:
    """Write the inertia of bodies that keep settings of another model, and all numbers of keyframes.

    The tree of the spec has to be expanded.
    """
    root = spec.root
    if any(element.settings is not None for element in root.walk()):
        settings = read_settings(root, DefaultClasses(root))
        for body in HOOKS.bodies_with_inertia(root, root.sources or Sources(), None)[1:]:
            if any(getattr(body.settings, name) != getattr(settings, name) for name in BODY_SETTINGS):
                _write_body(body, settings)
        for element in root.walk():
            if element.tag == "skin" and element.settings is not None:
                raise element.error(
                    "its file names bodies of a model that was attached, which have other names here; this cannot be "
                    "written: write the skin into the model itself"
                )
            element.put(settings=None)
    keys = incomplete_keys(root)
    if keys:
        model = spec.compile()
        for number, key in keys.items():
            _write_key(key, number, model)


def _write_body(body: "Body", settings: Settings) -> None:
    """Write the inertia of a body, and whether its frame is aligned with it."""
    light = body.mass < settings.boundmass or min(body.inertia) < settings.boundinertia
    if settings.inertiafromgeom == "true" or light:
        raise body.element.error(
            "it was attached from a model with other rules for inertia, which cannot be written: those of this model "
            "would change it; use the same inertiafromgeom, boundmass and boundinertia in both"
        )
    if body.mass > 0 or body.inertial is not None:
        write_inertial(body)
    for joint in body.elements["joint"]:
        if joint.element.tag == "freejoint":
            joint.element.attributes.setdefault("align", "true" if body.settings.alignfree else "false")
        elif joint.values["type"] == "free" and body.settings.alignfree and not body.children:
            raise joint.element.error('its model has alignfree="true", which cannot be written here; use <freejoint>')


def _write_key(key: Element, number: int, model: "Model") -> None:
    for name in STATES:
        if name in key.attributes:
            key.attributes[name] = tuple(float(value) for value in getattr(model, f"key_{name}")[number].reshape(-1))


# ---------------------------------------------------------------- inertia that is written into the tree
# where it was computed from geoms before


def write_inertial(body: "Body") -> None:
    """Give the element of a body an <inertial> with its mass and inertia, in the place of the one it may have."""
    for element in [child for child in _own_elements(body.element) if child.tag == "inertial"]:
        element.remove()
    inertial = Element(declaration("body:inertial"), None, body.element.place)
    inertial.attributes.update(pos=body.ipos, quat=body.iquat, mass=body.mass, diaginertia=body.inertia)
    body.element.adopt(inertial)
    body.set_inertial(inertial)


def _own_elements(holder: Element) -> list[Element]:
    """Return the elements of a body, those in its frames too."""
    found: list[Element] = []
    for child in holder.children:
        found += _own_elements(child) if child.tag == "frame" else [child]
    return found
