"""Muscles that never relax wholly: the least activation that <custom> gives them.

<custom><numeric name="corten.actuator.NAME.min_activation" data="0.01"/></custom>
"""

from corten.compile.objects.actuators import Actuator
from corten.enums import DynType
from corten.spec import Element
from corten.spec.custom_names import find_object_numbers, find_object_settings

SETTING = "corten.actuator.NAME.min_activation"


def set_least_activations(root: Element, actuators: list[Actuator]) -> None:
    """Limit the activation of the muscles that <custom> names to from their least one to 1; each step obeys that."""
    least = find_object_numbers(root, SETTING, 0, 1)
    for actuator in actuators:
        if actuator.name not in least:
            continue
        low, high = (0.0, 1.0) if not actuator.actlimited else actuator.actrange
        written = find_object_settings(root, SETTING)[actuator.name]
        if actuator.dyntype != DynType.MUSCLE:
            raise written.error(f"the actuator '{actuator.name}' has no muscle dynamics; only those have activations")
        if least[actuator.name] >= high:
            raise written.error(f"data is {least[actuator.name]:g}; it must be smaller than the largest, {high:g}")
        actuator.actlimited, actuator.actrange = True, (max(low, least[actuator.name]), high)
