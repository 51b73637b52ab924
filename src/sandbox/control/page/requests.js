/** The latest requests, live, each with the requirement that refused it. */
import { byId, make, timeWords } from './dom.js';
import { ask } from './service.js';

/** Rows drawn in one step. */
const most = 60;
let latest = [];
let drawn = '';

/** Returns the requests that are known, the newest first. */
export function knownRequests() {
  return latest;
}

/** Requests the latest calls. Returns true if there are new ones. */
export async function refreshRequests() {
  if (!byId('request-live').checked) return false;
  const now = await ask('GET', 'requests');
  const isNew = now.length !== latest.length || now[0]?.at !== latest[0]?.at;
  latest = now;
  if (isNew) draw();
  return isNew;
}

export function startRequests() {
  for (const id of ['request-find', 'request-refused']) byId(id).addEventListener('input', draw);
  draw();
}

function draw() {
  const words = byId('request-find').value.trim().toLowerCase();
  const refused = byId('request-refused').checked;
  const rows = latest.filter(
    ({ method, path, status, requirement = '' }) =>
      (!refused || status >= 400 || status === 0) &&
      `${method} ${path} ${status} ${requirement}`.toLowerCase().includes(words),
  );
  const mark = `${rows.length} ${rows[0]?.at} ${words} ${refused}`;
  if (mark === drawn) return;
  drawn = mark;
  byId('request-rows').replaceChildren(
    ...(rows.length === 0 ? [noteRow('No request yet, or none that fits.')] : []),
    ...rows.slice(0, most).map(requestRow),
    ...(rows.length > most ? [noteRow(`and ${rows.length - most} older ones: use Find`)] : []),
  );
}

function noteRow(words) {
  const cell = make('td', 'soft', words);
  // A phone shows three columns; two more would stay empty.
  cell.colSpan = 3;
  return make('tr', '', cell);
}

function requestRow({ at, server, method, path, status, requirement, milliseconds }) {
  const kind = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'refused' : 'good';
  const cells = [
    make('td', 'time', timeWords(at).slice(11)),
    make('td', 'path', make('b', '', method), ` ${path.replace('/v2/distribution', '')}`),
    make('td', '', make('span', `status ${kind}`, status === 0 ? 'broken off' : String(status))),
    make('td', 'id', requirement ?? ''),
    make('td', 'time', `${milliseconds} ms`),
  ];
  if (server === 'storage') cells[1].append(' ', make('span', 'tag', 'storage'));
  return make('tr', '', ...cells);
}
