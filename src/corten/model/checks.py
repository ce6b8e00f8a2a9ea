"""What users may change in a model between steps is checked before a plan is made from it."""

from corten.model.model import Model


def check_choices(model: Model) -> None:
    """Refuse choices that cannot be obeyed."""
