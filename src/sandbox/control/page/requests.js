/** Shows the latest requests, each with the requirement that refused it. */
import { byId, createElement, formatTime } from './dom.js';
import { sendRequest } from './service.js';

const maxRows = 60;
let latestRequests = [];
/** Identifies what the table shows, so that it is drawn again only if that has changed. */
let shownKey = '';

/** Returns the latest requests, newest first. */
export function getLatestRequests() {
  return latestRequests;
}

/** Reads the latest requests. Returns true if there are new ones. */
export async function refreshRequests() {
  if (!byId('request-live').checked) return false;
  const requests = await sendRequest('GET', 'requests');
  const { length, 0: newest } = latestRequests;
  const isNew = requests.length !== length || requests[0]?.at !== newest?.at;
  latestRequests = requests;
  if (isNew) draw();
  return isNew;
}

export function startRequests() {
  for (const id of ['request-find', 'request-refused']) byId(id).addEventListener('input', draw);
  draw();
}

function draw() {
  const term = byId('request-find').value.trim().toLowerCase();
  const onlyRefused = byId('request-refused').checked;
  const rows = latestRequests.filter(
    ({ method, path, status, requirement = '' }) =>
      (!onlyRefused || status >= 400 || status === 0) &&
      `${method} ${path} ${status} ${requirement}`.toLowerCase().includes(term),
  );
  const key = `${rows.length} ${rows[0]?.at} ${term} ${onlyRefused}`;
  if (key === shownKey) return;
  shownKey = key;
  byId('request-rows').replaceChildren(
    ...(rows.length === 0 ? [noteRow('No request yet, or none that matches.')] : []),
    ...rows.slice(0, maxRows).map(requestRow),
    ...(rows.length > maxRows
      ? [noteRow(`and ${rows.length - maxRows} older requests: use Find`)]
      : []),
  );
}

function noteRow(text) {
  const cell = createElement('td', 'soft', text);
  // A phone shows only three of the columns.
  cell.colSpan = 3;
  return createElement('tr', '', cell);
}

function requestRow({ at, server, method, path, status, requirement, milliseconds }) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'refused' : 'good';
  const shownPath = ` ${path.replace('/v2/distribution', '')}`;
  const shownStatus = status === 0 ? 'broken off' : String(status);
  const cells = [
    createElement('td', 'time', formatTime(at).slice(11)),
    createElement('td', 'path', createElement('b', '', method), shownPath),
    createElement('td', '', createElement('span', `status ${kind}`, shownStatus)),
    createElement('td', 'id', requirement ?? ''),
    createElement('td', 'time', `${milliseconds} ms`),
  ];
  if (server === 'storage') cells[1].append(' ', createElement('span', 'tag', 'storage'));
  return createElement('tr', '', ...cells);
}
