"""`corten docs`: the manual in the browser."""

import hashlib
from pathlib import Path
from typing import Annotated

from corten.cli.arguments import Option

BUILD = Option(help="Write the site into this folder and end, instead of opening it.")


def docs(
    build: Annotated[Path | None, BUILD] = None,
    port: Annotated[int, Option(min=0, max=65535, help="Port of the page; 0 for any free one.")] = 0,
    no_open: Annotated[bool, Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Open the manual in the browser. It is built first if need be, by MkDocs: pip install corten[docs]."""
    from corten.cli.manual import build_manual

    if build is not None:
        build_manual(build)
        print(f"wrote {build / 'index.html'}")
        return
    serve(kept_site(), port, not no_open)


def kept_site() -> Path:
    """Return the folder of the built manual, which is built again when a page has changed."""
    from corten.cli.manual import ROOT_PAGES, SETTINGS, build_manual, sources
    from corten.runtime.disk_cache import cache_folder

    pages, root = sources()
    digest = hashlib.sha256(SETTINGS.encode())
    for file in sorted([*pages.rglob("*.*"), *(root / name for name in ROOT_PAGES)]):
        digest.update(file.read_bytes() if file.is_file() else b"")
    site = Path(cache_folder()) / f"manual-{digest.hexdigest()[:16]}"
    if not (site / "index.html").is_file():
        from corten.runtime.notices import log

        log("building the manual (once; it is kept on disk) ...")
        build_manual(site)
    return site


def serve(site: Path, port: int, opens: bool) -> None:
    """Serve a folder to this machine until Ctrl-C: its search needs more than files that are opened by themselves."""
    import functools
    import http.server
    import webbrowser

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing about single requests."""

    handler = functools.partial(Quiet, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), handler) as server:
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        print(f"the manual is at {address}; Ctrl-C ends it", flush=True)
        if opens:
            webbrowser.open(address)
        server.serve_forever()
