"""The player against the phone. `python3 -m unittest`, or `pytest`, whichever is there."""

import unittest

from audiosession import Phone
from player import Player


class Audio:
    """The player's sound, as the oracle has it. In the app it would be the real thing."""

    def __init__(self, phone, app):
        self._phone, self._app = phone, app

    def configure(self):
        self._phone.step("setCategory", app=self._app, category="playback", mode="spokenAudio")

    def activate(self):
        return self._phone.step("setActive", app=self._app, to=True).error is None

    def play(self, sound):
        return self._phone.step("play", app=self._app, sound=sound).error is None

    def pause(self, sound):
        self._phone.step("pause", app=self._app, sound=sound)


class PlayerTests(unittest.TestCase):
    def setUp(self):
        self.phone = Phone(rules="iOS17")
        self.addCleanup(self.phone.close)
        # Whether to resume is the player's own business here: that is what the tests are about.
        self.phone.step("launch", app="player", backgroundAudio=True, resumes=False)
        self.player = Player(Audio(self.phone, "player"))

    def happens(self, do, **keys):
        """Something happens to the phone, and the player is told what the phone would tell it."""
        reply = self.phone.step(do, **keys)
        for event in reply.events(to="player"):
            self.player.told(event)
        return self.phone.replies[-1]

    def test_the_button_shows_what_is_heard(self):
        self.player.press()
        self.happens("wait", at=1).expect(heard=["player/episode"])
        self.assertEqual(self.player.button, "pause")
        self.player.press()
        self.happens("wait", at=2).expect(heard=[], unheard={})
        self.assertEqual(self.player.button, "play")

    def test_an_episode_goes_on_after_a_call(self):
        self.player.press()
        self.happens("call", at=5, phase="incoming").expect(heard=["ringtone"])
        self.assertEqual(self.player.button, "play")
        self.happens("call", at=9, phase="declined").expect(heard=["player/episode"])
        self.assertEqual(self.player.button, "pause")

    def test_what_was_paused_before_a_call_stays_so_after_it(self):
        self.player.press()
        self.player.press()
        self.happens("call", at=5, phase="incoming")
        self.happens("call", at=9, phase="missed").expect(heard=[])
        self.assertEqual(self.player.button, "play")

    def test_a_refusal_leaves_the_button_alone(self):
        self.happens("launch", app="maps")
        self.player.press()  # On a headset, say: in the background the player may not take the floor.
        self.assertEqual(self.phone.replies[-1].error, "cannotInterruptOthers")
        self.assertEqual(self.player.button, "play")

    def test_pulling_the_headphones_out_pauses(self):
        self.happens("plug", port="headphones")
        self.player.press()
        self.happens("unplug", at=60, port="headphones").expect(heard=[])
        self.assertEqual(self.player.button, "play")

    def test_the_switch_does_not_silence_an_episode(self):
        self.player.press()
        self.happens("ringSwitch", to="silent").expect(heard=["player/episode"])

    def test_a_prompt_that_ducks_interrupts_nobody(self):
        self.player.press()
        self.happens("launch", app="fitness")
        self.happens("setCategory", app="fitness", category="playback", options=["duckOthers"])
        reply = self.happens("setActive", app="fitness", to=True)
        reply.expect(heard=["player/episode"], ducked=["player/episode"], rules=["R-DK-1"])
        self.assertAlmostEqual(reply.gain("player/episode"), -20.0)
        self.assertEqual(self.player.button, "pause")


if __name__ == "__main__":
    unittest.main()
