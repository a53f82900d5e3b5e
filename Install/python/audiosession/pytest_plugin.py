# SPDX-License-Identifier: Apache-2.0
"""The fixture `phone`; the story of a failed test; pages of failed tests.

    def test_a_call_pauses_the_music(phone):
        phone.step("play", app="music", sound="song")
        phone.step("call", phase="incoming").expect(heard=["ringtone"])

    @pytest.mark.phone("iOS14")          # another rule book; else the newest
    def test_an_older_phone(phone): ...
"""

from __future__ import annotations

import os
import re
from typing import Iterator

import pytest

from ._phone import Phone, PhoneEnded


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("audiosession").addoption(
        "--audiosession-report", metavar="DIR", help="write a page with a timeline into DIR for each failed test")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "phone(rules): the rule book of the fixture `phone`; without it the newest")
    folder = config.getoption("--audiosession-report")
    if folder:
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise pytest.UsageError(f"--audiosession-report: cannot make {folder}: {error.strerror}") from error


@pytest.fixture
def phone(request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone in virtual time, of the test's own: nothing plays, and nothing is plugged in."""
    mark = request.node.get_closest_marker("phone")
    rules = mark.args[0] if mark and mark.args else mark.kwargs.get("rules") if mark else None
    with Phone(rules) as phone:
        request.node._audiosession_phone = phone
        yield phone


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()
    phone = getattr(item, "_audiosession_phone", None)
    # Without a step that was one there is no story.
    if phone is None or not phone._story.steps or call.when != "call" or not report.failed:
        return
    if phone.story not in report.longreprtext:
        report.sections.append(("what happened to the phone", phone.story))
    folder = item.config.getoption("--audiosession-report")
    if folder:
        path = os.path.join(folder, re.sub(r"[^\w.-]+", "-", item.nodeid) + ".html")
        try:
            phone.report(path, title=item.nodeid)
            report.sections.append(("audiosession", f"page: {path}"))
        except PhoneEnded as error:
            report.sections.append(("audiosession", str(error)))
