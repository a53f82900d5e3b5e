# SPDX-License-Identifier: Apache-2.0
"""The client of `audiosession oracle`: steps out, replies in, one JSON object a line."""

from __future__ import annotations

import array
import asyncio
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from typing import Any, Callable, Dict, List, Optional, Set

from ._microphone import USUAL_RATE, Microphone, recorded

#: The replies' version. A program that does not know it refuses the first step.
PROTOCOL = 4

#: How many seconds a reply may take. Each takes microseconds; only a program that is stopped takes longer.
PATIENCE = 30.0

#: How many bytes a reply may have. A program that writes more without a line feed writes no replies.
LONGEST = 1 << 26


#: Is called with an event that an app is told.
Handler = Callable[[Dict[str, Any]], Any]

#: More notices than any test causes by one step.
_NOTICES = 1000


class BadStep(Exception):
    """The step was not one: the mistake is in the test, not in the app under test."""


class PhoneEnded(RuntimeError):
    """The program could not be started, is of another version, has ended, or does not answer as `audiosession` does."""


class Unmet(AssertionError):
    """An expectation that does not hold, with the story that led there."""


def program_path() -> str:
    """The program: the one that the environment variable AUDIOSESSION names, else the one of this package, else that on the
    PATH."""
    named = os.environ.get("AUDIOSESSION")
    if named:
        return named
    packaged = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "audiosession")
    return packaged if os.access(packaged, os.X_OK) else shutil.which("audiosession") or "audiosession"


def _name(sound: Dict[str, Any]) -> str:
    """`app/sound`, or for a sound of the device itself the kind of sound."""
    return f"{sound['app']}/{sound['sound']}" if "app" in sound else sound["as"]


class Reply(Dict[str, Any]):
    """What follows from one step: the program's object, with properties for what tests ask."""

    def __init__(self, values: Dict[str, Any], story: "_Story") -> None:
        super().__init__(values)
        self._story = story

    @property
    def error(self) -> Optional[str]:
        """The name of the error; None where the step was accepted."""
        return None if self["result"] == "ok" else self["result"]["error"]

    @property
    def heard(self) -> List[str]:
        """Each sound that is heard, as `app/sound`, sorted."""
        return sorted(_name(sound) for sound in self["heard"])

    @property
    def ducked(self) -> List[str]:
        """Each sound that is heard and ducked, sorted."""
        return sorted(_name(sound) for sound in self["heard"] if sound["ducked"])

    @property
    def unheard(self) -> Dict[str, str]:
        """The rule that keeps each started sound from being heard."""
        return {_name(sound): sound["rule"] for sound in self["unheard"]}

    @property
    def rules(self) -> Set[str]:
        """The rules that decided something at this step."""
        return {reason["rule"] for reason in self["because"]}

    def events(self, to: str) -> List[Dict[str, Any]]:
        """What an app has been told since the step before, in order."""
        return [event for moment in [*self["meanwhile"], self] for event in moment["events"] if event["to"] == to]

    def gain(self, sound: str) -> float:
        """The total gain of a heard sound, in decibels."""
        for entry in self["heard"]:
            if _name(entry) == sound:
                return entry["gainDB"]
        raise Unmet(f"{sound} is not heard\n{self._story.text(until=self)}")

    def expect(self, **wanted: Any) -> "Reply":
        """Demands values of the properties, such as heard=["music/song"]; of `rules` those given must be among them.

        Raises Unmet, whose text holds every step so far with the rules that decided.
        """
        __tracebackhide__ = True  # pytest then shows the line of the test.
        if self._story.is_disrupted:
            return self
        for name, value in wanted.items():
            actual = getattr(self, name)
            if name in ("heard", "ducked"):
                value = sorted(value)
            elif name == "rules":
                actual, value = actual & set(value), set(value)
            if actual != value:
                raise Unmet(f"{name}: expected {value}, got {actual}\n{self._story.text(until=self)}")
        return self


class _Story:
    """The steps and replies of one phone."""

    def __init__(self, rules: Optional[str], microphone: Optional[str] = None) -> None:
        self.rules = rules
        self.microphone = Microphone(microphone) if microphone else None
        self.steps: List[Dict[str, Any]] = []
        self.replies: List[Reply] = []
        #: Whether expectations do not count.
        self.is_disrupted = False

    def line(self, do: str, at: Optional[float], keys: Dict[str, Any]) -> str:
        """A step as the program reads it."""
        step = {"do": do, **{key.rstrip("_"): value for key, value in keys.items()}}
        if at is not None:
            step["at"] = at
        self._pending = step
        return json.dumps(step) + "\n"

    def take(self, line: bytes, program: str) -> Reply:
        """Reads the reply to the step of which the line was written last."""
        reply = Reply(_values(line, program), self)
        if reply.error == "badStep":
            raise BadStep(f"{self._pending}: {reply['result']['says']}")
        self.steps.append(self._pending)
        self.replies.append(reply)
        return reply

    @property
    def microphone_rate(self) -> int:
        return self.microphone.rate if self.microphone else USUAL_RATE

    def recorded(self, app: str) -> "array.array[float]":
        return recorded(self.replies, app, self.microphone)

    def text(self, until: Optional[Reply] = None) -> str:
        """Each step so far: when, what, how it went, who is heard since, and the rules that decided."""
        lines = []
        for reply in self.replies:
            who = f" {reply['app']}" if reply["app"] else ""
            heard = ", ".join(reply.heard) or "nothing"
            lines.append(f"{reply['at']:8.3f}  {reply['do']}{who}: {reply.error or 'ok'}; heard: {heard}")
            lines += [f"          {why['rule']}: {why['says']}" for why in reply["because"]]
            if reply is until:
                break
        return "\n".join(lines)

    def scenario(self, title: str) -> str:
        """The steps as a scenario file: YAML, of which JSON is a part."""
        head = {"scenario": title, "source": "a test", **({"rules": self.rules} if self.rules else {})}
        lines = [f"{key}: {json.dumps(value)}" for key, value in head.items()] + ["steps:"]
        return "\n".join(lines + [f"  - {json.dumps(step)}" for step in self.steps]) + "\n"


def _start(program: Optional[str], rules: Optional[str]) -> "tuple[List[str], str]":
    """The command that starts the oracle, and the line that must be written first."""
    first = {"do": "rules", "version": PROTOCOL, **({"to": rules} if rules else {})}
    return [program or program_path(), "oracle"], json.dumps(first) + "\n"


def _cannot_start(program: str, error: OSError) -> PhoneEnded:
    return PhoneEnded(
        f"cannot start {program}: {error.strerror}; install the wheel of audiosession, or let the environment variable "
        "AUDIOSESSION name the program")


#: What each reply has. A type stands for its values, a list for lists of such items, a dictionary for objects with these keys, a
#: tuple for one of several.
_NUMBER = (int, float)
_EVENT = {"to": str, "name": str}
_HEARD = {"as": str, "gainDB": _NUMBER, "ducked": bool, "on": [str]}
_RESULT = {"error": str, "says": str}
_REPLY = {
    "n": int, "at": _NUMBER, "do": (str, None), "app": (str, None), "result": ("ok", _RESULT), "heard": [_HEARD],
    "unheard": [{"as": str, "rule": str}], "events": [_EVENT], "vibrated": bool, "sessions": dict, "device": dict,
    "because": [{"rule": str, "about": str, "says": str}],
    "meanwhile": [{"at": _NUMBER, "events": [_EVENT], "heard": [_HEARD]}],
}


def _fits(value: Any, shape: Any) -> bool:
    """Whether a value of JSON has a shape."""
    if isinstance(shape, tuple):
        return any(_fits(value, one) for one in shape)
    if isinstance(shape, list):
        return isinstance(value, list) and all(_fits(item, shape[0]) for item in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(key in value and _fits(value[key], one) for key, one in shape.items())
    # For Python true is a number.
    return type(value) is shape if isinstance(shape, type) else value == shape


def _values(line: bytes, program: str) -> Dict[str, Any]:
    """Reads a reply.

    Raises PhoneEnded where it is none.
    """
    try:
        values = json.loads(line.decode())
        if b"\\u" in line:
            json.dumps(values, ensure_ascii=False).encode()  # Half a surrogate could be neither printed nor written to a page.
        # A step that is none is refused by other versions, too.
        refusal = {"result": {**_RESULT, "error": "badStep"}}
        if _fits(values, refusal) or _fits(values, _REPLY) and 0 <= values["at"] <= 9e9:
            return values
        what = "what is no reply"
    except UnicodeError:
        what = "no UTF-8"
    except (ValueError, RecursionError):
        what = "no JSON"
    raise PhoneEnded(f"{program} answers with {what}: {_beginning(line)}; let AUDIOSESSION name the program audiosession")


def _beginning(line: bytes) -> str:
    """What a message shows of a line."""
    return repr(line[:60])[1:] + ("…" if len(line) > 60 else "")


def _silence(program: str, task: str = "answer") -> PhoneEnded:
    return PhoneEnded(f"{program} did not {task} within {PATIENCE:g} s, and was ended; is it stopped?")


def _endless(program: str) -> PhoneEnded:
    return PhoneEnded(f"{program} wrote {LONGEST >> 20} MiB without the end of a line, and was ended; is it audiosession?")


def _check_first(line: bytes, program: str) -> None:
    """Raises what is wrong with the program or its rule book, by the reply to the first step."""
    if not line.endswith(b"\n"):
        raise PhoneEnded(f"{program} ended before its first reply; run it by hand: {program} oracle")
    result = _values(line, program)["result"]
    if result == "ok":
        return
    says = result["says"]
    if "version" in says and "rule" not in says:
        raise PhoneEnded(
            f"{program} does not speak version {PROTOCOL} of the protocol ({says}); install the program and this package "
            "of one version")
    raise BadStep(says)


class _Pipe:
    """One end of a pipe to or from a program; every call has done its work by a time of `time.monotonic()`."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = bytearray()
        os.set_blocking(descriptor, False)

    def _wait(self, event: int, end: float) -> None:
        # Of `select`, a process with a thousand open files has no use.
        poll = select.poll()
        poll.register(self._descriptor, event)
        if not poll.poll(max(0.0, end - time.monotonic()) * 1000):
            raise TimeoutError

    def write(self, text: bytes, end: float) -> None:
        """Raises BrokenPipeError where the program has ended, and TimeoutError."""
        while text:
            self._wait(select.POLLOUT, end)
            try:
                text = text[os.write(self._descriptor, text):]
            except BlockingIOError:
                pass

    def read_line(self, end: float) -> bytes:
        """The next line with its line feed, or where the program has ended, what is left.

        Raises ValueError for a line without end, and TimeoutError.
        """
        searched = 0
        while True:
            length = self._rest.find(b"\n", searched) + 1
            if length:
                break
            searched = len(self._rest)
            if searched > LONGEST:
                raise ValueError
            self._wait(select.POLLIN, end)
            try:
                more = os.read(self._descriptor, 1 << 16)
            except BlockingIOError:
                continue
            if not more:
                length = searched
                break
            self._rest += more
        line = bytes(self._rest[:length])
        del self._rest[:length]
        return line


class Phone:
    """An emulated phone in virtual time. Each is a process of its own, so that tests may use many at once."""

    def __init__(
        self, rules: Optional[str] = None, program: Optional[str] = None, microphone: Optional[str] = None
    ) -> None:
        """Starts a phone.

        rules: the rule book, or any version of the system, such as "iOS17"; None is the newest.
        program: the program's path; None is `program_path()`.
        microphone: the path of a WAV file that apps record in place of silence.
        Raises ValueError if the file cannot be a microphone.
        """
        command, first = _start(program, rules)
        self._describe(rules, command[0], microphone)
        self._open(command)
        try:
            _check_first(self._exchange(first), self.program)
        except BaseException:
            self._process.kill()
            self.close()
            raise

    def _describe(self, rules: Optional[str], program: str, microphone: Optional[str] = None) -> None:
        self.program = program
        self._story = _Story(rules, microphone)
        self._handler: Optional[Handler] = None
        self._app: Optional[str] = None
        self._playing: Optional[Callable[[], bool]] = None
        self._recording: Optional[Callable[[], bool]] = None
        #: What the app is still to be told.
        self._waiting: List[Any] = []
        self._is_delivering = self._is_closed = False

    def _open(self, command: List[str]) -> None:
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise _cannot_start(self.program, error) from error
        assert self._process.stdin and self._process.stdout
        self._input, self._output = _Pipe(self._process.stdin.fileno()), _Pipe(self._process.stdout.fileno())

    @property
    def replies(self) -> List[Reply]:
        """The replies so far, in order."""
        return self._story.replies

    @property
    def story(self) -> str:
        """Each step so far, who is heard since, and the rules that decided."""
        return self._story.text()

    @property
    def microphone_rate(self) -> int:
        """The rate of recordings in frames per second: that of the microphone's file, or 48,000."""
        return self._story.microphone_rate

    def recorded(self, app: str = "app") -> "array.array[float]":
        """The samples that an app has recorded so far, one channel, from -1 to 1: those of the microphone's file, silence after
        its end and while the app may not hear the microphone, and none while the app does not record."""
        return self._story.recorded(app)

    def step(self, do: str, at: Optional[float] = None, **keys: Any) -> Reply:
        """Takes a step and returns its reply. A key that is a word of Python gets an underscore: `for_`.

        at: seconds since the start, never less than before; None is the time of the step before.
        Raises BadStep where the step is none, and PhoneEnded where the program has ended or does not answer as it must.
        """
        line = self._exchange(self._story.line(do, at, keys))
        if not line.endswith(b"\n"):
            raise PhoneEnded(
                f"{self.program} ended with status {self._wait()} before its reply to {do}; the story until then:\n" + self.story)
        try:
            reply = self._story.take(line, self.program)
        except PhoneEnded:
            self._process.kill()
            raise
        if self._app is not None:
            self._waiting += reply.events(to=self._app)
            self._deliver()
        return reply

    def app(
        self, handler: Handler, name: str = "app", playing: Optional[Callable[[], bool]] = None,
        recording: Optional[Callable[[], bool]] = None,
    ) -> Reply:
        """Launches the app under test. From now on `handler` is called with each event that the app is told: what it does
        meanwhile is the app's reaction, and it neither resumes nor pauses by itself.

        name: the app's name in steps.
        playing, recording: return what the app shows, for tests that are disrupted.
        """
        self._handler, self._app, self._playing, self._recording = handler, name, playing, recording
        return self.step("launch", app=name, backgroundAudio=True, resumes=False, pausesAtUnplug=False)

    def _deliver(self) -> None:
        """Tells the app what waits, and what comes up meanwhile behind it."""
        if self._is_delivering or self._handler is None:
            return
        self._is_delivering = True
        try:
            for _ in range(_NOTICES):
                if not self._waiting:
                    return
                self._hand_over(self._waiting.pop(0))
            self._waiting.clear()
            self._complain(
                f"the handler of {self._app} calls the phone back without end: it was told {_NOTICES} times by one step; let it "
                "act only if something has changed")
        finally:
            self._is_delivering = False

    def _hand_over(self, event: Any) -> None:
        assert self._handler
        self._handler(event)

    def _complain(self, text: str) -> None:
        raise RuntimeError(text)

    def _shown(self) -> Dict[str, Optional[bool]]:
        """What the app shows; None where it has not said."""
        return {
            "playing": bool(self._playing()) if self._playing else None,
            "recording": bool(self._recording()) if self._recording else None,
        }

    def _exchange(self, line: str) -> bytes:
        """Writes a line and reads one; without its line feed where the program has ended."""
        if self._process.stdin is None or self._process.stdin.closed:
            raise PhoneEnded("this phone is closed; take steps before its `with` block ends")
        end = time.monotonic() + PATIENCE
        try:
            self._input.write(line.encode(), end)
            return self._output.read_line(end)
        except BrokenPipeError:
            return b""
        except TimeoutError:
            self._process.kill()
            raise _silence(self.program) from None
        except ValueError:
            self._process.kill()
            raise _endless(self.program) from None

    def _wait(self) -> int:
        """The program's status, once it has ended."""
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def report(self, path: str, title: str = "a test") -> None:
        """Writes the story as a page with a timeline, in one file.

        Raises PhoneEnded where the program cannot write it.
        """
        with tempfile.TemporaryDirectory() as folder:
            scenario = os.path.join(folder, "story.yaml")
            with open(scenario, "w", encoding="utf-8") as file:
                file.write(self._story.scenario(title))
            try:
                done = subprocess.run(
                    [self.program, "replay", "--quiet", scenario, "--report", path], stdin=subprocess.DEVNULL,
                    capture_output=True, timeout=PATIENCE)
            except OSError as error:
                raise _cannot_start(self.program, error) from error
            except subprocess.TimeoutExpired:
                raise _silence(self.program, f"write a page to {path}") from None
        if done.returncode != 0:
            raise PhoneEnded(f"no page was written to {path}: {done.stderr.decode(errors='replace').strip()}")

    def close(self) -> None:
        """Ends the program. May be called again."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()
        self._wait()

    def __enter__(self) -> "Phone":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncPhone:
    """The same phone for asyncio: `async with AsyncPhone() as phone: await phone.step(…)`. One step at a time."""

    def __init__(
        self, rules: Optional[str] = None, program: Optional[str] = None, microphone: Optional[str] = None
    ) -> None:
        """Describes a phone; `async with` starts it. As `Phone`."""
        self._command, self._first = _start(program, rules)
        self.program = self._command[0]
        self._story = _Story(rules, microphone)
        self._turn = asyncio.Lock()
        self._process: Optional[asyncio.subprocess.Process] = None
        self._is_open = False

    @property
    def replies(self) -> List[Reply]:
        """The replies so far, in order."""
        return self._story.replies

    @property
    def story(self) -> str:
        """Each step so far, who is heard since, and the rules that decided."""
        return self._story.text()

    @property
    def microphone_rate(self) -> int:
        """The rate of recordings. As `Phone.microphone_rate`."""
        return self._story.microphone_rate

    def recorded(self, app: str = "app") -> "array.array[float]":
        """The samples that an app has recorded so far. As `Phone.recorded`."""
        return self._story.recorded(app)

    async def __aenter__(self) -> "AsyncPhone":
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=LONGEST)
        except OSError as error:
            raise _cannot_start(self.program, error) from error
        try:
            _check_first(await self._exchange(self._first), self.program)
        except BaseException:
            self._kill()
            await self.close()
            raise
        self._is_open = True
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def step(self, do: str, at: Optional[float] = None, **keys: Any) -> Reply:
        """Takes a step and returns its reply. As `Phone.step`."""
        async with self._turn:
            process = self._process
            if process is None or not self._is_open:
                raise PhoneEnded("this phone is not open; take steps inside of its `async with` block")
            line = await self._exchange(self._story.line(do, at, keys))
            if not line.endswith(b"\n"):
                raise PhoneEnded(
                    f"{self.program} ended with status {await self._wait()} before its reply to {do}; the story until then:\n"
                    + self.story)
            try:
                return self._story.take(line, self.program)
            except PhoneEnded:
                self._kill()
                raise

    async def _exchange(self, line: str) -> bytes:
        assert self._process and self._process.stdin and self._process.stdout
        stdin, stdout = self._process.stdin, self._process.stdout

        async def talk() -> bytes:
            stdin.write(line.encode())
            await stdin.drain()
            return await stdout.readline()

        try:
            return await asyncio.wait_for(talk(), PATIENCE)
        except (BrokenPipeError, ConnectionResetError):
            return b""
        except asyncio.TimeoutError:
            self._kill()
            raise _silence(self.program) from None
        except ValueError:
            self._kill()
            raise _endless(self.program) from None
        except asyncio.CancelledError:
            # The reply is still to come, and would be taken for that of the next step.
            self._is_open = False
            self._process.stdin.close()
            raise

    def _kill(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()

    async def _wait(self) -> int:
        """The program's status, once it has ended."""
        assert self._process
        try:
            return await asyncio.wait_for(self._process.wait(), PATIENCE)
        except asyncio.TimeoutError:
            self._kill()
            return await self._process.wait()

    async def close(self) -> None:
        """Ends the program. May be called again."""
        self._is_open = False
        if self._process is None or self._process.stdin is None:
            return
        self._process.stdin.close()
        await self._wait()
