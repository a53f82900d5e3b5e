// Shows each part once, with the code that draws it on the page.

import {button, byId, element, fill} from './draw.js';
import {Lanes} from './lanes.js';
import {drawWhy} from './why.js';
import {sentence} from './words.js';

const meanings = {
  ground: 'what everything stands on', ink: 'text', quiet: 'notes', line: 'borders', panel: 'controls and boxes',
  heard: 'heard', 'heard-ground': 'the lane of what is heard', ducked: 'lowered', 'ducked-ground': 'the lane of what is lowered',
  off: 'not heard', 'off-ground': 'the lane of what is not heard', event: 'what the device does', 'event-ink': 'text on that',
  fails: 'a failure', focus: 'the control that has the keyboard',
};
fill(byId('colours'), element('tbody', {}, ...Object.entries(meanings).map(([name, meaning]) => {
  const swatch = element('span', {class: 'swatch'});
  swatch.style.background = `var(--${name})`;
  return element('tr', {}, element('td', {}, swatch), element('th', {scope: 'row'}, name), element('td', {}, meaning));
})));
const rules = {'R-SW-1': {title: 'The switch silences', says: 'What a rule says.', source: 'Where it stands.'}};
const moment = (at, heard, unheard = []) => ({at, heard, unheard, meanwhile: [], sessions: {}});
const sound = (app, gainDB, ducked) => ({app, sound: 'sound', as: 'sound', gainDB, ducked, on: ['builtInSpeaker']});
const silenced = {app: 'game', sound: 'theme', as: 'sound', rule: 'R-SW-1'};
const trial = {trial: 1, parent: 0, reply: moment(0, [sound('ipod', -6, false)], [silenced])};
const now = moment(6, [sound('ipod', -20, true), sound('nav', -6, false)], [silenced]);
const lanes = new Lanes(byId('sounds'), () => undefined);
const reply = {...moment(3, now.heard, [silenced])};
lanes.show({now, sounding: [], recording: []}, {trial: 2, parent: 1, reply}, new Map([[1, trial]]));
lanes.paint(6);
fill(byId('sentence'), ...sentence({here: 1, say: [{text: 'Navigator', tone: 'heard'}, {text: ' is heard; '}, {text: 'Music', tone: 'ducked'}, {text: ' is lowered for Navigator.'}]}));
fill(byId('controls'), button('A control', 'a', () => {}), button('Pressed', 'b', () => {}, {'aria-pressed': 'true'}),
  button('Not now', 'c', () => {}, {disabled: true}), button('The first', 'd', () => {}, {class: 'primary'}),
  element('span', {class: 'chip inactive'}, 'inactive'), element('span', {class: 'chip active'}, 'active'),
  element('span', {class: 'chip interrupted'}, 'interrupted'));
drawWhy(byId('facts'), {
  trial: 3, did: 'You move the switch to silent', reply: {result: 'ok'}, told: ['Game is told interruption: began'],
  why: [{rule: 'R-SW-1', text: 'Game: the switch silences it'}],
}, new Map(), rules);
