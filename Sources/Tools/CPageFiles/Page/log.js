// The list of steps tried, newest first. Steps that do not lead to the present one are dimmed.

// The number of rows in a list. A browser lays out only visible lists; checking single rows costs more than their
// layout.
const rowsTogether = 25;

class Log {
  constructor(place, go) {
    [this.place, this.go] = [place, go];
    this.clear();
  }

  clear() {
    this.rows = new Map();
    this.trials = new Map();
    this.path = new Set();
    this.place.replaceChildren();
    this.here = undefined;
  }

  // Adds a trial after its parents.
  add(trial) {
    this.trials.set(trial.trial, trial);
    const {reply, parent} = trial;
    const isBranch = parent !== null && this.trials.has(parent) && parent !== trial.trial - 1;
    const row = element('li', {class: 'aside'},
      element('button', {class: 'step', type: 'button', onclick: () => this.go(trial.trial)},
        element('time', {}, reply ? `${reply.at.toFixed(1)} s` : ''), element('i', {class: 'rail'}),
        element('span', {}, trial.did, trial.differs && element('b', {class: 'otherwise'}, ' otherwise'), isBranch && element('span', {class: 'quiet'}, ` — after: ${this.trials.get(parent).did}`),
          reply && reply.result !== 'ok' && element('span', {class: 'fails'}, ` ${reply.result.error}`))));
    this.rows.set(trial.trial, row);
    let list = this.place.firstElementChild;
    if (!list || list.childElementCount === rowsTogether) this.place.prepend(list = element('ol', {reversed: true}));
    list.prepend(row);
  }

  // Marks the current trial, and the path to it.
  mark(here) {
    const row = this.rows.get(here);
    if (!row || here === this.here) return;
    // Usually one step further.
    if (this.trials.get(here).parent === this.here && this.here !== undefined) {
      this.path.add(here);
      row.classList.remove('aside');
    } else {
      this.path = new Set();
      for (let number = here; this.trials.has(number); number = this.trials.get(number).parent) this.path.add(number);
      for (const [number, other] of this.rows) other.classList.toggle('aside', !this.path.has(number));
    }
    this.rows.get(this.here)?.firstChild.removeAttribute('aria-current');
    this.here = here;
    row.firstChild.setAttribute('aria-current', 'step');
    // Scroll only the list, not the page.
    const [box, outer] = [row.getBoundingClientRect(), this.place.getBoundingClientRect()];
    if (box.bottom > outer.bottom) this.place.scrollTop += box.bottom - outer.bottom + 8;
    else if (box.top < outer.top) this.place.scrollTop -= outer.top - box.top + 8;
  }
}
