"""The order of the passes, and that a spec keeps what was written."""

from corten import Spec
from corten.passes import PASSES, expand_tree, reduce_tree
from corten.spec.submodels import Submodels

NESTED = """
<mujoco>
  <compiler fusestatic="true"/>
  <worldbody>
    <frame scale="2 2 2"><replicate count="2" offset="1 0 0"><body name="b"><geom size=".1"/></body></replicate></frame>
  </worldbody>
</mujoco>
"""


def test_checks_follow_what_they_check():
    """Structure is checked before meta elements are expanded, references when all elements are there."""
    order = [each.name for each in PASSES]
    assert order.index("check_structure") < order.index("expand_meta_elements") < order.index("check_references")
    assert order.index("scale_frames") < order.index("discard_visual") < order.index("fuse_static")


def test_passes_change_the_tree_they_are_given():
    """Expansion and reduction work in place; the spec that a copy was taken of stays as it was written."""
    spec = Spec.from_string(NESTED)
    written = spec.to_xml()
    root = spec.root.copy()
    expand_tree(root, Submodels())
    assert root.find("body", "b0") is not None
    scaled = reduce_tree(root)
    assert scaled is not None and root.find("body", "b0") is None
    assert spec.to_xml() == written
