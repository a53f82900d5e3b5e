// SPDX-License-Identifier: Apache-2.0

package phone

import (
	"os"
	"strings"
	"testing"
)

// The code under test: it pauses when it is told that an interruption began, and resumes if it may.
type player struct{ isPlaying, deaf bool }

func (player *player) told(event map[string]any) {
	if event["name"] != "interruption" || player.deaf {
		return
	}
	player.isPlaying = event["type"] == "ended" && event["shouldResume"] == true
}

func TestDeclinedCall(t *testing.T) {
	phone, err := New()
	if err != nil {
		t.Fatal(err)
	}
	defer phone.Close()
	player := &player{deaf: os.Getenv("PLANTED_BUG") != ""}
	step := func(step map[string]any) map[string]any {
		reply, err := phone.Step(step)
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range reply["events"].([]any) {
			player.told(event.(map[string]any))
		}
		return reply
	}
	step(map[string]any{"do": "launch", "app": "music", "resumes": false})
	step(map[string]any{"do": "play", "app": "music", "sound": "song"})
	player.isPlaying = true
	step(map[string]any{"do": "call", "phase": "incoming"})
	if player.isPlaying {
		t.Error("the player believes that it plays while the phone rings")
	}
	step(map[string]any{"do": "call", "phase": "declined"})
	if !player.isPlaying {
		t.Error("the player does not resume when the call is declined")
	}
	reply := step(map[string]any{"do": "play", "app": "music", "sound": "song"})
	if heard := reply["heard"].([]any); len(heard) != 1 {
		t.Errorf("heard: %v", heard)
	}
}

func TestMistakes(t *testing.T) {
	phone, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := phone.Step(map[string]any{"do": "ringSwitch", "to": "loud"}); err == nil || !strings.Contains(err.Error(), "ring, silent") {
		t.Errorf("a step that is none: %v", err)
	}
	if _, err := phone.Step(map[string]any{"do": "lock"}); err != nil {
		t.Errorf("the phone does not go on: %v", err)
	}
	phone.Close()
	if _, err := phone.Step(map[string]any{"do": "unlock"}); err == nil {
		t.Error("a phone that is closed takes a step")
	}
	t.Setenv("AUDIOSESSION", "/nowhere/audiosession")
	phone, _ = New()
	if _, err := phone.Step(map[string]any{"do": "lock"}); err == nil || !strings.Contains(err.Error(), "let AUDIOSESSION name") {
		t.Errorf("a missing program: %v", err)
	}
}
