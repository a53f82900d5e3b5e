"""What the client in Python promises, held against the program that it brings."""

import asyncio
import json
import os
import pathlib
import signal
import subprocess
import sys

import pytest

import audiosession
from audiosession import AsyncPhone, BadStep, NotHeld, Phone, PhoneEnded, Unmet, hold, program_path


def test_a_step_that_is_none_says_what_would_be(phone):
    with pytest.raises(BadStep, match="must be one of ring, silent"):
        phone.step("ringSwitch", to="loud")
    phone.step("lock")  # The phone goes on.


def test_a_failure_tells_the_story_with_the_deciding_rule(phone):
    phone.step("play", app="music", sound="song")
    reply = phone.step("ringSwitch", to="silent")
    with pytest.raises(Unmet, match=r"(?s)expected \['music/song'\].*play music: ok.*R-SW-1"):
        reply.expect(heard=["music/song"])
    with pytest.raises(Unmet, match="music/song is not heard"):
        reply.gain("music/song")


def test_the_newest_phone_is_asked_unless_another_is_named():
    def told(rules):
        with Phone(rules) as phone:
            phone.step("launch", app="podcast", backgroundAudio=True)
            phone.step("play", app="podcast", sound="episode")
            phone.step("call", phase="incoming")
            return [event["name"] for event in phone.step("call", phase="answered").events("podcast")]

    assert told(None) == []
    assert told("iPhoneOS3") == ["terminated"]
    assert told("iOS 17.2") == []


def test_a_book_that_does_not_exist_is_a_sentence():
    with pytest.raises(BadStep, match="iOSX"):
        Phone("iOSX")


def test_a_program_that_is_not_there_is_named_with_the_remedy(tmp_path):
    with pytest.raises(PhoneEnded, match="cannot start .*nowhere.*AUDIOSESSION"):
        Phone(program=str(tmp_path / "nowhere"))
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(PhoneEnded, match="cannot start"):
        Phone(program=str(folder))


def pretender(tmp_path, text):
    """A program that is none of ours."""
    path = tmp_path / "pretender"
    path.write_text(f"#!{sys.executable}\n{text}")
    path.chmod(0o755)
    return str(path)


def test_a_program_of_an_earlier_version_is_told_apart(tmp_path):
    program = pretender(
        tmp_path,
        "import sys\nsys.stdin.readline()\n"
        'print(\'{"result": {"error": "badStep", "code": null, "says": "\\\\"version\\\\" must be 2 or 3; found 4"}}\')\n')
    with pytest.raises(PhoneEnded, match="does not speak version 4"):
        Phone(program=program)


def test_a_program_that_says_nothing_is_told_apart(tmp_path):
    with pytest.raises(PhoneEnded, match="ended before its first reply"):
        Phone(program=pretender(tmp_path, "pass\n"))


def test_a_program_that_is_stopped_is_given_up(phone, monkeypatch):
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 0.2)
    os.kill(phone._process.pid, signal.SIGSTOP)
    with pytest.raises(PhoneEnded, match="did not answer within 0.2 s"):
        phone.step("lock")


def test_a_program_that_is_killed_is_no_hang(phone):
    phone.step("play", app="music", sound="song")
    phone._process.kill()
    with pytest.raises(PhoneEnded, match=r"(?s)status -9.*play music: ok"):
        phone.step("lock")


def test_a_closed_phone_says_so():
    with Phone() as phone:
        pass
    with pytest.raises(PhoneEnded, match="closed"):
        phone.step("lock")
    phone.close()


def test_a_reply_of_many_packets_is_read_whole(phone):
    for number in range(250):
        phone.step("launch", app=f"app-{number}-" + "x" * 200, kind="system")
    assert len(phone.step("lock")["sessions"]) == 250


def test_asyncio_has_the_same_phone():
    async def ring(phone):
        await phone.step("play", app="music", sound="song")
        return (await phone.step("call", phase="incoming")).heard

    async def both():
        async with AsyncPhone() as one, AsyncPhone("iOS14") as other:
            return await asyncio.gather(ring(one), ring(other))

    assert asyncio.run(both()) == [["ringtone"], ["ringtone"]]

    async def killed():
        async with AsyncPhone() as phone:
            phone._process.kill()
            await phone._process.wait()
            await phone.step("lock")

    with pytest.raises(PhoneEnded, match="status -9"):
        asyncio.run(killed())


def test_a_phone_for_asyncio_that_is_not_open_says_so():
    async def early():
        await AsyncPhone().step("lock")

    async def late():
        async with AsyncPhone() as phone:
            pass
        await phone.step("lock")

    async def after_a_step_that_was_given_up():
        async with AsyncPhone() as phone:
            os.kill(phone._process.pid, signal.SIGSTOP)
            step = asyncio.create_task(phone.step("lock"))
            while not phone._turn.locked():
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            step.cancel()
            await asyncio.gather(step, return_exceptions=True)
            os.kill(phone._process.pid, signal.SIGCONT)
            await phone.step("unlock")

    for mistake in (early, late, after_a_step_that_was_given_up):
        with pytest.raises(PhoneEnded, match="is not open"):
            asyncio.run(mistake())


FAILING = """
import pytest

def test_one(phone):
    phone.step("play", app="music", sound="a/b")
    phone.step("call", phase="incoming").expect(heard=["music/a/b"])

def test_two(phone):
    phone.step("play", app="music", sound="song")
    assert phone.step("ringSwitch", to="silent").heard == ["music/song"]

@pytest.mark.phone("iPhoneOS3")
def test_three(phone):
    phone.step("play", app="music", sound="song").expect(heard=["music/song"])
"""


def run_pytest(folder, *options):
    """Runs the file of failing tests in a pytest of its own."""
    (folder / "test_failing.py").write_text(FAILING)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, "test_failing.py"], cwd=folder,
        capture_output=True, text=True)


def test_a_failed_test_shows_the_story_once_and_writes_its_page(tmp_path):
    done = run_pytest(tmp_path, "--audiosession-report", "pages")
    assert done.returncode == 1, done.stdout
    assert "1 passed" in done.stdout and "2 failed" in done.stdout
    assert done.stdout.count("ringSwitch: ok; heard: nothing") == 1
    pages = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert pages == ["test_failing.py-test_one.html", "test_failing.py-test_two.html"]
    assert all("<svg" in (tmp_path / "pages" / page).read_text() for page in pages)


def test_a_folder_that_cannot_be_made_is_told_before_the_tests(tmp_path):
    (tmp_path / "file").write_text("")
    done = run_pytest(tmp_path, "--audiosession-report", "file/pages")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "cannot make file/pages" in done.stderr


def test_the_package_is_typed():
    assert (pathlib.Path(audiosession.__file__).parent / "py.typed").exists()


def test_the_program_is_the_one_that_is_named(monkeypatch):
    monkeypatch.setenv("AUDIOSESSION", "/elsewhere/audiosession")
    assert program_path() == "/elsewhere/audiosession"


class Host:
    """A host with a song that plays."""

    def __init__(self, place):
        self.socket = str(place / "sockets" / "host")
        self._process = subprocess.Popen(
            [program_path(), "host", "--silent", "--socket", self.socket], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.step("unlock")
        self.step("launch", app="music", backgroundAudio=True)
        self.step("setCategory", app="music", category="playback")
        self.step("play", app="music", sound="song")

    def step(self, do, **keys):
        """Takes a step; what programs do meanwhile is passed over."""
        self._process.stdin.write(json.dumps({"do": do, **keys}).encode() + b"\n")
        self._process.stdin.flush()
        while True:
            reply = json.loads(self._process.stdout.readline())
            if "from" not in reply:
                return reply

    def song(self):
        """How the song stands: ducked, full, or paused."""
        heard = [sound for sound in self.step("volumeSlider", to=1)["heard"] if sound.get("app") == "music"]
        return ("ducked" if heard[0]["ducked"] else "full") if heard else "paused"

    def becomes(self, wanted):
        """Whether the song comes to stand so; the end of a process is seen a little later."""
        return any(self.song() == wanted for _ in range(100_000))

    def end(self):
        self._process.kill()
        self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()


@pytest.fixture
def host(tmp_path):
    host = Host(tmp_path)
    yield host
    host.end()


def test_a_hold_lowers_the_others_while_its_block_runs(host):
    with hold(duck=True, app="assistant", socket=host.socket):
        assert host.song() == "ducked"
    assert host.becomes("full")


def test_a_hold_says_how_far_the_others_are_lowered(host):
    full = host.step("volumeSlider", to=1)["heard"][0]["gainDB"]
    with hold(duck=True, duck_db=6, duck_ramp_ms=20, socket=host.socket):
        assert abs(host.step("unlock")["heard"][0]["gainDB"] - (full - 6)) < 0.11
    assert host.becomes("full")


def test_a_hold_ends_with_an_exception(host):
    with pytest.raises(ZeroDivisionError):
        with hold(duck=True, socket=host.socket):
            assert host.song() == "ducked"
            1 / 0
    assert host.becomes("full")


def test_a_hold_that_pauses_lets_the_others_go_on_afterwards(host):
    with hold(pause=True, category="playback", mode="spokenAudio", socket=host.socket):
        assert host.song() == "paused"
    assert host.becomes("full")


def test_a_hold_ends_with_the_process_that_is_killed(host):
    script = (
        "import sys, audiosession\n"
        f"with audiosession.hold(duck=True, socket={host.socket!r}):\n"
        "    print('held', flush=True)\n"
        "    sys.stdin.read()\n")
    holder = subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert holder.stdout.readline() == b"held\n"
    assert host.song() == "ducked"
    holder.kill()
    assert host.becomes("full")
    holder.wait()


def test_of_two_holds_the_last_one_to_end_gives_back(host):
    one, other = hold(duck=True, socket=host.socket), hold(duck=True, socket=host.socket)
    one.__enter__()
    with other:
        one.__exit__(None, None, None)
        assert host.song() == "ducked"
    assert host.becomes("full")


def test_asyncio_has_the_same_hold(host):
    async def speak():
        async with hold(duck=True, socket=host.socket):
            return host.song()

    assert asyncio.run(speak()) == "ducked"
    assert host.becomes("full")

    async def cut_off():
        async with hold(duck=True, socket=host.socket):
            await asyncio.sleep(3600)

    async def cancelled():
        task = asyncio.create_task(cut_off())
        while host.song() != "ducked":
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(cancelled())
    assert host.becomes("full")


def test_a_hold_that_the_rules_refuse_says_why(host):
    host.step("call", phase="incoming")
    with pytest.raises(NotHeld, match="R-ACT-7"):
        with hold(pause=True, socket=host.socket):
            pass

    async def refused():
        async with hold(pause=True, socket=host.socket):
            pass

    with pytest.raises(NotHeld, match="R-ACT-7"):
        asyncio.run(refused())


def test_a_hold_that_cannot_be_is_an_exception_with_the_remedy(host, tmp_path):
    for options in ({}, {"duck": True, "pause": True}):
        with pytest.raises(ValueError, match="duck=True .* or pause=True"):
            hold(**options)
    with pytest.raises(NotHeld, match="--duck-db must be 0 to 50"):
        with hold(duck=True, duck_db=51):
            pass
    with pytest.raises(NotHeld, match="choose one of ambient"):
        with hold(duck=True, category="loud"):
            pass
    with pytest.raises(PhoneEnded, match="cannot start .*nowhere"):
        with hold(duck=True, program=str(tmp_path / "nowhere")):
            pass
    with pytest.raises(NotHeld, match="ended before it held"):
        with hold(duck=True, program=pretender(tmp_path, "pass\n")):
            pass
    with hold(duck=True, socket=host.socket) as held:
        with pytest.raises(RuntimeError, match="has begun already"):
            held.__enter__()
        assert host.song() == "ducked"
