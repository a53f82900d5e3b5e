"""What the client in Python promises, held against the program that it brings."""

import asyncio
import json
import os
import pathlib
import random
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


LIES = [
    b"\n", b"hello\n", b"\xff\xfe\n", b"null\n", b"[]\n", b"3\n", b'"ok"\n', b"{}\n", b'{"result": 3}\n', b'{"result": {}}\n',
    b'{"result": {"error": 3}}\n', b'{"result": {"error": "badStep"}}\n', b'{"result": {"error": "badStep", "says": 3}}\n',
    b'{"result": "ok"}\n', b"[" * 100_000 + b"\n", b"9" * 10_000 + b"\n", b'{"result": "ok"', b"\x00" * 9, b"x" * 100_000,
]


@pytest.fixture(scope="module")
def true_lines():
    """The program's replies to the first step and to two others."""
    steps = [
        {"do": "rules", "version": 4}, {"do": "play", "app": "music", "sound": "song"},
        {"do": "call", "phase": "incoming", "at": 3}]
    lines = "".join(json.dumps(step) + "\n" for step in steps).encode()
    done = subprocess.run([program_path(), "oracle"], input=lines, stdout=subprocess.PIPE, check=True)
    return done.stdout.splitlines(keepends=True)


def lie(line, source):
    """A line made wrong: bytes, or one value of its JSON."""
    kind = source.randrange(6)
    place = source.randrange(len(line))
    if kind == 0:
        return line[:place]
    if kind == 1:
        return line[:place] + bytes([source.randrange(256)]) + line[place + 1:]
    if kind == 2:
        return line[:place] + line[source.randrange(len(line)):]
    value = json.loads(line)
    within = value
    while True:
        keys = list(within) if isinstance(within, dict) else list(range(len(within)))
        key = source.choice(keys)
        inner = within[key]
        if not isinstance(inner, (dict, list)) or not inner or source.randrange(3) == 0:
            break
        within = inner
    if kind == 3:
        del within[key]
    else:
        within[key] = source.choice(
            [None, True, -1, 10**400, 1e300, float("nan"), "", "badStep", "\ud800", [], {}, [[]], [{}], {"error": "badStep"}])
    return json.dumps(value).encode() + b"\n"


def look(phone):
    """Asks all that a test may ask of a phone."""
    for reply in phone.replies:
        reply.error, reply.heard, reply.ducked, reply.unheard, reply.rules, reply.events("music")
        reply["sessions"], reply["device"], reply["vibrated"]
        try:
            reply.gain("music/song")
            reply.expect(heard=["music/song"], rules=["R-SW-1"])
        except Unmet as unmet:
            str(unmet).encode()
    phone.story.encode()


def liar(folder, said, waits=False):
    """A program that says this, whatever it is asked, and ends, or waits without an end."""
    (folder / "lie").write_bytes(said)
    path = folder / "liar"
    path.write_text(f"#!/bin/sh\ncat '{folder}/lie'\n" + ("exec sleep 1000\n" if waits else ""))
    path.chmod(0o755)
    return str(path)


def ask(program):
    """What comes of two steps by a phone that asks a program, and by one for asyncio."""
    def phone():
        with Phone(program=program) as phone:
            phone.step("play", app="music", sound="song")
            phone.step("call", at=3, phase="incoming")
            look(phone)

    async def async_phone():
        async with AsyncPhone(program=program) as phone:
            await phone.step("play", app="music", sound="song")
            await phone.step("call", at=3, phase="incoming")
            look(phone)

    def outcome(work):
        try:
            work()
        except (PhoneEnded, BadStep) as error:
            str(error).encode()
            return type(error)

    return [outcome(phone), outcome(lambda: asyncio.run(async_phone()))]


def test_a_program_that_tells_the_truth_is_believed(tmp_path, true_lines, monkeypatch):
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 1)
    assert ask(liar(tmp_path, b"".join(true_lines), waits=True)) == [None, None]


@pytest.mark.parametrize("said", LIES, ids=lambda said: repr(said[:30]))
@pytest.mark.parametrize("truths", [0, 2])
def test_an_answer_that_is_none_is_told(tmp_path, true_lines, monkeypatch, said, truths):
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 10 if said.endswith(b"\n") else 0.1)
    for waits in (True, False):
        assert ask(liar(tmp_path, b"".join(true_lines[:truths]) + said, waits)) == [PhoneEnded] * 2


@pytest.mark.parametrize("seed", range(60))
def test_whatever_a_program_answers_the_errors_are_those_of_this_package(tmp_path, true_lines, monkeypatch, seed):
    source = random.Random(seed)
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 0.3)
    lines = list(true_lines)
    for place in range(3):
        if place == seed % 3 or source.randrange(4) == 0:
            lines[place] = lie(lines[place], source)
    ask(liar(tmp_path, b"".join(lines), waits=source.randrange(2) == 0))


def test_a_line_without_an_end_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(audiosession._phone, "LONGEST", 1 << 20)
    program = pretender(tmp_path, "import os\nwhile True: os.write(1, bytes(65536))\n")
    assert ask(program) == [PhoneEnded, PhoneEnded]
    with pytest.raises(PhoneEnded, match="without the end of a line"):
        with hold(duck=True, program=program):
            pass


def test_patience_is_for_the_whole_reply_and_for_a_program_that_does_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 0.5)
    trickle = pretender(tmp_path, "import os, time\nwhile True: os.write(1, b'x'), time.sleep(0.05)\n")
    assert ask(trickle) == [PhoneEnded, PhoneEnded]
    deaf = pretender(tmp_path, "import time\ntime.sleep(1000)\n")
    for phone in (lambda: Phone("x" * 1_000_000, program=deaf), lambda: asyncio.run(AsyncPhone("x" * 1_000_000, deaf).__aenter__())):
        with pytest.raises(PhoneEnded, match="within 0.5 s"):
            phone()


def test_a_program_that_closes_its_output_and_stays_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 0.3)
    assert ask(pretender(tmp_path, "import os, time\nos.close(1)\ntime.sleep(1000)\n")) == [PhoneEnded, PhoneEnded]


def test_a_thousand_open_files_are_no_obstacle(tmp_path):
    import resource

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limits[1] < 1200:
        pytest.skip("fewer files may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(limits[0], 1200), limits[1]))
    files = [open(os.devnull) for _ in range(1100)]
    try:
        with Phone() as phone:
            assert phone.step("play", app="music", sound="song").heard == ["music/song"]
    finally:
        for file in files:
            file.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


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


def run_pytest(folder, *options, text=FAILING):
    """Runs a file of failing tests in a pytest of its own."""
    (folder / "test_failing.py").write_text(text)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, "test_failing.py"], cwd=folder,
        capture_output=True, text=True)


def test_a_first_step_that_is_none_fails_with_one_complaint(tmp_path):
    text = 'def test_one(phone):\n    phone.step("ringSwitch", to="loud")\n'
    done = run_pytest(tmp_path, "--audiosession-report", "pages", text=text)
    assert done.returncode == 1 and "must be one of ring, silent" in done.stdout
    assert "no page was written" not in done.stdout and not list((tmp_path / "pages").iterdir())


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


def enter(program):
    """What comes of a hold by a program, and of one in asyncio."""
    def block():
        with hold(duck=True, program=program):
            pass

    async def async_block():
        async with hold(duck=True, program=program):
            pass

    def outcome(work):
        try:
            work()
        except (PhoneEnded, NotHeld) as error:
            return type(error)

    return [outcome(block), outcome(lambda: asyncio.run(async_block()))]


@pytest.mark.parametrize(
    "said, waits, outcome",
    [
        (b"held\n", False, None), (b"hel", True, PhoneEnded), (b"", True, PhoneEnded), (b"hel", False, NotHeld),
        (b"\xff\n", True, PhoneEnded), (b"held", False, NotHeld), (b"no\n", True, PhoneEnded), (b"x" * 100_000, True, PhoneEnded),
    ], ids=repr)
def test_a_hold_by_a_program_that_is_another_ends_in_time(tmp_path, monkeypatch, said, waits, outcome):
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 0.3)
    assert enter(liar(tmp_path, said, waits)) == [outcome] * 2


def test_a_hold_waits_for_no_reader_and_no_heir_of_its_standard_error(tmp_path, monkeypatch, capfd):
    loud = pretender(
        tmp_path,
        "import os, sys\nos.write(2, b'nobody plays\\n' + b'x' * 1_000_000)\nos.write(1, b'held\\n')\nsys.stdin.read()\n"
        "os.write(2, b'they are back')\n")
    assert enter(loud) == [None, None]
    assert capfd.readouterr().err == 2 * ("nobody plays\n" + "x" * 1_000_000 + "they are back")
    monkeypatch.setattr(audiosession._phone, "PATIENCE", 5)
    heir = pretender(
        tmp_path, "import os, time\nos.write(2, b'refused')\nif os.fork() == 0: os.close(1), time.sleep(8)\n")
    assert enter(heir) == [NotHeld, NotHeld]


MISTAKEN = """
def test_mistaken(phone):
    phone.step("dance")
"""


def test_a_first_step_that_is_none_is_all_that_is_told(tmp_path):
    done = run_pytest(tmp_path, "--audiosession-report", "pages", text=MISTAKEN)
    assert done.returncode == 1 and "there is no verb" in done.stdout
    assert "no page was written" not in done.stdout and "what happened to the phone" not in done.stdout
