"""Polygons in a work array of two halves: rows are corners (x, y, height) in order around the polygon."""

from corten.math.vector3 import load3, store3
from corten.runtime import helper, select

# rows of half the array; four corners cut by four lines become eight, and rounding may add some
HALF = 12


@helper
def clip_polygon(polygon, start, count, axis, sign, limit):
    """Cut a polygon to sign * coordinate <= limit; return its first row and its number of corners.

    A polygon that is inside stays where it is; what remains of another goes to the other half of the array.
    """
    outside = 0
    for k in range(start, start + count):
        outside += int(sign * polygon[k, axis] - limit > 0.0)
    if outside == 0:
        return start, count

    # walk along the sides: corners inside are kept, sides that cross the line give a new corner
    target = HALF - start
    place = target
    for k in range(start, start + count):
        following = select(k + 1 == start + count, start, k + 1)
        corner = load3(polygon, k)
        excess = sign * polygon[k, axis] - limit
        ahead = sign * polygon[following, axis] - limit
        if excess <= 0.0 and place < target + HALF:
            store3(polygon, place, corner)
            place += 1
        if ((excess < 0.0 and ahead > 0.0) or (excess > 0.0 and ahead < 0.0)) and place < target + HALF:
            part = excess / (excess - ahead)
            polygon[place, 0] = corner[0] + part * (polygon[following, 0] - corner[0])
            polygon[place, 1] = corner[1] + part * (polygon[following, 1] - corner[1])
            polygon[place, 2] = corner[2] + part * (polygon[following, 2] - corner[2])
            place += 1
    return target, place - target


@helper
def drop_duplicates(polygon, start, count, highest, near2):
    """Keep the corners not above a height and not within a squared distance of one before; return how many are left."""
    place = start
    for k in range(start, start + count):
        x, y, height = load3(polygon, k)
        known = height > highest
        for other in range(start, place):
            dx, dy = polygon[other, 0] - x, polygon[other, 1] - y
            known = known or dx * dx + dy * dy < near2
        if not known:
            store3(polygon, place, (x, y, height))
            place += 1
    return place - start
