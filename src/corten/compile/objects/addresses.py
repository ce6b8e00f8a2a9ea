"""Where the numbers of each object begin in arrays that all objects of a kind share, histories too."""

from corten.compile.objects.actuator_rows import Actuator
from corten.compile.objects.constraint_rows import Sensor
from corten.spec import Element


class Addresses:
    """Counts how many entries of each array are taken; `count` gives them in the end."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def take(self, array: str, number: int) -> int:
        """Take so many entries of an array, and return the first of them."""
        first = self._used.get(array, 0)
        self._used[array] = first + number
        return first

    def take_or_none(self, array: str, number: int) -> int:
        """Take entries as `take` does, but return -1 if there are none."""
        return self.take(array, number) if number else -1

    def count(self, array: str) -> int:
        """Return how many entries of an array are taken."""
        return self._used.get(array, 0)


# ---------------------------------------------------------------- histories of controls and readings
# how many samples they have, and where these stand


# MuJoCo's limit of the samples of one signal, and ours of the numbers of all of them
MOST_SAMPLES, MOST_NUMBERS = 1 << 24, 1 << 26

# numbers before the samples: a number of the signal's own, and the place of the newest sample
HEADER = 2


def check_history(element: Element, nsample: int, delay: float, count: int) -> None:
    """Refuse a history that cannot be: negative, too long, of no signal, or missing for a delay."""
    if nsample < 0:
        raise element.error(f"nsample is {nsample}; it must not be negative")
    if nsample > MOST_SAMPLES:
        raise element.error(f"nsample is {nsample}; at most {MOST_SAMPLES} are allowed")
    if delay < 0:
        raise element.error(f"delay is {delay:g}; it must not be negative [s]")
    if delay > 0 and nsample == 0:
        raise element.error("delay is given, but nsample is not; a delay needs a history of at least 1 sample")
    if nsample > 0 and count == 0:
        raise element.error("nsample is given, but the actuator has no control whose history there could be")


def set_history_addresses(actuators: list[Actuator], sensors: list[Sensor]) -> int:
    """Let the histories of controls, then those of sensors, follow one another; return how many numbers they have."""
    addresses = Addresses()
    for each in (*actuators, *sensors):
        nsample, width = each.history[0], each.dim if isinstance(each, Sensor) else each.ctrlnum
        numbers = HEADER + nsample * (1 + width) if nsample > 0 else 0
        each.historyadr = addresses.take_or_none("history", numbers)
        if addresses.count("history") > MOST_NUMBERS:
            raise each.element.error(f"with its history all have more than {MOST_NUMBERS} numbers; take fewer samples")
    return addresses.count("history")
