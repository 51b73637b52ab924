/** Writes the recorded requests of a case as the steps of a script. Overlapping requests are sent at the same time. */
import { type Exchange, getSentText, maskUrl, type SentRequest } from '../../monitor/index.ts';
import { nameKey } from '../record/index.ts';
import { formatComment, quoteWithVariables, formatOctal, type Binding } from './shell.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** In days. A date that is further from today is a literal value of the case, so it is not adjusted. */
const farthestDay = 430;

/** The shell line that stops the script without a second key. */
const secondKeyCheck =
  '[ -n "${DISTRIBUTION_SECOND_KEY:-}" ] || stop \'Set DISTRIBUTION_SECOND_KEY to the key of another account.\'';

/**
 * Returns the shell lines of all steps. Lines that define dates come first.
 * @param today the service's date when the requests were recorded
 * @returns undefined if an upload was too large to be recorded
 */
export function writeSteps(trail: readonly Exchange[], today: string): string[] | undefined {
  if (trail.some(({ request }) => isUpload(request) && getAllBytes(request) === undefined)) {
    return undefined;
  }
  const { bindings, lines } = createBindings(trail, today);
  if (trail.some(({ request }) => request.account === 'second')) lines.unshift(secondKeyCheck);
  for (const group of groupOverlapping(trail)) {
    const calls = group.map((call) => writeCall(trail.indexOf(call) + 1, call, bindings));
    lines.push(...calls.flatMap(({ preparation }) => preparation));
    if (calls.length === 1) lines.push(...calls.map(({ call }) => call));
    else lines.push('# At the same time.', ...calls.map(({ call }) => `${call} &`), 'wait');
    for (const exchange of group) lines.push(...readResponse(exchange, trail, bindings));
  }
  return lines;
}

/** Creates bindings for the run's mark, so that external ids are new, and for dates near today. */
function createBindings(trail: readonly Exchange[], today: string) {
  const sentText = trail.map(formatSent).join('\n');
  const run = /bookdist-([0-9a-f]{8})-/.exec(sentText)?.[1];
  const bindings: Binding[] = run === undefined ? [] : [{ text: run, variable: 'run' }];
  const lines: string[] = [];
  for (const [, date = ''] of sentText.matchAll(/"publicationDate":"(\d{4}-\d\d-\d\d)"/g)) {
    const days = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
    // A date that does not exist, such as 2026-02-30, is a literal value of the case.
    const exists = Number.isFinite(days) && new Date(date).toISOString().startsWith(date);
    if (!exists || Math.abs(days) > farthestDay) continue;
    const variable = `day_${days < 0 ? 'before' : 'after'}_${Math.abs(days)}`;
    if (bindings.some((binding) => binding.variable === variable)) continue;
    bindings.push({ text: date, variable });
    lines.push(`${variable}=$(day '${days}')`);
  }
  return { bindings, lines };
}

/** Returns the lines that prepare the body of a request, and the call of `send`. */
function writeCall(step: number, exchange: Exchange, bindings: readonly Binding[]) {
  const { request, response } = exchange;
  const preparation = ['', formatComment(`${step}. Recorded response: ${response.status}`)];
  const type = request.headers['content-type'];
  const bytes = getAllBytes(request);
  const hasBody = request.body.kind !== 'none';
  if (bytes !== undefined) {
    preparation.push('{', ...formatOctal(bytes).map((line) => `  printf ${line}`));
    preparation.push(`} >"$work/${step}.sent"`);
  } else if (hasBody) {
    const body = quoteWithVariables(getSentText(request), bindings);
    preparation.push(`printf '%s' ${body} >"$work/${step}.sent"`);
  }
  const file = hasBody ? ` "$work/${step}.sent"` : '';
  const url = request.toStorage
    ? `"$${findUploadVariable(request.url, bindings)}"`
    : // The quoted path begins after the address of the service.
      quoteWithVariables(request.path, bindings).replace('"', '"$base');
  const contentType = type === undefined ? "''" : `' ${type}'`;
  const call = `send ${step} ${request.method} ${url} ${nameKey(request)} ${contentType}${file}`;
  return { preparation, call };
}

/** Returns the lines that check a response and read the values that later requests use, and adds these to the bindings. */
function readResponse(exchange: Exchange, trail: readonly Exchange[], bindings: Binding[]) {
  const step = trail.indexOf(exchange) + 1;
  const isLast = step === trail.length;
  const isNeeded = !isLast && mustSucceedAgain(exchange, trail.at(-1));
  const lines = [`${isNeeded ? 'need' : 'status'} ${step}`];
  if (exchange.operation === 'createBook') {
    lines.push(`keep ${step} ${exchange.request.account === 'second' ? 'second' : 'own'}`);
  }
  for (const { text, name, nth } of isLast ? [] : findValues(exchange)) {
    const isUsed = trail.slice(step).some((laterExchange) => usesValue(laterExchange, text));
    if (!isUsed || bindings.some((binding) => binding.text === text)) continue;
    const variable = `${name}_${step}_${nth}`;
    bindings.push({ text, variable });
    lines.push(`${variable}=$(take ${step} ${name} ${nth})`);
    lines.push(`[ -n "$${variable}" ] || stop 'Response ${step} has no ${name} number ${nth}.'`);
  }
  return lines;
}

/**
 * Returns true if a request must succeed again. If the last request is an update, earlier updates of the
 * same book need not succeed, because a case may try several values in separate updates.
 */
function mustSucceedAgain({ request, response: { status } }: Exchange, last?: Exchange): boolean {
  const { method, path } = last?.request ?? {};
  const isSameUpdate = method === 'PATCH' && request.method === method && request.path === path;
  return status < 300 && !isSameUpdate;
}

/** Returns the variable with an upload URL. If no response granted it, the script stops at an unset variable. */
function findUploadVariable(url: string, bindings: readonly Binding[]): string {
  const binding = bindings.findLast(({ text }) => text === url || maskUrl(text) === url);
  return binding?.variable ?? 'no_url';
}

/** Returns the ids and URLs in a response, each with its position among the strings of this name, counted from 1. */
function findValues({ response: { text = '' } }: Exchange) {
  return ['bookId', 'id', 'fileId', 'url'].flatMap((name) =>
    [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`, 'g'))]
      .map(([, recordedText = ''], index) => ({
        text: recordedText.replaceAll('\\/', '/').replaceAll('\\u0026', '&'),
        name,
        nth: index + 1,
      }))
      .filter((value) => (name === 'url' ? value.text.startsWith('http') : uuid.test(value.text))),
  );
}

function usesValue({ request }: Exchange, value: string): boolean {
  if (value.startsWith('http')) return request.url === value || request.url === maskUrl(value);
  return formatSent({ request }).includes(value);
}

function formatSent({ request }: Pick<Exchange, 'request'>): string {
  return `${request.path} ${getSentText(request)}`;
}

function isUpload({ body }: SentRequest): boolean {
  return body.kind === 'bytes';
}

/** Returns the bytes of an upload; undefined if there are too many to be kept. */
function getAllBytes({ body }: SentRequest): Uint8Array | undefined {
  return body.kind === 'bytes' && body.sample?.length === body.size ? body.sample : undefined;
}

/** Sequential requests may seem to overlap by this many milliseconds, because of the clock's resolution. */
const resolution = 1.5;

/** Groups requests that overlapped with each other; most groups have one request. */
export function groupOverlapping(trail: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  for (const exchange of trail) {
    const group = groups.at(-1);
    if (group?.every((other) => getOverlap(other, exchange) > resolution)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

export function isRace(trail: readonly Exchange[]): boolean {
  return groupOverlapping(trail).some(({ length }) => length > 1);
}

/** Returns the milliseconds during which both requests were in progress; negative if there was a gap. */
function getOverlap(a: Exchange, b: Exchange): number {
  return Math.min(a.answeredAt, b.answeredAt) - Math.max(a.sentAt, b.sentAt);
}
