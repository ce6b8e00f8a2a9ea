"""Write benchmark models that tendons drive into a folder: an arm, a leg with muscles, a hand with twenty tendons.

    python benchmarks/tendon_models.py FOLDER

Tendons run over wrapping cylinders at every joint, with side sites, as in models of muscles and of hands. Nothing
touches.
"""

import sys
from pathlib import Path

HEAD = """<mujoco model="{}">
  <option timestep="0.002"><flag contact="disable"/></option>
  <default>
    <geom type="capsule" size="0.01" mass="0.2" contype="0" conaffinity="0"/>
    <joint axis="0 1 0" damping="0.05" armature="0.002" limited="true" range="-60 60"/>
    <site size="0.004"/>
    <default class="wrap"><geom type="cylinder" size="0.015 0.02" mass="0" euler="90 0 0"/></default>
  </default>
"""


def limb(name: str, lengths: list[float]) -> str:
    """Return nested bodies with a hinge each, a wrapping cylinder at the hinge and sites along both sides."""
    text = ""
    for k, length in reversed(list(enumerate(lengths))):
        text = f"""
<body name="{name}{k}" pos="0 0 {0 if k == 0 else -lengths[k - 1]}">
  <joint name="{name}{k}"/>
  <geom fromto="0 0 0 0 0 {-length}"/>
  <geom name="{name}{k}_wrap" class="wrap"/>
  <site name="{name}{k}_f" pos="0.02 0 {-length / 2}"/><site name="{name}{k}_b" pos="-0.02 0 {-length / 2}"/>
  <site name="{name}{k}_fs" pos="0.03 0 0"/><site name="{name}{k}_bs" pos="-0.03 0 0"/>
  {text}
</body>"""
    return text


def tendon(name: str, path: list[str], side: str, base: str) -> str:
    """Return a spatial tendon from a base site over the hinges of a path to its last body."""
    over = "".join(f'<geom geom="{link}_wrap" sidesite="{link}_{side}s"/><site site="{link}_{side}"/>' for link in path)
    return f'<spatial name="{name}" stiffness="5" damping="0.1"><site site="{base}_{side}"/>{over}</spatial>\n'


def model(title: str, bases: dict[str, tuple[str, list[float]]], actuator: str) -> str:
    """Return a model of limbs that hang from bases, with a pair of tendons to every link."""
    bodies, tendons, drives = "", "", ""
    for base, (place, lengths) in bases.items():
        sites = f'<site name="{base}_f" pos="0.02 0 0.05"/><site name="{base}_b" pos="-0.02 0 0.05"/>'
        bodies += f'<body pos="{place}">{sites}{limb(base, lengths)}</body>\n'
        for k in range(len(lengths)):
            for side in "fb":
                name, path = f"{base}{k}{side}", [f"{base}{j}" for j in range(k + 1)]
                tendons += tendon(name, path, side, base)
                drives += actuator.format(name) + "\n"
    parts = {"worldbody": bodies, "tendon": tendons, "actuator": drives}
    sections = "".join(f"<{tag}>\n{text}</{tag}>\n" for tag, text in parts.items())
    return f"{HEAD.format(title)}{sections}</mujoco>\n"


def tendon_models() -> dict[str, str]:
    """Return the MJCF text of each model."""
    motor = '<motor tendon="{0}" gear="-1" ctrlrange="0 5"/>'
    muscle = '<muscle tendon="{0}" lengthrange="0.05 0.9" force="200"/>'
    finger = [0.05, 0.03]
    return {
        "tendon_arm": model("tendon_arm", {"arm": ("0 0 1", [0.3, 0.25])}, motor),
        "muscle_leg": model("muscle_leg", {"leg": ("0 0 1", [0.45, 0.4, 0.15])}, muscle),
        "tendon_hand": model("tendon_hand", {f"f{k}_": (f"0 {0.03 * k} 1", finger) for k in range(5)}, motor),
    }


def main() -> None:
    """Write every model into the folder named on the command line."""
    if len(sys.argv) != 2:
        sys.exit("usage: python benchmarks/tendon_models.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in tendon_models().items():
        (folder / f"{name}.xml").write_text(text)


if __name__ == "__main__":
    main()
