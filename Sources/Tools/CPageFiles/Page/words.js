// What happens, in words for people: who is heard, what was done, and by which reasons.

import {appName, templates} from './apps.js';
import {element} from './draw.js';

const ports = {
  builtInSpeaker: 'the speaker', builtInReceiver: 'the receiver', headphones: 'the headphones', headset: 'the headset',
  bluetoothA2DP: 'Bluetooth', bluetoothHFP: 'the Bluetooth headset', airPlay: 'AirPlay', carAudio: 'the car',
  usbAudio: 'USB', lineOut: 'the line output', hdmi: 'HDMI', HDMI: 'HDMI',
};
const list = names => names.length < 2 ? names[0] ?? '' : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
export const portsText = names => list(names.map(port => ports[port] ?? port)) || 'nothing';
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

const deviceSounds = {
  ringtone: 'the ringtone', callAudio: 'the call', alarm: 'the alarm', alert: 'the message', keyClick: 'the key click',
};
// Whose sound it is.
export const soundOwner = sound => sound.app === undefined ? deviceSounds[sound.as] ?? sound.as : appName(sound.app);
// A sound as the protocol names it.
export const soundName = sound => sound.app === undefined ? sound.as : `${sound.app}/${sound.sound}`;

const deviceCauses = {
  call: 'interrupted by the call', alarm: 'interrupted by the alarm', siri: 'interrupted by Siri',
  hold: 'waiting: its call is on hold', microphone: 'waiting for the microphone',
  announcement: 'interrupted by Siri, who reads a message',
};
const silencers = [
  [/^R-SW-/, 'silenced by the switch'], [/^R-LK-/, 'silenced by the lock'], [/^R-VOL-5$/, 'silent at volume zero'],
  [/^R-VOL-8$/, 'silent at a level of zero'], [/^R-CAT-1$/, 'silent: its category has no output'],
  [/^R-SET-1$/, 'switched off in Settings'], [/^R-AL-6$/, 'silenced by a recording'], [/^R-INT-/, 'silenced by a call or alarm'],
];

// Why a sound is not heard, in some words.
export const silenceText = (sound, cause = {}) => cause.byApp !== undefined ? `interrupted by ${appName(cause.byApp)}`
  : deviceCauses[cause.byDevice] ?? silencers.find(([rule]) => rule.test(sound.rule))?.[1] ?? `not heard, by ${sound.rule}`;

// One sentence: the apps that are heard, the output, and the apps that are lowered or not heard. Returns texts
// and parts of pages.
export const sentence = ({here, now, sounding}) => {
  const causes = new Map(sounding.map(sound => [sound.name, sound]));
  // What is told alike is told at once, each owner once.
  const groups = new Map();
  const add = (sound, way, text) => {
    const group = groups.get(text) ?? groups.set(text, {way, owners: new Set(), isOwn: sound.app === undefined}).get(text);
    group.owners.add(soundOwner(sound));
  };
  const lowered = sound => {
    const {byApp} = causes.get(soundName(sound)) ?? {};
    return `lowered${byApp === undefined ? '' : ` for ${appName(byApp)}`}`;
  };
  for (const sound of now.heard) if (!sound.ducked) add(sound, 'heard', `heard on ${portsText(sound.on)}`);
  for (const sound of now.heard) if (sound.ducked) add(sound, 'ducked', lowered(sound));
  for (const sound of now.unheard) add(sound, 'unheard', silenceText(sound, causes.get(soundName(sound))));
  if (groups.size === 0) return [here === 0 ? 'Nothing sounds yet: touch an app.' : 'Nothing sounds.'];
  const told = [...groups].map(([text, {way, owners, isOwn}], place) => {
    const names = list([...owners]);
    return [element('b', {class: groups.size > 2 ? `${way} crowd` : way}, place === 0 && isOwn ? capital(names) : names), ` ${owners.size > 1 ? 'are' : 'is'} ${text}`];
  });
  return told.flatMap((clause, place) => [...clause, place + 1 < told.length ? '; ' : '.']);
};

const portOf = step => ({headphones: 'the headphones', headset: 'the headset', bluetoothHFP: 'the Bluetooth headset'})[step.port]
  ?? ports[step.port] ?? step.port;
const calls = {
  incoming: 'A call comes in', answered: 'You answer', declined: 'You decline', missed: 'The caller gives up', ended: 'You hang up',
  remoteEnded: 'The other side hangs up', outgoing: 'You call', held: 'You hold the call', unheld: 'You take the call up again',
};
const alarms = {fires: 'The alarm goes off', dismissed: 'You stop the alarm', snoozed: 'You snooze the alarm'};

// What a step did, as a sentence without its full stop. A running host tells the verb and the app, and no more.
export const doing = ({step, reply, text}) => {
  const said = step ?? (reply ? {do: reply.do, app: reply.app} : undefined);
  if (!said) return 'The beginning';
  const app = said.app === undefined || said.app === null ? '' : appName(said.app);
  const options = said.options?.length ? ` with ${said.options.join(', ')}` : '';
  const sound = said.sound === undefined ? '' : ` ${said.sound}`;
  const sentences = {
    launch: `${app} opens`, foreground: `${app} comes to the front`, background: `${app} goes to the background`,
    quit: `${app} is quit`, crash: `${app} crashes`, play: `${app} plays${sound}`, pause: `${app} pauses${sound}`,
    stop: `${app} stops${sound}`, systemSound: `${app} plays the effect${sound}`, alertSound: `${app} alerts with${sound}`,
    setCategory: said.category && `${app} asks for ${said.category}${options}`,
    setActive: said.to === undefined ? undefined : `${app} ${said.to ? 'activates' : 'deactivates'} its session`,
    record: said.phase && `${app} ${said.phase === 'start' ? 'records' : 'stops recording'}`,
    ringSwitch: `You move the switch to ${said.to ?? reply?.device.ringSwitch}`,
    volumeButton: said.press && `You press volume ${said.press}`, lock: 'You lock the phone', unlock: 'You unlock the phone',
    plug: said.port && `You plug in ${portOf(said)}`, unplug: said.port && `You pull out ${portOf(said)}`,
    connect: said.port && capital(`${portOf(said)} connects`), disconnect: said.port && capital(`${portOf(said)} disconnects`),
    call: calls[said.phase], alarm: alarms[said.phase], alert: 'A message arrives', keyClick: 'A key clicks', wait: 'Time passes',
  };
  return sentences[said.do] ?? (text || said.do);
};

// What several steps of one app did, with its name once.
export const doings = trials => {
  const [first, ...others] = trials.map(doing);
  const app = trials[0]?.step?.app === undefined ? '' : `${appName(trials[0].step.app)} `;
  return [first, ...others.map(text => text.startsWith(app) ? text.slice(app.length) : text)].join(', ');
};

const isKnown = new RegExp(`\\b(${templates.map(({app}) => app).join('|')})(?=\\b)`, 'g');

// A reason of the policy, with the names of apps as people know them; a name stays as it is.
export const reasonText = ({about, says}) => {
  const text = says.replace(isKnown, app => appName(app));
  if (about !== 'device' && !says.includes(about)) return `${appName(about)}: ${text}`;
  return says.startsWith(about) ? text : capital(text);
};

export const eventText = event => {
  const facts = Object.entries(event).filter(([key]) => !['to', 'name', 'previousRoute'].includes(key))
    .map(([key, value]) => key === 'type' || key === 'reason' ? value : `${key} ${value}`);
  return `${appName(event.to)} is told ${event.name}${facts.length ? `: ${facts.join(', ')}` : ''}`;
};
