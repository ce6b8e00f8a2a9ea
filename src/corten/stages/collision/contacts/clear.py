"""No contacts, for models that can have none."""

from corten.runtime import stage


@stage
def clear_contacts(m, d):
    """Leave no contacts of earlier steps.

    reads:
    writes: d.ncandidate d.nunsorted d.ncon
    """
    d.ncandidate, d.nunsorted, d.ncon = 0, 0, 0
