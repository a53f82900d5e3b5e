"""Plays the person that the probe asks, on a device that is told to go by one reading of a contested point or another.

What the probe writes must hold on that device; and where the device is told to go by the other reading, the probe must
write something else.
"""

import json
import os
import subprocess
import tempfile
import threading
import unittest
from concurrent.futures import ThreadPoolExecutor

from driver import PROGRAM, ducked, gain, heard, name

PROBE = os.path.join(os.environ["PROGRAMS"], "Probe")

# What makes the device go by the other reading, for each point that can be switched.
OTHERWISE = {
    1: "C1=always", 2: "C2=silent", 3: "C3=headphones", 4: "C4=answer", 5: "C5=media", 7: "C7=accepted",
    8: "C8=mixes", 15: "C15=told", 17: "C17=mixes", 18: "duckGain=0.1", 23: "C32=goesOn", 28: "C28=ringer",
    29: "C29=vibrates", 30: "C30=mixes", 31: "C31=starts", 32: "C32=goesOn", 33: "C33=fails",
}
# These are about iPhone OS 3.
OLD = {15}


class Person:
    """Does what the probe asks, and answers by what the device says is heard."""

    def __init__(self, point, folder, *changes):
        self.file = os.path.join(folder, f"C{point}-{len(changes)}.yaml")
        answers = self.file + ".answers"
        os.mkfifo(answers)
        options = [word for change in changes for word in ("--set", change)]
        rules = "iPhoneOS3" if point in OLD else "modern"
        self.device = subprocess.Popen(
            [PROGRAM, "run", "--drive", "--silent", "--rules", rules, *options, "--", PROBE, f"C{point}",
             self.file, answers],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)
        self.patience = threading.Timer(30, self.device.kill)
        self.patience.start()
        self.replies = []
        self.news = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()
        self.asked = self.serve(answers)

    def read(self):
        for line in self.device.stdout:
            with self.news:
                self.replies.append(json.loads(line))
                self.news.notify_all()
        with self.news:
            self.replies.append(None)
            self.news.notify_all()

    def wait(self, holds):
        """The first thing that holds of the replies so far, and of those to come."""
        with self.news:
            self.news.wait_for(lambda: holds() is not None or None in self.replies)
            found = holds()
            assert found is not None, "the device ended"
            return found

    def serve(self, answers):
        """Reads what the probe says, line by line, to its end."""
        said = []
        with open(answers, "w", buffering=1) as pipe:
            for line in self.device.stderr:
                said.append(line.rstrip())
                if line.startswith("{"):
                    pipe.write(self.answer(json.loads(line)) + "\n")
                elif line.startswith("That is all"):
                    self.device.stdin.close()
        self.device.wait()
        self.device.stderr.close()
        self.patience.cancel()
        assert self.device.returncode == 0, (self.device.returncode, said, self.replies[-2:])
        return said

    def answer(self, question):
        sent = 0
        for step in question.get("steps", []):
            before = sum(1 for reply in self.replies if reply and "n" in reply)
            self.device.stdin.write(json.dumps(step) + "\n")
            numbered = self.wait(
                lambda: next((reply for reply in self.replies if reply and reply.get("n") == before + 1), None))
            assert numbered["result"] == "ok", numbered
            sent += sum(1 for event in numbered["events"]
                        if event["to"] == "Probe" and event["name"] in ("interruption", "outputVolume"))
        if "steps" in question:
            # The probe waits until it has been told of all of them.
            return f"Done {sent}"
        reply = self.reply(question["after"], int(question["times"]))
        if "gainDB" in question:
            return str(gain(reply, question["gainDB"]))
        if "heard" in question:
            yes = question["heard"] in heard(reply)
        elif "ducked" in question:
            yes = question["ducked"] in ducked(reply)
        elif "heardOn" in question:
            sound, port = question["heardOn"]
            yes = any(name(entry) == sound and port in entry["on"] for entry in reply["heard"])
        else:
            yes = reply["vibrated"]
        return "Yes" if yes else "No"

    def reply(self, verb, times):
        """What the device said when something was done for the so manieth time."""
        def those():
            return [reply for reply in self.replies if reply and reply["do"] == verb]
        return self.wait(lambda: those()[times - 1] if len(those()) >= times else None)

    def written(self):
        """The scenario without what differs from time to time: when."""
        with open(self.file) as file:
            return [
                {key: value for key, value in json.loads(line[4:]).items() if key != "at"}
                for line in file if line.startswith("  - ")
            ]


def check(file, *options):
    """Whether a scenario holds under its rule book, and what is said of it."""
    checked = subprocess.run([PROGRAM, "check", *options, file], capture_output=True, text=True)
    return checked.returncode, checked.stdout + checked.stderr


class Probe(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        wanted = [(point,) for point in range(1, 35)] + list(OTHERWISE.items())
        with ThreadPoolExecutor(8) as pool:
            people = pool.map(lambda point: Person(point[0], cls.folder.name, *point[1:]), wanted)
            cls.people = dict(zip(wanted, people))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_what_it_writes_holds(self):
        for (point, *changes), person in self.people.items():
            if changes:
                continue
            with self.subTest(f"C{point}"):
                status, said = check(person.file)
                self.assertEqual(status, 0, said)
                self.assertTrue(
                    any("expect" in line or "note" in line for line in person.written()), "it has found nothing out")

    def test_by_another_reading_it_writes_something_else(self):
        for point, change in OTHERWISE.items():
            with self.subTest(change):
                usual, otherwise = self.people[(point,)], self.people[(point, change)]
                self.assertNotEqual(usual.written(), otherwise.written())
                # The same was done; something else came of it.
                self.assertEqual(
                    [[line["do"], line.get("note")] for line in usual.written()],
                    [[line["do"], line.get("note")] for line in otherwise.written()])
                self.assertEqual(check(otherwise.file)[0], 1)
                status, said = check(otherwise.file, "--set", change)
                self.assertEqual(status, 0, said)

    def test_it_asks_in_short_and_plain_sentences(self):
        for (point, *_), person in self.people.items():
            for line in person.asked:
                if not line.startswith("{"):
                    self.assertLess(len(line), 120, f"C{point}")


if __name__ == "__main__":
    unittest.main()
