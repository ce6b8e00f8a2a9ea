"""Texts, pictures and figures that scripts show beside the scene: `viewer.set_texts` and the like, in the panel."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

# colours of the lines of figures that have none of their own
COLOURS = ("#3b82f6", "#ef4444", "#10b981", "#f59e0b", "#8b5cf6", "#ec4899", "#14b8a6", "#64748b")


def listed(given: Any) -> list[Any]:
    """Return what is given one by one, or as a list, as a list."""
    return [given] if isinstance(given, tuple) else list(given)


class Overlays:
    """What scripts show on a page: the tab that it is in is there as soon as there is something."""

    def __init__(self, server: Any, tabs: Any):
        self._server, self._tabs = server, tabs
        self._tab: Any = None
        self._shown: dict[str, list[Any]] = {"texts": [], "images": [], "figures": []}
        self._lock = threading.Lock()

    def texts(self, texts: Sequence[tuple[Any, Any, str | None, str | None]]) -> None:
        """Show texts, each in two columns, whose lines stand beside each other."""
        rows = [row for _, _, left, right in texts for row in text_rows(left or "", right or "")]
        content = "\n".join(["| | |", "|---|---|", *(f"| {left} | {right} |" for left, right in rows)]) if rows else ""
        with self._lock:
            known = self._shown["texts"]
            if known and content:
                known[0].content = content
                return
        self.clear("texts")
        if content:
            self._add("texts", lambda gui: gui.add_markdown(content))

    def images(self, images: Sequence[tuple[Any, Any]]) -> None:
        """Show pictures (height, width, 3), each with the rectangle that MuJoCo would put it into."""
        pictures = [np.asarray(image, np.uint8) for _, image in images]
        with self._lock:
            known = self._shown["images"]
            if len(known) == len(pictures):
                for handle, picture in zip(known, pictures, strict=True):
                    handle.image = picture
                return
        self.clear("images")
        for picture in pictures:
            self._add("images", lambda gui, picture=picture: gui.add_image(picture))

    def figures(self, figures: Sequence[tuple[Any, Any]]) -> None:
        """Show figures with the words of MuJoCo's MjvFigure: title, linename, linedata, linepnt."""
        plots = [figure_series(figure) for _, figure in figures]
        with self._lock:
            known = self._shown["figures"]
            if [len(plot.data) for plot in known] == [len(data) for _, data, _ in plots]:
                for handle, (_, data, _) in zip(known, plots, strict=True):
                    handle.data = data
                return
        self.clear("figures")
        for title, data, series in plots:
            named = {"title": title, "scales": {"x": {"time": False}}, "aspect": 1.6}
            self._add("figures", lambda gui, d=data, s=series, n=named: gui.add_uplot(d, s, **n))

    def clear(self, kind: str) -> None:
        """Take texts, images or figures off the page."""
        with self._lock:
            handles, self._shown[kind] = self._shown[kind], []
        for handle in handles:
            handle.remove()

    def _add(self, kind: str, make: Any) -> None:
        with self._lock:
            if self._tab is None:
                self._tab = self._tabs.add_tab("Script")
            with self._tab:
                self._shown[kind].append(make(self._server.gui))


def text_rows(left: str, right: str) -> list[tuple[str, str]]:
    """Return the lines of two columns of text beside each other, as a table can hold them."""
    columns = [text.replace("|", "\\|").split("\n") for text in (left, right)]
    count = max(map(len, columns))
    padded = [column + [""] * (count - len(column)) for column in columns]
    return list(zip(*padded, strict=True))


def figure_series(figure: Any) -> tuple[str, tuple[np.ndarray, ...], tuple[dict[str, Any], ...]]:
    """Return title, data and lines of a figure; all lines share the places of the longest one."""
    counts = np.asarray(figure.linepnt).astype(int)
    lines = np.flatnonzero(counts > 0)
    data = np.asarray(figure.linedata, float)
    points = [data[i, : 2 * counts[i]].reshape(-1, 2) for i in lines]
    x = np.unique(np.concatenate([line[:, 0] for line in points])) if points else np.zeros(1)
    columns = [np.interp(x, *line[np.argsort(line[:, 0], kind="stable")].T) for line in points]
    names = [_text(figure.linename[i]) or f"line {i}" for i in lines]
    series = [{"label": name, "stroke": COLOURS[i % len(COLOURS)], "width": 1} for i, name in enumerate(names)]
    return _text(figure.title), (x, *columns), ({"label": _text(getattr(figure, "xlabel", "")) or "x"}, *series)


def _text(given: Any) -> str:
    return given.decode() if isinstance(given, bytes) else str(given)
