"""Limits: whether a range counts, which `limited`, the range and autolimits decide together."""

from corten.compile.elements.actuator_kinds import Drive
from corten.spec import Resolved


def is_limited(values: Resolved | Drive, span: str, limited: str, autolimits: bool, upper_only: bool = False) -> bool:
    """Return whether the range called `span` is in force; one that makes no sense, or might not be meant, is refused.

    With `upper_only` the lower end is not looked at here.
    """
    low, high = values[span]
    word = values[limited]
    if word == "false":
        return False
    unset = low == 0 and high == 0
    if word == "auto":
        if unset:
            return False
        if not autolimits:
            raise values.element.error(
                f'{span} is given, but {limited} is not, and <compiler autolimits="false"> does not decide it; '
                f'write {limited}="true" or "false"'
            )
    if high <= low and not (upper_only and word == "true"):
        remedy = f"give {span}" if unset else "swap them?" if high < low else "leave room between them"
        raise values.element.error(f"{span} is {low:g} {high:g}; the first number must be smaller: {remedy}")
    return True
