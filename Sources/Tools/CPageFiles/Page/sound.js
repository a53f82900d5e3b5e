// The sounds of the page, with the device's levels and ramps. Decides nothing.

const rate = 48000;

// A scenario's sound as mono samples that loop; the device ends it.
const samplesOf = source => {
  const loudness = 10 ** ((source.dB ?? 0) / 20);
  if (source.tone) {
    const frames = Math.round(Math.max(1, Math.floor(2 * source.tone)) / source.tone * rate);
    return Float32Array.from({length: frames}, (_, frame) => loudness * Math.sin(2 * Math.PI * source.tone * frame / rate));
  }
  const samples = new Float32Array(source.noise ? 10 * rate : rate);
  if (!source.noise) return samples;
  // Pink noise is white noise through one-pole filters two octaves apart.
  const poles = source.noise === 'pink' ? [[0.9989, 0.0555], [0.9933, 0.0751], [0.969, 0.1539], [0.8665, 0.3105], [0.55, 0.533]]
    : [[0, 1]];
  const kept = poles.map(() => 0);
  let peak = 0;
  for (let frame = 0; frame < samples.length; frame++) {
    const white = 2 * Math.random() - 1;
    let sum = 0;
    poles.forEach(([pole, part], place) => { sum += kept[place] = pole * kept[place] + part * white; });
    samples[frame] = sum;
    peak = Math.max(peak, Math.abs(sum));
  }
  return samples.map(sample => loudness * sample / peak);
};

// A tone that replaces a missing sound file, with a pitch of its own.
const standIn = path => ({tone: 220 * 2 ** ([...path].reduce((sum, letter) => (sum + letter.charCodeAt(0)) % 24, 0) / 12), dB: -18});

// The decoded sound files that a person has opened with a scenario, by name.
class SoundFiles {
  constructor() {
    this.buffers = new Map();
    // Whether the current scenario was opened here; then a file that it names and that was not opened with it is
    // missing.
    this.isOpened = false;
  }

  // Replaces the files, skipping those that are no sounds.
  async open(files) {
    const context = new OfflineAudioContext(2, 1, rate);
    const decoded = await Promise.all(files.map(async file => [file.name,
      await file.arrayBuffer().then(bytes => context.decodeAudioData(bytes)).catch(() => undefined)]));
    this.buffers = new Map(decoded.filter(([, buffer]) => buffer));
  }

  // The length of each file, in seconds.
  get seconds() { return Object.fromEntries([...this.buffers].map(([name, buffer]) => [name, buffer.duration])); }

  // The file for a path in a scenario; browsers report names without folders.
  find(path) { return this.buffers.get(path.split('/').at(-1)); }
}

class Player {
  // `sources` returns the scenario's description of a sound, if any.
  constructor(files, sources) {
    [this.files, this.sources] = [files, sources];
    this.context = undefined;
    this.isWanted = false;
    this.buffers = new Map();
    // The peaks of sounds by id, and callbacks for loaded ones.
    this.waves = new Map();
    this.loaded = () => {};
    this.voices = new Map();
    this.sounding = [];
  }

  get isOn() { return this.isWanted && this.context?.state === 'running'; }

  // Switches the sound on or off; browsers require a click.
  async toggle() {
    this.isWanted = !this.isWanted;
    // A context may run as soon as it is created.
    this.context ??= new AudioContext();
    if (this.isWanted) await this.context.resume(); else await this.context.suspend();
    if (this.isOn) this.apply(this.sounding.map(sound => ({...sound, starts: false})));
    return this.isOn;
  }

  // Plays the present state from now on.
  apply(sounding) {
    this.sounding = sounding;
    if (!this.isOn) return;
    const now = this.context.currentTime;
    const names = new Set(sounding.map(sound => sound.name));
    for (const [name, voice] of this.voices) if (!names.has(name)) this.halt(voice, name, 0.01, true);
    for (const sound of sounding) {
      const voice = this.voices.get(sound.name);
      if (!sound.runs) {
        if (voice?.source) this.halt(voice, sound.name, sound.halt, false);
        continue;
      }
      if (voice?.source && !sound.starts) {
        for (const stage of ['own', 'duck', 'gate', 'volume']) this.ramp(voice[stage], ...sound[stage], now);
        continue;
      }
      if (voice?.source) this.halt(voice, sound.name, 0.005, true);
      this.start(sound, sound.starts ? 0 : this.voices.get(sound.name)?.place ?? 0);
    }
  }

  // Changes are linear in decibels, as on the device; silence is 80 dB down.
  ramp(gain, target, seconds, now) {
    if (gain.target === target) return;
    gain.target = target;
    const value = gain.gain;
    const from = Math.max(value.value, 1e-4);
    value.cancelScheduledValues(now);
    value.setValueAtTime(from, now);
    if (seconds > 0) value.exponentialRampToValueAtTime(Math.max(target, 1e-4), now + seconds);
    value.setValueAtTime(target, now + seconds);
  }

  async buffer(id) {
    const source = this.sources(id);
    if (source?.file && this.files.find(source.file)) return this.files.find(source.file);
    if (source?.file && this.files.isOpened) return this.made(standIn(source.file));
    // Another scenario may describe the same name differently.
    const key = `${id} ${JSON.stringify(source)}`;
    if (!this.buffers.has(key)) this.buffers.set(key, source && !source.file ? this.made(source) : this.fetched(id));
    return this.buffers.get(key);
  }

  // The peaks of a sound, or nothing while it loads.
  wave(id) {
    if (!this.waves.has(id)) {
      this.waves.set(id, undefined);
      this.buffer(id).then(buffer => {
        if (!buffer) return;
        this.waves.set(id, peaksOf(buffer));
        this.loaded();
      });
    }
    return this.waves.get(id);
  }

  made(source) {
    const samples = samplesOf(source);
    const buffer = new AudioBuffer({length: samples.length, sampleRate: rate});
    buffer.copyToChannel(samples, 0);
    return buffer;
  }

  async fetched(id) {
    try {
      const bytes = await soundBytes(id);
      return bytes && await new OfflineAudioContext(2, 1, rate).decodeAudioData(bytes);
    } catch {
      return undefined;
    }
  }

  async start(sound, place) {
    const voice = {place, isComing: true};
    this.voices.set(sound.name, voice);
    let last = this.context.destination;
    for (const stage of ['fade', 'own', 'duck', 'gate', 'volume']) {
      voice[stage] = this.context.createGain();
      voice[stage].connect(last);
      last = voice[stage];
      voice[stage].target = stage === 'fade' ? 1 : sound[stage][0];
      voice[stage].gain.value = voice[stage].target;
    }
    voice.analyser = this.context.createAnalyser();
    voice.analyser.fftSize = 512;
    voice.fade.disconnect();
    voice.fade.connect(voice.analyser);
    voice.analyser.connect(this.context.destination);
    const buffer = await this.buffer(sound.sound);
    voice.isComing = false;
    if (!buffer || this.voices.get(sound.name) !== voice) return;
    voice.source = this.context.createBufferSource();
    voice.source.buffer = buffer;
    // The device ends sounds; until then generated ones loop.
    const source = this.sources(sound.sound);
    voice.source.loop = sound.loops !== false || (source !== undefined && !source.file);
    voice.source.connect(last);
    const now = this.context.currentTime;
    if (place > 0) {
      voice.fade.gain.setValueAtTime(1e-4, now);
      voice.fade.gain.exponentialRampToValueAtTime(1, now + Math.max(0.005, sound.resume));
    }
    [voice.began, voice.length] = [now - place, buffer.duration];
    voice.source.start(now, place % buffer.duration);
  }

  halt(voice, name, seconds, forget) {
    const now = this.context.currentTime;
    if (voice.source) {
      this.ramp(voice.fade, 0, Math.max(0.005, seconds), now);
      voice.source.stop(now + Math.max(0.005, seconds) + 0.01);
      voice.place = now - voice.began;
      voice.source = undefined;
    }
    if (forget) this.voices.delete(name);
  }

  // The current level of each voice in decibels; a loading one is silent.
  levels() {
    const levels = new Map();
    const samples = new Float32Array(512);
    for (const [name, voice] of this.voices) {
      if (voice.isComing) levels.set(name, -144);
      if (!voice.source) continue;
      voice.analyser.getFloatTimeDomainData(samples);
      let peak = 0;
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
      levels.set(name, peak > 0 ? 20 * Math.log10(peak) : -144);
    }
    return levels;
  }
}
