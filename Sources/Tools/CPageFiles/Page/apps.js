// The apps on the phone, and the steps of a touch on an icon.

const templates = [
  {app: 'ipod', icon: 'note', kind: 'system', category: 'playback', sounds: ['song']},
  {app: 'nav', icon: 'arrow', category: 'playback', options: ['duckOthers'], sounds: ['nav-left', 'nav-exit', 'nav-arrived'],
    background: true, speaks: true},
  {app: 'game', icon: 'pad', category: 'soloAmbient', sounds: ['soundtrack'], effects: ['game-jump']},
  {app: 'podcast', icon: 'waves', category: 'playback', mode: 'spokenAudio', sounds: ['podcast'],
    background: true},
  {app: 'trainer', icon: 'talk', category: 'playAndRecord', sounds: ['lesson'], records: true},
  {app: 'recorder', icon: 'mic', category: 'record', sounds: [], records: true},
  {app: 'blog', icon: 'pen', category: 'ambient', sounds: [], effects: ['tap'], alerts: ['blog-uploaded']},
];

// The display names of apps, as the policy sends them.
let labels = {};
const setLabels = told => { labels = told; };

const templatesByApp = new Map(templates.map(template => [template.app, template]));
const templateOf = app => ({
  ...templatesByApp.get(app) ?? {app, icon: 'app', category: 'soloAmbient', sounds: ['song'], effects: ['tap']},
  label: labels[app] ?? app,
});
const appName = app => templateOf(app).label;

// The page's apps, and any other app on the device.
const appsOn = now => [...templates.map(({app}) => templateOf(app)),
  ...Object.keys(now.sessions).filter(app => !templatesByApp.has(app)).map(templateOf)];

// The sounds of an app that are started and not paused.
const soundsOf = (now, app) =>
  [...now.heard, ...now.unheard].filter(sound => sound.app === app && sound.as === 'sound');

// How often each app has been started, to play its sounds in turn.
const turns = new Map();

// The steps of a touch on an app's icon: open, set the category and activate, then play or record. If it plays or
// records already, it pauses or stops.
const stepsOfTap = (app, now, records) => {
  const {kind, category, mode = 'default', options = [], background, speaks, sounds, alerts, ...template} = templateOf(app);
  const steps = [];
  const session = now.sessions[app];
  const playing = soundsOf(now, app);
  if (!session) {
    steps.push({do: 'launch', kind: kind ?? 'app', ...(background ? {backgroundAudio: true} : {})});
    // System apps have their category from the start.
    if (kind !== 'system') steps.push({do: 'setCategory', category, mode, options});
  } else if (!speaks && now.device.foreground !== app) {
    steps.push({do: 'foreground'});
  }
  if (playing.length > 0 && session?.phase !== 'interrupted' && !speaks) {
    steps.push(...playing.map(({sound}) => ({do: 'pause', sound})));
  } else if (sounds.length > 0) {
    if (kind !== 'system' && session?.phase !== 'active') steps.push({do: 'setActive', to: true});
    const turn = turns.get(app) ?? 0;
    turns.set(app, turn + 1);
    steps.push({do: 'play', sound: sounds[turn % sounds.length]});
  } else if (template.records) {
    steps.push({do: 'record', phase: records ? 'stop' : 'start'});
  } else {
    steps.push(...(alerts ?? []).map(sound => ({do: 'alertSound', sound})));
  }
  return steps.map(step => ({app, ...step}));
};
