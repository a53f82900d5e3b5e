"""The mark `disrupted`: which apps are reported, and what bad tests are told."""

import subprocess
import sys

import pytest

#: An app with one fault at most.
APP = """
import pytest

FAULT = "@FAULT@"

class App:
    def __init__(self, phone):
        self.phone, self.shows, self.resumes = phone, False, False
        phone.app(self.told, playing=lambda: self.shows)
        self.configure()

    def configure(self):
        self.phone.step("setCategory", app="app", category="playback")

    def play(self):
        self.shows = self.phone.step("play", app="app", sound="song").error is None

    def pause(self):
        self.phone.step("pause", app="app", sound="song")
        self.shows = self.resumes = False

    def told(self, event):
        if event["name"] == "interruption" and event["type"] == "began":
            self.resumes = self.shows or FAULT == "leavesPausedWhatWasPaused"
            self.shows = FAULT == "showsWhatIsHeard"
        elif event["name"] == "interruption":
            if self.resumes and FAULT != "resumes" and (
                event.get("shouldResume") or FAULT == "staysSilentWithoutShouldResume"
            ):
                self.play()
        elif event["name"] == "routeChange" and event["reason"] == "oldDeviceUnavailable":
            if FAULT != "pausesAtUnplug":
                self.pause()
        elif event["name"] == "mediaServicesWereReset":
            self.shows = self.resumes = False
            if FAULT != "startsAnewAfterReset":
                self.configure()

@pytest.mark.disrupted@ARGUMENTS@
def test_app(phone):
    app = App(phone)
    app.play()
    phone.step("wait", at=1).expect(heard=["app/song"])
    app.pause()
    phone.step("wait", at=2).expect(heard=[])
"""

FAULTS = [
    "resumes", "leavesPausedWhatWasPaused", "staysSilentWithoutShouldResume", "pausesAtUnplug", "startsAnewAfterReset",
    "showsWhatIsHeard",
]


def run(folder, text):
    """The status and the output of pytest for one file."""
    (folder / "test_it.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"], cwd=folder,
        capture_output=True, text=True, timeout=100)
    return done.returncode, done.stdout + done.stderr


def app(fault="", arguments=""):
    return APP.replace("@FAULT@", fault).replace("@ARGUMENTS@", arguments)


def test_an_app_without_a_fault_is_not_reported(tmp_path):
    status, text = run(tmp_path, app())
    assert (status, "1 passed" in text) == (0, True), text


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_by_its_row_unless_that_is_off(tmp_path, fault):
    status, text = run(tmp_path, app(fault))
    assert status == 1 and f"(Response.{fault})" in text and "1 failed" in text, text
    without = [fault] if fault != "resumes" else [fault, "showsWhatIsHeard"]
    status, text = run(tmp_path, app(fault, f"(without={without})"))
    assert f"(Response.{fault})" not in text, text


def test_a_disruption_that_is_not_named_does_not_come(tmp_path):
    status, text = run(tmp_path, app("pausesAtUnplug", '("declinedCall")'))
    assert status == 0, text


def test_a_disruption_that_there_is_not_is_a_sentence(tmp_path):
    status, text = run(tmp_path, app(arguments='("earthquake")'))
    assert status == 1 and "there is no 'earthquake'; there are declinedCall," in text, text


def test_a_test_that_fails_undisturbed_is_not_disrupted(tmp_path):
    status, text = run(tmp_path, app("resumes").replace('heard=["app/song"]', "heard=[]"))
    assert status == 1 and "Response." not in text and "heard: expected []" in text, text


def test_a_handler_that_calls_the_phone_back_without_end_is_a_sentence(tmp_path):
    status, text = run(
        tmp_path,
        """
import pytest

@pytest.mark.disrupted
def test_endless(phone):
    isOn = [False]
    def told(event):
        isOn[0] = not isOn[0]
        phone.step("overrideOutput", app="app", to="speaker" if isOn[0] else "none")
    phone.app(told)
    phone.step("setCategory", app="app", category="playAndRecord")
    phone.step("setActive", app="app", to=True)
    phone.step("plug", port="headphones")
""")
    assert status == 1 and "calls the phone back without end" in text, text


def test_a_test_without_the_fixture_runs_once(tmp_path):
    status, text = run(tmp_path, "import pytest\n\n@pytest.mark.disrupted\ndef test_nothing(): pass\n")
    assert status == 0 and "1 passed" in text, text
