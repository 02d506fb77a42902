"""The page: what the live table does, for every screen in the local network."""

from webui.access import Access
from webui.app import create_app

__all__ = ["Access", "create_app"]
