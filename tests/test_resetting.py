"""Breaking a connection: the one of the client, and no other. Under servers: ``test_leaving``."""

import socket
from collections.abc import Iterator

import pytest

from rystic_asgi.asgi.resetting import reset_connection


@pytest.fixture(params=["127.0.0.1", "::1"])
def listener(request: pytest.FixtureRequest) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in request.param else socket.AF_INET
    try:
        listening = socket.create_server((request.param, 0), family=family)
    except OSError:
        pytest.skip("no such address here")
    with listening:
        yield listening


def test_a_client_sees_its_connection_reset_and_others_go_on(listener: socket.socket) -> None:
    address = listener.getsockname()[:2]
    with socket.create_connection(address) as client, socket.create_connection(address) as other:
        accepted, named = listener.accept()
        beside, _ = listener.accept()
        with accepted, beside:
            assert reset_connection({"client": named[:2]})
            beside.sendall(b"on")

            with pytest.raises(ConnectionResetError):
                client.recv(1)
            assert other.recv(2) == b"on"
            assert accepted.fileno() > 0


@pytest.mark.parametrize("client", [pytest.param(None, id="none"), pytest.param(("127.0.0.1", 0), id="of-no-port")])
def test_without_a_connection_nothing_is_reset(client: tuple[str, int] | None) -> None:
    ours, other = socket.socketpair()
    with ours, other:
        assert not reset_connection({"client": client})
        ours.sendall(b"on")

        assert other.recv(2) == b"on"


def test_a_scope_without_a_client_has_no_connection() -> None:
    assert not reset_connection({})
