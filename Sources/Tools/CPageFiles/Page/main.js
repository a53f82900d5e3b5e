// The page: it sends steps and draws replies. What follows from a step is decided elsewhere.

import {stepsOfTap, templateOf} from './apps.js';
import {byId, element, fill, printable} from './draw.js';
import {Lanes} from './lanes.js';
import {openLink} from './link.js';
import {Log} from './log.js';
import {drawAround, drawFirst, drawPhone} from './phone.js';
import {drawSessions} from './sessions.js';
import {Player, SoundFiles} from './sound.js';
import {drawWhy} from './why.js';
import {capital, doing, reasonText, sentence, soundOwner} from './words.js';

document.documentElement.classList.remove('bare');

let words;
const files = new SoundFiles();
const player = new Player(files, id => words?.sounds[id]?.source);
let present;
const trials = new Map();
// What each app has played, so that it can be played again.
const played = new Map();

const say = text => {
  byId('said').textContent = printable(text);
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { byId('said').textContent = ''; }, 6000);
};

const send = async message => {
  halt();
  try {
    return await link.send(message);
  } catch (error) {
    if (error.problems?.length) showProblems(error.message, error.problems); else say(error.message);
    return undefined;
  }
};
const step = value => send({step: value});
const log = new Log(byId('log'), number => send({go: number}));

// The steps of what was done on the way to the present one, the last first.
const way = function* () {
  for (let trial = trials.get(present.here); trial; trial = trials.get(trial.parent)) if (trial.step) yield trial.step;
};

// Apps that leave when what they say has been said.
const speaking = new Set();

// What a touch of an icon makes its app do.
const tap = async app => {
  let records = false;
  for (const said of way()) {
    if (said.app === app && said.do === 'record') records = said.phase === 'start';
    if (said.app === app && ['record', 'launch', 'quit', 'crash'].includes(said.do)) break;
  }
  for (const said of stepsOfTap(app, present.now, records)) await step(said);
  if (templateOf(app).speaks) speaking.add(app);
};

// An app that has said what it had to say lets others be as loud as before.
const leave = events => {
  for (const {name, to} of events) if (name === 'soundFinished' && speaking.delete(to)) step({do: 'setActive', app: to, to: false, notifyOthers: true});
};

const lanes = new Lanes(byId('lanes'), id => words?.sounds[id] && player.wave(id));
const clock = () => present.now.at + (performance.now() - present.came) / 1000;

const draw = () => {
  if (!words || !present) return;
  const {now} = present;
  const trial = trials.get(present.here);
  const done = isIt => [...trials.values()].some(({step}) => step && isIt(step));
  const context = {
    now, played, tap, step, done, redraw: draw, plugged: present.plugged, words: {...words, real: new Set(present.real ?? [])},
  };
  const held = document.activeElement?.dataset;
  fill(byId('say'), ...sentence(present));
  drawPhone(byId('phone'), context, trial?.reply?.vibrated && draw.shaken !== present.here);
  draw.shaken = present.here;
  drawAround(byId('around'), context);
  drawFirst(byId('first'), context);
  drawSessions(byId('sessions'), context);
  drawWhy(byId('why'), trial ?? {}, trials, now, words.rules);
  lanes.show(present, trial, trials);
  byId('undo').disabled = present.previous === null || words.host;
  byId('redo').disabled = present.next === null || words.host;
  byId('play').disabled = trials.size < 2 || words.host;
  log.mark(present.here);
  // The keyboard stays where the hand is: at what has taken the place, or at what brought it.
  if (held?.key && document.activeElement === document.body) (byKey(held.key) ?? byKey(held.then))?.focus();
  performance.mark('drawn');
};
const byKey = key => key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);

const receive = message => {
  if (message.hello) {
    words = message;
    for (const known of [trials, played, speaking, player.waves, log]) known.clear();
    fill(byId('book'), ...message.books.map(book => element('option', {value: book}, bookName(book))));
    byId('book').value = message.book;
    for (const id of ['book', 'file', 'compare', 'listen']) byId(id).disabled = message.host;
    byId('log-note').hidden = message.host;
  } else if (message.trial !== undefined) {
    trials.set(message.trial, message);
    const {step, reply} = message;
    if (step?.do === 'play') played.set(step.app, (played.get(step.app) ?? new Set()).add(step.sound));
    log.add(message);
    if (reply && reply.result !== 'ok') say(reply.result.says);
    leave(reply?.meanwhile.flatMap(moment => moment.events) ?? []);
  } else if (message.here !== undefined) {
    present = {...message, came: performance.now()};
    player.apply(message.sounding.map(sound => ({...sound, loops: words.sounds[sound.sound]?.loops ?? true})));
    draw();
    roll();
    leave(message.now.meanwhile.flatMap(moment => moment.events));
    go();
  }
};

// A rule book as people name the system.
const bookName = book => book === 'modern' ? 'iOS today' : book.replace(/(i(?:Phone)?)OS(?=\d)/, (_, start) => start === 'i' ? 'iOS ' : 'iPhone OS ');

const link = openLink(receive, holds => {
  byId('state').textContent = holds ? '' : 'The device is away; the page tries to find it again.';
  byId('state').hidden = holds;
  document.documentElement.dataset.connected = holds;
});

// Lanes and meters move while something sounds, and rest otherwise.
const isStill = matchMedia('(prefers-reduced-motion:reduce)');
const roll = () => {
  if (roll.runs) return;
  roll.runs = true;
  const round = () => {
    const levels = player.isOn ? player.levels() : new Map();
    for (const live of document.querySelectorAll('[data-live]')) {
      const level = Math.max(-144, ...[...levels].filter(([name]) => name.split('/')[0] === live.dataset.live).map(([, level]) => level));
      live.style.width = `${Math.max(0, Math.min(100, (level + 60) / 60 * 100))}%`;
    }
    const time = clock();
    lanes.paint(time);
    roll.runs = lanes.rolls(time) || levels.size > 0;
    if (roll.runs && isStill.matches) setTimeout(round, 1000); else if (roll.runs) requestAnimationFrame(round);
  };
  requestAnimationFrame(round);
};
player.loaded = roll;

// Plays what was tried, each step at its time; any other touch ends that.
const go = () => {
  clearTimeout(go.timer);
  byId('play').setAttribute('aria-pressed', String(Boolean(go.plays)));
  const next = go.plays && trials.get(present.next);
  if (next) go.timer = setTimeout(() => link.send({redo: true}), Math.max(0, next.reply.at - clock()) * 1000);
  else if (go.plays && present.here !== 0) halt();
};
const halt = () => { go.plays = false; clearTimeout(go.timer); byId('play').setAttribute('aria-pressed', 'false'); };

const sheet = byId('sheet');
const show = (title, body, copied, file) => {
  byId('sheet-title').textContent = printable(title);
  fill(byId('sheet-body'), body);
  byId('sheet-row').hidden = copied === undefined;
  if (copied !== undefined) {
    byId('sheet-copy').onclick = () => copy(copied);
    byId('sheet-file').download = file;
    URL.revokeObjectURL(byId('sheet-file').href);
    byId('sheet-file').href = URL.createObjectURL(new Blob([copied], {type: 'text/plain'}));
  }
  if (!sheet.open) sheet.showModal();
};

const copy = async text => {
  try {
    await navigator.clipboard.writeText(text);
    say('Copied.');
  } catch {
    say('The browser does not let this page copy; select the text.');
  }
};

// Shows what was tried in another form, and copies it where that is what was asked for.
const hand = async (form, title, file, copies) => {
  const answer = await send({text: form});
  if (!answer) return;
  show(title, element('pre', {tabindex: 0, role: 'region', 'aria-label': title}, answer.text), answer.text, file);
  if (copies) copy(answer.text);
};

// What is wrong with a scenario, or did not come out as it expects: each with its place.
const showProblems = (title, lines) => show(title, element('ul', {class: 'problems'},
  ...lines.map(line => element('li', {}, line))));

// Puts the steps of a scenario on the table; its sound files are to be among what was opened with it.
const open = async chosen => {
  const isScenario = file => /\.ya?ml$/i.test(file.name);
  const scenario = chosen.find(isScenario);
  if (!scenario || words?.host) {
    say(words?.host ? 'What real programs do cannot be opened over; show a device without --join.'
      : 'Choose a scenario file, which ends in .yaml, and with it the sound files that it names.');
    return;
  }
  const wasOpened = files.isOpened;
  await files.open(chosen.filter(file => !isScenario(file)));
  files.isOpened = true;
  const answer = await send({load: {file: scenario.name, text: await scenario.text(), seconds: files.seconds}});
  if (!answer) {
    files.isOpened = wasOpened;
    return;
  }
  const missing = answer.missing.length ? ` Tones stand for ${answer.missing.join(', ')}: open them together with the scenario.` : '';
  say(`${answer.title}: ${answer.steps} steps, ${answer.expectations - answer.unmet.length} of ${answer.expectations} expectations hold.${missing}`);
  // From the start, as it will be played.
  await send({go: 0});
  if (answer.unmet.length) showProblems('What did not come out as the scenario expects', answer.unmet);
};

const heardText = reply => {
  const heard = reply.heard.map(sound => `${soundOwner(sound)} ${sound.gainDB} dB${sound.ducked ? ', lowered' : ''}`);
  const unheard = reply.unheard.map(sound => `${soundOwner(sound)} not heard, ${sound.rule}`);
  const result = reply.result === 'ok' ? [] : [`refused: ${reply.result.error}`];
  return capital([...result, ...heard, ...unheard].join('; ') || 'nothing is heard');
};

// The same steps under another book, and of them those that come out otherwise; the book that differs most comes first.
const compare = async wanted => {
  const others = words.books.filter(book => book !== words.book);
  const answers = (await Promise.all((wanted ? [wanted] : others).map(book => send({compare: book})))).filter(Boolean);
  if (answers.length === 0) return;
  const differing = ({rows}) => rows.filter(row => row.differs);
  const answer = answers.reduce((one, other) => differing(other).length > differing(one).length ? other : one);
  const rows = differing(answer).map(row => {
    const trial = trials.get(row.trial);
    return element('tr', {class: 'differs'},
      element('th', {scope: 'row'}, `${trial.reply.at.toFixed(1)} s ${doing(trial)}`),
      element('td', {}, heardText(trial.reply)),
      element('td', {}, heardText(row.reply), element('p', {class: 'quiet'},
        row.reply.because.map(reason => `${reason.rule} ${reasonText(reason)}`).join(' · '))));
  });
  const head = ['Step', bookName(words.book), bookName(answer.book)].map(text => element('th', {scope: 'col'}, text));
  const choice = element('select', {'data-key': 'other', 'aria-label': 'Other book', onchange: event => compare(event.target.value)},
    ...others.map(book => element('option', {value: book}, bookName(book))));
  choice.value = answer.book;
  const count = answer.rows.length;
  show('The same steps under another book', element('div', {class: 'sides', tabindex: 0, role: 'region',
    'aria-label': 'Both books side by side'}, element('p', {}, 'Other book ', choice,
    rows.length ? ` ${rows.length} of ${count} steps come out otherwise:` : ` All ${count} steps come out alike.`),
  rows.length > 0 && element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows))));
};

byId('open').onclick = () => byId('files').click();
byId('files').onchange = async () => {
  await open([...byId('files').files]);
  // The same file may be opened again, when it has been corrected.
  byId('files').value = '';
};
for (const kind of ['dragover', 'drop']) {
  document.addEventListener(kind, event => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (kind === 'drop') open([...event.dataTransfer.files]);
  });
}
byId('undo').onclick = () => send({undo: true});
byId('redo').onclick = () => send({redo: true});
byId('book').onchange = event => {
  files.isOpened = false;
  send({begin: event.target.value});
};
byId('save').onclick = () => hand('scenario', 'A scenario of what was tried', 'tried.yaml');
byId('swift').onclick = () => hand('swift', 'A test in Swift', 'TriedTests.swift', true);
byId('pytest').onclick = () => hand('pytest', 'A test for pytest', 'test_tried.py', true);
byId('play').onclick = async () => {
  if (go.plays) return halt();
  // From the start, where there is nothing further on.
  if (present.next === null) await send({go: 0});
  go.plays = true;
  go();
};
byId('menu').onclick = () => byId('menu').hidePopover();
byId('menu').onbeforetoggle = () => {
  const {bottom, left} = byId('file').getBoundingClientRect();
  byId('menu').style.top = `${bottom + 4}px`;
  byId('menu').style.left = `${Math.min(left, innerWidth - 210)}px`;
};
byId('compare').onclick = () => compare();
byId('sheet-close').onclick = () => sheet.close();
byId('listen').onclick = async () => {
  const isOn = await player.toggle();
  byId('listen').setAttribute('aria-pressed', String(isOn));
  roll();
};
document.addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.target.matches('input')) return;
  event.preventDefault();
  send(event.shiftKey ? {redo: true} : {undo: true});
});
