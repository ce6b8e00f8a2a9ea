"""Materials: colours, reflection, and textures by the role that they play."""

from collections.abc import Mapping

from corten.compile.objects.assets import Material
from corten.enums import TextureRole
from corten.mjcf.value import nearest
from corten.spec import DefaultClasses, Element, root_section


def read_materials(root: Element, classes: DefaultClasses, textures: Mapping[str, int]) -> list[Material]:
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
        materials.append(
            Material(
                element=element,
                name=element.attributes.get("name", ""),
                texid=roles,
                texuniform=values["texuniform"],
                texrepeat=values["texrepeat"],
                emission=values["emission"],
                specular=values["specular"],
                shininess=values["shininess"],
                reflectance=values["reflectance"],
                metallic=values["metallic"],
                roughness=values["roughness"],
                rgba=values["rgba"],
            )
        )
    return materials


def _take_textures(element: Element, roles: list[int], textures: Mapping[str, int]) -> None:
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
