// The sounds in the page: as the device says, and with the ramps that it says; nothing is decided here.

import {soundAddress} from './link.js';

export class Player {
  constructor() {
    this.context = undefined;
    this.isWanted = false;
    this.buffers = new Map();
    this.voices = new Map();
    this.sounding = [];
  }

  get isOn() { return this.isWanted && this.context?.state === 'running'; }

  // Switches the sound on or off; browsers want a click for it.
  async toggle() {
    this.isWanted = !this.isWanted;
    // A context may run as soon as it is made.
    this.context ??= new AudioContext();
    if (this.isWanted) await this.context.resume(); else await this.context.suspend();
    if (this.isOn) this.apply(this.sounding.map(sound => ({...sound, starts: false})));
    return this.isOn;
  }

  // Makes heard what holds from now on.
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

  // The device holds what is heard to be changed linearly in decibels; silence is 80 dB down.
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
    if (!this.buffers.has(id)) {
      this.buffers.set(id, fetch(soundAddress(id))
        .then(answer => answer.ok ? answer.arrayBuffer() : undefined)
        .then(bytes => bytes && this.context.decodeAudioData(bytes)).catch(() => undefined));
    }
    return this.buffers.get(id);
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
    // What has an end ends when the device says so.
    voice.source.loop = sound.loops !== false;
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

  // How loud each voice is in this moment, in decibels; one that is being loaded is silent.
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
