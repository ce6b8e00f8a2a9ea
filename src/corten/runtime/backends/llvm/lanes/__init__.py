"""Typed tree to LLVM, several environments at a time: one lane of a vector for each, as in ISPC.

**Memory.** Sizes and the Model are the same for all lanes; Data has the lane innermost, so that element e of a field is
one aligned vector. An index that is the same for all lanes costs one load; one that varies is a gather:

                 lane 0  lane 1  lane 2  lane 3
    qpos[0]        .       .       .       .      <- one vector load, e uniform
    qpos[1]        .       x       .       .
    qpos[2]        x       .       .       x      <- e varies: a gather, lane by lane (x),
    qpos[3]        .       .       x       .         unless all lanes that are on agree

**Values.** What is uniform stays a scalar and is broadcast where it meets a vector (`passes.divergence` knows which is
which). A tuple is a list of such numbers, an array the address of its first element with its table.

**Masks.** `mask` is a vector of bits: which lanes are on; None stands for all. A condition that varies makes both sides
run, each under its mask, and skips a side if no lane wants it:

    if c: A                mask_A = mask & c           if any(mask_A): A under mask_A
    else: B                mask_B = mask & ~c          if any(mask_B): B under mask_B

    while c: A             still = mask                still &= c; leave if none; A under still; again

Under a mask a store loads the old vector and blends, an assignment blends if lanes that are off still need the old
value, an index of a lane that is off is led to element 0, and ints are divided by 1 there. Short blocks without memory
run unguarded: a branch costs more than the arithmetic. What lanes compute is bit for bit what scalar code does, since
every operation is IEEE's and none is reassociated (`passes.lane_safety` refuses what would mix lanes).

Files: `module` (values and types of lanes, functions for shapes), `memory` (masks, loads, stores, gathers),
`expressions`, `function` (statements).
"""
