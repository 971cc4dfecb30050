"""Serves a built page from this machine."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of a folder, silently."""

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@contextmanager
def serving(folder: Path, handler: type[Handler] = Handler, port: int = 0) -> Iterator[ThreadingHTTPServer]:
    """Return a context manager that serves a folder, by default at a free port, and yields the server."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(handler, directory=str(folder))) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield running
        finally:
            running.shutdown()
            thread.join()


def address_of(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}/"
