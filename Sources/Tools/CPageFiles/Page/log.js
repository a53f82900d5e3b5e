// What was tried, as a tree: a step that follows stands below, a second one that follows the same step is a branch.

import {element} from './draw.js';

export class Log {
  constructor(place, go) {
    [this.place, this.go] = [place, go];
    this.clear();
  }

  clear() {
    this.rows = new Map();
    this.trials = new Map();
    this.root = element('ol');
    this.place.replaceChildren(this.root);
    this.current = undefined;
  }

  // Adds a trial; those that come before it are there already.
  add(trial) {
    this.trials.set(trial.trial, trial);
    if (trial.parent === null) {
      this.rows.set(trial.trial, {list: this.root, hasNext: false, row: this.row(trial, 'The beginning')});
      this.root.append(this.rows.get(trial.trial).row);
      return;
    }
    const before = this.rows.get(trial.parent);
    let list = before.list;
    if (before.hasNext) {
      list = element('ol');
      before.row.append(list);
    }
    before.hasNext = true;
    const row = this.row(trial, trial.text);
    list.append(row);
    this.rows.set(trial.trial, {list, hasNext: false, row});
  }

  row(trial, text) {
    const reply = trial.reply;
    const failed = reply && reply.result !== 'ok';
    return element('li', {},
      element('button', {class: 'step', type: 'button', onclick: () => this.go(trial.trial)},
        reply && element('time', {}, reply.at.toFixed(2)), text,
        failed && element('span', {class: 'fails'}, ` ${reply.result.error}`)),
      reply && reply.because.length > 0 && element('div', {class: 'because'},
        reply.because.map(reason => `${reason.rule} ${reason.about}: ${reason.says}`).join(' · ')));
  }

  // Marks the trial whose world is on the table.
  mark(number) {
    const button = this.rows.get(number)?.row.firstChild;
    if (!button || button === this.current) return;
    this.current?.removeAttribute('aria-current');
    this.current = button;
    button.setAttribute('aria-current', 'step');
    // The list scrolls by itself, and the page stays where it is.
    const [box, outer] = [button.parentNode.getBoundingClientRect(), this.place.getBoundingClientRect()];
    // A step may have branches below it; what counts is its own row.
    const bottom = (button.nextElementSibling ?? button).getBoundingClientRect().bottom;
    if (bottom > outer.bottom) this.place.scrollTop += bottom - outer.bottom + 24;
    else if (box.top < outer.top) this.place.scrollTop -= outer.top - box.top + 24;
  }
}
