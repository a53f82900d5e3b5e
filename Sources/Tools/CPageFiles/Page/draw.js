// Builds the page. Text from outside is never parsed as markup.

// Characters that are invisible or turn the direction of writing are escaped, as elsewhere in the program; line breaks
// stay.
const unprintable =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/g;
const printable = text => text.replace(unprintable,
  mark => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

const element = (name, properties = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'class') made.className = value;
    else if (key.startsWith('on')) made[key] = value;
    else if (value === true) made.setAttribute(key, '');
    else made.setAttribute(key, value);
  }
  made.append(...children.flat().filter(Boolean).map(child => typeof child === 'string' ? printable(child) : child));
  return made;
};

const byId = id => document.getElementById(id);

const handlers = ['onclick', 'onchange', 'oninput', 'onkeydown', 'ontoggle'];
const keyOf = node => node.dataset?.key;
const isAlike = (one, other) => one.nodeName === other.nodeName && keyOf(one) === keyOf(other);

// Updates an old element to match a new one. Equal parts are kept, so that presses, focus and open lists survive.
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

// Renders parts into a place, in order.
const fill = (place, ...children) => {
  const wanted = children.flat().filter(Boolean)
    .map(child => typeof child === 'string' ? document.createTextNode(printable(child)) : child);
  let next = place.firstChild;
  for (const made of wanted) {
    let old = next;
    // A part with a key is searched further on; the parts before it are removed.
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

const button = (text, key, act, properties = {}) =>
  element('button', {type: 'button', 'data-key': key, onclick: act, ...properties}, text);

// One of the page's icons. It is hidden from screen readers: words beside it say the same.
const icon = name => {
  const [drawing, use] = ['svg', 'use'].map(part => document.createElementNS('http://www.w3.org/2000/svg', part));
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#icon-${name}`);
  drawing.append(use);
  return drawing;
};
