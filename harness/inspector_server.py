"""Shows captures in a browser on this machine: the inspector's page, the captures it was started with, nothing else.

Bound to the loopback address. A request must name that address as its host: a page of another site whose name was made
to lead here (DNS rebinding) names its own. No answer may be read by, or shown inside, a page from elsewhere. Which file
an answer's bytes are from is in its ``Capture-File``: a path may lead to another one by now (``SGPT_FORMAT.md`` §10.4).
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import ThreadingTCPServer
from typing import Any, BinaryIO
from urllib.parse import unquote

from framescope.harness.byte_range import UnsatisfiableRange, byte_range
from framescope.inspector.page import content_policy, page_text

__all__ = ["LOOPBACK", "InspectorServer"]

LOOPBACK = "127.0.0.1"
_IDLE_S = 60.0  # a connection that asks for nothing is given up
_POLL_S = 0.2


class InspectorServer(ThreadingTCPServer):
    """Serves the page at ``/``, what there is at ``/captures.json``, and captures at ``/captures/NAME``.

    Args:
        captures: Files by the names the page is to call them.
        port: Where to listen; 0 takes a free one.
        follow: Tell the page to look again while a capture grows.

    Attributes:
        url: Where the page is.

    Raises:
        OSError: The port is taken, or not this account's to take.
    """

    daemon_threads = True
    request_queue_size = 64
    allow_reuse_address = os.name != "nt"  # there it would let two servers share a port

    def __init__(self, captures: Mapping[str, Path], *, port: int = 0, follow: bool = False) -> None:
        page = page_text()
        self.page = page.encode("utf-8")
        self.policy = f"{content_policy(page)}; frame-ancestors 'none'"
        self.captures = dict(captures)
        self.listing = json.dumps({"captures": list(captures), "follow": follow}).encode("ascii")
        super().__init__((LOOPBACK, port), _Handler)
        self.timeout = _POLL_S
        self.port = int(self.server_address[1])
        self.hosts = {f"{host}:{self.port}" for host in (LOOPBACK, "localhost")}
        self.url = f"http://{LOOPBACK}:{self.port}/"

    def serve_until(self, done: Callable[[], bool]) -> None:
        """Answer requests until ``done()``, which is asked a few times a second."""
        while not done():
            self.handle_request()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle is no fault worth a traceback."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    server: InspectorServer
    protocol_version = "HTTP/1.1"
    timeout = _IDLE_S
    wbufsize = 1 << 16  # head and body in one packet: apart, the second waits 40 ms for the first one's receipt
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._answer()

    def do_HEAD(self) -> None:
        self._answer()

    def _answer(self) -> None:
        if self.headers.get("Host", "").lower() not in self.server.hosts:
            return self._refuse(HTTPStatus.FORBIDDEN, f"this server answers to {LOOPBACK} alone")
        path = unquote(self.path.partition("?")[0], errors="replace")
        answers: dict[str, Callable[[], None]] = {
            "/": partial(self._give, self.server.page, "text/html; charset=utf-8"),
            "/captures.json": partial(self._give, self.server.listing, "application/json"),
            **{f"/captures/{name}": partial(self._give_file, file) for name, file in self.server.captures.items()},
        }
        answer = answers.get(path)
        if answer is None:
            return self._refuse(HTTPStatus.NOT_FOUND, "there is nothing here")
        answer()

    def _give_file(self, path: Path) -> None:
        try:
            file = path.open("rb")
        except OSError:
            return self._refuse(HTTPStatus.NOT_FOUND, "the capture is not there any more")
        with file:
            status = os.fstat(file.fileno())
            headers = {"Accept-Ranges": "bytes", "Capture-File": f"{status.st_dev:x}-{status.st_ino:x}"}
            try:
                part = byte_range(self.headers.get("Range"), status.st_size)
            except UnsatisfiableRange:
                headers["Content-Range"] = f"bytes */{status.st_size}"
                return self._refuse(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE, "no such bytes", headers)
            self._give_part(file, status.st_size, part, headers)

    def _give_part(self, file: BinaryIO, size: int, part: tuple[int, int] | None, headers: dict[str, str]) -> None:
        offset, length = (0, size) if part is None else part
        if part is not None:
            headers["Content-Range"] = f"bytes {offset}-{offset + length - 1}/{size}"
        status = HTTPStatus.OK if part is None else HTTPStatus.PARTIAL_CONTENT
        self._head(status, length, "application/octet-stream", headers)
        if self.command == "HEAD" or length == 0:
            return
        self.wfile.flush()
        if self.connection.sendfile(file, offset, length) < length:
            self.close_connection = True  # it was cut short meanwhile; the browser sees that bytes are missing

    def _give(self, content: bytes, kind: str) -> None:
        self._head(HTTPStatus.OK, len(content), kind)
        if self.command != "HEAD":
            self.wfile.write(content)

    def _refuse(self, status: HTTPStatus, why: str, headers: Mapping[str, str] | None = None) -> None:
        content = f"{why}\n".encode()
        self._head(status, len(content), "text/plain; charset=utf-8", headers)
        if self.command != "HEAD":
            self.wfile.write(content)

    def _head(self, status: HTTPStatus, length: int, kind: str, headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(length))
        self.send_header("Content-Security-Policy", self.server.policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-store")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def version_string(self) -> str:
        return "framescope"

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: a line for each range of a capture is no news."""
