// SPDX-License-Identifier: Apache-2.0

package phone

import (
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
)

// Phone is a phone in virtual time: each step is a map, and so is its reply.
type Phone struct {
	program *exec.Cmd
	steps   io.WriteCloser
	replies *json.Decoder
}

// New starts audiosession, or the program that AUDIOSESSION names.
func New() (*Phone, error) {
	program := exec.Command("sh", "-c", `exec "${AUDIOSESSION:-audiosession}" oracle`)
	steps, _ := program.StdinPipe()
	replies, _ := program.StdoutPipe()
	return &Phone{program, steps, json.NewDecoder(replies)}, program.Start()
}

// Step returns the reply; a step that is none is an error with the remedy.
func (phone *Phone) Step(step map[string]any) (reply map[string]any, err error) {
	json.NewEncoder(phone.steps).Encode(step) // a program that has ended has no reply either
	if err = phone.replies.Decode(&reply); err != nil {
		return nil, fmt.Errorf("audiosession has ended (%w); install it, or let AUDIOSESSION name the program", err)
	}
	if result, ok := reply["result"].(map[string]any); ok && result["error"] == "badStep" {
		return nil, fmt.Errorf("%v", result["says"])
	}
	return reply, nil
}

// Close ends the phone.
func (phone *Phone) Close() error { phone.steps.Close(); return phone.program.Wait() }
