"""A made-up podcast player: the code under test. It knows nothing of the oracle."""


class Player:
    """Plays one episode. `audio` is the system's sound: it has `configure()`, `activate()`, `play(sound)` and
    `pause(sound)`; `activate` and `play` say whether the system let it."""

    def __init__(self, audio):
        self._audio = audio
        audio.configure()
        self._resumes = False
        self.button = "play"

    def press(self):
        """The person presses the one button that there is."""
        if self.button == "play":
            self._start()
        else:
            self._audio.pause("episode")
            self.button = "play"
        self._resumes = False

    def told(self, event):
        """The system tells the player something."""
        if event["name"] == "interruption" and event["type"] == "began":
            self._resumes = self.button == "pause"
            self.button = "play"
        elif event["name"] == "interruption" and self._resumes and event.get("shouldResume"):
            self._start()
        elif event["name"] == "mediaServicesWereReset":
            # All that was set, and all that played, is gone.
            self._resumes = False
            self.button = "play"
            self._audio.configure()
        elif event["name"] == "routeChange" and event["reason"] == "oldDeviceUnavailable":
            # The episode must not go on aloud in the train.
            self._resumes = False
            if self.button == "pause":
                self.press()

    def _start(self):
        if self._audio.activate() and self._audio.play("episode"):
            self.button = "pause"
