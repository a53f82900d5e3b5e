"""The four documented scenarios, performed by real programs, and a voice recorder.

The sound of each is that of a scenario file; who is heard is said by the device that governs the programs.
"""

import json
import os
import subprocess
import tempfile
import unittest
import wave

from driver import Phone, ducked, gain, heard, make_sound, told

PROGRAMS = os.environ["PROGRAMS"]
SOUNDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Scenarios/Sounds")


def program(name):
    return os.path.join(PROGRAMS, name)


def sounds(*names):
    return [os.path.join(SOUNDS, name + ".flac") for name in names]


class LanguageTrainer(unittest.TestCase):
    """Scenario 1: heard alone, whatever the switch says."""

    def practise(self, phone):
        phone.step(do="launch", app="ipod", kind="system")
        phone.step(do="play", app="ipod", sound="song")
        phone.launch(program("LanguageTrainer"), *sounds("bonjour", "tap"))
        return phone.until(lambda reply: "LanguageTrainer/tap.flac" in heard(reply))

    def test_it_takes_the_place_of_the_music_and_a_tap_sounds_beside_the_clip(self):
        with Phone() as phone:
            both = self.practise(phone)
            self.assertEqual(heard(both), ["LanguageTrainer/bonjour.flac", "LanguageTrainer/tap.flac"])
            self.assertEqual(both["sessions"]["ipod"]["phase"], "interrupted")
            self.assertEqual(gain(both, "LanguageTrainer/bonjour.flac"), -6.0)
            self.assertEqual(gain(both, "LanguageTrainer/tap.flac"), -12.0)

    def test_neither_the_switch_nor_the_lock_silences_it_and_the_buttons_move_it(self):
        with Phone() as phone:
            self.practise(phone)
            phone.until(lambda reply: heard(reply) == ["LanguageTrainer/bonjour.flac"])
            for step in ({"do": "ringSwitch", "to": "silent"}, {"do": "lock"}, {"do": "unlock"}):
                reply = phone.step(**step)
                self.assertEqual(heard(reply), ["LanguageTrainer/bonjour.flac"])
                self.assertEqual(told(reply, "LanguageTrainer"), [])
            quieter = phone.step(do="volumeButton", press="down", times=2)
            self.assertEqual(gain(quieter, "LanguageTrainer/bonjour.flac"), -8.5)
            self.assertEqual(quieter["device"]["ringerVolume"], 0.75)

    def test_it_goes_into_the_headphones_and_pauses_with_them(self):
        with Phone() as phone:
            self.practise(phone)
            plugged = phone.step(do="plug", port="headphones")
            self.assertIn("LanguageTrainer/bonjour.flac", heard(plugged))
            self.assertEqual(plugged["device"]["outputs"], ["headphones"])
            pulled = phone.step(do="unplug", port="headphones")
            self.assertIn(("routeChange", "oldDeviceUnavailable"), told(pulled, "LanguageTrainer"))
            self.assertNotIn("LanguageTrainer/bonjour.flac", heard(phone.program("pause")))
            phone.step(do="plug", port="headphones")
            self.assertIn("LanguageTrainer/bonjour.flac", heard(phone.program("play")))

    def test_a_call_interrupts_it_and_it_goes_on_after_it(self):
        with Phone() as phone:
            self.practise(phone)
            phone.until(lambda reply: heard(reply) == ["LanguageTrainer/bonjour.flac"])
            ringing = phone.step(do="call", phase="incoming")
            self.assertEqual(heard(ringing), ["ringtone"])
            self.assertEqual(told(ringing, "LanguageTrainer"), [("interruption", "began")])
            declined = phone.step(do="call", phase="declined")
            self.assertEqual(told(declined, "LanguageTrainer"), [("interruption", "ended", "True")])
            self.assertEqual(heard(phone.program("play")), ["LanguageTrainer/bonjour.flac"])

    def test_on_the_first_phones_an_answered_call_ends_it(self):
        with Phone(rules="iPhoneOS3") as phone:
            self.practise(phone)
            phone.step(do="call", phase="incoming")
            answered = phone.step(do="call", phase="answered")
            self.assertEqual(told(answered, "LanguageTrainer"), [("terminated",)])
            self.assertEqual(heard(answered), ["callAudio"])
            # The music goes on after the call (R-ACT-12), and the trainer does not.
            self.assertEqual(heard(phone.step(do="call", phase="ended")), [])


class Game(unittest.TestCase):
    """Scenario 2: over the person's own music, or with a soundtrack of its own."""

    def test_over_music_it_keeps_to_effects_which_the_switch_silences(self):
        with Phone() as phone:
            phone.step(do="launch", app="ipod", kind="system")
            phone.step(do="play", app="ipod", sound="song")
            phone.launch(program("Game"), *sounds("soundtrack", "game-coin"))
            found = phone.program("play", "Game")
            self.assertEqual(heard(found), ["Game/game-coin.flac", "ipod/song"])
            self.assertEqual(ducked(found), [])
            self.assertEqual(found["sessions"]["Game"]["category"], "ambient")
            silent = phone.step(do="ringSwitch", to="silent")
            self.assertEqual(heard(silent), ["ipod/song"])
            # The game goes on, unheard; and is heard again without having to begin anew.
            self.assertEqual(heard(phone.program("play", "Game")), ["ipod/song"])
            phone.step(do="ringSwitch", to="ring")
            self.assertIn("Game/game-coin.flac", heard(phone.program("play", "Game")))

    def test_alone_it_brings_its_soundtrack_which_comes_back_after_a_call(self):
        with Phone() as phone:
            phone.launch(program("Game"), *sounds("soundtrack", "game-coin"))
            begun = phone.program("play", "Game")
            self.assertEqual(heard(begun), ["Game/soundtrack.flac"])
            self.assertEqual(begun["sessions"]["Game"]["category"], "soloAmbient")
            self.assertEqual(heard(phone.step(do="lock")), [])
            self.assertIn("Game/soundtrack.flac", heard(phone.step(do="unlock")))
            ringing = phone.step(do="call", phase="incoming")
            self.assertEqual(heard(ringing), ["ringtone"])
            phone.step(do="call", phase="declined")
            phone.until(lambda reply: "Game/soundtrack.flac" in heard(reply))


class Navigator(unittest.TestCase):
    """Scenario 3: two real programs on one phone, a navigator over a music player."""

    def test_each_prompt_lowers_the_music_and_gives_it_back(self):
        with Phone() as phone:
            phone.launch(program("MusicPlayer"), *sounds("song"))
            alone = phone.program("play", "MusicPlayer")
            phone.step(do="ringSwitch", to="silent")
            phone.step(do="lock")
            prompts = ("game-coin", "blog-uploaded")
            phone.launch(program("Navigator"), *sounds(*prompts))
            for prompt in prompts:
                active = phone.program("setActive", "Navigator")
                self.assertEqual(ducked(active), ["MusicPlayer/song.flac"])
                self.assertEqual(told(active, "MusicPlayer"), [])
                speaks = phone.program("play", "Navigator")
                self.assertEqual(heard(speaks), ["MusicPlayer/song.flac", f"Navigator/{prompt}.flac"])
                self.assertLess(gain(speaks, "MusicPlayer/song.flac"), gain(speaks, f"Navigator/{prompt}.flac") - 10)
                given = phone.program("setActive", "Navigator")
                self.assertEqual((heard(given), ducked(given)), (["MusicPlayer/song.flac"], []))
                self.assertEqual(gain(given, "MusicPlayer/song.flac"), gain(alone, "MusicPlayer/song.flac"))
            phone.program("quit", "Navigator")

    def test_the_player_goes_on_after_a_call_and_pauses_with_the_headphones(self):
        with Phone() as phone:
            phone.launch(program("MusicPlayer"), *sounds("song"))
            phone.program("play", "MusicPlayer")
            self.assertEqual(heard(phone.step(do="call", phase="incoming")), ["ringtone"])
            self.assertEqual(heard(phone.step(do="call", phase="answered")), ["callAudio"])
            phone.step(do="call", phase="ended")
            self.assertEqual(heard(phone.program("play", "MusicPlayer")), ["MusicPlayer/song.flac"])
            phone.step(do="plug", port="headphones")
            phone.step(do="unplug", port="headphones")
            self.assertEqual(heard(phone.program("pause", "MusicPlayer")), [])


class Blog(unittest.TestCase):
    """Scenario 4: System Sound Services, and no session to speak of."""

    def small_noises(self, phone):
        phone.step(do="launch", app="ipod", kind="system")
        phone.step(do="play", app="ipod", sound="song")
        # System sounds are of linear samples in a WAV file, an AIFF file or one of Apple's own.
        files = [os.path.join(phone.folder, name) for name in ("startup.wav", "uploaded.wav", "failed.wav")]
        for file in files:
            make_sound(file, 0.2)
        phone.launch(program("Blog"), *files)

    def test_its_sounds_mix_with_the_music_at_the_level_of_the_ringer(self):
        with Phone(rules="iPhoneOS3") as phone:
            self.small_noises(phone)
            for verb, sound in (("systemSound", "startup"), ("systemSound", "uploaded"), ("alertSound", "failed")):
                reply = phone.program(verb, "Blog")
                self.assertEqual(heard(reply), [f"Blog/{sound}.wav", "ipod/song"])
                self.assertEqual(gain(reply, f"Blog/{sound}.wav"), -2.5)
                self.assertEqual(reply["vibrated"], verb == "alertSound")
                session = reply["sessions"]["Blog"]
                self.assertEqual((session["category"], session["phase"]), ("soloAmbient", "inactive"))
            phone.program("quit", "Blog")

    def test_at_silent_they_are_not_heard_but_the_failure_is_felt(self):
        with Phone(rules="iPhoneOS3") as phone:
            phone.step(do="ringSwitch", to="silent")
            self.small_noises(phone)
            self.assertEqual(heard(phone.program("systemSound", "Blog")), ["ipod/song"])
            failed = phone.program("alertSound", "Blog")
            self.assertEqual(heard(failed), ["ipod/song"])
            self.assertTrue(failed["vibrated"])


class VoiceRecorder(unittest.TestCase):
    def test_it_records_as_long_as_it_is_told_and_a_message_meanwhile_makes_no_noise(self):
        with Phone() as phone:
            memo = os.path.join(phone.folder, "memo.wav")
            phone.launch(program("VoiceRecorder"), memo, "5")
            recording = phone.program("record", "VoiceRecorder")
            self.assertEqual(recording["device"]["inputs"], ["builtInMic"])
            self.assertEqual(phone.step(do="alert", kind="message")["vibrated"], False)
            phone.program("quit", "VoiceRecorder")
            with wave.open(memo) as file:
                self.assertAlmostEqual(file.getnframes() / file.getframerate(), 5, delta=0.1)

    def test_it_does_not_record_where_the_person_does_not_let_it(self):
        with Phone() as phone:
            phone.step(do="launch", app="VoiceRecorder")
            phone.step(do="permission", app="VoiceRecorder", to="denied", **{"for": "microphone"})
            phone.step(do="quit", app="VoiceRecorder")
            memo = os.path.join(phone.folder, "memo.wav")
            phone.launch(program("VoiceRecorder"), memo)
            ended = phone.until(lambda reply: reply["do"] in ("record", "quit"))
            self.assertEqual(ended["do"], "quit")
            self.assertFalse(os.path.exists(memo))


class Disrupted(unittest.TestCase):
    """`run --disrupt`: the player's observers run on the main queue, and their calls are its reactions."""

    def test_a_call_and_an_unplug_leave_it_right_and_the_media_servers_reset_does_not(self):
        command = [
            os.environ["AUDIOSESSION"], "run", "--disrupt", "--json", "--by", "declinedCall", "--by", "unplug",
            "--by", "mediaServices", "--", "sh", "-c", 'timeout 3 "$0" "$1"; exit 0', program("MusicPlayer"),
            *sounds("lesson")]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(ended.returncode, 1, ended)
        failed = [case["failures"][0] for case in json.loads(ended.stdout)["cases"] if not case["holds"]]
        self.assertEqual(len(failed), 1, failed)
        self.assertTrue(failed[0]["says"].endswith("it did not set its category again."), failed)
        self.assertTrue(any("QA1749" in line for line in failed[0]["story"]), failed)


class WithoutSounds(unittest.TestCase):
    """What cannot be played is said in a sentence, and the status tells it."""

    def test_a_file_that_is_missing_or_broken_is_named_and_no_program_breaks(self):
        with tempfile.TemporaryDirectory() as folder:
            files = {name: os.path.join(folder, name) for name in ("missing.wav", "broken.wav", "empty.wav")}
            with open(files["broken.wav"], "wb") as file:
                file.write(bytes(range(256)) * 20)
            open(files["empty.wav"], "wb").close()
            # Neither is a folder in which a recording could be made.
            files["nowhere"] = os.path.join(files["broken.wav"], "memo.wav")
            for name, count in (("MusicPlayer", 1), ("Navigator", 1), ("Blog", 1), ("Game", 2), ("LanguageTrainer", 2)):
                for file in files.values():
                    self.fails(name, [file] * count, naming=file)
            # The second file as well as the first.
            for name in ("Game", "LanguageTrainer"):
                self.fails(name, [*sounds("tap"), files["missing.wav"]], naming=files["missing.wav"])
            self.fails("VoiceRecorder", [files["nowhere"]], naming=files["nowhere"])

    def test_who_is_given_no_file_asks_for_one(self):
        for name in ("MusicPlayer", "Game", "LanguageTrainer", "VoiceRecorder"):
            self.fails(name, [], naming="name ")

    def fails(self, name, arguments, naming):
        command = [os.environ["AUDIOSESSION"], "run", "--silent", "--", program(name), *arguments]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(ended.returncode, 1, (name, arguments, ended))
        self.assertIn("\n" + name + ": ", "\n" + ended.stderr, ended)
        self.assertIn(naming, ended.stderr)
        # Beside the program's one line `run` may say that it has joined no device, and a recorder why it has no file.
        own = [line for line in ended.stderr.splitlines() if not line.startswith(("audiosession: ", "AVAudioRecorder: "))]
        self.assertEqual(len(own), 1, ended)


if __name__ == "__main__":
    unittest.main()
