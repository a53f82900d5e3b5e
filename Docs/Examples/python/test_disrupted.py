"""The player, disrupted: `pytest` runs each test again for each gap between two calls and each disruption."""

import pytest

from player import Player
from test_player import Audio


@pytest.fixture
def player(phone):
    audio = Audio(phone, "player")
    # What `told` does is the player's reaction; a step of the test is the person's.
    phone.app(lambda event: player.told(event), name="player", playing=lambda: player.button == "pause")
    player = Player(audio)
    return player


@pytest.mark.disrupted
def test_an_episode_plays_and_pauses(phone, player):
    player.press()
    phone.step("wait", at=1).expect(heard=["player/episode"])
    player.press()
    phone.step("wait", at=2).expect(heard=[])


@pytest.mark.disrupted("declinedCall", "unplug", without=["showsWhatIsHeard"])
def test_only_some_disruptions(phone, player):
    phone.step("plug", port="headphones")
    player.press()
    phone.step("wait", at=1)
