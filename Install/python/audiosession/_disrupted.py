# SPDX-License-Identifier: Apache-2.0
"""Tests that run again for each gap between two calls and each disruption. What a well-behaved app does is decided by the
program, by the table that `.disrupted` in Swift uses."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._phone import BadStep, Handler, Phone, PhoneEnded, Reply, program_path

#: How many seconds all runs of one test may take.
PATIENCE = 400.0


class _Oracle:
    """The program that judges, shared by all runs of one test."""

    def __init__(self, rules: Optional[str]) -> None:
        self._phone = Phone.__new__(Phone)
        self._phone._describe(rules, program_path())
        self._phone._open([program_path(), "oracle", "--disrupted", *(["--rules", rules] if rules else [])])

    def ask(self, **message: Any) -> Dict[str, Any]:
        return self.exchange(json.dumps(message) + "\n")

    def exchange(self, line: str) -> Dict[str, Any]:
        answer = self._phone._exchange(line)
        if not answer.endswith(b"\n"):
            raise PhoneEnded(f"{self._phone.program} ended in the middle of a disrupted test")
        return json.loads(answer)

    def close(self) -> None:
        self._phone.close()


class Series:
    """The runs of one test."""

    def __init__(
        self, rules: Optional[str], by: Sequence[str], without: Sequence[str], microphone: Optional[str] = None
    ) -> None:
        self._without, self._by = list(without), list(by)
        self.rules, self.microphone = rules, microphone
        self._oracle = _Oracle(rules)
        table = self._oracle.ask(disrupted="table")
        names = [row["name"] for row in table["disruptions"]]
        for word, known in [(one, names) for one in by] + [(one, table["responses"]) for one in without]:
            if word not in known:
                self.close()
                raise ValueError(f"disrupted: there is no {word!r}; there are {', '.join(known)}")
        self._names = self._by or names
        self.gaps, self._connects = 0, False
        self.objections: List[str] = []

    def places(self) -> List[Tuple[str, int]]:
        """The disruption and the gap of each run, once the undisturbed one is over."""
        return [(name, gap) for name in self._names for gap in range(1, self.gaps + 1)]

    def phone(self, place: Optional[Tuple[str, int]]) -> "DisruptedPhone":
        keys: Dict[str, Any] = {"without": self._without}
        if place:
            keys.update(by=place[0], gap=place[1], connects=self._connects)
        self._oracle.ask(disrupted="run", **keys)
        return DisruptedPhone(self, place)

    def end(self, answer: Dict[str, Any], place: Optional[Tuple[str, int]]) -> None:
        if place is None:
            self.gaps, self._connects = answer["gaps"], answer["connects"]

    def reports(self) -> List[str]:
        return [*self._oracle.ask(disrupted="report")["reports"], *self.objections]

    def close(self) -> None:
        self._oracle.close()


class DisruptedPhone(Phone):
    """The phone of one run: it notes what the app does, and disrupts it in one gap."""

    def __init__(self, series: Series, place: Optional[Tuple[str, int]]) -> None:
        self._describe(series.rules, series._oracle._phone.program, series.microphone)
        self._series, self._place = series, place
        self._story.is_disrupted = place is not None
        self._held: List[Tuple[int, Dict[str, Any]]] = []
        self._holds = False
        self._has_next = False
        self._told = 0
        self._delay = 0.0

    def _now(self) -> float:
        return self._story.replies[-1]["at"] if self._story.replies else 0.0

    def step(self, do: str, at: Optional[float] = None, **keys: Any) -> Reply:
        mine = self._handler is not None and keys.get("app") == self._app
        if not mine:
            self._reach()
        if at is not None:
            # The disruption has taken its time.
            at = max(at + self._delay, self._now()) if self._place else at
        answer = self._series._oracle.exchange(self._story.line(do, at, keys))
        if "error" in answer:
            raise BadStep(f"{self._story._pending}: {answer['error']}")
        reply = self._note(answer["replies"][0])
        (self._held if self._holds else self._waiting).extend(self._events(reply))
        if answer["begins"]:
            self._holds = self._has_next = True
            for values in answer["replies"][1:]:
                self._held += self._events(self._note(values, is_step=False))
        self._deliver()
        return reply

    def _note(self, values: Dict[str, Any], is_step: bool = True) -> Reply:
        if not is_step:
            self._story._pending = {"do": values["do"], "at": values["at"]}
        reply = Reply(values, self._story)
        self._story.steps.append(self._story._pending)
        self._story.replies.append(reply)
        return reply

    def _events(self, reply: Reply) -> List[Tuple[int, Dict[str, Any]]]:
        events = reply.events(to=self._app) if self._app else []
        first = self._told
        self._told += len(events)
        return list(enumerate(events, first))

    def _reach(self) -> None:
        """The test itself touches the phone: the app is told what waits, and the disruption goes on."""
        if self._is_delivering:
            return
        while True:
            if self._holds:
                self._series._oracle.ask(disrupted="release")
                self._waiting, self._held, self._holds = self._waiting + self._held, [], False
            self._deliver()
            if not self._has_next:
                return
            before = self._now()
            answer = self._series._oracle.ask(disrupted="step")
            for values in answer["replies"]:
                self._waiting += self._events(self._note(values, is_step=False))
            if answer["replies"]:
                self._delay += self._now() - before
            self._has_next = not answer["isLast"]
            self._deliver()

    def _hand_over(self, event: Any) -> None:
        number, values = event
        self._series._oracle.ask(disrupted="told", n=number)
        try:
            super()._hand_over(values)
        finally:
            self._series._oracle.ask(disrupted="state", settled=not self._waiting and not self._held, **self._shown())

    def app(self, handler: Handler, name: str = "app", **keys: Any) -> Reply:
        self._series._oracle.ask(disrupted="app", name=name)
        # Both sides number its notices from here on.
        self._waiting, self._held, self._told = [], [], 0
        return super().app(handler, name, **keys)

    def _complain(self, text: str) -> None:
        if self._place is None:
            return super()._complain(text)
        if text not in self._series.objections:
            self._series.objections.append(text)

    def close(self) -> None:
        """Ends the run: all that waits is told, and the run is judged."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            if self._handler is not None:
                self._reach()
        except Exception:
            pass  # What a handler raises when it is disrupted is no failure of its own.
        self._series.end(self._series._oracle.ask(disrupted="end", settled=True, **self._shown()), self._place)
