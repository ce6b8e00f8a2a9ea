"""Typed tree to LLVM, several environments at a time: one lane of a vector for each.

Sizes and the Model are the same for all lanes; Data differs from lane to lane, with the lane innermost in memory. What
is the same for all lanes stays scalar, the rest are vectors. Conditions that vary become masks.
"""
