"""Speculative contacts: those that geoms will have within the step, found before they pass through each other.

A pair of geoms is looked at when one of them moves by more than the thickness of either within a step and they do not
touch yet. Both are moved on along their velocities until they almost touch; the contact gets a distance that lets the
solver take away just as much velocity as it must for them to touch at the end of the step.
"""
