"""Keys, as in MuJoCo's viewer; a callback of the user gets GLFW's numbers of those that were pressed."""

from collections.abc import Callable
from typing import Any

from corten.viewer.simulation import Simulation

# GLFW's numbers of keys that are not letters or digits, whose number is that of the character
NAMED_KEYS = {
    "space": 32,
    "escape": 256,
    "enter": 257,
    "tab": 258,
    "backspace": 259,
    "insert": 260,
    "delete": 261,
    "arrowright": 262,
    "arrowleft": 263,
    "arrowdown": 264,
    "arrowup": 265,
    "pageup": 266,
    "pagedown": 267,
    "home": 268,
    "end": 269,
}
KEYS = {letter: ord(letter) for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"} | NAMED_KEYS


def listen_to_keys(
    server: Any, simulation: Simulation, is_passive: bool, key_callback: Callable[[int], None] | None
) -> None:
    """Give keys their meaning: space plays and pauses, the right arrow steps, backspace resets."""
    own: dict[str, tuple[str, Callable[[], None]]] = {"backspace": ("Reset", simulation.reset)}
    if not is_passive:
        own["space"] = ("Play or pause", lambda: simulation.play(not simulation.running))
        own["arrowright"] = ("Step", simulation.step_once)
    if key_callback is None:
        for key, (name, act) in own.items():
            server.gui.add_command(name, hotkey=key).on_trigger(_called(act))
        return
    for key, number in KEYS.items():
        name, act = own.get(key, (f"Key {key}", None))
        command = server.gui.add_command(name, hotkey=key)
        if act is not None:
            command.on_trigger(_called(act))
        command.on_trigger(_called(key_callback, number))


def _called(function: Callable[..., None], *arguments: Any) -> Callable[[Any], None]:
    return lambda _: function(*arguments)
