// Why it is as it is: what was done, the reasons that changed what is heard, and what apps were told.

import {element, fill} from './draw.js';
import {doings, eventText, reasonText, soundName} from './words.js';

// How many reasons are told at once.
const most = 4;

// The apps of whose sounds something else is heard after a step than before it; `device` for the phone's own.
const changedBy = (reply, before) => {
  const table = heard => new Map(heard.map(sound => [soundName(sound), JSON.stringify(sound)]));
  const [old, made] = [table(reply.meanwhile.at(-1)?.heard ?? before?.heard ?? []), table(reply.heard)];
  const names = [...old.keys(), ...made.keys()].filter(name => old.get(name) !== made.get(name));
  return new Set(names.map(name => name.includes('/') ? name.split('/')[0] : 'device'));
};

// Several steps of one app within some tenths of a second are one touch: the last of them, and those before it.
const touchOf = (trial, trials) => {
  const touch = trial?.step ? [trial] : [];
  for (let one = trials.get(trial?.parent); touch.length > 0 && one?.step?.app !== undefined; one = trials.get(one.parent)) {
    if (one.step.app !== trial.step.app || touch[0].reply.at - one.reply.at > 0.4) break;
    touch.unshift(one);
  }
  return touch.length > 0 ? touch : [trial];
};

// The reasons of a touch: those first that changed what is heard, in their order, and each once.
export const reasonsOf = (touch, trials) => {
  const ranked = touch.flatMap(({reply, parent}) => {
    const changed = reply ? changedBy(reply, trials.get(parent)?.reply) : undefined;
    return (reply?.because ?? []).map(reason => ({...reason, rank: changed.has(reason.about) ? 0 : 1}));
  });
  const seen = new Set();
  return ranked.toSorted((one, other) => one.rank - other.rank).filter(({rule, about, says}) => {
    const text = [rule, about, says].join('|');
    return !seen.has(text) && seen.add(text);
  });
};

const reasonRow = (reason, rules) => element('li', {}, element('details', {},
  element('summary', {}, element('span', {}, reasonText(reason)), element('span', {class: 'rule'}, reason.rule)),
  element('p', {}, rules[reason.rule]?.says ?? ''),
  element('p', {class: 'quiet'}, rules[reason.rule]?.source ?? '')));

export const drawWhy = (place, trial, trials, now, rules) => {
  const touch = touchOf(trial, trials);
  const reply = trial?.reply;
  const told = [...touch.flatMap(({reply}) => reply?.events ?? []), ...now.meanwhile.flatMap(moment => moment.events)]
    .map(event => element('li', {class: 'told'}, eventText(event)));
  const reasons = reasonsOf(touch, trials).map(reason => reasonRow(reason, rules));
  const rest = [...reasons.slice(most), ...told.slice(most)];
  const refused = touch.map(({reply}) => reply?.result).filter(result => result?.error);
  fill(place,
    element('p', {class: 'did'}, doings(touch)),
    ...refused.map(({error, says}) => element('p', {class: 'fails'}, `Refused, ${error}: ${says}`)),
    element('ul', {class: 'why'}, ...reasons.slice(0, most), ...told.slice(0, most)),
    rest.length > 0 && element('details', {'data-key': 'rest'}, element('summary', {}, `${rest.length} more`),
      element('ul', {class: 'why'}, ...rest)),
    !reply && element('p', {class: 'quiet'}, 'What follows from a touch is told here, each decision with its rule.'));
};
