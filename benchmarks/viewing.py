"""What the viewer costs a simulation, and how often it is drawn: a loop alone, with `sync`, and while a browser looks.

Run `python benchmarks/viewing.py`: a minute. Steps are counted in the processor time of the loop's own thread, which
does not wait for others, and by the clock. Needs the extra `viewer`, playwright and Chromium (or `--browser PATH`); the
browser draws in software where there is no GPU, on the same cores as the simulation.
"""

import argparse
import shutil
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import sync_playwright
from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

import corten

# [s] that each row takes, and the period of `sync` in simulated time
SECONDS, PERIOD = 5.0, 1 / 60

FLAGS = ("--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")

# counts frames of the page
COUNT = "() => { window.drawn = 0; const f = () => { window.drawn++; requestAnimationFrame(f); }; f(); }"


class Loop:
    """A loop as users write it: steps, and a sync for each picture."""

    def __init__(self, name: str):
        self.model = corten.load_model(name if "." in name else corten.models.path(name))
        self.data = self.model.make_data()
        self.every = max(1, round(PERIOD / float(self.model.opt.timestep)))
        corten.step(self.model, self.data)

    def run(self, viewer: Any = None, *, paced: bool = False) -> tuple[float, float]:
        """Return steps in a second of processor time and of the clock; with `paced` no faster than real time."""
        steps, began, used = 0, time.perf_counter(), 0.0
        while time.perf_counter() - began < SECONDS:
            start = time.thread_time()
            corten.step(self.model, self.data, nstep=self.every)
            if viewer is not None:
                viewer.sync()
            used += time.thread_time() - start
            steps += self.every
            if paced:
                due = steps * float(self.model.opt.timestep) - (time.perf_counter() - began)
                time.sleep(max(0.0, due))
        return steps / used, steps / (time.perf_counter() - began)


def watch(loop: Loop, viewer: Any, browser: str, table: Table, fine: bool) -> None:
    """Add a row for a browser that looks."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = opened.new_page(viewport={"width": 640, "height": 480})
        page.set_default_timeout(300_000)
        received = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda _: received.append(1)))
        viewer._viewer.light(fine=fine)
        page.goto(viewer.url)
        page.get_by_role("tab", name="Simulation").wait_for()
        page.wait_for_timeout(3000)
        page.evaluate(COUNT)
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(loop.run, viewer, paced=True)
            drawn, sent, began = page.evaluate("() => window.drawn"), len(received), time.perf_counter()
            page.wait_for_timeout(1000 * SECONDS)
            elapsed, sent = time.perf_counter() - began, len(received) - sent
            drawn = page.evaluate("() => window.drawn") - drawn
            own, clock = running.result()
        name = "real time, a browser looks" + (", shadows" if fine else "")
        table.add_row(name, f"{own:.0f}", f"{clock:.0f}", f"{sent / elapsed:.0f}", f"{drawn / elapsed:.0f}")
        opened.close()


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", default="quadruped", help="a bundled model, or a file")
    parser.add_argument("--browser", default=shutil.which("chromium"), help="path of Chromium")
    given = parser.parse_args()
    loop = Loop(given.model)
    table = Table("loop", "steps/s of CPU", "steps/s", "messages/s", "frames drawn/s", box=MARKDOWN)
    own, clock = loop.run()
    table.add_row("alone", f"{own:.0f}", f"{clock:.0f}", "", "")
    with corten.viewer.launch_passive(loop.model, loop.data, port=0, open_browser=False) as viewer:
        own, clock = loop.run(viewer)
        table.add_row("with sync", f"{own:.0f}", f"{clock:.0f}", "", "")
        for fine in (False, True):
            watch(loop, viewer, given.browser, table, fine)
    Console().print(table)


if __name__ == "__main__":
    main()
