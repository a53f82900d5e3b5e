# SPDX-License-Identifier: Apache-2.0
"""The client of `audiosession hold`: the other apps of this machine are lowered or interrupted while a block runs."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from typing import IO, Optional

from . import _phone
from ._phone import PhoneEnded, program_path


class NotHeld(RuntimeError):
    """The others are as they were: the rules refuse the hold, or no host answers. The text says why and what to do."""


class hold:
    """Lowers or interrupts the other apps on the host of this login while a block runs.

        with audiosession.hold(duck=True):
            speak("Turn left")

    With asyncio it is `async with`. The others come back when the block ends, also by an exception, and when this process ends
    in whatever way. Where no host runs, one is started for that time.
    """

    def __init__(
        self, duck: bool = False, pause: bool = False, duck_db: Optional[float] = None,
        duck_ramp_ms: Optional[float] = None, category: Optional[str] = None, mode: Optional[str] = None,
        app: Optional[str] = None, socket: Optional[str] = None, program: Optional[str] = None) -> None:
        """Describes a hold; `with` or `async with` begins it.

        duck: lower the others. pause: interrupt them. One of the two is True.
        duck_db: how far the others are lowered, 0 to 50. duck_ramp_ms: how long the way down takes, 0 to 2000.
        category: what the sound means, such as "playback". mode: a refinement, such as "voicePrompt".
        app: what the host calls this app; None is the environment variable AUDIOSESSION_APP, else "hold".
        socket: the host's socket; None is the one of the login.
        program: the program's path; None is `program_path()`.
        """
        if duck == pause:
            raise ValueError("say duck=True to lower the others, or pause=True to interrupt them")
        options = {"duck-db": duck_db, "duck-ramp-ms": duck_ramp_ms, "category": category, "mode": mode, "app": app, "socket": socket}
        self._command = [program or program_path(), "hold", "--duck" if duck else "--pause"]
        self._command += [f"--{name}={value}" for name, value in options.items() if value is not None]
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._async_process: Optional[asyncio.subprocess.Process] = None

    def _require_closed(self) -> None:
        if self._process or self._async_process:
            raise RuntimeError("this hold has begun already; make one for each block")

    def _open_complaints(self) -> "IO[bytes]":
        # A file, because nobody reads a pipe while the block runs.
        self._complaints, self._told = tempfile.TemporaryFile(), 0
        return self._complaints

    def _complaint(self) -> str:
        """What the program has written on standard error since the last call."""
        # Not by `read`, which would move the place at which the program writes.
        text = os.pread(self._complaints.fileno(), 1 << 20, self._told)
        self._told += len(text)
        return text.decode(errors="replace")

    def _pass_on(self) -> None:
        """Says what the program says, such as that nobody plays who could be lowered."""
        if sys.stderr:
            print(self._complaint(), end="", file=sys.stderr)

    def _check_first(self, line: bytes) -> None:
        """Raises what is wrong with the program, by its first line."""
        if line == b"held\n":
            self._pass_on()
        elif line.endswith(b"\n"):
            raise PhoneEnded(
                f"{self._command[0]} answers with {_phone._beginning(line)} in place of \"held\"; let AUDIOSESSION name the "
                "program audiosession")
        else:
            raise NotHeld(self._complaint().strip() or f"{self._command[0]} ended before it held")

    def _silence(self) -> PhoneEnded:
        return _phone._silence(self._command[0], "hold")

    def __enter__(self) -> "hold":
        self._require_closed()
        complaints = self._open_complaints()
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints, bufsize=0)
        except OSError as error:
            complaints.close()
            raise _phone._cannot_start(self._command[0], error) from error
        self._process = process
        assert process.stdout
        try:
            try:
                line = _phone._Pipe(process.stdout.fileno()).read_line(time.monotonic() + _phone.PATIENCE)
            except TimeoutError:
                raise self._silence() from None
            except ValueError:
                raise _phone._endless(self._command[0]) from None
            if not line.endswith(b"\n"):
                # What it says on standard error is complete when it has ended.
                self._wait(process)
            self._check_first(line)
        except BaseException:
            process.kill()
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        # The end of its input ends the hold.
        for pipe in (process.stdin, process.stdout):
            if pipe:
                pipe.close()
        self._wait(process)
        self._pass_on()
        self._complaints.close()

    def _wait(self, process: "subprocess.Popen[bytes]") -> None:
        try:
            process.wait(_phone.PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    async def __aenter__(self) -> "hold":
        self._require_closed()
        complaints = self._open_complaints()
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints)
        except OSError as error:
            complaints.close()
            raise _phone._cannot_start(self._command[0], error) from error
        self._async_process = process
        assert process.stdout
        try:
            try:
                line = await asyncio.wait_for(process.stdout.readline(), _phone.PATIENCE)
            except asyncio.TimeoutError:
                raise self._silence() from None
            except ValueError:
                raise _phone._endless(self._command[0]) from None
            if not line.endswith(b"\n"):
                await self._async_wait(process)
            self._check_first(line)
        except BaseException:
            if process.returncode is None:
                process.kill()
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        process, self._async_process = self._async_process, None
        if process is None:
            return
        assert process.stdin
        process.stdin.close()
        await self._async_wait(process)
        self._pass_on()
        self._complaints.close()

    async def _async_wait(self, process: asyncio.subprocess.Process) -> None:
        try:
            await asyncio.wait_for(process.wait(), _phone.PATIENCE)
        except asyncio.TimeoutError:
            if process.returncode is None:
                process.kill()
            await process.wait()
