"""What the server of the inspector answers, and what it refuses."""

from __future__ import annotations

import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from framescope.harness.inspector_server import InspectorServer
from framescope.inspector.page import page_text

CONTENT = bytes(range(256)) * 4000


@pytest.fixture
def capture(tmp_path: Path) -> Path:
    """A file that is served; its neighbour is not."""
    (tmp_path / "secret.txt").write_bytes(b"secret")
    path = tmp_path / "a b%.sgpt"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def server(capture: Path) -> Iterator[InspectorServer]:
    """It, running in a thread."""
    ended = threading.Event()
    with InspectorServer({"a b%.sgpt": capture, "x/s.sgpt": capture}) as running:
        running.timeout = 0.01
        thread = threading.Thread(target=running.serve_until, args=(ended.is_set,))
        thread.start()
        yield running
        ended.set()
        thread.join()


def ask(
    server: InspectorServer, path: str, method: str = "GET", headers: Mapping[str, str] | None = None
) -> tuple[http.client.HTTPResponse, bytes]:
    """One request, and its answer whole."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    connection.request(method, path, headers=dict(headers or {}))
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_the_page_is_at_the_root(server: InspectorServer) -> None:
    """With its own policy as a header too."""
    answer, body = ask(server, "/?file=x#view=timeline")
    policy = re.search(rb'Content-Security-Policy" content="([^"]+)"', body)
    assert (answer.status, body.decode()) == (200, page_text())
    assert policy is not None
    assert answer.headers["Content-Security-Policy"] == f"{policy[1].decode()}; frame-ancestors 'none'"


def test_captures_are_listed_by_name(server: InspectorServer) -> None:
    """In the order they were given; whether to look again is said too."""
    assert json.loads(ask(server, "/captures.json")[1]) == {"captures": ["a b%.sgpt", "x/s.sgpt"], "follow": False}


@pytest.mark.parametrize("path", ["/captures/a%20b%25.sgpt", "/captures/x%2Fs.sgpt", "/captures/x/s.sgpt"])
def test_a_capture_is_served_whole(server: InspectorServer, path: str) -> None:
    """Byte for byte, under its name as a browser writes it."""
    answer, body = ask(server, path)
    assert (answer.status, body == CONTENT, answer.headers["Accept-Ranges"]) == (200, True, "bytes")


def test_head_tells_the_size_alone(server: InspectorServer) -> None:
    """What a page asks before it reads ranges."""
    answer, body = ask(server, "/captures/x%2Fs.sgpt", "HEAD")
    assert (answer.status, answer.headers["Content-Length"], body) == (200, str(len(CONTENT)), b"")


@pytest.mark.parametrize(
    ("asked", "part"),
    [("bytes=5-9", slice(5, 10)), ("bytes=-7", slice(-7, None)), ("bytes=1023990-", slice(1023990, None))],
)
def test_a_range_is_served(server: InspectorServer, asked: str, part: slice) -> None:
    """With its place in the whole."""
    answer, body = ask(server, "/captures/x%2Fs.sgpt", headers={"Range": asked})
    first, stop, _ = part.indices(len(CONTENT))
    assert (answer.status, body) == (206, CONTENT[part])
    assert answer.headers["Content-Range"] == f"bytes {first}-{stop - 1}/{len(CONTENT)}"


@pytest.mark.parametrize("asked", ["bytes=1024000-", "bytes=9-5", "bytes=0-1,3-4", "pages=1-2"])
def test_a_range_that_is_none_is_refused_with_the_size(server: InspectorServer, asked: str) -> None:
    """416, and what there would be."""
    answer, _ = ask(server, "/captures/x%2Fs.sgpt", headers={"Range": asked})
    assert (answer.status, answer.headers["Content-Range"]) == (416, f"bytes */{len(CONTENT)}")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "", "[::1]:{port}"]
)
def test_another_host_is_refused(server: InspectorServer, host: str) -> None:
    """A name that was made to lead here is not this server's name."""
    answer, body = ask(server, "/captures.json", headers={"Host": host.format(port=server.port)})
    assert (answer.status, b"captures" in body) == (403, False)


def test_a_request_without_a_host_is_refused(server: InspectorServer) -> None:
    """As one with a wrong host."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(b"GET /captures.json HTTP/1.0\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/captures",
            "/captures/",
            "/captures/nothing",
            "/secret.txt",
            "/captures/secret.txt",
            "/captures/../secret.txt",
        ),
        *(
            "/captures/%2e%2e/secret.txt",
            "/captures/..%2fsecret.txt",
            "//etc/passwd",
            "/%00",
            "/captures/x",
            "/index.html",
        ),
        *("/captures/%252e%252e%252fsecret.txt", "/captures/..%5csecret.txt"),
        *("/src/main.tsx", "*", "/captures//x/s.sgpt", "/captures/%ff"),
    ],
)
def test_nothing_else_is_served(server: InspectorServer, path: str) -> None:
    """No folder, no listing, no neighbour, no way up."""
    answer, body = ask(server, path)
    assert (answer.status, body) == (404, b"there is nothing here\n")


@pytest.mark.parametrize("target", ["http://evil.example/captures.json", "http://127.0.0.1/captures.json"])
def test_a_proxy_is_what_it_is_not(server: InspectorServer, target: str) -> None:
    """Asked for a whole address it gives nothing, whatever host the head names beside it."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 404 ")


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"])
def test_nothing_can_be_changed(server: InspectorServer, method: str) -> None:
    """It reads; asked whether another origin may read, it gives no leave."""
    answer, _ = ask(server, "/captures.json", method, {"Origin": "http://evil.example"})
    assert (answer.status, answer.headers["Access-Control-Allow-Origin"]) == (501, None)


@pytest.mark.parametrize("path", ["/", "/captures.json", "/captures/x%2Fs.sgpt", "/nothing"])
def test_every_answer_keeps_other_pages_out(server: InspectorServer, path: str) -> None:
    """Not sniffed, not stored, not embedded, not readable across origins."""
    headers = ask(server, path, headers={"Origin": "http://evil.example"})[0].headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Cache-Control"] == "no-store"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Access-Control-Allow-Origin"] is None


def test_a_capture_that_went_away_is_told(server: InspectorServer, capture: Path) -> None:
    """As missing; the server stays."""
    capture.unlink()
    answer, body = ask(server, "/captures/x%2Fs.sgpt")
    assert (answer.status, body) == (404, b"the capture is not there any more\n")
    assert ask(server, "/captures.json")[0].status == 200


def test_a_capture_that_grows_is_served_as_it_is_now(server: InspectorServer, capture: Path) -> None:
    """Each request sees the size of its moment."""
    with capture.open("ab") as file:
        file.write(b"more")
    answer, body = ask(server, "/captures/x%2Fs.sgpt", headers={"Range": f"bytes={len(CONTENT)}-"})
    assert (body, answer.headers["Content-Range"]) == (
        b"more",
        f"bytes {len(CONTENT)}-{len(CONTENT) + 3}/{len(CONTENT) + 4}",
    )


def test_a_file_that_took_the_place_of_another_is_known(server: InspectorServer, capture: Path) -> None:
    """The page is told which file it reads from, and sees that it is another."""
    before = ask(server, "/captures/x%2Fs.sgpt", "HEAD")[0].headers["Capture-File"]
    again = ask(server, "/captures/x%2Fs.sgpt", "HEAD")[0].headers["Capture-File"]
    (capture.parent / "new").write_bytes(CONTENT)
    (capture.parent / "new").replace(capture)
    after = ask(server, "/captures/x%2Fs.sgpt", "HEAD")[0].headers["Capture-File"]
    assert (before == again, before == after) == (True, False)


def test_small_answers_on_one_connection_come_without_delay(server: InspectorServer) -> None:
    """Two hundred ranges over one connection; with delayed receipts they take eight seconds."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=3)
    for offset in range(200):
        connection.request("GET", "/captures/x%2Fs.sgpt", headers={"Range": f"bytes={offset}-{offset + 99}"})
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (206, CONTENT[offset : offset + 100])
    connection.close()
