// SPDX-License-Identifier: Apache-2.0
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A phone in virtual time: each step is an object, and so is its reply. */
export class Phone {
  private program = spawn(process.env.AUDIOSESSION ?? "audiosession", ["oracle"], { stdio: ["pipe", "pipe", "inherit"] });
  private replies = createInterface({ input: this.program.stdout })[Symbol.asyncIterator]();

  constructor() { // What fails here leaves `step` without a reply.
    this.program.on("error", () => {});
    this.program.stdin.on("error", () => {});
  }

  async step(step: { do: string; [key: string]: unknown }): Promise<any> {
    this.program.stdin.write(JSON.stringify(step) + "\n");
    const { value, done } = await this.replies.next();
    if (done) throw new Error("audiosession has ended; install it, or let AUDIOSESSION name the program");
    const reply = JSON.parse(value);
    if (reply.result.error === "badStep") throw new Error(reply.result.says);
    return reply;
  }

  close(): void { this.program.stdin.end(); }
}
