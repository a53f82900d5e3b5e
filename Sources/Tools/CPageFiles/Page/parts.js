// Shows each part once, with the code that draws it on the page.

import {button, byId, drawHeard, drawWhy, element, fill} from './draw.js';

const meanings = {
  ground: 'what everything stands on', ink: 'text', quiet: 'notes', line: 'borders', panel: 'controls and boxes',
  heard: 'heard', 'heard-ground': 'the lane of what is heard', ducked: 'ducked', 'ducked-ground': 'the lane of what is ducked',
  off: 'not heard', 'off-ground': 'the lane of what is not heard', event: 'what the device does', 'event-ink': 'text on that',
  fails: 'a failure, the cursor', focus: 'the control that has the keyboard',
};
fill(byId('colours'), element('tbody', {}, ...Object.entries(meanings).map(([name, meaning]) => {
  const swatch = element('span', {class: 'swatch'});
  swatch.style.background = `var(--${name})`;
  return element('tr', {}, element('td', {}, swatch), element('th', {scope: 'row'}, name), element('td', {}, meaning));
})));
const rules = {'R-SW-1': {title: 'The switch silences', says: 'What a rule says.', source: 'Where it stands.'}};
drawHeard(byId('sounds'), {
  heard: [
    {app: 'nav', sound: 'prompt', as: 'sound', gainDB: -6, ducked: false, on: ['builtInSpeaker']},
    {app: 'ipod', sound: 'song', as: 'sound', gainDB: -20, ducked: true, on: ['builtInSpeaker']},
  ],
  unheard: [{app: 'game', sound: 'theme', as: 'sound', rule: 'R-SW-1'}],
}, rules);
fill(byId('controls'), button('A control', 'a', () => {}), button('Pressed', 'b', () => {}, {'aria-pressed': 'true'}),
  button('Not now', 'c', () => {}, {disabled: true}), button('It calls', 'd', () => {}, {class: 'calls'}),
  element('span', {class: 'chip'}, 'inactive'), element('span', {class: 'chip active'}, 'active'),
  element('span', {class: 'chip interrupted'}, 'interrupted'));
drawWhy(byId('facts'), {
  trial: 3, text: 'ringSwitch to silent', reply: {
    result: 'ok', events: [{to: 'game', name: 'interruption', type: 'began'}],
    because: [{rule: 'R-SW-1', about: 'game', says: 'the switch silences it'}],
  },
}, {meanwhile: []}, rules);
