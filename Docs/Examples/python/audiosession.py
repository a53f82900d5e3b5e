"""A phone for your tests: asks `audiosession oracle` what it would do with everybody's sound.

Needs nothing but Python 3.8 and the program, which it finds through the environment variable AUDIOSESSION or on the PATH.

    with Phone() as phone:
        phone.step("play", app="music", sound="song")
        reply = phone.step("call", at=5, phase="incoming")
        reply.expect(heard=["ringtone"], unheard={"music/song": "R-INT-2"})
"""

import json
import os
import subprocess


class BadStep(Exception):
    """The step was not one; the test is wrong, not the app."""


class Phone:
    """An emulated phone in virtual time. Each has a process of its own, so tests may use many at once.

    `rules` is a rule book or any version of the system, such as "iOS 14.5"; without it the phone is the newest.
    """

    def __init__(self, rules=None, program=None):
        program = program or os.environ.get("AUDIOSESSION", "audiosession")
        try:
            self._oracle = subprocess.Popen(
                [program, "oracle"] + (["--rules", rules] if rules else []),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", bufsize=1)
        except OSError as error:
            raise RuntimeError(f"cannot start {program}: {error}; say in AUDIOSESSION where it is") from error
        self.replies = []

    def step(self, do, at=None, **keys):
        """Takes a step and returns the reply. A key that is a word of Python gets an underscore: `for_`."""
        step = {"do": do, **{key.rstrip("_"): value for key, value in keys.items()}}
        if at is not None:
            step["at"] = at
        try:
            self._oracle.stdin.write(json.dumps(step) + "\n")
            self._oracle.stdin.flush()
            line = self._oracle.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise RuntimeError(f"the oracle ended with status {self._oracle.wait()}")
        reply = Reply(json.loads(line), self)
        if reply.error == "badStep":
            raise BadStep(f"{step}: {reply['result']['says']}")
        self.replies.append(reply)
        return reply

    def close(self):
        self._oracle.stdin.close()
        self._oracle.stdout.close()
        self._oracle.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _name(sound):
    """`app/sound`, or what a sound of the device's own is heard as."""
    return f"{sound['app']}/{sound['sound']}" if "app" in sound else sound["as"]


class Reply(dict):
    """What follows from one step: the oracle's object, with the questions that tests ask."""

    def __init__(self, values, phone):
        super().__init__(values)
        self._phone = phone

    @property
    def error(self):
        """The name of the error, or None where the step was accepted."""
        return None if self["result"] == "ok" else self["result"]["error"]

    @property
    def heard(self):
        return sorted(_name(sound) for sound in self["heard"])

    @property
    def ducked(self):
        return sorted(_name(sound) for sound in self["heard"] if sound["ducked"])

    @property
    def unheard(self):
        """Which rule keeps each started sound from being heard."""
        return {_name(sound): sound["rule"] for sound in self["unheard"]}

    @property
    def rules(self):
        return {reason["rule"] for reason in self["because"]}

    def events(self, to):
        """What an app has been told since the step before, in order."""
        moments = self["meanwhile"] + [self]
        return [event for moment in moments for event in moment["events"] if event["to"] == to]

    def gain(self, sound):
        """How loud a sound is heard, in decibels."""
        return next(entry["gainDB"] for entry in self["heard"] if _name(entry) == sound)

    def expect(self, **wanted):
        """Demands values of the properties above, such as heard=["music/song"]; a failure tells the whole story."""
        for name, value in wanted.items():
            actual = getattr(self, name)
            if name in ("heard", "ducked"):
                value = sorted(value)
            elif name == "rules":
                actual, value = actual & set(value), set(value)
            if actual != value:
                raise AssertionError(f"{name}: expected {value}, got {actual}\n{self._story()}")

    def _story(self):
        lines = []
        for reply in self._phone.replies:
            who = f" {reply['app']}" if reply["app"] else ""
            heard = ", ".join(reply.heard) or "nothing"
            lines.append(f"{reply['at']:8.3f}  {reply['do']}{who}: {reply.error or 'ok'}; heard: {heard}")
            lines += [f"          {why['rule']}: {why['says']}" for why in reply["because"]]
            if reply is self:
                break
        return "\n".join(lines)
