"""Plays the person around real programs: steps go into the device that governs them, replies come out.

Needs Python 3.8 and the program `audiosession`, whose path stands in the environment variable AUDIOSESSION.
"""

import json
import os
import shlex
import subprocess
import tempfile
import threading
import wave

PROGRAM = os.environ["AUDIOSESSION"]


class Device:
    """A device that a command of the program holds: steps in, replies out."""

    def __init__(self, *command, environment=os.environ, errors=None):
        self.process = subprocess.Popen(
            [PROGRAM, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
            env=environment)
        # A wait for what never comes ends with an error, long after it should have come.
        self._patience = threading.Timer(60, self.process.kill)
        self._patience.daemon = True
        self._patience.start()

    def step(self, **step):
        """Does a step; answers its reply."""
        self.process.stdin.write(json.dumps(step) + "\n")
        self.process.stdin.flush()
        return self.until(lambda reply: "n" in reply)

    def until(self, holds):
        """Reads replies up to the first for which `holds`, and answers it."""
        for line in self.process.stdout:
            reply = json.loads(line)
            if holds(reply):
                return reply
        raise AssertionError("the replies ended before it came")

    def program(self, verb, app=None):
        """The next thing of this kind that a program does; of the one with that name, where it is given."""
        return self.until(
            lambda reply: reply.get("from") == "program" and reply["do"] == verb and app in (None, reply["app"]))

    def end(self):
        """Ends the input and waits; answers the program's exit status."""
        self.process.stdin.close()
        for _ in self.process.stdout:
            pass
        self.process.stdout.close()
        self._patience.cancel()
        return self.process.wait()


class Phone(Device):
    """A phone on which real programs are launched one after the other, as the person would touch their icons."""

    def __init__(self, *options, rules=None, silent=True, environment=os.environ):
        self._scratch = tempfile.TemporaryDirectory()
        self.folder = self._scratch.name
        self._printed = open(self.folder + "/printed", "w+")
        fifo = self.folder + "/launches"
        os.mkfifo(fifo)
        # A shell on the device, which runs line by line what is written into its script.
        silently = ["--silent"] if silent else []
        book = ["--rules", rules] if rules else []
        super().__init__(
            "run", "--drive", *silently, *book, *options, "--", "sh", fifo, environment=environment,
            errors=self._printed)
        self._launches = open(fifo, "w", buffering=1)

    def launch(self, program, *arguments):
        """Launches a program; answers the reply of its launch."""
        command = " ".join(shlex.quote(word) for word in (program, *arguments))
        self._launches.write(command + ' & children="$children $!"\n')
        name = os.path.basename(program)
        return self.until(lambda reply: reply["do"] == "launch" and reply["app"].split("#")[0] == name)

    def printed(self):
        """What the programs have printed; all of it once they have ended."""
        with open(self._printed.name) as file:
            return file.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._launches.write("kill $children 2>/dev/null; wait\n")
        self._launches.close()
        self.end()
        self._printed.close()
        self._scratch.cleanup()


def make_sound(path, seconds):
    """A WAV file of 16 bits in two channels, in which every frame is another one than its neighbours."""
    tenth = b"".join((3 * n - 6615).to_bytes(2, "little", signed=True) * 2 for n in range(4410))
    data = tenth * round(10 * seconds)
    with wave.open(path, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(44100)
        file.writeframes(data)
    return data


def name(sound):
    """`app/sound`, or what a sound of the device's own is heard as."""
    return f"{sound['app']}/{sound['sound']}" if "app" in sound else sound["as"]


def heard(reply):
    """Who is heard, in order."""
    return sorted(name(sound) for sound in reply["heard"])


def ducked(reply):
    """Who is heard, but lower than they would be."""
    return sorted(name(sound) for sound in reply["heard"] if sound["ducked"])


def gain(reply, sound):
    """How loud a sound is heard, in decibels."""
    return next(entry["gainDB"] for entry in reply["heard"] if name(entry) == sound)


def told(reply, app):
    """What an app is told in a reply: each event's name with what it is about."""
    return [
        tuple(str(value) for key, value in event.items() if key != "to") for event in reply["events"]
        if event["to"] == app
    ]
