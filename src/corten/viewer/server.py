"""The web server behind the page: opened with clear words for what can go wrong, and without chatter."""

import socket
from typing import Any

from corten.errors import ViewerError

# the first port that is tried where none is asked for, and how many
FIRST_PORT, PORTS = 8080, 50
# what programs without the rights of an administrator may ask for; 0 lets the system choose
LOWEST_PORT, HIGHEST_PORT = 0, 65535


def open_server(host: str, port: int | None, title: str) -> Any:
    """Return a viser server; an explicit port is taken or refused, otherwise the next free one is found."""
    try:
        import viser  # pyright: ignore[reportMissingImports]: an extra
    except ImportError as error:
        raise ViewerError(f"the viewer needs viser: `pip install corten[viewer]` installs it ({error})") from error
    import rich

    number = find_port(host, port)
    # viser announces itself through rich's console; who starts a viewer has words of their own
    console = rich.get_console()
    quiet, console.quiet = console.quiet, True
    try:
        server = viser.ViserServer(host=host, port=number, label=title, verbose=False)
    finally:
        console.quiet = quiet
    # nothing that needs a network beyond this machine
    server.gui.configure_theme(show_logo=False, show_share_button=False, control_width="medium")
    return server


def close_server(server: Any) -> None:
    """Stop a server."""
    import rich

    console = rich.get_console()
    quiet, console.quiet = console.quiet, True
    try:
        server.stop()
    finally:
        console.quiet = quiet


def find_port(host: str, port: int | None) -> int:
    """Return a port that is free, or say what is wrong with the one that was asked for."""
    if port is None:
        free = (number for number in range(FIRST_PORT, FIRST_PORT + PORTS) if _why_taken(host, number) is None)
        found = next(free, None)
        if found is None:
            raise ViewerError(f"none of the ports {FIRST_PORT} to {FIRST_PORT + PORTS - 1} of {host} is free")
        return found
    if not LOWEST_PORT <= port <= HIGHEST_PORT:
        raise ViewerError(f"port {port} does not exist; ports go from {LOWEST_PORT} (any free one) to {HIGHEST_PORT}")
    trouble = _why_taken(host, port)
    if trouble is not None:
        raise ViewerError(f"port {port} of {host} cannot be used: {trouble}; another one may be free")
    return port


def _why_taken(host: str, port: int) -> str | None:
    """Return what keeps a port from being opened, or None."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        return error.strerror or str(error)
    return None
