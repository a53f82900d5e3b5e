// What the person does to the device, and the apps on it: each control sends a step.

import {button, element, fill} from './draw.js';

const templates = [
  {app: 'ipod', label: 'Music player', kind: 'system', category: 'playback', sounds: ['song']},
  {app: 'game', label: 'Game', category: 'soloAmbient', sounds: ['theme'], effects: ['jump']},
  {app: 'nav', label: 'Navigator', category: 'playback', options: ['duckOthers'], sounds: ['prompt'], background: true},
  {app: 'trainer', label: 'Language trainer', category: 'playAndRecord', sounds: ['lesson'], records: true},
  {app: 'recorder', label: 'Recorder', category: 'record', sounds: [], records: true},
  {app: 'blog', label: 'Blog', category: 'ambient', sounds: [], effects: ['tap'], alerts: ['tap']},
];

const group = (name, ...buttons) => element('fieldset', {},
  element('legend', {}, name), element('div', {class: 'row'}, ...buttons.filter(Boolean)));

// The device's own controls.
export const drawPerson = (place, {now, words, step}) => {
  const {device} = now;
  const silent = device.ringSwitch === 'silent';
  const toggle = (text, port) => {
    const there = words.plugged.has(port);
    const wired = words.wired.includes(port);
    const verb = there ? (wired ? 'unplug' : 'disconnect') : (wired ? 'plug' : 'connect');
    return button(text, `port-${port}`, () => step({do: verb, port}), {'aria-pressed': String(there)});
  };
  const call = (text, phase, calls) => button(text, `call-${phase}`, () => step({do: 'call', phase}),
    {class: calls ? 'calls' : null});
  const alarm = (text, phase) => button(text, `alarm-${phase}`, () => step({do: 'alarm', phase}));
  fill(place,
    group('Sides',
      button('Silent', 'switch', () => step({do: 'ringSwitch', to: silent ? 'ring' : 'silent'}),
        {role: 'switch', 'aria-checked': String(silent)}),
      button('Volume −', 'down', () => step({do: 'volumeButton', press: 'down'})),
      button('Volume +', 'up', () => step({do: 'volumeButton', press: 'up'})),
      button(device.locked ? 'Unlock' : 'Lock', 'lock', () => step({do: device.locked ? 'unlock' : 'lock'}))),
    group('Plugged in and connected', toggle('Headphones', 'headphones'), toggle('Headset', 'headset'),
      toggle('Bluetooth', 'bluetoothA2DP'), toggle('Bluetooth headset', 'bluetoothHFP')),
    group('Phone',
      device.call === 'none' && call('Ring', 'incoming', true),
      device.call === 'incoming' && call('Answer', 'answered', true),
      device.call === 'incoming' && call('Decline', 'declined'),
      device.call === 'incoming' && call('Let it ring out', 'missed'),
      device.call === 'answered' && call('Hang up', 'ended', true)),
    group('Clock and messages',
      device.alarm === 'none' ? alarm('Alarm', 'fires') : alarm('Dismiss the alarm', 'dismissed'),
      device.alarm === 'firing' && alarm('Snooze', 'snoozed'),
      button('Message', 'message', () => step({do: 'alert', kind: 'message'})),
      button('Key click', 'key', () => step({do: 'keyClick'}))),
    !words.host && group('Time',
      ...[1, 10, 60].map(seconds => button(`${seconds} s later`, `later-${seconds}`,
        () => step({do: 'wait', at: now.at + seconds})))));
};

const choice = (label, key, values, chosen, change) => {
  const select = element('select', {'data-key': key, onchange: event => change(event.target.value)},
    ...values.map(value => element('option', {value}, value)));
  select.value = chosen;
  return element('label', {}, label, select);
};

// The card of one app; `wanted` is what its controls show and have not said yet.
const card = (template, wanted, {now, words, step, started, played}) => {
  const {app} = template;
  const session = now.sessions[app];
  const key = name => `${app}|${name}`;
  const say = (text, name, said, properties) => button(text, key(name), () => step({app, ...said}), properties);
  if (!session) {
    const launch = {do: 'launch', kind: template.kind ?? 'app'};
    if (template.background) launch.backgroundAudio = true;
    return element('article', {class: 'card', 'data-key': `card-${app}`, 'data-app': app}, element('header', {}, element('h3', {}, template.label)),
      element('div', {class: 'row'}, say('Launch', 'launch', launch, {'aria-label': `Launch ${template.label}`})));
  }
  const isFront = now.device.foreground === app;
  const sounds = new Set([...template.sounds, ...(played.get(app) ?? [])]);
  const playing = new Set(started.filter(name => name.app === app).map(name => name.sound));
  const option = name => element('label', {}, element('input', {
    type: 'checkbox', 'data-key': key(`option-${name}`), checked: wanted.options.includes(name),
    onchange: event => {
      wanted.options = wanted.options.filter(other => other !== name).concat(event.target.checked ? [name] : []);
    },
  }), element('span', {}, name));
  const active = session.phase !== 'inactive';
  return element('article', {class: `card${isFront ? ' front' : ''}`, 'data-key': `card-${app}`, 'data-app': app},
    element('header', {}, element('h3', {}, template.label),
      element('span', {class: `chip ${session.phase}`}, `${session.category}, ${session.phase}`)),
    words.real.has(app) && element('p', {class: 'quiet'}, 'A real program: it acts for itself.'),
    !words.real.has(app) && element('div', {},
      ...[...sounds].map(sound => element('div', {class: 'row'}, element('span', {}, sound),
        playing.has(sound) ? say('Pause', `pause-${sound}`, {do: 'pause', sound}, {'aria-label': `Pause ${sound}`})
          : say('Play', `play-${sound}`, {do: 'play', sound}, {'aria-label': `Play ${sound}`}),
        say('Stop', `stop-${sound}`, {do: 'stop', sound},
          {disabled: !playing.has(sound), 'aria-label': `Stop ${sound}`}))),
      element('div', {class: 'row'},
        ...(template.effects ?? []).map(sound => say(`Effect ${sound}`, `effect-${sound}`, {do: 'systemSound', sound})),
        ...(template.alerts ?? []).map(sound => say(`Alert ${sound}`, `alert-${sound}`, {do: 'alertSound', sound})),
        template.records && say('Record', 'record', {do: 'record', phase: 'start'}),
        template.records && say('Stop recording', 'unrecord', {do: 'record', phase: 'stop'})),
      element('details', {open: wanted.open, ontoggle: event => { wanted.open = event.target.open; }},
        element('summary', {'data-key': key('more')}, 'Session'),
        element('div', {class: 'row'},
          choice('Category', key('category'), words.categories, wanted.category, value => { wanted.category = value; }),
          choice('Mode', key('mode'), words.modes, wanted.mode, value => { wanted.mode = value; })),
        element('fieldset', {class: 'options'}, element('legend', {}, 'Options'), ...words.options.map(option)),
        element('div', {class: 'row'},
          button('Set category', key('set'), () => step({
            do: 'setCategory', app, category: wanted.category, mode: wanted.mode, options: wanted.options,
          })),
          say(active ? 'Deactivate' : 'Activate', 'activate',
            active ? {do: 'setActive', to: false, notifyOthers: true} : {do: 'setActive', to: true})))),
    element('div', {class: 'row'},
      isFront ? say('To the background', 'back', {do: 'background'}) : say('To the front', 'front', {do: 'foreground'}),
      !words.real.has(app) && say('Quit', 'quit', {do: 'quit'}),
      !words.real.has(app) && say('Crash', 'crash', {do: 'crash'})));
};

const wishes = new Map();
let typed = '';

// All apps: those of the page, and whatever else lives on the device.
export const drawApps = (place, context) => {
  const known = new Set(templates.map(template => template.app));
  const others = Object.keys(context.now.sessions).filter(app => !known.has(app))
    .map(app => ({app, label: app, category: 'soloAmbient', sounds: ['song'], effects: ['tap']}));
  const all = [...templates, ...others];
  for (const template of all) {
    if (wishes.has(template.app)) continue;
    wishes.set(template.app,
      {category: template.category, mode: 'default', options: template.options ?? [], open: false});
  }
  const launch = () => { if (typed) { context.step({do: 'launch', app: typed}); typed = ''; } };
  const form = element('article', {class: 'card', 'data-key': 'card-another'},
    element('header', {}, element('h3', {}, 'Another app')),
    element('div', {class: 'row'},
      element('label', {}, 'Name', element('input', {
        type: 'text', 'data-key': 'name', maxlength: 60, value: typed, size: 14,
        oninput: event => { typed = event.target.value; },
        onkeydown: event => { if (event.key === 'Enter') launch(); },
      })), button('Launch', 'another', launch, {'aria-label': 'Launch another app'})));
  fill(place, ...all.map(template => card(template, wishes.get(template.app), context)), form);
};
