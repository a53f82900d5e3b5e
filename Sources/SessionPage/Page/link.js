// The link to whoever decides. A page needs two things of it: lines that tell what happens, and answers to messages.
// `ServerLink` asks the server that the page came from. A policy compiled for the browser would be another class with the
// same two members, chosen in `openLink`; nothing else of the page knows where decisions come from.

export class ServerLink {
  // Tells `receive` each object that comes, and `connected` whether it holds.
  constructor(receive, connected) {
    const events = new EventSource('events');
    events.onopen = () => connected(true);
    events.onerror = () => connected(false);
    events.onmessage = event => receive(JSON.parse(event.data));
  }

  // Sends a message; the promise is kept with the answer, or broken with what the server says against it.
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
    if (!answer.ok) throw new Error(value.says || `The device refuses: ${answer.status}.`);
    return value;
  }
}

export const openLink = (receive, connected) => new ServerLink(receive, connected);
