"""The page: what the live table does, for every screen in the local network."""

from webui.access import Access
from webui.app import create_app
from webui.boxes import BoxFolder
from webui.server import Server
from webui.site import Site

__all__ = ["Access", "BoxFolder", "Server", "Site", "create_app"]
