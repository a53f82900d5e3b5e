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
  made.append(...children.flat().filter(Boolean).map(child => typeof child === 'string' ? printable(child) : child));
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
  const wanted = children.flat().filter(Boolean)
    .map(child => typeof child === 'string' ? document.createTextNode(printable(child)) : child);
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

// A drawing out of those that the page brings along; what it means is told in words beside it.
export const icon = name => {
  const [drawing, use] = ['svg', 'use'].map(part => document.createElementNS('http://www.w3.org/2000/svg', part));
  drawing.setAttribute('class', 'icon');
  drawing.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#icon-${name}`);
  drawing.append(use);
  return drawing;
};
