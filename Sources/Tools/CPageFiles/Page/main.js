// The page: it sends steps and draws replies. What follows from a step is decided elsewhere.

import {drawApps, drawPerson} from './apps.js';
import {byId, drawHeard, drawPhone, drawWhy, element, fill, printable, soundName} from './draw.js';
import {openLink} from './link.js';
import {Log} from './log.js';
import {Player, SoundFiles} from './sound.js';

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
  try {
    return await link.send(message);
  } catch (error) {
    if (error.problems?.length) showProblems(error.message, error.problems); else say(error.message);
    return undefined;
  }
};
const step = value => send({step: value});
const log = new Log(byId('log'), number => send({go: number}));

const draw = () => {
  if (!words || !present) return;
  const {now} = present;
  const trial = trials.get(present.here);
  const started = [...now.heard, ...now.unheard].filter(sound => sound.as === 'sound');
  const context = {now, started, played, words: {...words, plugged: new Set(present.plugged), real: new Set(present.real ?? [])}, step};
  drawPhone(byId('phone'), now, trial?.reply?.vibrated && draw.shaken !== present.here);
  draw.shaken = present.here;
  drawPerson(byId('person'), context);
  drawHeard(byId('heard'), now, words.rules);
  drawWhy(byId('why'), trial, now, words.rules);
  drawApps(byId('apps'), context);
  byId('undo').disabled = present.previous === null || words.host;
  byId('redo').disabled = present.next === null || words.host;
  log.mark(present.here);
  performance.mark('drawn');
};

const receive = message => {
  if (message.hello) {
    words = message;
    trials.clear();
    played.clear();
    log.clear();
    fill(byId('book'), ...message.books.map(book => element('option', {value: book}, book)));
    byId('book').value = message.book;
    for (const id of ['book', 'open', 'compare', 'save', 'swift', 'pytest', 'listen']) byId(id).disabled = message.host;
    byId('log-note').hidden = message.host;
    if (message.host) fill(byId('book'), element('option', {}, 'the host\u2019s'));
  } else if (message.trial !== undefined) {
    trials.set(message.trial, message);
    const {step} = message;
    if (step?.do === 'play') played.set(step.app, (played.get(step.app) ?? new Set()).add(step.sound));
    log.add(message);
    if (message.reply && message.reply.result !== 'ok') say(message.reply.result.says);
  } else if (message.here !== undefined) {
    present = message;
    player.apply(message.sounding.map(sound => ({...sound, loops: words.sounds[sound.sound]?.loops ?? true})));
    draw();
    follow();
  }
};

const link = openLink(receive, holds => {
  byId('state').textContent = holds ? 'The device is here.' : 'The device is away; the page tries to find it again.';
  document.documentElement.dataset.connected = holds;
});

// The meters move while something sounds here, and rest otherwise.
const follow = () => {
  if (follow.runs || !player.isOn) return;
  follow.runs = true;
  const round = () => {
    const levels = player.levels();
    for (const live of document.querySelectorAll('[data-live]')) {
      const level = levels.get(live.dataset.live) ?? -144;
      live.style.width = `${Math.max(0, Math.min(100, (level + 60) / 60 * 100))}%`;
    }
    follow.runs = player.isOn && levels.size > 0;
    if (follow.runs) requestAnimationFrame(round);
  };
  requestAnimationFrame(round);
};

const sheet = byId('sheet');
const show = (title, body, copied, file) => {
  byId('sheet-title').textContent = printable(title);
  fill(byId('sheet-body'), body);
  byId('sheet-copy').hidden = byId('sheet-file').hidden = copied === undefined;
  if (copied !== undefined) {
    byId('sheet-copy').onclick = async () => {
      try {
        await navigator.clipboard.writeText(copied);
        say('Copied.');
      } catch {
        say('The browser does not let this page copy; select the text.');
      }
    };
    byId('sheet-file').download = file;
    URL.revokeObjectURL(byId('sheet-file').href);
    byId('sheet-file').href = URL.createObjectURL(new Blob([copied], {type: 'text/plain'}));
  }
  if (!sheet.open) sheet.showModal();
};

const hand = async (form, title, file) => {
  const answer = await send({text: form});
  if (!answer) return;
  show(title, element('pre', {tabindex: 0, role: 'region', 'aria-label': title}, answer.text), answer.text, file);
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
  await files.open(chosen.filter(file => !isScenario(file)));
  const answer = await send({load: {file: scenario.name, text: await scenario.text(), seconds: files.seconds}});
  if (!answer) return;
  say(`${answer.title}: ${answer.steps} steps, ${answer.expectations - answer.unmet.length} of ${answer.expectations} expectations hold.`);
  if (answer.unmet.length) showProblems('What did not come out as the scenario expects', answer.unmet);
};

const heardText = reply => {
  const heard = reply.heard.map(sound => `${soundName(sound)} ${sound.gainDB} dB${sound.ducked ? ', ducked' : ''}`);
  const unheard = reply.unheard.map(sound => `${soundName(sound)} not heard, ${sound.rule}`);
  const result = reply.result === 'ok' ? [] : [`refused: ${reply.result.error}`];
  return [...result, ...heard, ...unheard].join('; ') || 'nothing is heard';
};

const compare = async wanted => {
  const other = wanted ?? words.books.findLast(book => book !== words.book);
  const answer = await send({compare: other});
  if (!answer) return;
  const rows = answer.rows.map(row => {
    const trial = trials.get(row.trial);
    return element('tr', {class: row.differs ? 'differs' : null},
      element('th', {scope: 'row'}, `${trial.reply.at.toFixed(2)} ${trial.text}`),
      element('td', {}, heardText(trial.reply)),
      element('td', {}, heardText(row.reply), row.differs && element('p', {class: 'quiet'},
        row.reply.because.map(reason => `${reason.rule} ${reason.says}`).join(' · '))));
  });
  const head = ['Step', words.book, answer.book].map(text => element('th', {scope: 'col'}, text));
  const differing = answer.rows.filter(row => row.differs).length;
  const choice = element('select', {'data-key': 'other', onchange: event => compare(event.target.value)},
    ...words.books.filter(book => book !== words.book).map(book => element('option', {value: book}, book)));
  choice.value = other;
  show(`The same steps under ${answer.book}`, element('div', {class: 'sides', tabindex: 0, role: 'region',
    'aria-label': 'Both books side by side'}, element('label', {}, 'Other book ', choice),
  element('p', {}, differing ? `${differing} of ${answer.rows.length} steps come out otherwise; they are marked.`
    : 'Nobody would notice a difference.'),
  element('table', {}, element('thead', {}, element('tr', {}, ...head)), element('tbody', {}, ...rows))));
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
byId('book').onchange = event => send({begin: event.target.value});
byId('save').onclick = () => hand('scenario', 'A scenario of what was tried', 'tried.yaml');
byId('swift').onclick = () => hand('swift', 'A test in Swift', 'TriedTests.swift');
byId('pytest').onclick = () => hand('pytest', 'A test for pytest', 'test_tried.py');
byId('compare').onclick = () => compare();
byId('sheet-close').onclick = () => sheet.close();
byId('listen').onclick = async () => {
  const isOn = await player.toggle();
  byId('listen').setAttribute('aria-pressed', String(isOn));
  follow();
};
document.addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.target.matches('input')) return;
  event.preventDefault();
  send(event.shiftKey ? {redo: true} : {undo: true});
});
