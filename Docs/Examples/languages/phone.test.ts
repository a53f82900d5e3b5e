import assert from "node:assert/strict";
import { test } from "node:test";
import { Phone } from "./phone.ts";

test("The music pauses while the phone rings, and goes on when the call is declined", async () => {
  const phone = new Phone();
  await phone.step({ do: "play", app: "music", sound: "song" });
  const ringing = await phone.step({ do: "call", phase: "incoming" });
  assert.deepEqual(ringing.heard.map((sound: any) => sound.as), ["ringtone"]);
  assert.deepEqual(ringing.events.map((event: any) => [event.to, event.type]), [["music", "began"]]);
  const declined = await phone.step({ do: "call", phase: "declined" });
  assert.deepEqual(declined.heard.map((sound: any) => sound.sound), ["song"]);
  phone.close();
});

test("A step that is none is an error that says what would be one, and the phone goes on", async () => {
  const phone = new Phone();
  await assert.rejects(phone.step({ do: "ringSwitch", to: "loud" }), /must be one of ring, silent/);
  await phone.step({ do: "lock" });
  phone.close();
});

test("A step after the end of the program is an error with a remedy", async () => {
  const phone = new Phone();
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
