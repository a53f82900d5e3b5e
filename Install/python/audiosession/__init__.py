# SPDX-License-Identifier: Apache-2.0
"""A phone for your tests: asks the program `audiosession` what a phone would do with every app's sound.

    with Phone() as phone:
        phone.step("play", app="music", sound="song")
        reply = phone.step("call", at=5, phase="incoming")
        reply.expect(heard=["ringtone"], unheard={"music/song": "R-INT-2"})

With pytest there is a fixture of the name `phone`; with asyncio there is `AsyncPhone`. Needs Python 3.8 and nothing else.

On a running machine `with hold(duck=True):` lowers the other apps while the block speaks.
"""

from ._hold import NotHeld, hold
from ._phone import AsyncPhone, BadStep, Phone, PhoneEnded, Reply, Unmet, program_path

__all__ = ["AsyncPhone", "BadStep", "NotHeld", "Phone", "PhoneEnded", "Reply", "Unmet", "hold", "program_path"]
