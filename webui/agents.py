"""What browsers say of themselves (RFC 9110, 10.1.5), in a few words by which people know their devices."""

from __future__ import annotations

_SYSTEMS = {
    "iPhone": "iPhone", "iPad": "iPad", "Android": "Android", "CrOS": "Chromebook", "SMART-TV": "TV", "SmartTV": "TV", "Web0S": "TV",
    "Windows": "Windows", "Macintosh": "Mac", "Linux": "Linux",
}  # fmt: skip

_BROWSERS = {
    "Edg": "Edge", "OPR/": "Opera", "SamsungBrowser": "Samsung Internet", "Firefox": "Firefox", "FxiOS": "Firefox", "CriOS": "Chrome",
    "Chrome": "Chrome", "Safari": "Safari",
}  # fmt: skip
"""Each by the word that gives it away; most browsers name others, too, so the first that is found counts."""


def browser_of(user_agent: str) -> str:
    """Browser and kind of device, such as ``Safari, iPhone``; empty where neither is known. Nothing of the text itself is in it."""
    found = (next((name for word, name in known.items() if word in user_agent), "") for known in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, found))
