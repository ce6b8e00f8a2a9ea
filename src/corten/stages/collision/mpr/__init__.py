"""Minkowski portal refinement (MPR): MuJoCo's older convex engine, chosen by `<flag nativeccd="disable"/>`.

It finds contacts of shapes that overlap and knows no distances; `pairs.py` of collision tells when it stands in.
"""
