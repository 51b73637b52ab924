/** Finds and creates elements. Strings are always set as text, never as HTML. */

/** Returns the element with an id. */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no #${id}.`);
  return element;
}

/** Creates an element with a class and its content: strings and elements. */
export function createElement(tag, className, ...content) {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...content);
  return element;
}

export function createButton(text, onClick, label = text) {
  const button = createElement('button', '', text);
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.addEventListener('click', onClick);
  return button;
}

/** Replaces the options of a select, and keeps its value if there still is an option for it. */
export function fillSelect(select, options) {
  const { value: oldValue } = select;
  select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
  if (options.some(([value]) => value === oldValue)) select.value = oldValue;
}

/** Announces a message to users of screen readers. */
export function announce(message) {
  byId('announcement').textContent = message;
}

/** Formats a time for people, in UTC. */
export function formatTime(time) {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}
