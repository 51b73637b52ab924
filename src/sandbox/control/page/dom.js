/** Finds and makes elements. Texts are always set as text, never as HTML. */

/** Returns the element with an id. */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no #${id}.`);
  return found;
}

/** Makes an element with a class and its content: texts and elements. */
export function make(tag, kind, ...content) {
  const made = document.createElement(tag);
  if (kind !== '') made.className = kind;
  made.append(...content);
  return made;
}

/** Makes a button. */
export function button(words, press, label = words) {
  const made = make('button', '', words);
  made.type = 'button';
  made.setAttribute('aria-label', label);
  made.addEventListener('click', press);
  return made;
}

/** Makes the options of a select. */
export function fill(select, values) {
  const chosen = select.value;
  select.replaceChildren(...values.map(([value, words]) => new Option(words, value)));
  if (values.some(([value]) => value === chosen)) select.value = chosen;
}

/** Announces something to people who do not see the page change. */
export function say(words) {
  byId('said').textContent = words;
}

/** Returns a time as people read it, in UTC. */
export function timeWords(time) {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}
