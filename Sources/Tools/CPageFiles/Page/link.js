// The link to the policy. `ServerLink` asks the server of the page, `PolicyLink` a policy inside the page. Both deliver
// events and answer messages; the rest of the page does not know which one it has.

// A refused message: a sentence, and a line for each problem of a document.
const refusal = (says, problems = []) => Object.assign(new Error(says), {problems});

class ServerLink {
  // Calls `receive` with each object, and `connected` with whether the connection is up.
  constructor(receive, connected) {
    const events = new EventSource('events');
    events.onopen = () => connected(true);
    events.onerror = () => connected(false);
    events.onmessage = event => receive(JSON.parse(event.data));
  }

  // Sends a message. The promise resolves to the answer, or rejects with the server's reason.
  async send(message) {
    let answer;
    try {
      answer = await fetch('act', {
        method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(message),
      });
    } catch {
      throw new Error('The device does not answer; is the program still running?');
    }
    const text = await answer.text();
    let value = {};
    try { value = JSON.parse(text); } catch { value = {says: text}; }
    if (!answer.ok) throw refusal(value.says || `The device refuses: ${answer.status}.`, value.problems);
    return value;
  }
}

// The policy in this page, compiled to WebAssembly. It speaks as the server does; a timer wakes it when something is
// due.
class PolicyLink {
  constructor(receive, connected, {book, sounds, load}) {
    this.receive = receive;
    this.ready = compiled().then(({instance}) => {
      this.policy = instance.exports;
      this.policy.__wasm_call_ctors();
      connected(true);
      this.call({open: {book, sounds}});
      if (load) this.call({load});
    });
  }

  // Passes a message to the policy, and its events to the page.
  call(message) {
    const {memory, table_room, table_call, table_outcome} = this.policy;
    const bytes = new TextEncoder().encode(JSON.stringify(message));
    const room = table_room(bytes.length);
    new Uint8Array(memory.buffer, room, bytes.length).set(bytes);
    const count = table_call(bytes.length, performance.now());
    const outcome = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, table_outcome(), count)));
    for (const line of outcome.lines) this.receive(line);
    clearTimeout(this.alarm);
    if (outcome.due !== null) {
      // Clocks have whole milliseconds, so add one; timers are limited to 31 bits.
      const left = Math.min(Math.max(outcome.due - performance.now(), 0) + 1, 2 ** 31 - 1);
      this.alarm = setTimeout(() => this.call({pass: true}), left);
    }
    return outcome;
  }

  async send(message) {
    await this.ready;
    const {status, answer} = this.call(message);
    if (status !== 200) throw refusal(answer.says, answer.problems);
    return answer;
  }
}

// The data of a page without a server: the book, the sounds, and the paths of the policy and the sounds.
const brought = globalThis.table;

// A page from a disk may load scripts only.
const script = name => new Promise((done, fail) => {
  const made = document.createElement('script');
  [made.src, made.onload, made.onerror] = [name, done, () => fail(new Error(`${name} is missing beside this page.`))];
  document.head.append(made);
});
const isOnDisk = location.protocol === 'file:';
const bytesOf = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));

// The policy, compiled while it loads.
const compiled = async () => {
  if (isOnDisk) {
    await script('policy.js');
    return WebAssembly.instantiate(bytesOf(brought.policy));
  }
  const answer = await fetch('policy.wasm');
  // Some servers do not know the type of WebAssembly.
  return answer.headers.get('Content-Type') === 'application/wasm' ? WebAssembly.instantiateStreaming(answer)
    : WebAssembly.instantiate(await answer.arrayBuffer());
};

const openLink = (receive, connected) => brought ? new PolicyLink(receive, connected, brought)
  : new ServerLink(receive, connected);

// The bytes of a sound, loaded when first needed, if there are any.
let onDisk;
const soundBytes = async id => {
  if (brought && !brought.files[id]) return undefined;
  if (brought && isOnDisk) {
    await (onDisk ??= script('sounds.js'));
    return bytesOf(brought.data[id]).buffer;
  }
  const answer = await fetch(brought ? brought.files[id] : `sounds/${encodeURIComponent(id)}`);
  return answer.ok ? answer.arrayBuffer() : undefined;
};
