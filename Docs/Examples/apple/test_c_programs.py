"""Queues and units of the C interfaces, which the policy governs as it does the players of the newer ones."""

import os
import unittest

from driver import Phone, ducked, gain, heard, make_sound, told

PROGRAMS = os.environ["PROGRAMS"]
C_PROGRAMS = os.environ["C_PROGRAMS"]
SOUNDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Scenarios/Sounds")


def program(name):
    return os.path.join(C_PROGRAMS, name)


class Governed:
    """What holds for a program that plays music, whatever it plays it by."""

    def test_neither_the_switch_nor_the_lock_silences_it(self):
        with Phone() as phone:
            self.begin(phone)
            for step in ({"do": "ringSwitch", "to": "silent"}, {"do": "lock"}):
                self.assertEqual(heard(phone.step(**step)), [self.sound])

    def test_a_prompt_of_another_program_lowers_it_and_gives_it_back(self):
        with Phone() as phone:
            alone = self.begin(phone)
            phone.launch(os.path.join(PROGRAMS, "Navigator"), os.path.join(SOUNDS, "game-coin.flac"))
            prompt = phone.program("play", "Navigator")
            self.assertEqual(ducked(prompt), [self.sound])
            self.assertLess(gain(prompt, self.sound), gain(alone, self.sound) - 10)
            phone.program("quit", "Navigator")
            again = phone.step(do="wait", **{"for": 0})
            self.assertEqual((ducked(again), gain(again, self.sound)), ([], gain(alone, self.sound)))

    def test_a_call_stops_it_and_it_goes_on_when_the_program_starts_it_again(self):
        with Phone() as phone:
            self.begin(phone)
            ringing = phone.step(do="call", phase="incoming")
            self.assertEqual(heard(ringing), ["ringtone"])
            self.assertEqual(told(ringing, self.name), [("interruption", "began")])
            declined = phone.step(do="call", phase="declined")
            self.assertEqual(told(declined, self.name), [("interruption", "ended", "True")])
            self.assertEqual(heard(phone.until(lambda reply: self.sound in heard(reply))), [self.sound])

    def test_the_volume_buttons_move_it(self):
        with Phone() as phone:
            alone = self.begin(phone)
            self.assertLess(gain(phone.step(do="volumeButton", press="down"), self.sound), gain(alone, self.sound))


class QueuePlayer(Governed, unittest.TestCase):
    name, sound = "queue_player", "queue_player/samples"

    def begin(self, phone, *arguments):
        song = os.path.join(phone.folder, "song.wav")
        make_sound(song, 1)
        phone.launch(program(self.name), song, *arguments)
        return phone.program("play", self.name)

    def test_with_the_category_that_nobody_chose_the_switch_and_the_lock_silence_it(self):
        with Phone() as phone:
            self.begin(phone, "solo")
            for step in (
                {"do": "ringSwitch", "to": "silent"}, {"do": "ringSwitch", "to": "ring"}, {"do": "lock"}, {"do": "unlock"},
            ):
                silenced = step in ({"do": "ringSwitch", "to": "silent"}, {"do": "lock"})
                self.assertEqual(heard(phone.step(**step)), [] if silenced else [self.sound])

    def test_it_takes_the_place_of_the_music(self):
        with Phone() as phone:
            phone.step(do="launch", app="ipod", kind="system")
            phone.step(do="play", app="ipod", sound="song")
            begun = self.begin(phone)
            self.assertEqual(heard(begun), [self.sound])
            self.assertEqual(begun["sessions"]["ipod"]["phase"], "interrupted")


if __name__ == "__main__":
    unittest.main()
