/** Sends requests to the control API, with the token if one is needed. */
import { announce, byId } from './dom.js';

const key = 'bookdist-control-token';
let token = sessionStorage.getItem(key) ?? '';

/** Returns the JSON of the response, or undefined for a response without a body. */
export async function sendRequest(method, path, body) {
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

/** Runs an action. Announces its success if there is a message for it, and shows its error if it fails. */
export async function attempt(action, successMessage = '') {
  const notice = byId('notice');
  try {
    await action();
    notice.hidden = true;
    if (successMessage !== '') announce(successMessage);
  } catch (error) {
    const isUnreachable = error instanceof TypeError;
    const message = isUnreachable
      ? 'The sandbox does not respond. Is it still running?'
      : error.message;
    // If the same text were set again, screen readers would repeat it with every poll.
    if (notice.hidden || notice.textContent !== message) notice.textContent = message;
    notice.hidden = false;
  }
}

/** @param onToken called once a token is entered */
export function startToken(onToken) {
  const form = byId('token');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    token = form.elements.token.value;
    sessionStorage.setItem(key, token);
    form.reset();
    onToken();
  });
}
