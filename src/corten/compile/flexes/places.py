"""Where the vertices and nodes of flexes are at qpos0."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.body_rows import Body
from corten.spec.frames import IDENTITY, Pose, compose, rotate

Points = NDArray[np.float64]
Ints = NDArray[np.int64]


class Poses:
    """The poses of bodies in the world at qpos0, found once for each body."""

    def __init__(self, bodies: Sequence[Body]):
        self._bodies = bodies
        self._poses: dict[int, Pose] = {0: IDENTITY}

    def of(self, number: int) -> Pose:
        """Return the pose of a body."""
        path = []
        while number not in self._poses:
            path.append(number)
            parent = self._bodies[number].parent
            assert parent is not None
            number = parent.number
        pose = self._poses[number]
        for each in reversed(path):
            pose = self._bodies[each].pose if pose is IDENTITY else compose(pose, self._bodies[each].pose)
            self._poses[each] = pose
        return pose

    def place(self, points: Points, bodies: Ints) -> Points:
        """Return where points (n, 3), given in the frames of bodies, are in the world [m]."""
        result = np.empty((len(points), 3))
        for number, (point, body) in enumerate(zip(points.tolist(), bodies.tolist(), strict=True)):
            pos, quat = self.of(body)
            x, y, z = rotate(quat, point)
            result[number] = pos[0] + x, pos[1] + y, pos[2] + z
        return result
