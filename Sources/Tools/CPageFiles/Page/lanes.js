// The lanes: which sound is heard when, scrolling to the left. What reports share with it draws each span.

// The limits of the scale in pixels per second, the seconds of silence that are drawn, the steps kept, and the peaks
// per second of a waveform.
const [slowest, fastest, rest, mostSteps, peaksPerSecond] = [18, 120, 3, 400, 40];
const axisHeight = 20;

const rowOf = sound => sound.app ?? sound.as;
const wayOf = sound => sound.as === 'recording' ? 'records' : sound.rule !== undefined ? 'unheard' : sound.ducked ? 'ducked' : 'heard';
const wayWords = {heard: 'heard', ducked: 'lowered', quiet: 'quiet', records: 'records'};
// The apps that record, as sounds of their lanes.
const recordingsOf = ({sessions}) => Object.entries(sessions ?? {}).filter(([, session]) => session.recording).map(([app]) => ({app, as: 'recording'}));

// What was heard up to the present, as spans of each row with one state and one level.
const spansOf = (path, now) => {
  const spans = new Map();
  const open = new Map();
  // The position of each sound, in seconds.
  const places = new Map();
  const meet = (at, sounds, pauses) => {
    const present = new Map(sounds.map(sound => [soundName(sound), sound]));
    for (const [name, span] of open) {
      const sound = present.get(name);
      if (sound && wayOf(sound) === span.way && sound.gainDB === span.level) continue;
      span.to = at;
      open.delete(name);
      // An interrupted or paused sound resumes at its position.
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
    // Times between steps report what is heard, not what is silenced or recorded.
    for (const moment of reply.meanwhile) meet(moment.at, [...moment.heard, ...stillUntold(open)], false);
    meet(reply.at, [...reply.heard, ...reply.unheard, ...recordingsOf(reply)], step?.do === 'pause');
  }
  return spans;
};
const stillUntold = open => [...open.values()].filter(({way}) => way === 'unheard' || way === 'records').map(({sound}) => sound);

// When nothing was heard for more than an instant; the last silence may be open.
const silencesOf = spans => {
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

class Lanes {
  // `waveOf` returns the peaks of a sound, if they are known.
  constructor(place, waveOf) {
    [this.place, this.waveOf] = [place, waveOf];
    this.canvas = element('canvas', {'aria-hidden': 'true'});
    this.list = element('ul');
    this.place.append(this.canvas, this.list);
    [this.spans, this.silences] = [new Map(), [[0, Infinity]]];
    const renew = () => { this.size = undefined; this.paint(this.painted ?? 0); };
    new ResizeObserver(renew).observe(this.place);
    matchMedia('(prefers-color-scheme:dark)').addEventListener('change', () => { this.look = undefined; renew(); });
  }

  // Shows the present state, and the trials that led to it, last one first.
  show({now, sounding}, trial, trials) {
    const path = [];
    for (let one = trial; one && path.length < mostSteps; one = trials.get(one.parent)) path.unshift(one);
    this.spans = spansOf(path, now);
    this.silences = silencesOf(this.spans);
    const words = new Map(sounding.map(sound => [sound.name, sound.words]));
    const rows = new Map([...this.spans.keys(), ...(this.former?.keys() ?? []), ...Object.keys(now.sessions)].map(row => [row, undefined]));
    for (const sound of [...recordingsOf(now), ...now.unheard, ...now.heard]) rows.set(rowOf(sound), sound);
    this.rows = [...rows.keys()];
    this.place.classList.toggle('empty', this.rows.length === 0);
    fill(this.list, ...[...rows].map(([row, sound]) => {
      const way = sound ? wayOf(sound) : 'quiet';
      const session = now.sessions[row];
      const isApp = session !== undefined || this.spans.get(row)?.[0].sound.app !== undefined;
      const owner = soundOwner(isApp ? {app: row} : {as: row});
      const [word, ...rest] = way === 'unheard' ? (words.get(soundName(sound)) ?? `not heard, by ${sound.rule}`).split(' ')
        : [wayWords[way]];
      return element('li', {class: `lane ${way}`, 'data-key': `lane-${row}`, 'data-row': row},
        element('span', {class: 'who'}, element('b', {}, owner),
          element('span', {class: 'quiet'}, session?.category ?? (isApp ? 'not running' : 'the phone itself'))),
        element('span', {class: 'level'},
          element('b', {}, word),
          element('span', {class: 'quiet', title: sound?.rule}, rest.length > 0 ? rest.join(' ')
            : sound?.gainDB !== undefined ? `${sound.gainDB.toFixed(1).replace('-', '−')} dB` : '\u00a0'),
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

  // Draws the lanes up to a time of the device.
  paint(time) {
    this.painted = time;
    if (!this.size) this.fit();
    const {width, height, row: rowHeight} = this.size;
    const {look} = this;
    const pen = penOf(this.canvas, width, height);
    if (!this.rows?.length) return;
    const end = width - 8;
    const now = this.rolled(time);
    // The past fills the width until it scrolls out of view.
    const pace = Math.min(fastest, Math.max(slowest, (end - 20) / Math.max(8, now)));
    const x = moment => end - (now - this.rolled(Math.min(moment, time))) * pace;
    this.paintAxis(pen, time, end, x);
    this.rows.forEach((row, number) => {
      pen.fillStyle = look.line;
      pen.fillRect(0, number * rowHeight, width, 1);
      // The result of the same steps under the previous book, as a thin bar.
      for (const {way, from, to} of this.former?.get(row) ?? []) {
        if (x(to) <= 0) continue;
        pen.fillStyle = look[way === 'unheard' ? 'line' : way];
        pen.fillRect(Math.max(0, x(from)), (number + 1) * rowHeight - 6, x(to) - Math.max(0, x(from)) - 1, 4);
      }
      const high = rowHeight - (this.former ? 13 : 7);
      for (const span of this.spans.get(row) ?? []) {
        const [from, to] = [Math.max(0, x(span.from)), x(span.to)];
        if (to <= 0 || to <= from) continue;
        const wave = this.waveOf(span.sound.sound ?? span.sound.as), start = x(span.from);
        const peakAt = wave && (place => wave[Math.floor((span.place + Math.max(0, place - start) / pace) * peaksPerSecond) % wave.length] ?? 0);
        paintSpan(pen, look, {way: span.way, from, to, start, top: number * rowHeight + 4, height: high, begins: span.place === 0}, peakAt);
      }
    });
    pen.fillStyle = look.ink;
    pen.fillRect(end, 0, 1.5, this.rows.length * rowHeight + 4);
  }

  paintAxis(pen, time, end, x) {
    const {look} = this;
    const base = this.rows.length * this.size.row + 15;
    pen.font = '13px system-ui, "Noto Sans", sans-serif';
    pen.fillStyle = look.quiet;
    pen.textAlign = 'center';
    const last = Math.floor(time / 5) * 5;
    for (let moment = last, count = 0; moment >= 0 && count < 200; moment -= 5, count++) {
      if (x(moment) < 14) break;
      // Labels of skipped time would overlap.
      if (end - x(moment) < 44 || this.silences.some(([from, to]) => moment > from && moment <= to)) continue;
      pen.fillText(`${moment} s`, x(moment), base);
      pen.fillStyle = look.line;
      pen.fillRect(x(moment), 0, 1, base - 12);
      pen.fillStyle = look.quiet;
    }
    for (const [from, to] of this.silences) if (to < Infinity && x(to) > 0) pen.fillText('⋯', x(from), base);
    pen.textAlign = 'right';
    pen.fillStyle = look.ink;
    pen.fillText('now', end + 6, base);
  }

  // Reads the size of the canvas, and the colours and shapes of the style.
  fit() {
    const row = this.list.firstElementChild?.offsetHeight ?? 0;
    this.size = {width: Math.max(1, this.canvas.offsetWidth), height: (this.rows?.length ?? 0) * row + axisHeight, row};
    this.look ??= lookOf(this.place);
  }
}

// The peaks of a decoded sound, relative to the highest.
const peaksOf = buffer => {
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
