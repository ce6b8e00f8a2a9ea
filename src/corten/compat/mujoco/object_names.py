"""Names of objects: by type and number, and as the one array of bytes that MuJoCo keeps them in."""

from typing import Any

import numpy as np

import corten

# objects with names, in the order in which they follow each other: word in `name_*adr`, kind for corten, size
ORDER = {
    "body": ("body", "nbody"),
    "jnt": ("joint", "njnt"),
    "geom": ("geom", "ngeom"),
    "site": ("site", "nsite"),
    "cam": ("camera", "ncam"),
    "light": ("light", "nlight"),
    "flex": ("flex", "nflex"),
    "mesh": ("mesh", "nmesh"),
    "skin": ("skin", "nskin"),
    "hfield": ("hfield", "nhfield"),
    "tex": ("texture", "ntex"),
    "mat": ("material", "nmat"),
    "pair": ("pair", "npair"),
    "exclude": ("exclude", "nexclude"),
    "eq": ("equality", "neq"),
    "tendon": ("tendon", "ntendon"),
    "actuator": ("actuator", "nactuator"),
    "sensor": ("sensor", "nsensor"),
    "numeric": ("numeric", "nnumeric"),
    "text": ("text", "ntext"),
    "tuple": ("tuple", "ntuple"),
    "key": ("key", "nkey"),
    "plugin": ("plugin", "nplugin"),
}


def names_of(model: corten.Model, kind: str) -> list[str]:
    """Return the names of all objects of a kind, empty where one has none."""
    known = model._names.get(kind)
    size = next(size for word, size in ORDER.values() if word == kind)
    return known if known is not None else [""] * getattr(model, size)


class NameTable:
    """The fields of a model that hold names and texts."""

    values: dict[str, Any]

    def __init__(self, model: corten.Model):
        self.values = {}
        written = bytearray(model.model_name.encode() + b"\0")
        for word, (kind, _) in ORDER.items():
            places = []
            for name in names_of(model, kind):
                places.append(len(written))
                written += name.encode() + b"\0"
            self.values[f"name_{word}adr"] = np.array(places, np.int32)
        slots = np.concatenate([_hashed(names_of(model, kind)) for kind, _ in ORDER.values()])
        self.values |= {"names": bytes(written), "nnames": len(written), "names_map": slots, "nnames_map": len(slots)}
        self._add_texts(model)
        self._add_paths(model)

    def _add_paths(self, model: corten.Model) -> None:
        """Add what says of which files assets are: models of corten do not know."""
        self.values |= {"paths": b"\0", "npaths": 1}
        sizes = {"hfield": model.nhfield, "mesh": model.nmesh, "skin": model.nskin, "tex": model.ntex}
        for kind, size in sizes.items():
            self.values[f"{kind}_pathadr"] = np.full(size, -1, np.int32)
        self.values["tex_contenttypeadr"] = np.full(model.ntex, -1, np.int32)

    def _add_texts(self, model: corten.Model) -> None:
        """Add custom texts, each with a zero behind it."""
        texts = [text.encode() + b"\0" for text in model._texts.values()]
        sizes = [len(text) for text in texts]
        starts = np.cumsum([0, *sizes])[:-1]
        self.values["text_data"], self.values["ntextdata"] = b"".join(texts), sum(sizes)
        self.values["text_size"] = np.array(sizes, np.int32)
        self.values["text_adr"] = np.array(starts, np.int32) if sizes else np.zeros(0, np.int32)


def _hashed(names: list[str]) -> np.ndarray:
    """Return the numbers of objects by the hashes of their names: two slots for each object, -1 in those for none."""
    slots = np.full(2 * len(names), -1, np.int32)
    for number, name in enumerate(names):
        if not name:
            continue
        digest = 5381
        for letter in name.encode():
            digest = (33 * digest ^ letter) & 0xFFFFFFFFFFFFFFFF
        slot = digest % len(slots)
        while slots[slot] >= 0:
            slot = (slot + 1) % len(slots)
        slots[slot] = number
    return slots
