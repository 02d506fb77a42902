"""Everybody has a share, and the host's is nobody else's."""

from __future__ import annotations

from contextlib import ExitStack
from http import HTTPStatus

import pytest

from webui.site import Refusal, Shares

BUSY = HTTPStatus.SERVICE_UNAVAILABLE


def test_who_has_all_of_a_share_gets_no_more_until_some_is_given_back() -> None:
    shares = Shares(each=2, together=10, host=5, status=BUSY, line="")
    with shares.take(["Anna's"]):
        with shares.take(["Anna's"]), pytest.raises(Refusal), shares.take(["Anna's"]):
            pass
        with shares.take(["Anna's"]), shares.take(["Ben's"], 2):
            pass


def test_a_device_has_no_more_for_coming_from_many_addresses_and_an_address_for_being_many_devices() -> None:
    shares = Shares(each=1, together=10, host=5, status=BUSY, line="")
    with shares.take(["192.168.1.7", "device"]):
        for names in (["192.168.1.8", "device"], ["192.168.1.7", "another"]):
            with pytest.raises(Refusal), shares.take(names):
                pass


def test_the_host_has_something_left_when_all_others_together_have_everything() -> None:
    shares = Shares(each=1, together=3, host=2, status=BUSY, line="")
    with ExitStack() as stack:
        for number in range(3):
            stack.enter_context(shares.take([f"{number}"]))
        with pytest.raises(Refusal), shares.take(["one more"]):
            pass
        with shares.take(["host"], 2, is_host=True):
            pass
