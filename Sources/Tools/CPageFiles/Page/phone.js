// The phone and its surroundings: each control sends a step.

const states = {heard: 'heard', ducked: 'lowered', unheard: 'not heard', open: 'open, quiet', closed: 'closed'};

// The state of an app in a word.
const stateOf = (now, app) => {
  const sounds = [...now.heard, ...now.unheard].filter(sound => sound.app === app);
  if (sounds.some(sound => sound.ducked === false)) return 'heard';
  if (sounds.some(sound => sound.ducked)) return 'ducked';
  return sounds.length > 0 ? 'unheard' : now.sessions[app] ? 'open' : 'closed';
};

const appIcon = (app, {now, recording, tap}) => {
  const {label, icon: drawing} = templateOf(app);
  const state = stateOf(now, app);
  const records = recording.includes(app);
  return element('button', {
    class: `app ${records ? 'records' : state}`, type: 'button', 'data-key': `app-${app}`, 'data-app': app, onclick: () => tap(app),
    'aria-label': `${label}: ${records ? 'records' : states[state]}`,
  }, element('span', {class: 'tile'}, icon(drawing)), element('span', {class: 'name'}, label));
};

const barsOf = level => '▮'.repeat(Math.round(level * 4)).padEnd(4, '▯');

// The lock screen: whether sounds continue or are silenced, in words.
const lockScreen = ({now, sounding}, time) => element('div', {class: 'locked-screen'},
  element('span', {}, 'Locked'), element('b', {}, time),
  ...sounding.filter(({name}) => name.includes('/')).slice(0, 4).map(({name, words}) => element('p', {},
    element('b', {}, templateOf(name.split('/')[0]).label), ` ${words === 'heard' ? 'plays on' : words}`)));

const drawPhone = (place, context, vibrates) => {
  const {now, step, plugged, route, recording} = context;
  const {device} = now;
  const isSilent = device.ringSwitch === 'silent';
  const side = (name, key, label, value, act, properties = {}) => [
    element('span', {class: `label ${key}-label`, 'aria-hidden': 'true'}, element('b', {}, label), value),
    element('button', {class: `edge ${key}`, type: 'button', 'data-key': key, 'aria-label': name, onclick: act, ...properties}),
  ];
  const [, raise] = side('Volume up', 'up', '', '', () => step({do: 'volumeButton', press: 'up'}));
  const time = `${Math.floor(now.at / 60)}:${String(Math.floor(now.at % 60)).padStart(2, '0')}`;
  const wired = plugged.filter(port => !port.startsWith('bluetooth')), wireless = plugged.filter(port => port.startsWith('bluetooth'));
  fill(place, element('div', {class: `phone${vibrates ? ' vibrates' : ''}${device.locked ? ' locked' : ''}`},
    element('div', {class: 'case', 'aria-hidden': 'true'}, element('i', {class: 'earpiece'})),
    ...side('Silent', 'switch', 'Switch', isSilent ? 'at silent' : 'at ring',
      () => step({do: 'ringSwitch', to: isSilent ? 'ring' : 'silent'}), {role: 'switch', 'aria-checked': String(isSilent)}),
    raise,
    ...side('Volume down', 'down', 'Volume', `${Math.round(device.mediaVolume * 16)} of 16`,
      () => step({do: 'volumeButton', press: 'down'})),
    ...side(device.locked ? 'Unlock' : 'Lock', 'lock', 'Lock', device.locked ? 'locked' : 'open',
      () => step({do: device.locked ? 'unlock' : 'lock'})),
    element('div', {class: 'screen'},
      element('div', {class: 'status', 'aria-hidden': 'true'}, element('span', {}, time),
        recording.length > 0 && element('b', {class: 'pill'}, `● ${templateOf(recording[0]).label} records`), element('span', {}, isSilent ? 'silent ' : '', barsOf(device.mediaVolume))),
      device.locked ? lockScreen(context, time) : element('div', {class: 'apps', role: 'group', 'aria-label': 'Apps'}, ...appsOn(now).map(({app}) => appIcon(app, context)))),
    wired.length > 0 && element('i', {class: 'cable', 'aria-hidden': 'true'}),
    wireless.length > 0 && element('i', {class: 'radio', 'aria-hidden': 'true'}, ')))'),
    element('p', {class: 'route'}, `Sound on ${route}`, device.inputs.length ? ', microphone on' : '')));
};

const group = (name, style, ...buttons) => element('div', {class: 'group', role: 'group', 'aria-label': name},
  element('h3', {}, name), element('div', {class: style}, ...buttons));

// The person's surroundings: calls, alarms, messages, accessories. Dialogs are on the phone's screen, and come right
// after their button in tab order.
const drawAround = (place, {now, words, plugged, step}) => {
  const {device} = now;
  const key = (drawing, text, name, act, properties = {}) => element('button', {
    class: 'key', type: 'button', 'data-key': name, onclick: act, ...properties,
  }, icon(drawing), text);
  const call = phase => () => step({do: 'call', phase});
  const alarm = phase => () => step({do: 'alarm', phase});
  const toggle = (drawing, text, port) => {
    const isThere = plugged.includes(port);
    const verbs = words.wired.includes(port) ? ['plug', 'unplug'] : ['connect', 'disconnect'];
    return key(drawing, text, `port-${port}`, () => step({do: verbs[Number(isThere)], port}), {'aria-pressed': String(isThere)});
  };
  const callKey = {
    incoming: () => key('call', 'Caller gives up', 'call', call('missed')),
    answered: () => key('call', 'Other side ends', 'call', call('remoteEnded')),
  }[device.call] ?? (() => key('call', 'Ring', 'call', call('incoming')));
  const asked = [];
  const ask = (title, ...answers) => asked.push(element('div', {class: 'ask', role: 'group', 'aria-label': title},
    element('b', {}, title), element('div', {}, ...answers)));
  if (device.call === 'incoming') {
    ask('Incoming call', button('Answer', 'call-first', call('answered'), {class: 'yes', 'data-then': 'call'}),
      button('Decline', 'call-second', call('declined'), {class: 'no', 'data-then': 'call'}));
  } else if (device.call === 'answered') {
    ask('On the phone', button('Hang up', 'call-first', call('ended'), {class: 'no', 'data-then': 'call'}));
  }
  if (device.alarm === 'firing') {
    ask('Alarm', button('Stop alarm', 'alarm-first', alarm('dismissed'), {class: 'yes', 'data-then': 'alarm'}),
      button('Snooze', 'alarm-second', alarm('snoozed'), {'data-then': 'alarm'}));
  }
  const rings = device.alarm === 'firing';
  const later = (seconds, text) => key('later', text, `later-${seconds}`, () => step({do: 'wait', at: now.at + seconds}));
  fill(place,
    group('Make something happen', 'keys', callKey(), asked.length > 0 && element('div', {class: 'asks', 'data-key': 'asks'}, ...asked),
      key('clock', 'Alarm', 'alarm', rings ? null : alarm('fires'), {'aria-disabled': rings ? 'true' : null}),
      key('mail', 'Message', 'message', () => step({do: 'alert', kind: 'message'})),
      key('letter', 'Key click', 'key', () => step({do: 'keyClick'}))),
    !words.host && group('Let time pass', 'keys three', later(1, '1 s'), later(10, '10 s'), later(60, '1 min')),
    group('Plugged in and connected', 'keys two', toggle('head', 'Headphones', 'headphones'), toggle('headset', 'Headset', 'headset'),
      toggle('radio', 'Bluetooth', 'bluetoothA2DP'), toggle('radio', 'Bluetooth headset', 'bluetoothHFP')));
};

// Guesses about the song after a declined call, and which one is right.
const guesses = {
  'goes on': (heard, starts) => heard && !starts, 'stays quiet': heard => !heard, 'starts anew': (heard, starts) => heard && starts,
};
let guess;

// After the four touches, ask before telling.
const drawTurn = (place, {now, sounding, step}) => {
  const song = sounding.find(({name}) => name === 'ipod/song');
  if (guess?.isAsked && now.device.call !== 'incoming') {
    const heard = now.heard.some(({app}) => app === 'ipod');
    const [came] = Object.entries(guesses).find(([, isIt]) => isIt(heard, song?.starts ?? false));
    guess = {said: guess.said, came};
  }
  const rings = now.device.call === 'incoming';
  const ask = said => {
    guess = {said, isAsked: true};
    step({do: 'call', phase: 'declined'});
  };
  fill(place, element('li', {class: 'turn'},
    element('p', {}, element('b', {}, rings ? 'Your turn: you decline. ' : 'Your turn. '),
      rings ? 'What will Music do?' : guess?.came ? `You said “${guess.said}”. Music ${guess.came}: ${guess.said === guess.came ? 'right.' : 'look under Why.'}`
        : 'Let the phone ring while Music plays.'),
    element('div', {class: 'row'}, ...(rings ? Object.keys(guesses).map(said => button(said, `guess-${said}`, () => ask(said)))
      : [button('Ring again', 'guess-ring', () => step({do: 'call', phase: 'incoming'}), {'aria-disabled': now.device.call === 'none' ? null : 'true'})]))));
};

// The first minute: four touches.
const drawFirst = (place, context) => {
  const {now, tap, step, done} = context;
  const steps = [
    ['Play music', () => tap('ipod'), said => said.do === 'play' && said.app === 'ipod'],
    ['Navigator speaks', () => tap('nav'), said => said.do === 'play' && said.app === 'nav'],
    ['Phone rings', () => step({do: 'call', phase: 'incoming'}), said => said.do === 'call'],
    ['Flip the switch', () => step({do: 'ringSwitch', to: now.device.ringSwitch === 'silent' ? 'ring' : 'silent'}),
      said => said.do === 'ringSwitch'],
  ].map(([text, act, isIt]) => ({text, act, isDone: done(isIt)}));
  const next = steps.findIndex(({isDone}) => !isDone);
  if (next < 0) return drawTurn(place, context);
  fill(place, ...steps.map(({text, act, isDone}, number) => element('li', {},
    element('button', {
      type: 'button', class: `first${isDone ? ' done' : number === next ? ' next' : ''}`, 'data-key': `first-${number + 1}`, onclick: act,
      'aria-label': text, 'aria-description': isDone ? 'done' : null,
    }, element('b', {'aria-hidden': 'true'}, isDone ? '✓' : String(number + 1)), text))));
};
