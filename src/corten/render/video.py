"""Films: MP4 through ffmpeg, GIF without anything, and either in a notebook."""

import base64
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from corten.render.files import GifWriter

Bytes = NDArray[np.uint8]

REMEDY = "films other than GIF need imageio-ffmpeg: pip install 'corten[viewer]', or write a .gif"


class FrameSink(Protocol):
    """What takes frames of one size, one after the other."""

    def add(self, frame: Bytes) -> None:
        """Take a frame."""
        ...


@contextmanager
def open_video(path: str | PathLike[str], size: tuple[int, int], fps: float) -> Iterator[FrameSink]:
    """Open a film of a height and width; the ending of its name says what it is: .gif, .mp4 or what ffmpeg knows."""
    if Path(path).suffix.lower() == ".gif":
        with open(path, "wb") as stream:
            writer = GifWriter(stream, fps)
            yield writer
            writer.end()
        return
    yield from _ffmpeg(path, size, fps)


class _Pipe:
    """Frames on their way to ffmpeg."""

    def __init__(self, generator: Any):
        self._generator = generator

    def add(self, frame: Bytes) -> None:
        """Hand over a frame."""
        self._generator.send(np.ascontiguousarray(frame))


def _ffmpeg(path: str | PathLike[str], size: tuple[int, int], fps: float) -> Iterator[FrameSink]:
    try:
        import imageio_ffmpeg
    except ImportError:
        raise ModuleNotFoundError(REMEDY) from None
    height, width = size
    generator = imageio_ffmpeg.write_frames(
        str(path),
        (width, height),
        fps=fps,  # pyright: ignore[reportArgumentType]
        macro_block_size=1,
        quality=7,
    )
    generator.send(None)
    try:
        yield _Pipe(generator)
    finally:
        generator.close()


def write_video(path: str | PathLike[str], frames: Sequence[Bytes] | NDArray, fps: float = 30.0) -> None:
    """Write frames (n, height, width, 3) of uint8 into a film."""
    if not len(frames):
        raise ValueError("a film has at least one frame")
    height, width = np.asarray(frames[0]).shape[:2]
    with open_video(path, (height, width), fps) as film:
        for frame in frames:
            film.add(np.asarray(frame))


class VideoView:
    """A film that notebooks show."""

    def __init__(self, gif: bytes):
        self.gif = gif

    def _repr_html_(self) -> str:
        return f'<img src="data:image/gif;base64,{base64.b64encode(self.gif).decode()}"/>'

    def save(self, path: str | PathLike[str]) -> None:
        """Write the film into a GIF file."""
        Path(path).write_bytes(self.gif)


def show_video(frames: Iterable[Bytes], fps: float = 30.0) -> VideoView:
    """Return frames (n, height, width, 3) of uint8 as a film that a notebook shows; `save` writes it into a file."""
    stream = io.BytesIO()
    writer = GifWriter(stream, fps)
    for frame in frames:
        writer.add(np.asarray(frame))
    writer.end()
    return VideoView(stream.getvalue())
