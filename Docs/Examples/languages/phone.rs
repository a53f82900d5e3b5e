// SPDX-License-Identifier: Apache-2.0

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A phone in virtual time: each step is a line of JSON, and so is its reply.
pub struct Phone {
    program: Child,
    steps: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
}

fn broken(says: String) -> io::Error { io::Error::new(io::ErrorKind::Other, says) }

impl Phone {
    /// Starts `audiosession`, or the program that AUDIOSESSION names.
    pub fn new() -> io::Result<Phone> {
        let path = std::env::var("AUDIOSESSION").unwrap_or_else(|_| "audiosession".into());
        let mut program = Command::new(&path).arg("oracle").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()
            .map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}; install it, or let AUDIOSESSION name it")))?;
        let (steps, replies) = (program.stdin.take(), BufReader::new(program.stdout.take().unwrap()));
        Ok(Phone { program, steps, replies })
    }

    /// Takes a step; a step that is none is an error with the remedy, and the phone goes on.
    pub fn step(&mut self, step: &str) -> io::Result<String> {
        writeln!(self.steps.as_mut().unwrap(), "{step}")?;
        let mut reply = String::new();
        if self.replies.read_line(&mut reply)? == 0 { return Err(broken("audiosession has ended".into())); }
        if reply.contains("\"error\": \"badStep\"") { return Err(broken(reply)); }
        Ok(reply)
    }
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.steps = None;
        let _ = self.program.wait();
    }
}
