"""Rows of matrices in flat arrays: sums and products over contiguous numbers, four at a time.

The four are written out because LLVM may not reorder sums and cannot know that two rows of one array are apart;
like this it packs them into one instruction.
"""

from corten.runtime import FloatArray, Vec2, Vec4, helper


@helper
def add_scaled_row(values: FloatArray, target: int, source: int, factor: float, n: int) -> None:
    """Add factor times the n numbers from `source` on to those from `target` on; the two must not overlap."""
    packed = n - n % 4
    for c in range(0, packed, 4):
        t = target + c
        s = source + c
        a0 = values[t] + factor * values[s]
        a1 = values[t + 1] + factor * values[s + 1]
        a2 = values[t + 2] + factor * values[s + 2]
        a3 = values[t + 3] + factor * values[s + 3]
        values[t] = a0
        values[t + 1] = a1
        values[t + 2] = a2
        values[t + 3] = a3

    # what is left over: two and one
    t = target + packed
    s = source + packed
    if n & 2 != 0:
        b0 = values[t] + factor * values[s]
        b1 = values[t + 1] + factor * values[s + 1]
        values[t] = b0
        values[t + 1] = b1
        t += 2
        s += 2
    if n & 1 != 0:
        values[t] += factor * values[s]


@helper
def add_two_scaled_rows(
    values: FloatArray, target: int, first: int, factor: float, second: int, factor2: float, n: int
) -> None:
    """Add factor times the n numbers from `first` on, then factor2 times those from `second` on, to `target`."""
    packed = n - n % 4
    for c in range(0, packed, 4):
        t = target + c
        a = first + c
        b = second + c
        s0 = (values[t] + factor * values[a]) + factor2 * values[b]
        s1 = (values[t + 1] + factor * values[a + 1]) + factor2 * values[b + 1]
        s2 = (values[t + 2] + factor * values[a + 2]) + factor2 * values[b + 2]
        s3 = (values[t + 3] + factor * values[a + 3]) + factor2 * values[b + 3]
        values[t] = s0
        values[t + 1] = s1
        values[t + 2] = s2
        values[t + 3] = s3

    t = target + packed
    a = first + packed
    b = second + packed
    if n & 2 != 0:
        r0 = (values[t] + factor * values[a]) + factor2 * values[b]
        r1 = (values[t + 1] + factor * values[a + 1]) + factor2 * values[b + 1]
        values[t] = r0
        values[t + 1] = r1
        t += 2
        a += 2
        b += 2
    if n & 1 != 0:
        values[t] = (values[t] + factor * values[a]) + factor2 * values[b]


@helper
def add_four_scaled_rows_to_two(
    values: FloatArray,
    targets: tuple[int, int],
    sources: tuple[int, int, int, int],
    factors: tuple[Vec4, Vec4],
    n: int,
) -> None:
    """Add, one after the other, factor times the n numbers from `source` on for four sources to each of two targets.

    Sources are read once for both.
    """
    t, u = targets
    packed = n - n % 4
    for c in range(0, packed, 4):
        s0 = sum_of_four(values, t, sources, factors[0], c)
        s1 = sum_of_four(values, t, sources, factors[0], c + 1)
        s2 = sum_of_four(values, t, sources, factors[0], c + 2)
        s3 = sum_of_four(values, t, sources, factors[0], c + 3)
        r0 = sum_of_four(values, u, sources, factors[1], c)
        r1 = sum_of_four(values, u, sources, factors[1], c + 1)
        r2 = sum_of_four(values, u, sources, factors[1], c + 2)
        r3 = sum_of_four(values, u, sources, factors[1], c + 3)
        values[t + c] = s0
        values[t + c + 1] = s1
        values[t + c + 2] = s2
        values[t + c + 3] = s3
        values[u + c] = r0
        values[u + c + 1] = r1
        values[u + c + 2] = r2
        values[u + c + 3] = r3
    c = packed
    if n & 2 != 0:
        a0 = sum_of_four(values, t, sources, factors[0], c)
        a1 = sum_of_four(values, t, sources, factors[0], c + 1)
        b0 = sum_of_four(values, u, sources, factors[1], c)
        b1 = sum_of_four(values, u, sources, factors[1], c + 1)
        values[t + c] = a0
        values[t + c + 1] = a1
        values[u + c] = b0
        values[u + c + 1] = b1
        c += 2
    if n & 1 != 0:
        last = sum_of_four(values, t, sources, factors[0], c)
        values[u + c] = sum_of_four(values, u, sources, factors[1], c)
        values[t + c] = last


@helper
def sum_of_four(values: FloatArray, target: int, sources: tuple[int, int, int, int], factors: Vec4, c: int) -> float:
    """Return entry c of the target row plus the scaled entries c of four other rows, in their order."""
    total = values[target + c] + factors[0] * values[sources[0] + c]
    total += factors[1] * values[sources[1] + c]
    total += factors[2] * values[sources[2] + c]
    return total + factors[3] * values[sources[3] + c]


@helper
def dot_rows(a: FloatArray, first: int, b: FloatArray, second: int, n: int) -> float:
    """Return the inner product of n numbers of a from `first` on and n numbers of b from `second` on."""
    s0 = 0.0
    s1 = 0.0
    s2 = 0.0
    s3 = 0.0
    packed = n - n % 4
    for c in range(0, packed, 4):
        i = first + c
        j = second + c
        s0 += a[i] * b[j]
        s1 += a[i + 1] * b[j + 1]
        s2 += a[i + 2] * b[j + 2]
        s3 += a[i + 3] * b[j + 3]

    # what is left over: two and one
    i = first + packed
    j = second + packed
    if n & 2 != 0:
        s0 += a[i] * b[j]
        s1 += a[i + 1] * b[j + 1]
        i += 2
        j += 2
    if n & 1 != 0:
        s2 += a[i] * b[j]
    return (s0 + s2) + (s1 + s3)


@helper
def dot_two_rows(values: FloatArray, first: int, second: int, third: int, n: int) -> Vec2:
    """Return the inner products of the n numbers from `third` on with those from `first` and from `second` on."""
    s0 = 0.0
    s1 = 0.0
    s2 = 0.0
    s3 = 0.0
    r0 = 0.0
    r1 = 0.0
    r2 = 0.0
    r3 = 0.0
    packed = n - n % 4
    for c in range(0, packed, 4):
        k = third + c
        i = first + c
        s0 += values[i] * values[k]
        s1 += values[i + 1] * values[k + 1]
        s2 += values[i + 2] * values[k + 2]
        s3 += values[i + 3] * values[k + 3]
        i = second + c
        r0 += values[i] * values[k]
        r1 += values[i + 1] * values[k + 1]
        r2 += values[i + 2] * values[k + 2]
        r3 += values[i + 3] * values[k + 3]

    # what is left over: two and one
    i = first + packed
    j = second + packed
    k = third + packed
    if n & 2 != 0:
        s0 += values[i] * values[k]
        s1 += values[i + 1] * values[k + 1]
        r0 += values[j] * values[k]
        r1 += values[j + 1] * values[k + 1]
        i += 2
        j += 2
        k += 2
    if n & 1 != 0:
        s2 += values[i] * values[k]
        r2 += values[j] * values[k]
    return (s0 + s2) + (s1 + s3), (r0 + r2) + (r1 + r3)
