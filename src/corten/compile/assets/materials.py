"""Materials: colours, reflection, and textures by the role that they play."""

from corten.compile.items import Item
from corten.enums import TextureRole
from corten.mjcf.value import nearest
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
        for each in (*classes.history(element), element):
            _take_textures(each, roles, textures)
        row = {"texid": roles} | {name: values[name] for name in COPIED}
        materials.append(Item(element, element.attributes.get("name", ""), row))
    return materials


def _take_textures(element: Element, roles: list[int], textures: dict[str, int]) -> None:
    """Enter the textures that a material, or one in a class of it, writes; later ones replace earlier ones."""
    written = [(element, "rgb")] if "texture" in element.attributes else []
    written += [(layer, layer.attributes["role"]) for layer in element.children]
    for place, (holder, role) in enumerate(written):
        if role in (other for _, other in written[:place]):
            raise holder.error(f"the role {role} is taken by another layer; each has one texture")
        name = holder.attributes["texture"]
        if name not in textures:
            raise holder.error(f"texture is '{name}', but no texture has that name{nearest(name, textures)}")
        roles[TextureRole[role.upper()]] = textures[name]
