"""The recipes of CONTRIBUTING.md are followed here in a copy of the package: what they say is enough, and no less."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from support.repository import ROOT

PACKAGE = "src/corten"


class Copy:
    """A copy of the package in which a recipe is followed, and the files that were changed for it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.changed: set[str] = set()
        shutil.copytree(ROOT / PACKAGE, folder / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))

    def insert(self, name: str, after: str, text: str) -> None:
        """Insert lines after the first one that contains a text."""
        path = self.folder / name
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        at = next(number for number, line in enumerate(lines) if after in line)
        lines.insert(at + 1, text)
        path.write_text("".join(lines), encoding="utf-8")
        self.changed.add(name)

    def replace(self, name: str, old: str, new: str) -> None:
        """Replace a text that a file has once."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, (name, old)
        path.write_text(text.replace(old, new), encoding="utf-8")
        self.changed.add(name)

    def create(self, name: str, text: str) -> None:
        """Write a new file."""
        (self.folder / name).write_text(dedent(text), encoding="utf-8")
        self.changed.add(str(Path(name).parent.as_posix()) + "/")

    def run(self, program: str) -> str:
        """Return what a program prints that uses the copy, with kernels as plain Python."""
        environment = os.environ | {"PYTHONPATH": str(self.folder / "src"), "CORTEN_KERNELS": "python"}
        command = [sys.executable, "-W", "error", "-c", dedent(program)]
        done = subprocess.run(command, env=environment, cwd=self.folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture
def package(tmp_path) -> Copy:
    """Return a copy of the package."""
    return Copy(tmp_path)


def named_in_recipe(title: str) -> set[str]:
    """Return the files and folders of the package that a recipe names."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split(f"### {title}\n", 1)[1].split("\n#", 1)[0]
    return set(re.findall(r"`(src/corten/[\w/.]+)`", section))


def test_a_sensor_takes_four_files(package):
    """Add a sensor of the height of a site by the recipe, and read it."""
    package.insert(f"{PACKAGE}/enums.py", "MAGNETOMETER = 6", "    SITEHEIGHT = 100\n")
    package.insert(
        f"{PACKAGE}/compile/elements/sensor_types.py",
        '"magnetometer": SensorKind(',
        '    "siteheight": SensorKind(SensorType.SITEHEIGHT, 1, POS, "site"),\n',
    )
    package.replace(
        f"{PACKAGE}/mjcf/schema/sensor.toml", "    touch* accelerometer*", "    siteheight* touch* accelerometer*"
    )
    package.replace(
        f"{PACKAGE}/mjcf/schema/sensor.toml",
        "[magnetometer]\n",
        '[siteheight]\nuse = "common history noise site"\n\n[magnetometer]\n',
    )
    package.replace(
        f"{PACKAGE}/stages/sensor/readings.py",
        "    elif kind == SensorType.MAGNETOMETER:\n",
        "    elif kind == SensorType.SITEHEIGHT:\n        write1(d, adr, d.site_xpos[i, 2])\n"
        "    elif kind == SensorType.MAGNETOMETER:\n",
    )
    printed = package.run("""
        import corten
        model = corten.load_model_from_string(
            '<mujoco><worldbody><site name="s" pos="1 2 3"/></worldbody>'
            '<sensor><siteheight name="h" site="s"/></sensor></mujoco>'
        )
        data = model.make_data()
        corten.forward(model, data)
        print(data.sensor("h").data)
    """)
    assert printed == "[3.]"
    assert package.changed == named_in_recipe("a sensor")


def test_a_pair_takes_a_file_and_a_line(package):
    """Collide ellipsoids with spheres as balls around their centres by the recipe, and find the contact."""
    package.create(
        f"{PACKAGE}/stages/collision/primitive/sphere_ellipsoid.py",
        '''
        """Sphere against ellipsoid, as a ball of its last size."""

        from corten.math.vector3 import load3
        from corten.runtime import reduce_max, stage
        from corten.stages.collision.broad.candidates import next_lane_pair
        from corten.stages.collision.pairs import bucket_of
        from corten.stages.collision.primitive.sphere import collide_spheres

        BUCKET = bucket_of("sphere_ellipsoid")


        @stage
        def sphere_ellipsoid(m, d):
            """Contacts of spheres with ellipsoids."""
            size, xpos = m.geom_size, d.geom_xpos

            i, end = d.bucket_start[BUCKET], d.bucket_start[BUCKET + 1]
            while reduce_max(end - i) > 0:
                g1, g2, c, mine = next_lane_pair(d, i, end)
                if mine:
                    collide_spheres(d, c, (g1, g2), load3(xpos, g1), size[g1, 0], load3(xpos, g2), size[g2, 2])
                    i += 1
        ''',
    )
    path = package.folder / PACKAGE / "stages/collision/pairs.py"
    line = next(line for line in path.read_text().splitlines() if line.startswith("    (SPHERE, ELLIPSOID,"))
    package.replace(
        f"{PACKAGE}/stages/collision/pairs.py",
        line,
        '    (SPHERE, ELLIPSOID, "primitive.sphere_ellipsoid:sphere_ellipsoid", BY_CONTACTS),',
    )
    printed = package.run("""
        import corten
        model = corten.load_model_from_string(
            '<mujoco><worldbody><geom type="ellipsoid" size="1 1 2"/>'
            '<body pos="1.5 0 0"><freejoint/><geom size="1"/></body></worldbody></mujoco>'
        )
        data = model.make_data()
        corten.forward(model, data)
        print(data.ncon, data.contact[0].dist)
    """)
    assert printed == "1 -1.5"
    assert package.changed == named_in_recipe("a pair of geoms")


def test_an_integrator_takes_a_file_and_three_lines(package):
    """Add an integrator that lets nothing accelerate by the recipe, and take a step with it."""
    package.create(
        f"{PACKAGE}/stages/integrate/coasting.py",
        '''
        """COASTING: nothing accelerates."""

        from corten.runtime import stage


        @stage
        def coasting(m, d):
            """Set qacc_step = 0."""
            for i in range(m.nv):
                d.qacc_step[i] = 0.0
            return 0
        ''',
    )
    methods = f"{PACKAGE}/stages/integrate/__init__.py"
    package.insert(methods, "METHODS = {", "    Integrator.COASTING: Method(coasting, None),\n")
    package.insert(
        methods, "from corten.runtime.kernel import Stage", "from corten.stages.integrate.coasting import coasting\n"
    )
    package.insert(f"{PACKAGE}/enums.py", 'EULER = 0, "Euler"', '    COASTING = 200, "coasting"\n')
    package.replace(
        f"{PACKAGE}/mjcf/schema/option.toml", "keyword(Euler RK4 implicit ", "keyword(Euler coasting RK4 implicit "
    )
    printed = package.run("""
        import corten
        model = corten.load_model_from_string(
            '<mujoco><option integrator="coasting"/>'
            '<worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>'
        )
        data = model.make_data()
        data.qvel[0] = 1
        corten.step(model, data, 100)
        print(data.qvel[[0, 2]], round(data.qpos[0], 9))
    """)
    assert printed == "[1. 0.] 0.2"
    assert package.changed == named_in_recipe("an integrator")


def test_a_task_takes_a_file_and_a_line(package):
    """Add a task to those that come with corten by the recipe, and make it by its name."""
    package.create(
        f"{PACKAGE}/envs/tasks/stand.py",
        '''
        """Stand-v0: stay up."""

        import numpy as np

        from corten.envs.tasks.gym_task import GymTask


        class Stand(GymTask):
            """Keep a pole upright."""

            options = {"xml_file": "inverted_pendulum.xml", "frame_skip": 2, "reset_noise_scale": 0.01}

            def observe(self, sim):
                """Positions."""
                return np.array(sim.qpos)

            def reward(self, sim, transition):
                """One for each step."""
                return np.ones(len(sim)), {}
        ''',
    )
    registration = f"{PACKAGE}/envs/registration.py"
    package.insert(registration, "from corten.envs.task import Task", "from corten.envs.tasks.stand import Stand\n")
    package.insert(registration, "TASKS: dict[", '    "Stand-v0": (Stand, 100, None),\n')
    pytest.importorskip("gymnasium")
    printed = package.run("""
        import gymnasium
        import corten.envs
        envs = gymnasium.make_vec("corten/Stand-v0", num_envs=2)
        print(envs.reset(seed=1)[0].shape)
    """)
    assert printed == "(2, 2)"
    assert package.changed == named_in_recipe("a task")
