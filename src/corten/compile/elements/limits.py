"""Limits: whether a range counts, which `limited`, the range and autolimits decide together."""

from corten.spec import Element, Resolved


def is_limited(values: Resolved, prefix: str, autolimits: bool, upper_only: bool = False) -> bool:
    """Return whether the range of an element is in force: its attributes are the prefix with `range` and `limited`."""
    span, word = values[f"{prefix}range"], values[f"{prefix}limited"]
    return range_counts(values.element, prefix, span, word, autolimits, upper_only)


def range_counts(
    element: Element, prefix: str, span: tuple[float, float], word: str, autolimits: bool, upper_only: bool = False
) -> bool:
    """Return whether a range is in force; one that makes no sense, or might not be meant, is refused.

    `word` is what `limited` says: true, false or auto. With `upper_only` the lower end is not looked at here.
    """
    low, high = span
    if word == "false":
        return False
    unset = low == 0 and high == 0
    name, limited = f"{prefix}range", f"{prefix}limited"
    if word == "auto":
        if unset:
            return False
        if not autolimits:
            raise element.error(
                f'{name} is given, but {limited} is not, and <compiler autolimits="false"> does not decide it; '
                f'write {limited}="true" or "false"'
            )
    if high <= low and not (upper_only and word == "true"):
        remedy = f"give {name}" if unset else "swap them?" if high < low else "leave room between them"
        raise element.error(f"{name} is {low:g} {high:g}; the first number must be smaller: {remedy}")
    return True
