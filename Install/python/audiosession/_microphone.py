# SPDX-License-Identifier: Apache-2.0
"""A sound file that replaces a phone's microphone."""

from __future__ import annotations

import array
import os
import sys
import wave
from typing import Any, Dict, List, Optional, Sequence

#: The rate of recordings of a phone without such a file.
USUAL_RATE = 48_000


class Microphone:
    """A WAV file of linear PCM. Its samples are read when they are asked for."""

    def __init__(self, path: str) -> None:
        """Opens a file.

        Raises ValueError, with a sentence, if it is missing, is no WAV file of linear PCM, or holds no frames.
        """
        try:
            with wave.open(path, "rb") as file:
                self.rate, self.frames = file.getframerate(), file.getnframes()
                self._width, self._channels = file.getsampwidth(), file.getnchannels()
        except FileNotFoundError:
            raise ValueError(
                f"microphone: {path}: there is no such file; a path that does not begin with a slash begins in {os.getcwd()}"
            ) from None
        except OSError as error:
            raise ValueError(f"microphone: {path}: {error.strerror}; check that it is a file and may be read") from None
        except (wave.Error, EOFError):
            raise ValueError(
                f"microphone: {path}: it is not a WAV file of linear PCM; convert it to one of 16 bits") from None
        self._path = path
        if not self.frames:
            raise ValueError(f"microphone: {path}: it holds no sound: its length is zero; record it again")

    def samples(self, first: int, end: int) -> "array.array[float]":
        """The frames from `first` up to `end`, one channel, the mean of all, from -1 to 1; silence after the file's end."""
        samples = array.array("f")
        if first < self.frames:
            with wave.open(self._path, "rb") as file:
                file.setpos(first)
                numbers = _numbers(file.readframes(end - first), self._width)
            scale = self._channels * float(1 << 8 * self._width - 1)
            samples.extend(
                sum(numbers[place:place + self._channels]) / scale for place in range(0, len(numbers), self._channels))
        samples.extend(0.0 for _ in range(end - first - len(samples)))
        return samples


def _numbers(data: bytes, width: int) -> Sequence[int]:
    """The signed numbers of little-endian samples."""
    if width == 1:  # Without a sign, by the format.
        return [number - 128 for number in data]
    if width == 3:
        return [int.from_bytes(data[place:place + 3], "little", signed=True) for place in range(0, len(data), 3)]
    numbers = array.array("h" if width == 2 else "i")
    numbers.frombytes(data)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def recorded(replies: List[Dict[str, Any]], app: str, microphone: Optional[Microphone]) -> "array.array[float]":
    """What an app has recorded by the last of some replies. The file begins with the first recording of any app."""
    rate = microphone.rate if microphone else USUAL_RATE
    samples = array.array("f")
    begin: Optional[float] = None
    for reply, later in zip(replies, replies[1:]):
        if begin is None and any(session.get("recording") for session in reply["sessions"].values()):
            begin = reply["at"]
        session = reply["sessions"].get(app, {})
        if begin is None or not session.get("recording"):
            continue
        first, end = (round((at - begin) * rate) for at in (reply["at"], later["at"]))
        if microphone and not session.get("hearsSilence"):
            samples.extend(microphone.samples(first, end))
        else:
            samples.extend(0.0 for _ in range(end - first))
    return samples
