"""Write the contact-free benchmark models into a folder: robots in the air and chains of hinges.

    python benchmarks/make_models.py FOLDER

Each model becomes FOLDER/NAME.xml, and FOLDER/models.txt lists them as NAME=NAME.xml, one a line. The robots are the
bundled ones without their floor and with contacts and all other constraints switched off: what is left is smooth
dynamics, which keeps its cost from step to step.
"""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET
from pathlib import Path

from corten import models

ROBOTS = ("humanoid", "quadruped")
CHAINS = (5, 10, 20, 50, 100, 200)


def in_air(name: str) -> str:
    """Return a bundled model as MJCF text without floor, contacts and limits."""
    root = ET.parse(models.path(name)).getroot()
    root.set("model", f"{name}_in_air")

    world = root.find("worldbody")
    world.remove(world.find("geom[@name='floor']"))
    ET.SubElement(root.find("option"), "flag", contact="disable", constraint="disable")
    ET.indent(root)
    return ET.tostring(root, encoding="unicode")


def hinge_chain(n: int) -> str:
    """Return the MJCF text of a hanging chain of n links (10 cm, 0.1 kg) with crosswise hinges and a motor each."""
    links = "\n".join(
        f'<body name="link_{i}" pos="0 0 {-0.1 if i else 0}">'
        f'<joint name="hinge_{i}" axis="{(i + 1) % 2} {i % 2} 0"/><geom name="link_{i}"/>'
        for i in range(n)
    )
    motors = "\n".join(f'    <motor name="motor_{i}" joint="hinge_{i}"/>' for i in range(n))
    return f"""<mujoco model="hinges_{n}">
  <option timestep="0.002">
    <flag contact="disable" constraint="disable"/>
  </option>
  <default>
    <joint type="hinge" damping="0.01" armature="0.001"/>
    <geom type="capsule" fromto="0 0 0 0 0 -0.1" size="0.02" mass="0.1" contype="0" conaffinity="0"/>
    <motor ctrlrange="-1 1" gear="0.2"/>
  </default>
  <worldbody>
{links}
{"</body>" * n}
  </worldbody>
  <actuator>
{motors}
  </actuator>
</mujoco>
"""


def main() -> None:
    """Write every benchmark model into the folder named on the command line."""
    if len(sys.argv) != 2:
        sys.exit("usage: python benchmarks/make_models.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)

    texts = {f"{name}_in_air": in_air(name) for name in ROBOTS}
    texts |= {f"hinges_{n}": hinge_chain(n) for n in CHAINS}
    for name, text in texts.items():
        (folder / f"{name}.xml").write_text(text)
    (folder / "models.txt").write_text("".join(f"{name}={name}.xml\n" for name in texts))
    print(f"wrote {len(texts)} models into {folder}")


if __name__ == "__main__":
    main()
