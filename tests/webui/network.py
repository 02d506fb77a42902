"""The network between a phone and the table, which can fail."""

from __future__ import annotations

import contextlib
import socket
import threading
from urllib.parse import urlsplit


class Network:
    """What lies between a phone and the server: connections through it can be cut, or go dead without a word."""

    def __init__(self, server: str) -> None:
        self._server = (urlsplit(server).hostname, urlsplit(server).port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._dead: set[socket.socket] = set()
        self._ends: list[socket.socket] = []
        self._passing: list[threading.Thread] = []
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Every connection that there is breaks; new ones can be made."""
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def go_dead(self) -> None:
        """Nothing comes through the connections that there are any more, and neither side is told.

        New ones can be made.
        """
        self._dead.update(self._ends)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._listener.close()
        self.cut()
        for thread in self._passing:
            thread.join()
        for end in self._ends:
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                server = socket.create_connection(self._server)
                self._ends += [phone, server]
                for one, other in ((phone, server), (server, phone)):
                    self._passing.append(threading.Thread(target=self._pass_on, args=(one, other), daemon=True))
                    self._passing[-1].start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(1 << 16):
                if one not in self._dead:
                    other.sendall(data)
        if one not in self._dead:
            with contextlib.suppress(OSError):
                other.shutdown(socket.SHUT_RDWR)
