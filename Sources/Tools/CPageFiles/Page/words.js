// Names of sounds and their owners. The policy writes the sentences: see `Telling`.

const deviceSounds = {
  ringtone: 'Ringtone', callAudio: 'Call', alarm: 'Alarm', alert: 'Message', keyClick: 'Key click',
};
// The owner of a sound.
const soundOwner = sound => sound.app === undefined ? deviceSounds[sound.as] ?? sound.as : appName(sound.app);
// A sound's name in the protocol.
const soundName = sound => sound.app === undefined ? sound.as : `${sound.app}/${sound.sound}`;

// The sentence about the present, as texts and elements.
const sentence = ({here, say}) => {
  if (here === 0 && say.length === 1) return ['Nothing sounds yet: touch an app.'];
  return say.map(({text, tone}) => tone ? element('b', {class: say.length > 6 ? `${tone} crowd` : tone}, text) : text);
};

// The acts of several steps of one app, naming it once.
const doings = trials => {
  const [first, ...others] = trials.map(({did}) => did);
  const app = trials[0]?.step?.app === undefined ? '' : `${appName(trials[0].step.app)} `;
  return [first, ...others.map(text => text.startsWith(app) ? text.slice(app.length) : text)].join(', ');
};
