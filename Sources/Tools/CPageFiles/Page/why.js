// Why: what was done, the reasons for audible changes, and what apps were told.

// The number of reasons shown at once.
const most = 4;

// Steps of one app within some tenths of a second are one touch: the last of them, and those before it.
const touchOf = (trial, trials) => {
  const touch = trial?.step ? [trial] : [];
  for (let one = trials.get(trial?.parent); touch.length > 0 && one?.step?.app !== undefined; one = trials.get(one.parent)) {
    if (one.step.app !== trial.step.app || touch[0].reply.at - one.reply.at > 0.4) break;
    touch.unshift(one);
  }
  return touch.length > 0 ? touch : [trial];
};

// The distinct reasons of a touch, its last step's first.
const reasonsOf = touch => {
  const seen = new Set();
  return touch.toReversed().flatMap(({why}) => why ?? []).filter(({rule, text}) => {
    const both = `${rule} ${text}`;
    return !seen.has(both) && seen.add(both);
  });
};

const reasonRow = (reason, rules) => element('li', {}, element('details', {},
  element('summary', {}, element('span', {}, reason.text), element('span', {class: 'rule'}, reason.rule)),
  element('p', {}, rules[reason.rule]?.says ?? ''),
  element('p', {class: 'quiet'}, rules[reason.rule]?.source ?? '')));

const drawWhy = (place, trial, trials, rules) => {
  const touch = touchOf(trial, trials);
  const reply = trial?.reply;
  const told = touch.flatMap(({told}) => told ?? []).map(text => element('li', {class: 'told'}, text));
  const sorted = reasonsOf(touch), reasons = sorted.map(reason => reasonRow(reason, rules));
  const rest = [...reasons.slice(most), ...told.slice(most)];
  const refused = touch.map(({reply}) => reply?.result).filter(result => result?.error);
  fill(place,
    element('p', {class: 'did'}, doings(touch)),
    ...refused.map(({error, says}) => element('p', {class: 'fails'}, `Refused, ${error}: ${says}`)),
    element('ul', {class: 'why'}, ...reasons.slice(0, most), ...told.slice(0, most)),
    rest.length > 0 && element('details', {'data-key': 'rest'}, element('summary', {}, `${rest.length} more`),
      element('ul', {class: 'why'}, ...rest)),
    !reply && element('p', {class: 'quiet'}, 'What follows from a touch is told here, each decision with its rule.'));
  return sorted[0];
};
