"""Closed sets about controls and readings, with MuJoCo's values: what they are, and how their past is read."""

from enum import IntEnum


class CtrlInput(IntEnum):
    """What the controls of an actuator are, combined; controls follow each other in this order."""

    POS = 1
    VEL = 2
    FF = 4
    VOLTAGE = 8
    NONE = 16
    PRESSURE = 32


class CtrlChart(IntEnum):
    """How the controls of an orientation servo express an orientation."""

    EXPMAP = 1
    QUAT = 2


class Interpolation(IntEnum):
    """How a signal is read between two samples of its history."""

    ZOH = 0
    LINEAR = 1
    CUBIC = 2
