// Parts of pages. Text is always text: nothing that comes from outside is read as markup.

// What a reader cannot see, or what turns the writing around, as the program shows it elsewhere; ends of lines stay.
const unprintable =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/g;
export const printable = text => text.replace(unprintable,
  mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'class') made.className = value;
    else if (key.startsWith('on')) made[key] = value;
    else if (value === true) made.setAttribute(key, '');
    else made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== undefined && child !== null && child !== false)
    .map(child => typeof child === 'string' ? printable(child) : child));
  return made;
};

export const byId = id => document.getElementById(id);

const handlers = ['onclick', 'onchange', 'oninput', 'onkeydown', 'ontoggle'];
const keyOf = node => node.dataset?.key;
const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

// Makes an old part look and act like a new one. What is the same stays, so that a press is not lost, the keyboard stays
// where it is, and a list stays open.
const renew = (old, made) => {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== made.data) old.data = made.data;
    return;
  }
  for (const {name} of [...old.attributes]) {
    if (name !== 'style' && name !== 'open' && !made.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const {name, value} of made.attributes) {
    if (name !== 'style' && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old.style.cssText !== made.style.cssText && old.dataset.live === undefined) old.style.cssText = made.style.cssText;
  for (const name of handlers) old[name] = made[name];
  fill(old, ...made.childNodes);
  if (old.nodeName === 'INPUT') [old.checked, old.value] = [made.checked, made.value];
  if (old.nodeName === 'SELECT' && old !== document.activeElement) old.value = made.value;
};

// Draws parts into a place, in their order.
export const fill = (place, ...children) => {
  const wanted = children.flat().filter(Boolean);
  let next = place.firstChild;
  for (const made of wanted) {
    let old = next;
    // What has a key is looked for further on; whatever it has overtaken goes.
    while (old && !isAlike(old, made) && keyOf(made) !== undefined) old = old.nextSibling;
    if (old && isAlike(old, made)) {
      while (next !== old) {
        const gone = next;
        next = next.nextSibling;
        gone.remove();
      }
      next = old.nextSibling;
      renew(old, made);
    } else {
      place.insertBefore(made, next);
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
};

export const button = (text, key, act, properties = {}) =>
  element('button', {type: 'button', 'data-key': key, onclick: act, ...properties}, text);

// A sound as people name it.
export const soundName = sound => sound.app === undefined ? sound.as : `${sound.app}/${sound.sound}`;

const portNames = {
  builtInSpeaker: 'speaker', builtInReceiver: 'receiver', headphones: 'headphones', bluetoothA2DP: 'Bluetooth',
  bluetoothHFP: 'Bluetooth headset',
};
export const portName = port => portNames[port] ?? port;

// From -60 dB to 0 as a part of the bar.
const width = decibels => Math.max(0, Math.min(100, (decibels + 60) / 60 * 100));

const meter = (name, part, text, way) => {
  const bar = element('div', {
    class: 'bar', role: 'meter', 'aria-label': name, 'aria-valuemin': -60, 'aria-valuemax': 0,
    'aria-valuenow': Math.round(part / 100 * 60 - 60), 'aria-valuetext': text,
  });
  const level = element('i');
  level.style.width = `${part}%`;
  const live = element('b', {'data-live': name});
  live.style.width = '0%';
  bar.append(level, live);
  return element('li', {class: `sound ${way}`}, element('span', {class: 'name'}, name), bar,
    element('span', {class: 'fact'}, text));
};

export const drawHeard = (place, now, rules) => {
  const rows = [
    ...now.heard.map(sound => {
      const text = `${sound.gainDB} dB${sound.ducked ? ', ducked' : ', heard'}, on ${sound.on.map(portName).join(', ')}`;
      return meter(soundName(sound), width(sound.gainDB), text, sound.ducked ? 'ducked' : 'heard');
    }),
    ...now.unheard.map(sound => meter(
      soundName(sound), 0, `not heard: ${sound.rule}, ${rules[sound.rule]?.title ?? ''}`, 'unheard')),
  ];
  fill(place, rows.length ? element('ul', {class: 'meters'}, ...rows)
    : element('p', {class: 'quiet'}, 'Nothing sounds. Launch an app and let it play.'));
};

export const eventText = event => {
  const facts = Object.entries(event).filter(([key]) => !['to', 'name'].includes(key))
    .map(([key, value]) => `${key} ${value}`);
  return `${event.to} is told ${event.name}${facts.length ? `: ${facts.join(', ')}` : ''}`;
};

export const drawWhy = (place, trial, now, rules) => {
  const reply = trial?.reply;
  const told = [...(reply?.events ?? []), ...now.meanwhile.flatMap(moment => moment.events)];
  const failed = reply && reply.result !== 'ok';
  fill(place,
    reply && element('p', {}, `Step ${trial.trial}: ${trial.text}`, failed ? ' — ' : '',
      failed ? element('span', {class: 'fails'}, `${reply.result.error}: ${reply.result.says}`) : ''),
    element('ul', {class: 'why'},
      ...told.map(event => element('li', {class: 'told'}, eventText(event))),
      ...(reply?.because ?? []).map(reason => element('li', {}, element('details', {},
        element('summary', {}, element('span', {class: 'rule'}, reason.rule), ` ${reason.about}: ${reason.says}`),
        element('p', {}, rules[reason.rule]?.says ?? ''),
        element('p', {class: 'quiet'}, rules[reason.rule]?.source ?? ''))))),
    !reply && element('p', {class: 'quiet'}, 'Nothing has happened yet.'));
};

export const drawPhone = (place, now, vibrates) => {
  const {device} = now;
  const part = name => element('i', {class: `part ${name}`});
  const volume = element('i');
  volume.style.width = `${device.mediaVolume * 100}%`;
  const banner = {incoming: 'Incoming call', answered: 'On the phone'}[device.call]
    ?? (device.alarm === 'firing' ? 'Alarm' : undefined);
  const percent = Math.round(device.mediaVolume * 100);
  fill(place, element('div', {
    class: `phone${device.locked ? ' locked' : ''}${vibrates ? ' vibrates' : ''}`, role: 'img',
    'aria-label': [
      `switch at ${device.ringSwitch}`, device.locked ? 'locked' : 'unlocked', `media volume ${percent} percent`,
      banner, `sound on ${device.outputs.map(portName).join(', ') || 'nothing'}`,
    ].filter(Boolean).join('; '),
  },
  part(`silence ${device.ringSwitch}`), part('up'), part('down'), part('lock'),
  device.outputs.includes('headphones') && part('plug'), element('i', {class: 'earpiece'}),
  element('div', {class: 'screen'},
    banner && element('div', {class: 'banner'}, banner),
    element('div', {}, device.locked ? 'Locked' : device.foreground === null ? 'Home screen' : device.foreground),
    device.ringSwitch === 'silent' && element('div', {}, 'Silent'),
    element('div', {class: 'route'}, `Sound on ${device.outputs.map(portName).join(', ') || 'nothing'}`,
      device.inputs.length ? `, from ${device.inputs.join(', ')}` : ''),
    element('div', {class: 'volume'}, volume))));
};
