"""Write down what a tree only knows by itself, so that its text says everything that it means."""

from corten.compile.collect import bodies_with_inertia
from corten.compile.elements.settings import Settings, read_settings
from corten.compile.objects.tree import Body
from corten.compile.rewrite.inertial import write_inertial
from corten.mjcf.source import Sources
from corten.model import Model
from corten.spec import DefaultClasses, Element, Spec
from corten.spec.conventions import BODY_SETTINGS
from corten.spec.self_contained import STATES, incomplete_keys


def make_self_contained(spec: Spec) -> None:
    """Write the inertia of bodies that keep settings of another model, and all numbers of keyframes.

    The tree of the spec has to be expanded.
    """
    root = spec.root
    if any(element.settings is not None for element in root.walk()):
        settings = read_settings(root, DefaultClasses(root))
        for body in bodies_with_inertia(root, root.sources or Sources())[1:]:
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


def _write_body(body: Body, settings: Settings) -> None:
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


def _write_key(key: Element, number: int, model: Model) -> None:
    for name in STATES:
        if name in key.attributes:
            key.attributes[name] = tuple(float(value) for value in getattr(model, f"key_{name}")[number].reshape(-1))
