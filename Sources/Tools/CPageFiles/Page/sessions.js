// The sessions of all apps as a table, with controls under each row.

const choice = (label, name, key, values, chosen, change) => {
  const select = element('select', {'data-key': key, 'aria-label': name, onchange: event => change(event.target.value)},
    ...values.map(value => element('option', {value}, value)));
  select.value = chosen;
  return element('label', {}, label, select);
};

// The unsent values of each app's controls, and whether they are open.
const wishes = new Map();
const wishOf = template => wishes.get(template.app) ?? wishes.set(template.app, {
  category: template.category, mode: template.mode ?? 'default', options: template.options ?? [], open: false,
}).get(template.app);
let typed = '';

// The controls' names contain the app's name.
const controls = (template, {now, words, step, played}) => {
  const {app, label} = template;
  const wish = wishOf(template);
  const session = now.sessions[app];
  const playing = new Set(soundsOf(now, app).map(({sound}) => sound));
  const say = (text, key, said, properties) => button(text, `${app}|${key}`, () => step({app, ...said}),
    {'aria-label': `${label}: ${text}`, ...properties});
  const option = name => element('label', {}, element('input', {
    type: 'checkbox', 'data-key': `${app}|option-${name}`, 'aria-label': `${label}: ${name}`, checked: wish.options.includes(name),
    onchange: event => { wish.options = wish.options.filter(other => other !== name).concat(event.target.checked ? [name] : []); },
  }), element('span', {}, name));
  const isActive = session.phase !== 'inactive';
  const where = now.device.foreground === app ? say('To the background', 'where', {do: 'background'})
    : say('To the front', 'where', {do: 'foreground'});
  if (words.real.has(app)) return [element('p', {class: 'quiet'}, 'A real program: it acts for itself.'), element('div', {class: 'row'}, where)];
  return [
    element('div', {class: 'row'},
      choice('Category', `${label}: Category`, `${app}|category`, words.categories, wish.category, value => { wish.category = value; }),
      choice('Mode', `${label}: Mode`, `${app}|mode`, words.modes, wish.mode, value => { wish.mode = value; }),
      button('Set category', `${app}|set`, () => step({do: 'setCategory', app, category: wish.category, mode: wish.mode,
        options: wish.options}), {'aria-label': `${label}: Set category`}),
      say(isActive ? 'Deactivate' : 'Activate', 'activate',
        isActive ? {do: 'setActive', to: false, notifyOthers: true} : {do: 'setActive', to: true})),
    element('fieldset', {class: 'options'}, element('legend', {}, `Options of ${label}`), ...words.options.map(option)),
    element('div', {class: 'row'},
      ...[...new Set([...template.sounds, ...(played.get(app) ?? [])])].flatMap(sound => [
        playing.has(sound) ? say(`Pause ${sound}`, `play-${sound}`, {do: 'pause', sound}) : say(`Play ${sound}`, `play-${sound}`, {do: 'play', sound}),
        say(`Stop ${sound}`, `stop-${sound}`, {do: 'stop', sound}, {'aria-disabled': playing.has(sound) ? null : 'true'}),
      ]),
      ...(template.effects ?? []).map(sound => say(`Effect ${sound}`, `effect-${sound}`, {do: 'systemSound', sound})),
      ...(template.alerts ?? []).map(sound => say(`Alert ${sound}`, `alert-${sound}`, {do: 'alertSound', sound})),
      template.records && say('Record', 'record', {do: 'record', phase: 'start'}),
      template.records && say('Stop recording', 'unrecord', {do: 'record', phase: 'stop'}),
      where, say('Quit', 'quit', {do: 'quit'}, {'data-then': `app-${app}`}), say('Crash', 'crash', {do: 'crash'}, {'data-then': `app-${app}`})),
  ];
};

const rows = (template, context) => {
  const {app, label} = template;
  const {category, mode, options, phase} = context.now.sessions[app];
  const wish = wishOf(template);
  const change = () => { wish.open = !wish.open; context.redraw(); };
  return [
    element('tr', {'data-key': `session-${app}`, 'data-app': app},
      element('th', {scope: 'row'}, label), element('td', {}, category, mode !== 'default' && element('span', {class: 'quiet'}, `, ${mode}`)),
      element('td', {class: 'wide'}, options.join(', ') || '–'),
      element('td', {}, element('span', {class: `chip ${phase}`}, phase)),
      element('td', {}, button(wish.open ? 'Less' : 'More', `${app}|more`, change,
        {'aria-label': `${label}: ${wish.open ? 'Less' : 'More'}`, 'aria-expanded': String(wish.open)}))),
    wish.open && element('tr', {'data-key': `controls-${app}`, 'data-app': app}, element('td', {colspan: 5}, ...controls(template, context))),
  ];
};

const drawSessions = (place, context) => {
  const running = appsOn(context.now).filter(({app}) => context.now.sessions[app]);
  const launch = () => {
    if (!typed) return;
    context.step({do: 'launch', app: typed});
    typed = '';
    context.redraw();
  };
  const head = ['App', 'Category, mode', 'Options', 'Session', 'Controls'].map(text => element('th',
    {scope: 'col', class: text === 'Options' ? 'wide' : null}, text === 'Controls' ? element('span', {class: 'unseen'}, text) : text));
  fill(place,
    running.length > 0 ? element('table', {}, element('thead', {}, element('tr', {}, ...head)),
      element('tbody', {}, ...running.flatMap(template => rows(template, context))))
      : element('p', {class: 'quiet'}, 'No app is open. An app asks for a category, a mode and options, and activates its session.'),
    element('div', {class: 'row'}, element('label', {}, 'Another app', element('input', {
      type: 'text', 'data-key': 'name', maxlength: 60, value: typed, size: 12, placeholder: 'its name',
      oninput: event => { typed = event.target.value; },
      onkeydown: event => { if (event.key === 'Enter') launch(); },
    })), button('Launch', 'another', launch, {'aria-label': 'Launch another app'})));
};
