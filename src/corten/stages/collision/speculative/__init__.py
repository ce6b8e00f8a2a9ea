"""Speculative contacts: those that geoms will have within the step, found before they pass through each other.

    motion    how far each geom moves and turns within the step; boxes of the broad phase grow by it
    advance   conservative advancement: the fraction of the step after which two geoms touch
    impacts   pairs that are fast enough, and the points in which they are about to touch
    contacts  what is occluded by another geom is culled; the rest become contacts

        now        at the impact       end of the step
        ( )            |( )                |     ( )         without: beyond the wall before they ever overlap
         -->           |                   |

A pair of geoms is looked at when one of them moves by more than the thickness of either within a step and they do not
touch yet. The contact gets a distance that lets the solver take away just as much velocity as it must for them to touch
at the end of the step.
"""
