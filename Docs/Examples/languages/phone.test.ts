// SPDX-License-Identifier: Apache-2.0
import assert from "node:assert/strict";
import { test } from "node:test";
import { Phone } from "./phone.ts";

/** The code under test: it pauses when it is told that an interruption began, and resumes if it may. */
class Player {
  isPlaying = true;

  told(event: any): void {
    if (event.name !== "interruption" || process.env.PLANTED_BUG) return;
    this.isPlaying = event.type === "ended" && event.shouldResume;
  }
}

test("A player pauses while the phone rings, and resumes when the call is declined", async (t) => {
  const phone = new Phone();
  t.after(() => phone.close());
  const player = new Player();
  await phone.step({ do: "launch", app: "music", resumes: false });
  await phone.step({ do: "play", app: "music", sound: "song" });
  (await phone.step({ do: "call", phase: "incoming" })).events.forEach((event: any) => player.told(event));
  assert.equal(player.isPlaying, false, "the player believes that it plays while the phone rings");
  (await phone.step({ do: "call", phase: "declined" })).events.forEach((event: any) => player.told(event));
  assert.equal(player.isPlaying, true, "the player does not resume when the call is declined");
});

test("The music pauses while the phone rings, and goes on when the call is declined", async (t) => {
  const phone = new Phone();
  t.after(() => phone.close());
  await phone.step({ do: "play", app: "music", sound: "song" });
  const ringing = await phone.step({ do: "call", phase: "incoming" });
  assert.deepEqual(ringing.heard.map((sound: any) => sound.as), ["ringtone"]);
  assert.deepEqual(ringing.events.map((event: any) => [event.to, event.type]), [["music", "began"]]);
  const declined = await phone.step({ do: "call", phase: "declined" });
  assert.deepEqual(declined.heard.map((sound: any) => sound.sound), ["song"]);
});

test("A step that is none is an error that says what would be one, and the phone goes on", async (t) => {
  const phone = new Phone();
  t.after(() => phone.close());
  await assert.rejects(phone.step({ do: "ringSwitch", to: "loud" }), /must be one of ring, silent/);
  await phone.step({ do: "lock" });
});

test("A step after the end of the program is an error with a remedy", async (t) => {
  const phone = new Phone();
  t.after(() => phone.close());
  await phone.step({ do: "lock" });
  phone.close();
  await assert.rejects(phone.step({ do: "unlock" }), /has ended; install it/);
});

test("A program that is not there is an error with a remedy", async () => {
  const named = process.env.AUDIOSESSION;
  process.env.AUDIOSESSION = "/nowhere/audiosession";
  const phone = new Phone();
  process.env.AUDIOSESSION = named;
  await assert.rejects(phone.step({ do: "lock" }), /let AUDIOSESSION name the program/);
});
