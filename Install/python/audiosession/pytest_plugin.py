# SPDX-License-Identifier: Apache-2.0
"""The fixture `phone`; the story of a failed test; pages of failed tests.

    def test_a_call_pauses_the_music(phone):
        phone.step("play", app="music", sound="song")
        phone.step("call", phase="incoming").expect(heard=["ringtone"])

    @pytest.mark.phone("iOS14", microphone="speech.wav")    # another rule book, else the newest; a file to record
    def test_an_older_phone(phone): ...
"""

from __future__ import annotations

import os
import re
from typing import Iterator, List, Optional

import pytest

from _pytest.runner import runtestprotocol

from ._disrupted import PATIENCE, Series
from ._phone import Phone, PhoneEnded


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("audiosession").addoption(
        "--audiosession-report", metavar="DIR", help="write a page with a timeline into DIR for each failed test")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "phone(rules=None, microphone=None): the rule book of the fixture `phone`, else the newest; a WAV file that apps record")
    config.addinivalue_line(
        "markers",
        "disrupted(*disruptions, without=()): run the test again for each gap between two calls of its phone and each "
        "disruption, and judge how the app responds")
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
    microphone = mark.kwargs.get("microphone") if mark else None
    disrupted = request.node.get_closest_marker("disrupted")
    if disrupted:
        series = getattr(request.node, "_audiosession_series", None)
        if series is None:
            series = Series(rules, disrupted.args, disrupted.kwargs.get("without", ()), microphone)
            request.node._audiosession_series = series
        phone = series.phone(getattr(request.node, "_audiosession_place", None))
        request.node._audiosession_phone = phone
        try:
            yield phone
        finally:
            phone.close()
        return
    with Phone(rules, microphone=microphone) as phone:
        request.node._audiosession_phone = phone
        yield phone


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: Optional[pytest.Item]) -> Optional[bool]:
    """Runs a disrupted test as often as it takes, and reports it once."""
    if item.get_closest_marker("disrupted") is None or "phone" not in getattr(item, "fixturenames", ()):
        return None
    item._audiosession_series, item._audiosession_place = None, None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    # With its parent as the next, the test itself is torn down, and what has a larger scope stays.
    reports = runtestprotocol(item, log=False, nextitem=item.parent)
    series = item._audiosession_series
    try:
        if series is not None and all(report.passed for report in reports):
            _disrupt(item, series, reports)
    finally:
        if series is not None:
            series.close()
    item.session._setupstate.teardown_exact(nextitem)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def _disrupt(item: pytest.Item, series: Series, reports: "List[pytest.TestReport]") -> None:
    call = next(report for report in reports if report.when == "call")
    places = series.places()
    seconds = sum(report.duration for report in reports)
    if seconds * len(places) > PATIENCE:
        texts = [
            f"the test was not disrupted: it takes {seconds * 1000:.0f} ms of real time, and its {len(places)} runs would take "
            f"{seconds * len(places):.0f} s; let time pass by phone.step(\"wait\", at=…), or name fewer disruptions"]
    else:
        for item._audiosession_place in places:
            runtestprotocol(item, log=False, nextitem=item.parent)
        item._audiosession_place = None
        texts = series.reports()
    if texts:
        call.outcome, call.longrepr = "failed", "\n\n".join(texts)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()
    phone = getattr(item, "_audiosession_phone", None)
    if getattr(item, "_audiosession_place", None):
        return  # A disrupted run is judged, and its failures do not count.
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
