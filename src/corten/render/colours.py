"""Any kind of picture as one that can be looked at."""

import numpy as np
from numpy.typing import NDArray

# colours by which objects are told apart: each number of an object gets one, far from that of its neighbours
GOLDEN = 0.6180339887498949

# share of what is seen that depth is spread over: what is farther is black
NEARER = 0.98


def as_colours(picture: NDArray, kind: str) -> NDArray[np.uint8]:
    """Return a picture as uint8 (height, width, 3): near is bright, objects and directions have colours."""
    if kind == "depth":
        far = float(picture.max())
        seen = picture[picture < far]
        near, last = (float(seen.min()), float(np.quantile(seen, NEARER))) if seen.size else (0.0, far)
        grey = np.clip((last - picture) / max(last - near, 1e-9), 0.0, 1.0)
        return np.repeat(np.rint(255.0 * grey).astype(np.uint8)[..., None], 3, axis=2)
    if kind == "segmentation":
        number = picture[..., 0] + 31 * picture[..., 1]
        hue = 6.0 * ((number * GOLDEN) % 1.0)
        parts = [np.clip(np.abs((hue + shift) % 6.0 - 3.0) - 1.0, 0.0, 1.0) for shift in (0.0, 4.0, 2.0)]
        colours = np.rint(60.0 + 180.0 * np.stack(parts, axis=2))
        return np.where(picture[..., :1] >= 0, colours, 0.0).astype(np.uint8)
    if kind == "normals":
        return np.rint(127.5 * (picture + 1.0)).astype(np.uint8)
    return picture
