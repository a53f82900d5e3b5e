// The lanes: which sound is heard when, rolling to the left like the picture of a replay. Forms and colours come from
// colours.css, which the program writes for pages and pictures.

import {element, fill} from './draw.js';
import {soundName, soundOwner} from './words.js';

// Pixels a second, seconds of silence that take room, steps that are looked back on, and peaks in a second of a wave.
const [pace, rest, mostSteps, peaksPerSecond] = [18, 3, 400, 40];
const axisHeight = 20;

const rowOf = sound => sound.app ?? sound.as;
const wayOf = sound => sound.rule !== undefined ? 'unheard' : sound.ducked ? 'ducked' : 'heard';
const wayWords = {heard: 'heard', ducked: 'lowered', quiet: 'quiet'};

// What sounded on the way to the present, as spans of each row, each of one way and one level.
export const spansOf = (path, now) => {
  const spans = new Map();
  const open = new Map();
  // How far each sound has come, in seconds.
  const places = new Map();
  const meet = (at, sounds, pauses) => {
    const present = new Map(sounds.map(sound => [soundName(sound), sound]));
    for (const [name, span] of open) {
      const sound = present.get(name);
      if (sound && wayOf(sound) === span.way && sound.gainDB === span.level) continue;
      span.to = at;
      open.delete(name);
      // A sound that is interrupted or paused goes on where it was.
      if (!sound && !pauses) places.delete(name);
      else places.set(name, span.place + (/^R-(INT|ACT|SP)-/.test(span.rule) ? 0 : at - span.from));
    }
    for (const [name, sound] of present) {
      if (open.has(name)) continue;
      const span = {sound, way: wayOf(sound), level: sound.gainDB, rule: sound.rule ?? '', from: at, to: Infinity, place: places.get(name) ?? 0};
      open.set(name, span);
      const row = rowOf(sound);
      if (!spans.has(row)) spans.set(row, []);
      spans.get(row).push(span);
    }
  };
  for (const {reply, step} of [...path, {reply: now}]) {
    if (!reply) continue;
    // Of a moment between steps it is told who is heard, and not who is not.
    for (const moment of reply.meanwhile) meet(moment.at, [...moment.heard, ...stillUnheard(open)], false);
    meet(reply.at, [...reply.heard, ...reply.unheard], step?.do === 'pause');
  }
  return spans;
};
const stillUnheard = open => [...open.values()].filter(({way}) => way === 'unheard').map(({sound}) => sound);

// When nothing was heard for longer than a moment; the last may have no end.
export const silencesOf = spans => {
  const heard = [...spans.values()].flat().filter(({way}) => way !== 'unheard').sort((one, other) => one.from - other.from);
  const silences = [];
  let end = -Infinity;
  for (const {from, to} of heard) {
    if (end > -Infinity && from > end + rest) silences.push([end + rest, from]);
    end = Math.max(end, to);
  }
  if (end < Infinity) silences.push([end === -Infinity ? 0 : end + rest, Infinity]);
  return silences;
};

export class Lanes {
  // `waveOf` answers the peaks of a sound, where they are known.
  constructor(place, waveOf) {
    [this.place, this.waveOf] = [place, waveOf];
    this.canvas = element('canvas', {'aria-hidden': 'true'});
    this.list = element('ul');
    this.place.append(this.canvas, this.list);
    [this.spans, this.silences] = [new Map(), [[0, Infinity]]];
    const renew = () => { this.size = undefined; this.paint(this.painted ?? 0); };
    new ResizeObserver(renew).observe(this.place);
    matchMedia('(prefers-color-scheme:dark)').addEventListener('change', () => { this.colours = undefined; renew(); });
  }

  // Takes what holds, and the trials on the way to it, the last one first.
  show({now, sounding, recording}, trial, trials) {
    const path = [];
    for (let one = trial; one && path.length < mostSteps; one = trials.get(one.parent)) path.unshift(one);
    this.spans = spansOf(path, now);
    this.silences = silencesOf(this.spans);
    const words = new Map(sounding.map(sound => [sound.name, sound.words]));
    const rows = new Map([...this.spans.keys(), ...Object.keys(now.sessions)].map(row => [row, undefined]));
    for (const sound of [...now.unheard, ...now.heard]) rows.set(rowOf(sound), sound);
    this.rows = [...rows.keys()];
    this.place.classList.toggle('empty', this.rows.length === 0);
    fill(this.list, ...[...rows].map(([row, sound]) => {
      const way = sound ? wayOf(sound) : 'quiet';
      const session = now.sessions[row];
      const isApp = session !== undefined || this.spans.get(row)?.[0].sound.app !== undefined;
      const owner = soundOwner(isApp ? {app: row} : {as: row});
      const [word, ...rest] = way === 'unheard' ? (words.get(soundName(sound)) ?? `not heard, by ${sound.rule}`).split(' ')
        : [recording.includes(row) ? 'records' : wayWords[way]];
      return element('li', {class: `lane ${way}`, 'data-key': `lane-${row}`, 'data-row': row},
        element('span', {class: 'who'}, element('b', {}, owner),
          element('span', {class: 'quiet'}, session?.category ?? (isApp ? 'not running' : 'the phone itself'))),
        element('span', {class: 'level'},
          element('b', {}, word),
          element('span', {class: 'quiet', title: sound?.rule}, rest.length > 0 ? rest.join(' ')
            : sound ? `${sound.gainDB.toFixed(1).replace('-', '−')} dB` : ''),
          element('i', {class: 'live', 'data-live': row})));
    }));
    this.size = undefined;
  }

  // A time without the silences before it.
  rolled(time) {
    return this.silences.reduce((sum, [from, to]) => sum - Math.max(0, Math.min(time, to) - from), time);
  }

  // Whether anything moves at a time.
  rolls(time) { return !this.silences.some(([from, to]) => time >= from && time < to); }

  // Paints what was up to a time of the device.
  paint(time) {
    this.painted = time;
    if (!this.size) this.fit();
    const {width, height, row: rowHeight} = this.size;
    const {colours} = this;
    const pen = this.canvas.getContext('2d');
    const ratio = this.canvas.width / width;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!this.rows?.length) return;
    const end = width - 8;
    const now = this.rolled(time);
    const x = moment => end - (now - this.rolled(Math.min(moment, time))) * pace;
    this.paintAxis(pen, time, end, x);
    this.rows.forEach((row, number) => {
      pen.fillStyle = colours.line;
      pen.fillRect(0, number * rowHeight, width, 1);
      for (const span of this.spans.get(row) ?? []) {
        const [from, to] = [Math.max(0, x(span.from)), x(span.to)];
        if (to > 0 && to > from) this.paintSpan(pen, span, from, to, x(span.from), number * rowHeight + 4, rowHeight - 7);
      }
    });
    pen.fillStyle = colours.ink;
    pen.fillRect(end, 0, 1.5, this.rows.length * rowHeight + 4);
  }

  paintSpan(pen, {sound, way, place}, from, to, start, top, height) {
    const {colours, forms} = this;
    const low = way === 'ducked' ? height * forms.lowered : height;
    const middle = top + height - low / 2;
    pen.save();
    pen.lineWidth = 0.7;
    pen.beginPath();
    pen.rect(from, top + height - low, to - from, low);
    pen.fillStyle = colours[way === 'unheard' ? 'off-ground' : `${way}-ground`];
    pen.fill();
    pen.strokeStyle = colours[way === 'unheard' ? 'off' : way];
    pen.stroke();
    pen.clip();
    const wave = way === 'unheard' ? undefined : this.waveOf(sound.sound ?? sound.as);
    if (way === 'unheard') {
      pen.beginPath();
      pen.lineWidth = 1;
      const gap = forms.hatchGap * Math.SQRT2;
      for (let line = from - height - (from - start) % gap; line < to; line += gap) {
        pen.moveTo(line, top + height);
        pen.lineTo(line + height, top);
      }
      pen.stroke();
    } else {
      pen.fillStyle = colours[way];
      if (wave) pen.fill(this.outline(wave, place, from, to, start, middle, low / 2 - 2));
      else pen.fillRect(from, middle - 2, to - from, 4);
    }
    pen.restore();
    if (place > 0 || start < from) return;
    pen.fillStyle = colours.ink;
    pen.fill(new Path2D(`M${start} ${top + height / 2 - 5}${forms.begins}`));
  }

  // A wave between two places, as a closed line.
  outline(wave, place, from, to, start, middle, highest) {
    const points = [];
    for (let x = from - (from - start) % 2; x < to + 2; x += 2) {
      const peak = wave[Math.floor((place + (x - start) / pace) * peaksPerSecond) % wave.length] ?? 0;
      points.push([x, Math.max(0.4, peak * highest)]);
    }
    const outline = new Path2D();
    for (const [x, half] of points) outline.lineTo(x, middle - half);
    for (const [x, half] of points.reverse()) outline.lineTo(x, middle + half);
    return outline;
  }

  paintAxis(pen, time, end, x) {
    const {colours} = this;
    const base = this.rows.length * this.size.row + 15;
    pen.font = '13px system-ui, "Noto Sans", sans-serif';
    pen.fillStyle = colours.quiet;
    pen.textAlign = 'center';
    const last = Math.floor(time / 5) * 5;
    for (let moment = last, count = 0; moment >= 0 && count < 200; moment -= 5, count++) {
      if (x(moment) < 14) break;
      // Where time was left out, its marks would lie on each other.
      if (end - x(moment) < 44 || this.silences.some(([from, to]) => moment > from && moment <= to)) continue;
      pen.fillText(`${moment} s`, x(moment), base);
      pen.fillStyle = colours.line;
      pen.fillRect(x(moment), 0, 1, base - 12);
      pen.fillStyle = colours.quiet;
    }
    for (const [from, to] of this.silences) if (to < Infinity && x(to) > 0) pen.fillText('⋯', x(from), base);
    pen.textAlign = 'right';
    pen.fillStyle = colours.ink;
    pen.fillText('now', end + 6, base);
  }

  // Fits the canvas to its place, and asks the page for its colours and forms.
  fit() {
    const row = this.list.firstElementChild?.offsetHeight ?? 0;
    const height = (this.rows?.length ?? 0) * row + axisHeight;
    this.canvas.style.height = `${height}px`;
    const ratio = devicePixelRatio || 1;
    this.size = {width: Math.max(1, this.canvas.offsetWidth), height, row};
    this.canvas.width = Math.round(this.size.width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const style = getComputedStyle(this.place);
    const valueOf = name => style.getPropertyValue(`--${name}`).trim();
    this.colours ??= Object.fromEntries(
      ['ink', 'quiet', 'line', 'heard', 'heard-ground', 'ducked', 'ducked-ground', 'off', 'off-ground'].map(name => [name, valueOf(name)]));
    this.forms ??= {lowered: Number(valueOf('lowered')), hatchGap: Number(valueOf('hatch-gap')), begins: valueOf('begins').slice(1, -1)};
  }
}

// The peaks of a sound that is decoded, as parts of the highest.
export const peaksOf = buffer => {
  const samples = buffer.getChannelData(0);
  const frames = Math.round(buffer.sampleRate / peaksPerSecond);
  const peaks = new Float32Array(Math.max(1, Math.floor(samples.length / frames)));
  for (let peak = 0; peak < peaks.length; peak++) {
    for (let frame = peak * frames; frame < (peak + 1) * frames && frame < samples.length; frame += 3) {
      peaks[peak] = Math.max(peaks[peak], Math.abs(samples[frame]));
    }
  }
  const highest = peaks.reduce((one, other) => Math.max(one, other), 1e-6);
  return peaks.map(peak => peak / highest);
};
