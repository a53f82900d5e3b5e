"""The client of `audiosession oracle`: steps out, replies in, one JSON object a line."""

from __future__ import annotations

import asyncio
import json
import os
import select
import shutil
import subprocess
import tempfile
from typing import IO, Any, Dict, List, Optional, Set

#: The replies' version. A program that does not know it refuses the first step.
PROTOCOL = 4

#: How many seconds a reply may take. Each takes microseconds; only a program that is stopped takes longer.
PATIENCE = 30.0


class BadStep(Exception):
    """The step was not one: the mistake is in the test, not in the app under test."""


class PhoneEnded(RuntimeError):
    """The program could not be started, is of another version, has ended, or does not answer."""


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

    def __init__(self, rules: Optional[str]) -> None:
        self.rules = rules
        self.steps: List[Dict[str, Any]] = []
        self.replies: List[Reply] = []

    def line(self, do: str, at: Optional[float], keys: Dict[str, Any]) -> str:
        """A step as the program reads it."""
        step = {"do": do, **{key.rstrip("_"): value for key, value in keys.items()}}
        if at is not None:
            step["at"] = at
        self._pending = step
        return json.dumps(step) + "\n"

    def take(self, line: str) -> Reply:
        """Reads the reply to the step of which the line was written last."""
        reply = Reply(json.loads(line), self)
        if reply.error == "badStep":
            raise BadStep(f"{self._pending}: {reply['result']['says']}")
        self.steps.append(self._pending)
        self.replies.append(reply)
        return reply

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


def _check_first(line: str, program: str) -> None:
    """Raises what is wrong with the program or its rule book, by the reply to the first step."""
    if not line:
        raise PhoneEnded(f"{program} ended before its first reply; run it by hand: {program} oracle")
    result = json.loads(line)["result"]
    if result == "ok":
        return
    says = result["says"]
    if "version" in says and "rule" not in says:
        raise PhoneEnded(
            f"{program} does not speak version {PROTOCOL} of the protocol ({says}); install the program and this package "
            "of one version")
    raise BadStep(says)


class Phone:
    """An emulated phone in virtual time. Each is a process of its own, so that tests may use many at once."""

    def __init__(self, rules: Optional[str] = None, program: Optional[str] = None) -> None:
        """Starts a phone.

        rules: the rule book, or any version of the system, such as "iOS17"; None is the newest.
        program: the program's path; None is `program_path()`.
        """
        command, first = _start(program, rules)
        self.program = command[0]
        self._story = _Story(rules)
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise _cannot_start(self.program, error) from error
        self._rest = b""
        try:
            _check_first(self._exchange(first), self.program)
        except BaseException:
            self.close()
            raise

    @property
    def replies(self) -> List[Reply]:
        """The replies so far, in order."""
        return self._story.replies

    @property
    def story(self) -> str:
        """Each step so far, who is heard since, and the rules that decided."""
        return self._story.text()

    def step(self, do: str, at: Optional[float] = None, **keys: Any) -> Reply:
        """Takes a step and returns its reply. A key that is a word of Python gets an underscore: `for_`.

        at: seconds since the start, never less than before; None is the time of the step before.
        Raises BadStep where the step is none, and PhoneEnded where the program has ended or does not answer.
        """
        line = self._exchange(self._story.line(do, at, keys))
        if not line:
            raise PhoneEnded(
                f"{self.program} ended with status {self._process.wait()} before its reply to {do}; the story until then:\n"
                + self.story)
        return self._story.take(line)

    def _exchange(self, line: str) -> str:
        """Writes a line and reads one; an empty text where the program has ended."""
        stdin, stdout = self._pipes()
        try:
            stdin.write(line.encode())
            stdin.flush()
        except BrokenPipeError:
            return ""
        except ValueError:
            raise PhoneEnded("this phone is closed; take steps before its `with` block ends") from None
        while b"\n" not in self._rest:
            if not select.select([stdout], [], [], PATIENCE)[0]:
                self._process.kill()
                raise PhoneEnded(f"{self.program} did not answer within {PATIENCE:g} s, and was ended; is it stopped?")
            more = os.read(stdout.fileno(), 1 << 16)
            if not more:
                return ""
            self._rest += more
        reply, self._rest = self._rest.split(b"\n", 1)
        return reply.decode()

    def _pipes(self) -> "tuple[IO[bytes], IO[bytes]]":
        assert self._process.stdin and self._process.stdout
        return self._process.stdin, self._process.stdout

    def report(self, path: str, title: str = "a test") -> None:
        """Writes the story as a page with a timeline, in one file.

        Raises PhoneEnded where the program cannot write it.
        """
        with tempfile.TemporaryDirectory() as folder:
            scenario = os.path.join(folder, "story.yaml")
            with open(scenario, "w", encoding="utf-8") as file:
                file.write(self._story.scenario(title))
            done = subprocess.run(
                [self.program, "replay", "--quiet", scenario, "--report", path], capture_output=True, text=True)
        if done.returncode != 0:
            raise PhoneEnded(f"no page was written to {path}: {done.stderr.strip()}")

    def close(self) -> None:
        """Ends the program. May be called again."""
        for pipe in self._pipes():
            try:
                pipe.close()
            except BrokenPipeError:
                pass
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> "Phone":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncPhone:
    """The same phone for asyncio: `async with AsyncPhone() as phone: await phone.step(…)`. One step at a time."""

    def __init__(self, rules: Optional[str] = None, program: Optional[str] = None) -> None:
        """Describes a phone; `async with` starts it. As `Phone`."""
        self._command, self._first = _start(program, rules)
        self.program = self._command[0]
        self._story = _Story(rules)
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

    async def __aenter__(self) -> "AsyncPhone":
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 26)
        except OSError as error:
            raise _cannot_start(self.program, error) from error
        try:
            _check_first(await self._exchange(self._first), self.program)
        except BaseException:
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
            if not line:
                raise PhoneEnded(
                    f"{self.program} ended with status {await process.wait()} before its reply to {do}; the story "
                    "until then:\n" + self.story)
            return self._story.take(line)

    async def _exchange(self, line: str) -> str:
        assert self._process and self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(line.encode())
            await self._process.stdin.drain()
            return (await asyncio.wait_for(self._process.stdout.readline(), PATIENCE)).decode()
        except (BrokenPipeError, ConnectionResetError):
            return ""
        except asyncio.TimeoutError:
            self._process.kill()
            raise PhoneEnded(f"{self.program} did not answer within {PATIENCE:g} s, and was ended; is it stopped?") from None
        except asyncio.CancelledError:
            # The reply is still to come, and would be taken for that of the next step.
            self._is_open = False
            self._process.stdin.close()
            raise

    async def close(self) -> None:
        """Ends the program. May be called again."""
        self._is_open = False
        if self._process is None or self._process.stdin is None:
            return
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE)
        except asyncio.TimeoutError:
            self._process.kill()
            await self._process.wait()
