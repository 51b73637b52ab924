/** Calls the control API, with the token if one is needed. */
import { byId, say } from './dom.js';

const key = 'bookdist-control-token';
let token = sessionStorage.getItem(key) ?? '';

/** Returns the JSON of the response, or undefined for a response without a body. */
export async function ask(method, path, body) {
  if (token === '' && document.documentElement.dataset.token === 'needed') demandToken();
  const response = await fetch(path, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.status === 401) demandToken();
  if (!response.ok) {
    const { message = `status ${response.status}` } = await response.json().catch(() => ({}));
    throw new Error(message);
  }
  byId('token').hidden = true;
  return response.status === 204 ? undefined : response.json();
}

function demandToken() {
  byId('token').hidden = false;
  throw new Error('The control API needs its token.');
}

/** Runs an action and shows why it failed, if it did. */
export async function attempt(doing, done = '') {
  const notice = byId('notice');
  try {
    await doing();
    notice.hidden = true;
    if (done !== '') say(done);
    return true;
  } catch (error) {
    const gone = error instanceof TypeError;
    const words = gone ? 'The sandbox does not respond. Is it still running?' : error.message;
    // Setting an equal text would have it read out again with every poll.
    if (notice.hidden || notice.textContent !== words) notice.textContent = words;
    notice.hidden = false;
    return false;
  }
}

/** Calls back once a token was entered. */
export function startToken(entered) {
  const form = byId('token');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    token = form.elements.token.value;
    sessionStorage.setItem(key, token);
    form.reset();
    entered();
  });
}
