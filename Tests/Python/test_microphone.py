"""A WAV file in place of the microphone: what apps record of it, and which files cannot be one."""

import asyncio
import struct
import wave

import pytest

from audiosession import AsyncPhone, Phone
from test_marker import run

RATE = 8000


def file(folder, frames, channels=1, width=2, rate=RATE, name="speech.wav"):
    """A WAV file of frames: one number a frame, the same on each channel."""
    path = str(folder / name)
    with wave.open(path, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(width)
        out.setframerate(rate)
        for frame in frames:
            out.writeframes((struct.pack("<i", frame)[:width] if width > 1 else bytes([frame + 128])) * channels)
    return path


def ramp(seconds=1.0):
    return range(1, int(seconds * RATE) + 1)


def recording(phone, at=0.0):
    phone.step("setCategory", app="app", category="playAndRecord")
    phone.step("record", at=at, app="app", phase="start")


def test_a_recording_has_the_samples_of_the_file_from_its_beginning(tmp_path):
    with Phone(microphone=file(tmp_path, ramp())) as phone:
        recording(phone, at=3)
        phone.step("record", at=3.5, app="app", phase="stop")
        phone.step("wait", at=9)
        assert phone.microphone_rate == RATE
        assert list(phone.recorded()) == [n / 32768 for n in range(1, 4001)]


def test_silence_follows_the_end_of_the_file(tmp_path):
    with Phone(microphone=file(tmp_path, ramp(0.1))) as phone:
        recording(phone)
        phone.step("wait", at=1)
        samples = phone.recorded()
    assert len(samples) == RATE and samples[799] == 800 / 32768 and not any(samples[800:])


@pytest.mark.parametrize("step, undo", [
    ({"do": "setInputMuted", "app": "app", "to": True}, {"do": "setInputMuted", "app": "app", "to": False}),
    ({"do": "permission", "app": "app", "for_": "microphone", "to": "denied"},
     {"do": "permission", "app": "app", "for_": "microphone", "to": "granted"}),
])
def test_who_may_not_hear_the_microphone_records_silence(tmp_path, step, undo):
    with Phone(microphone=file(tmp_path, ramp())) as phone:
        recording(phone)
        heard = phone.step(at=0.25, **step)["sessions"]["app"]
        assert heard["recording"] and heard["hearsSilence"]
        assert "hearsSilence" not in phone.step(at=0.5, **undo)["sessions"]["app"]
        phone.step("wait", at=0.75)
        samples = phone.recorded()
    assert samples[1999] and not any(samples[2000:4000]) and samples[4000] == 4001 / 32768 and len(samples) == 6000


def test_a_call_takes_the_microphone_and_the_file_goes_on(tmp_path):
    with Phone(microphone=file(tmp_path, ramp(2))) as phone:
        recording(phone)
        phone.step("call", at=0.5, phase="incoming")
        phone.step("call", at=1, phase="declined")
        phone.step("wait", at=1.5)
        assert list(phone.recorded()) == [n / 32768 for n in [*range(1, 4001), *range(8001, 12001)]]


@pytest.mark.parametrize("width, channels, rate", [(1, 1, 8000), (2, 2, 44100), (3, 2, 48000), (4, 8, 96000)])
def test_all_widths_channels_and_rates_are_heard(tmp_path, width, channels, rate):
    whole = 1 << 8 * width - 1
    frames = [whole // 2, -whole // 4] * (rate // 100)
    with Phone(microphone=file(tmp_path, frames, channels, width, rate)) as phone:
        recording(phone)
        phone.step("wait", at=0.01)
        samples = phone.recorded()
        assert phone.microphone_rate == rate
    assert len(samples) == round(rate / 100) and list(samples[:2]) == [0.5, -0.25]


def test_without_a_file_and_for_an_app_that_records_nothing(tmp_path):
    with Phone() as phone:
        recording(phone)
        phone.step("wait", at=0.5)
        assert list(phone.recorded()) == [0.0] * 24000
        assert list(phone.recorded("other")) == []


def test_asyncio_records_the_same(tmp_path):
    async def samples():
        async with AsyncPhone(microphone=file(tmp_path, ramp())) as phone:
            await phone.step("setCategory", app="app", category="record")
            await phone.step("record", app="app", phase="start")
            await phone.step("wait", at=0.001)
            return list(phone.recorded())

    assert asyncio.run(samples()) == [n / 32768 for n in range(1, 9)]


def test_a_file_that_cannot_be_a_microphone_is_a_sentence(tmp_path):
    def failure(path):
        with pytest.raises(ValueError) as caught:
            Phone(microphone=str(path))
        return str(caught.value)

    assert "there is no such file" in failure(tmp_path / "none.wav")
    assert "its length is zero" in failure(file(tmp_path, [], name="empty.wav"))
    (tmp_path / "text.wav").write_text("RIFF" * 20)
    assert "convert it to one of 16 bits" in failure(tmp_path / "text.wav")
    assert "check that it is a file" in failure(tmp_path)


MARKED = """
import pytest

@pytest.mark.phone(microphone="speech.wav")
@pytest.mark.disrupted("declinedCall")
def test_recorder(phone):
    wanted = []
    def told(event):
        if event["name"] == "interruption" and event["type"] == "ended" and event["shouldResume"] and wanted:
            phone.step("record", app="app", phase="start")
    phone.app(told)
    phone.step("setCategory", app="app", category="record")
    wanted.append("speech")
    phone.step("record", app="app", phase="start")
    phone.step("wait", at=1)
    assert phone.recorded()[0] > 0
    wanted.clear()
    phone.step("record", app="app", phase="stop")
"""


def test_the_mark_gives_the_fixture_a_microphone_also_if_it_is_disrupted(tmp_path):
    file(tmp_path, ramp())
    status, text = run(tmp_path, MARKED)
    assert status == 0, text
    status, text = run(tmp_path, MARKED.replace("speech", "none"))
    assert status == 1 and "microphone: none.wav: there is no such file" in text, text
