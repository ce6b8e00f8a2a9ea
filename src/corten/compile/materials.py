"""Materials: colours, reflection, and textures by the role that they play."""

from corten.compile.items import Item
from corten.enums import TextureRole
from corten.spec import DefaultClasses, Element, root_section

# attributes that are fields as they are
COPIED = (
    *("texuniform", "texrepeat", "emission", "specular", "shininess", "reflectance"),
    *("metallic", "roughness", "rgba"),
)


def read_materials(root: Element, classes: DefaultClasses, textures: dict[str, int]) -> list[Item]:
    """Return all materials; `textures` are the numbers of textures by name."""
    section = root_section(root, "asset")
    materials = []
    for element in [] if section is None else section.children:
        if element.tag != "material":
            continue
        values = classes.resolve(element)
        roles = [-1] * len(TextureRole)
        if values["texture"] is not None:
            roles[TextureRole.RGB] = textures[values["texture"]]
        for layer in element.children:
            written = layer.attributes
            role = TextureRole[written["role"].upper()]
            if roles[role] >= 0:
                raise layer.error(f"the role {written['role']} is taken by another layer; each has one texture")
            roles[role] = textures[written["texture"]]
        row = {"texid": roles} | {name: values[name] for name in COPIED}
        materials.append(Item(element, element.attributes.get("name", ""), row))
    return materials
