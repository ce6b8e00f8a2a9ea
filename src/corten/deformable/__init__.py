"""Deformables: flexes, rods, cloth, soft bodies, ropes, and springs that yield.

`stages` lists what a step takes from here. Packages below import nothing in their `__init__`, so rigid code may import
a single kernel of them without a cycle.
"""
