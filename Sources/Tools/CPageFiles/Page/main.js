// The page: sends steps and draws replies. It decides nothing.

document.documentElement.classList.remove('bare');

let words;
const files = new SoundFiles();
const player = new Player(files, id => words?.sounds[id]?.source);
let present;
const trials = new Map();
// The sounds that each app has played, to play them again.
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
const step = value => {
  [lanes.former, step.isLast] = [undefined, true];
  return send({step: value});
};
const log = new Log(byId('log'), number => send({go: number}));

// The steps that led to the present one, last one first.
const way = function* () {
  for (let trial = trials.get(present.here); trial; trial = trials.get(trial.parent)) if (trial.step) yield trial.step;
};

// Apps that leave once their sound has ended.
const speaking = new Set();

// Carries out a touch on an app's icon.
const tap = async app => {
  let records = false;
  for (const said of way()) {
    if (said.app === app && said.do === 'record') records = said.phase === 'start';
    if (said.app === app && ['record', 'launch', 'quit', 'crash'].includes(said.do)) break;
  }
  // The first refusal ends the touch.
  for (const said of stepsOfTap(app, present.now, records)) if (!(await step(said))?.taken) return;
  if (templateOf(app).speaks) speaking.add(app);
};

// An app whose sound has ended stops lowering the others.
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
    ...present, played, tap, step, done, redraw: draw, words: {...words, real: new Set(present.real ?? [])},
  };
  const held = document.activeElement?.dataset;
  fill(byId('say'), ...sentence(present));
  drawPhone(byId('phone'), context, trial?.reply?.vibrated && draw.shaken !== present.here);
  draw.shaken = present.here;
  drawAround(byId('around'), context);
  drawFirst(byId('first'), context);
  drawSessions(byId('sessions'), context);
  const because = drawWhy(byId('why'), trial ?? {}, trials, words.rules);
  fill(byId('because'), ...(because ? [`${because.text} `, element('span', {class: 'rule'}, because.rule)] : []));
  lanes.show(present, trial, trials);
  byId('undo').disabled = present.previous === null || words.host;
  byId('redo').disabled = present.next === null || words.host;
  byId('play').disabled = trials.size < 2 || words.host;
  log.mark(present.here);
  // Focus moves to what has replaced the focused element, or to what opened it.
  if (held?.key && document.activeElement === document.body) (byKey(held.key) ?? byKey(held.then))?.focus();
  performance.mark('drawn');
};
const byKey = key => key && document.querySelector(`[data-key="${CSS.escape(key)}"]`);

const receive = message => {
  if (message.hello) {
    words = message;
    setLabels(message.labels);
    for (const known of [trials, played, speaking, player.waves, log]) known.clear();
    fill(byId('book'), ...message.books.map(book => element('option', {value: book}, bookName(book))));
    byId('book').value = message.book;
    for (const id of ['book', 'file', 'compare', 'listen']) byId(id).disabled = message.host;
    byId('log-note').hidden = message.host;
    if (!receive.opened && !message.host) setTimeout(openShared);
    receive.opened = true;
  } else if (message.trial !== undefined) {
    trials.set(message.trial, message);
    const {step: said, reply} = message;
    if (said?.do === 'play') played.set(said.app, (played.get(said.app) ?? new Set()).add(said.sound));
    log.add(message);
    // The list reports refusals in an opened scenario.
    if (step.isLast && reply && reply.result !== 'ok') say(reply.result.says);
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

// A rule book by the name of its system.
const bookName = book => book === 'modern' ? 'iOS today' : book.replace(/(i(?:Phone)?)OS(?=\d)/, (_, start) => start === 'i' ? 'iOS ' : 'iPhone OS ');

const link = openLink(receive, holds => {
  byId('state').textContent = holds ? '' : 'The device is away; the page tries to find it again.';
  byId('state').hidden = holds;
  document.documentElement.dataset.connected = holds;
  // Disable what cannot be answered.
  document.querySelector('main').inert = !holds;
});

// Lanes and meters are animated only while something sounds.
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

// Plays the steps tried, each at its time, until the next touch.
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

// Shows the steps in another form, and copies them if asked to.
const hand = async (form, title, file, copies) => {
  const answer = await send({text: form});
  if (!answer) return;
  show(title, element('pre', {tabindex: 0, role: 'region', 'aria-label': title}, answer.text), answer.text, file);
  if (copies) copy(answer.text);
};

// The problems of a scenario, or its failed expectations, with their places.
const showProblems = (title, lines) => show(title, element('ul', {class: 'problems'},
  ...lines.map(line => element('li', {}, line))));

// Opens a scenario with the sound files that were chosen with it.
const open = async chosen => {
  const isScenario = file => /\.ya?ml$/i.test(file.name);
  const scenario = chosen.find(isScenario);
  if (!scenario || words?.host) {
    say(words?.host ? 'What real programs do cannot be opened over; show a device without --join.'
      : 'Choose a scenario file, which ends in .yaml, and with it the sound files that it names.');
    return;
  }
  const wasOpened = files.isOpened;
  step.isLast = false;
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

// Decides every step again under another book.
const choose = async book => {
  const former = bookName(words.book);
  lanes.former = lanes.spans;
  const answer = await send({rules: book});
  if (!answer?.differing) lanes.former = undefined;
  if (!answer) return void (byId('book').value = words.book);
  draw();
  const {differing, steps} = answer;
  if (steps > 0) say(`Under ${bookName(book)} ${differing === 0 ? `all ${steps} steps come out alike`
    : `${differing} of ${steps} steps ${differing === 1 ? 'comes' : 'come'} out otherwise; a thin bar in each lane shows ${former}`}.`);
};

// The books under which steps differ; choosing one decides them under it.
const compare = async () => {
  const answer = await send({compare: true});
  if (!answer) return;
  show('The same steps under another book', element('div', {class: 'books'},
    element('p', {class: 'quiet'}, `Now: ${bookName(words.book)}. How many of your steps come out otherwise:`),
    ...answer.books.map(({book, differing, steps}) => element('button', {type: 'button', class: differing ? null : 'quiet',
      onclick: () => { sheet.close(); choose(book); }},
    element('span', {}, bookName(book)), element('b', {}, differing ? `${differing} of ${steps}` : '=')))));
};

// A link that contains the steps.
const packed = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const share = async () => {
  const answer = await send({text: 'link'});
  if (!answer) return;
  const bytes = await packed(answer.text, new CompressionStream('deflate-raw'));
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  history.replaceState(null, '', `#${text}`);
  copy(location.href);
};
const openShared = async () => {
  if (location.hash.length < 8) return;
  try {
    const bytes = Uint8Array.from(atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await packed(bytes, new DecompressionStream('deflate-raw')));
    await send({load: {file: 'link.yaml', text, seconds: {}}});
  } catch {
    say('The link carries no steps; ask for it again.');
  }
};

byId('open').onclick = () => byId('files').click();
byId('files').onchange = async () => {
  await open([...byId('files').files]);
  // The same file may be opened again after a correction.
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
byId('book').onchange = event => choose(event.target.value);
byId('save').onclick = () => hand('scenario', 'A scenario of what was tried', 'tried.yaml');
byId('swift').onclick = () => hand('swift', 'A test in Swift', 'TriedTests.swift', true);
byId('link').onclick = share;
byId('play').onclick = async () => {
  if (go.plays) return halt();
  // From the start if there is no next step.
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
