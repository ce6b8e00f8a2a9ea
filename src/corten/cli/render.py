"""`corten render`: a picture or a film of a model."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from corten.cli.arguments import MODEL, Option, UsageError, load, model_file, png_file
from corten.cli.run import keyframe_number

if TYPE_CHECKING:
    import numpy as np

    from corten.model import Model
    from corten.render.renderer import Renderer


def size_of(text: str) -> tuple[int, int]:
    """Return width and height of a text such as 640x480."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) and int(height)):
        raise UsageError(f"{text!r} is no size; give width x height, such as 640x480")
    from corten.render.renderer import MOST_PIXELS

    if max(int(width), int(height)) > MOST_PIXELS:
        raise UsageError(f"{text} is too large; a picture has {MOST_PIXELS} pixels at most, each way")
    return int(width), int(height)


def camera_of(model: "Model", text: str) -> str | int:
    """Return the camera of a name or number, or say which there are."""
    names = [model.name("camera", i) for i in range(model.ncam)]
    if text in names:
        return text
    if text.lstrip("-").isdecimal() and -1 <= int(text) < model.ncam:
        return int(text)
    known = ", ".join(name or str(i) for i, name in enumerate(names)) or "none of its own"
    raise UsageError(f"there is no camera {text!r}; the model has: {known}; -1 is the free one")


def render(
    model: Annotated[str, MODEL],
    output: Annotated[Path | None, Option(help="Picture to write: a .png file.")] = None,
    video: Annotated[Path | None, Option(help="Film to write: a .mp4 or .gif file.")] = None,
    camera: Annotated[str, Option(help="Name or number of a camera; -1 is the free one.")] = "-1",
    size: Annotated[str, Option(metavar="WIDTHxHEIGHT", help="Pixels of the picture.")] = "640x480",
    seconds: Annotated[float | None, Option(min=0.0, help="Simulated time before a picture, or of a film.")] = None,
    keyframe: Annotated[str | None, Option(help="Start at this keyframe: its name or number.")] = None,
    depth: Annotated[bool | None, Option("--depth/--segmentation", help="Show distances, or objects.")] = None,
) -> None:
    """Write a picture of a model as it is at its beginning, or a film of what it does."""
    import corten

    kind = "rgb" if depth is None else ("depth" if depth else "segmentation")
    if output is not None and video is not None:
        raise UsageError("give --output for a picture or --video for a film, not both")
    png_file(output)
    width, height = size_of(size)
    loaded = load(model)
    data = loaded.make_data()
    if keyframe is not None:
        corten.reset_data(loaded, data, keyframe_number(loaded, keyframe))
    with corten.Renderer(loaded, height, width) as renderer:
        renderer.choose(kind)
        shot = Shot(loaded, data, renderer, camera_of(loaded, camera), kind)
        if video is not None:
            try:
                film(shot, video, 2.0 if seconds is None else seconds)
            except ModuleNotFoundError as error:
                raise UsageError(str(error)) from None
            print(f"wrote {video}")
            return
        target = output or Path(f"{Path(model).stem}.png")
        take(shot, target, seconds or 0.0)
        print(f"wrote {target}")


class Shot:
    """A model in motion, and the camera that looks at it."""

    def __init__(self, model: "Model", data: Any, renderer: "Renderer", camera: str | int, kind: str):
        self.model, self.data, self.renderer, self.camera, self.kind = model, data, renderer, camera, kind

    def advance(self, steps: int) -> None:
        """Simulate some steps."""
        import corten

        if steps:
            corten.step(self.model, self.data, nstep=steps)

    def picture(self) -> "np.ndarray":
        """Return what the camera sees now, as colours."""
        import corten
        from corten.render.picture import as_colours

        corten.forward(self.model, self.data)
        self.renderer.update_scene(self.data, self.camera)
        return as_colours(self.renderer.render(), self.kind)


def take(shot: Shot, target: Path, seconds: float) -> None:
    """Write one picture after some simulated time."""
    from corten.cli.text import progress_bar
    from corten.render.files import write_png

    step = shot.model.opt.timestep
    steps = round(seconds / step)
    with progress_bar("simulating", max(seconds, step)) as bar:
        for done in range(0, steps, 50):
            shot.advance(min(50, steps - done))
            bar.completed = done * step
    write_png(target, shot.picture())


def film(shot: Shot, target: Path, seconds: float) -> None:
    """Write a film in real time, with as many frames a second as steps allow, 30 at most, 25 in a GIF."""
    from corten.cli.text import progress_bar
    from corten.render.video import open_video

    step, wanted = float(shot.model.opt.timestep), 25.0 if target.suffix.lower() == ".gif" else 30.0
    every = max(1, round(1.0 / (wanted * step)))
    frames = max(1, round(seconds / (every * step)))
    size = shot.renderer.height, shot.renderer.width
    bar = progress_bar("filming", frames * every * step)
    with bar, open_video(target, size, 1.0 / (every * step)) as sink:
        for frame in range(frames):
            sink.add(shot.picture())
            shot.advance(every)
            bar.completed = (frame + 1) * every * step


# ---------------------------------------------------------------- `corten view`: a model in the browser


def view(
    model: Annotated[str, MODEL],
    port: Annotated[int | None, Option(min=0, max=65535, help="Port of the page; 0 for any free one.")] = None,
    host: Annotated[str, Option(help="Address to serve at; 0.0.0.0 shows the page to other machines.")] = "127.0.0.1",
    no_open: Annotated[bool, Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Show a model in the browser and simulate it there; it is loaded again whenever its file changes."""
    from corten import viewer

    viewer.launch_from_path(model_file(model), host=host, port=port, open_browser=not no_open)
