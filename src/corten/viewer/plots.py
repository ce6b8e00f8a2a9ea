"""Curves of sensors, energies and the like over time."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.data import set_state
from corten.enums import EnableBit
from corten.pipeline import forward
from corten.viewer.scene import label
from corten.viewer.snapshot import Snapshot

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

# moments that a plot remembers: ten seconds of sixty each
MOMENTS = 600
# curves in a plot
CURVES = 8
COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#e377c2", "#17becf")
NO_PLOT = "choose ..."


class Signal(NamedTuple):
    """What can be plotted: the names of its curves, and their values at a moment."""

    curves: tuple[str, ...]
    read: Callable[[Snapshot], Floats]


def signals(model: "Model") -> dict[str, Signal]:
    """Return everything that can be plotted, by name."""
    found = {"energy": Signal(("potential", "kinetic", "total"), EnergyMonitor(model))}
    for sensor in range(model.nsensor):
        first, count = int(model.sensor_adr[sensor]), min(int(model.sensor_dim[sensor]), CURVES)
        name = label(model, "sensor", sensor)
        curves = tuple(f"{k}" for k in range(count)) if count > 1 else (name,)
        found[f"sensor {name}"] = Signal(curves, _part("sensordata", first, count))
    found["contacts"] = Signal(("contacts",), lambda snapshot: np.array([float(snapshot.ncon)]))
    for field, count in (("qpos", model.nq), ("qvel", model.nv), ("ctrl", model.nu)):
        if count:
            some = min(count, CURVES)
            found[field] = Signal(tuple(f"{field}[{k}]" for k in range(some)), _part(field, 0, some))
    return found


def _part(field: str, first: int, count: int) -> Callable[[Snapshot], Floats]:
    return lambda snapshot: getattr(snapshot, field)[first : first + count]


class EnergyMonitor:
    """Potential, kinetic and total energy [J] of a moment, computed on a copy: neither model nor data are touched."""

    def __init__(self, model: "Model"):
        self._source, self._model, self._data = model, None, None

    def __call__(self, snapshot: Snapshot) -> Floats:
        """Return the three energies; NaN where the snapshot has no state to compute them of."""
        if snapshot.state is None:
            return np.full(3, np.nan)
        if self._model is None or self._data is None:
            self._model = self._source.copy()
            self._model.opt.enableflags |= EnableBit.ENERGY
            self._data = self._model.make_data()
        set_state(self._model, self._data, snapshot.state)
        forward(self._model, self._data)
        potential, kinetic = self._data.energy.tolist()
        return np.array([potential, kinetic, potential + kinetic])


class Plot:
    """One signal over time on the page."""

    def __init__(self, server: Any, tab: Any, name: str, signal: Signal):
        self.name, self._signal = name, signal
        self._server, self._tab = server, tab
        self._moments: deque[Floats] = deque(maxlen=MOMENTS)
        self._handle: Any = None

    def record(self, snapshot: Snapshot) -> None:
        """Remember a moment; time that goes back begins a new curve."""
        if self._moments and self._moments[-1][0] >= snapshot.time:
            if self._moments[-1][0] == snapshot.time:
                return
            self._moments.clear()
        values = self._signal.read(snapshot)
        # a curve with holes is drawn with holes, but its axis is not
        if np.isfinite(values).all():
            self._moments.append(np.concatenate([[snapshot.time], values]))

    def show(self) -> None:
        """Send what is remembered."""
        # an axis needs two ends: the page does not recover from a chart that began without
        if len(self._moments) < 2:
            return
        data = tuple(np.array(column) for column in zip(*self._moments, strict=True))
        if self._handle is None:
            self._handle = self._make(data)
        self._handle.data = data

    def remove(self) -> None:
        """Take the plot off the page."""
        if self._handle is not None:
            self._handle.remove()

    def _make(self, data: tuple[Floats, ...]) -> Any:
        curves = enumerate(self._signal.curves)
        series = [{"label": "time"}, *({"label": name, "stroke": COLOURS[i], "width": 1} for i, name in curves)]
        with self._tab:
            return self._server.gui.add_uplot(
                data, tuple(series), title=self.name, scales={"x": {"time": False}}, aspect=1.6
            )


class Plots:
    """The plots that people have asked for."""

    def __init__(self, server: Any, tab: Any, model: "Model"):
        self._server, self._tab, self._signals = server, tab, signals(model)
        self._plots: list[Plot] = []
        # plots come and go by threads of the server while others draw them
        self._lock = threading.Lock()
        with tab:
            choice = server.gui.add_dropdown("plot", (NO_PLOT, *self._signals))
            choice.on_update(self._chosen)
            server.gui.add_button("Remove plots").on_click(lambda _: self.clear())

    @property
    def wants_energy(self) -> bool:
        """Whether energies are plotted."""
        return any(plot.name == "energy" for plot in self._plots)

    def add(self, name: str) -> None:
        """Plot a signal."""
        with self._lock:
            if all(plot.name != name for plot in self._plots):
                self._plots.append(Plot(self._server, self._tab, name, self._signals[name]))

    def clear(self) -> None:
        """Remove all plots."""
        with self._lock:
            for plot in self._plots:
                plot.remove()
            self._plots = []

    def record(self, snapshot: Snapshot) -> None:
        """Remember a moment."""
        with self._lock:
            for plot in self._plots:
                plot.record(snapshot)

    def show(self) -> None:
        """Send the curves."""
        with self._lock:
            for plot in self._plots:
                plot.show()

    def _chosen(self, event: Any) -> None:
        if event.target.value != NO_PLOT:
            self.add(event.target.value)
            event.target.value = NO_PLOT


# ---------------------------------------------------------------- texts, pictures and figures of scripts


# colours of the lines of figures that have none of their own
FIGURE_COLOURS = ("#3b82f6", "#ef4444", "#10b981", "#f59e0b", "#8b5cf6", "#ec4899", "#14b8a6", "#64748b")


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
    series = [
        {"label": name, "stroke": FIGURE_COLOURS[i % len(FIGURE_COLOURS)], "width": 1} for i, name in enumerate(names)
    ]
    return _text(figure.title), (x, *columns), ({"label": _text(getattr(figure, "xlabel", "")) or "x"}, *series)


def _text(given: Any) -> str:
    return given.decode() if isinstance(given, bytes) else str(given)
