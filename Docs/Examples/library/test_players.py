"""Plays with both players: without a host into a file, and under one that the test drives as the person would."""

import os
import struct
import subprocess
import tempfile
import unittest

from driver import PROGRAM, Device, make_sound

PLAYERS = [os.path.join(os.environ["PLAYERS"], name) for name in ("player", "glib_player")]


def recording(folder, name):
    """The environment in which ALSA's PCM of that name writes what is played into the file `heard`."""
    path = folder + "/asound.conf"
    with open(path, "w") as file:
        file.write('pcm.%s { type file slave.pcm { type null } file "%s/heard" format raw }' % (name, folder))
    environment = {**os.environ, "ALSA_CONFIG_PATH": path, "XDG_RUNTIME_DIR": folder}
    environment.pop("AUDIOSESSION_SOCKET", None)
    return environment


def heard(folder):
    """What the PCM got."""
    with open(folder + "/heard", "rb") as file:
        return file.read()


def run(*command):
    """A program on a private device."""
    return Device("run", "--drive", "--silent", "--rules", "modern", "--", *command)


class Players(unittest.TestCase):
    def test_without_a_host_the_file_is_heard_bit_by_bit(self):
        for player in PLAYERS:
            with self.subTest(player), tempfile.TemporaryDirectory() as folder:
                data = make_sound(folder + "/sound.wav", 0.5)
                environment = recording(folder, "!default")
                subprocess.run([player, folder + "/sound.wav"], env=environment, check=True, stdin=subprocess.DEVNULL)
                self.assertEqual(heard(folder), data)

    def test_on_a_device_the_volume_is_heard_on_the_pcm_that_the_route_names(self):
        for player in PLAYERS:
            with self.subTest(player), tempfile.TemporaryDirectory() as folder:
                data = make_sound(folder + "/sound.wav", 0.5)
                command = [PROGRAM, "run", "--device", "recorder", "--", player, folder + "/sound.wav"]
                environment = recording(folder, "recorder")
                subprocess.run(command, env=environment, check=True, stdin=subprocess.DEVNULL)
                # The media volume of a device that has just been taken out of its box is a half.
                samples = struct.unpack("<%dh" % (len(data) // 2), data)
                halves = struct.pack("<%dh" % len(samples), *(round(sample / 2) for sample in samples))
                self.assertEqual(heard(folder), halves)

    def test_at_a_given_path_without_a_host_it_says_which(self):
        for player in PLAYERS:
            with self.subTest(player), tempfile.TemporaryDirectory() as folder:
                make_sound(folder + "/sound.wav", 0.1)
                environment = {**os.environ, "AUDIOSESSION_SOCKET": folder + "/nobody"}
                ended = subprocess.run([player, folder + "/sound.wav"], env=environment, capture_output=True, text=True)
                self.assertEqual(ended.returncode, 1)
                self.assertIn(folder + "/nobody", ended.stderr)

    def test_a_call_halts_it_and_its_end_lets_it_go_on(self):
        for player in PLAYERS:
            with self.subTest(player), tempfile.TemporaryDirectory() as folder:
                make_sound(folder + "/sound.wav", 60)
                name = os.path.basename(player)
                driven = run(player, folder + "/sound.wav")
                category = driven.program("setCategory")
                self.assertEqual(category["sessions"][name]["category"], "playback")
                played = driven.program("play")
                self.assertEqual([(sound["app"], sound["sound"]) for sound in played["heard"]], [(name, "samples")])

                ringing = driven.step(do="call", phase="incoming")
                self.assertIn({"to": name, "name": "interruption", "type": "began"}, ringing["events"])
                self.assertNotIn(name, [sound.get("app") for sound in ringing["heard"]])
                declined = driven.step(do="call", phase="declined")
                self.assertIn(
                    {"to": name, "name": "interruption", "type": "ended", "shouldResume": True}, declined["events"])
                again = driven.program("play")
                self.assertIn(name, [sound.get("app") for sound in again["heard"]])

                driven.step(do="plug", port="headphones")
                pulled = driven.step(do="unplug", port="headphones")
                self.assertIn(
                    {"to": name, "name": "routeChange", "reason": "oldDeviceUnavailable"}, pulled["events"])
                paused = driven.program("pause")
                self.assertEqual(paused["heard"], [])

                driven.step(do="remoteCommand", command="play")
                self.assertIn(name, [sound.get("app") for sound in driven.program("play")["heard"]])
                driven.step(do="remoteCommand", command="togglePlayPause")
                self.assertEqual(driven.program("pause")["heard"], [])
                driven.process.terminate()
                driven.end()

    def test_it_ends_when_its_file_does(self):
        for player in PLAYERS:
            with self.subTest(player), tempfile.TemporaryDirectory() as folder:
                make_sound(folder + "/sound.wav", 0.3)
                driven = run(player, folder + "/sound.wav")
                driven.program("stop")
                self.assertEqual(driven.program("quit")["heard"], [])
                self.assertEqual(driven.end(), 0)

    def test_it_outlives_its_host_and_is_on_the_next_one_what_it_was(self):
        for player in PLAYERS:
            with self.subTest(player), tempfile.TemporaryDirectory() as folder:
                make_sound(folder + "/sound.wav", 60)
                name = os.path.basename(player)
                environment = {**os.environ, "XDG_RUNTIME_DIR": folder}
                environment.pop("AUDIOSESSION_SOCKET", None)
                first = Device("host", "--silent", "--rules", "modern", environment=environment)
                # Once it answers it listens, so the player is on it from its beginning.
                first.step(do="ringSwitch", to="ring")
                playing = subprocess.Popen([player, folder + "/sound.wav"], env=environment, stdin=subprocess.DEVNULL)
                first.program("play")
                first.process.kill()
                first.end()
                second = Device("host", "--silent", "--rules", "modern", environment=environment)
                again = second.program("play")
                self.assertEqual(again["sessions"][name]["category"], "playback")
                self.assertEqual([(sound["app"], sound["sound"]) for sound in again["heard"]], [(name, "samples")])
                playing.kill()
                playing.wait()
                self.assertEqual(second.program("crash")["heard"], [])
                second.process.terminate()
                self.assertEqual(second.end(), 0)


if __name__ == "__main__":
    unittest.main()
