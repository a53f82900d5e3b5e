// SPDX-License-Identifier: Apache-2.0

#[path = "phone.rs"]
mod phone;
use phone::Phone;

/// The code under test: it pauses when it is told that an interruption began, and resumes if it may.
struct Player { is_playing: bool, is_deaf: bool }

impl Player {
    fn told(&mut self, reply: &str) {
        if self.is_deaf || !reply.contains("\"name\": \"interruption\"") { return; }
        self.is_playing = reply.contains("\"type\": \"ended\"") && reply.contains("\"shouldResume\": true");
    }
}

#[test]
fn a_declined_call() {
    let mut phone = Phone::new().unwrap();
    let mut player = Player { is_playing: true, is_deaf: std::env::var("PLANTED_BUG").is_ok() };
    phone.step(r#"{"do": "launch", "app": "music", "resumes": false}"#).unwrap();
    phone.step(r#"{"do": "play", "app": "music", "sound": "song"}"#).unwrap();
    player.told(&phone.step(r#"{"do": "call", "phase": "incoming"}"#).unwrap());
    assert!(!player.is_playing, "the player believes that it plays while the phone rings");
    player.told(&phone.step(r#"{"do": "call", "phase": "declined"}"#).unwrap());
    assert!(player.is_playing, "the player does not resume when the call is declined");
    let reply = phone.step(r#"{"do": "play", "app": "music", "sound": "song"}"#).unwrap();
    assert!(reply.contains(r#""heard": [{"app": "music", "sound": "song""#), "{reply}");
}

#[test]
fn mistakes() {
    let mut phone = Phone::new().unwrap();
    let error = phone.step(r#"{"do": "ringSwitch", "to": "loud"}"#).unwrap_err();
    assert!(error.to_string().contains("ring, silent"), "{error}");
    phone.step(r#"{"do": "lock"}"#).unwrap();
}
