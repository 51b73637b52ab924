/** Turns the recorded requests of a case into the steps of a script. Requests that overlapped are sent at the same time. */
import { type Exchange, maskUrl } from '../../harness/evidence/index.ts';
import { comment, doubleQuote, octal, type Binding } from './shell.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Dates further from today than this are literals of the case. */
const farthestDay = 430;

const requireSecondKey =
  '[ -n "${DISTRIBUTION_SECOND_KEY:-}" ] || stop \'Set DISTRIBUTION_SECOND_KEY to the key of another account.\'';

/**
 * Returns the shell lines of all steps, the dates they use first.
 * @param today the service's date when the requests were recorded
 * @returns undefined when an upload was too large to be recorded
 */
export function stepLines(trail: readonly Exchange[], today: string): string[] | undefined {
  if (trail.some(({ request }) => isByteCount(request.body) && request.bytes === undefined)) {
    return undefined;
  }
  const { bindings, lines } = startBindings(trail, today);
  if (trail.some(({ request }) => request.key === 'second')) lines.unshift(requireSecondKey);
  for (const group of groupOverlapping(trail)) {
    const steps = group.map((exchange) => ({ exchange, step: trail.indexOf(exchange) + 1 }));
    const calls = steps.map(({ step, exchange }) => writeCall(step, exchange, bindings));
    lines.push(...calls.flatMap(({ before }) => before));
    if (calls.length === 1) lines.push(...calls.map(({ call }) => call));
    else lines.push('# At the same time.', ...calls.map(({ call }) => `${call} &`), 'wait');
    for (const { step, exchange } of steps) {
      lines.push(...readResponse(step, exchange, { trail, bindings }));
    }
  }
  return lines;
}

interface Progress {
  readonly trail: readonly Exchange[];
  readonly bindings: Binding[];
}

/** Binds the run's mark, so that external ids are new, and dates near today. */
function startBindings(trail: readonly Exchange[], today: string) {
  const sentText = trail
    .map(({ request }) => `${request.path} ${serializeBody(request.body)}`)
    .join('\n');
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

/** Writes one request: lines that prepare its body, and the call of `send`. */
function writeCall(step: number, exchange: Exchange, bindings: readonly Binding[]) {
  const { request, operation, status } = exchange;
  const preparation = ['', comment(`${step}. Recorded response: ${status}`)];
  const type = request.headers['content-type'];
  if (request.bytes !== undefined) {
    preparation.push('{', ...octal(request.bytes).map((line) => `  printf ${line}`));
    preparation.push(`} >"$work/${step}.sent"`);
  } else if (request.body !== undefined) {
    const body = doubleQuote(serializeBody(request.body), bindings);
    preparation.push(`printf '%s' ${body} >"$work/${step}.sent"`);
  }
  const file = request.body === undefined ? '' : ` "$work/${step}.sent"`;
  const url =
    operation === 'putFile'
      ? `"$${uploadVariable(request.url, bindings)}"`
      : doubleQuote(request.path, bindings).replace('"', '"$base');
  const contentType = type === undefined ? "''" : `' ${type}'`;
  const call = `send ${step} ${request.method} ${url} ${request.key} ${contentType}${file}`;
  return { before: preparation, call };
}

/** Checks a response and takes from it the values that later requests use. */
function readResponse(step: number, exchange: Exchange, { trail, bindings }: Progress): string[] {
  const isLast = step === trail.length;
  const lines = [`${!isLast && isNeeded(exchange, trail.at(-1)) ? 'need' : 'status'} ${step}`];
  if (exchange.operation === 'createBook') {
    lines.push(`keep ${step} ${exchange.request.key === 'second' ? 'second' : 'own'}`);
  }
  for (const { text, name, nth } of isLast ? [] : findValues(exchange)) {
    const isUsed = trail.slice(step).some((laterExchange) => mentions(laterExchange, text));
    if (!isUsed || bindings.some((binding) => binding.text === text)) continue;
    const variable = `${name}_${step}_${nth}`;
    bindings.push({ text, variable });
    lines.push(`${variable}=$(take ${step} ${name} ${nth})`);
    lines.push(`[ -n "$${variable}" ] || stop 'Response ${step} has no ${name} number ${nth}.'`);
  }
  return lines;
}

/**
 * Returns whether a request must succeed again. Earlier updates of the book in question need not:
 * a case that tries several values sends each in a separate update.
 */
function isNeeded({ status, request }: Exchange, last?: Exchange): boolean {
  const { method, path } = request;
  const isSameUpdate =
    method === 'PATCH' && last?.request.method === method && last.request.path === path;
  return status < 300 && !isSameUpdate;
}

function uploadVariable(url: string, bindings: readonly Binding[]): string {
  const binding = bindings.findLast(({ text }) => text === url || maskUrl(text) === url);
  return binding?.variable ?? 'no_url';
}

interface ResponseValue {
  readonly text: string;
  readonly name: string;
  /** Its position among the strings of this name, from 1. */
  readonly nth: number;
}

function findValues({ text }: Exchange): ResponseValue[] {
  return ['bookId', 'id', 'fileId', 'url'].flatMap((name) =>
    [...text.matchAll(new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`, 'g'))]
      .map(([, raw = ''], index) => ({
        text: raw.replaceAll('\\/', '/').replaceAll('\\u0026', '&'),
        name,
        nth: index + 1,
      }))
      .filter((value) => (name === 'url' ? value.text.startsWith('http') : uuid.test(value.text))),
  );
}

function mentions({ request }: Exchange, value: string): boolean {
  if (value.startsWith('http')) return request.url === value || request.url === maskUrl(value);
  return `${request.path} ${serializeBody(request.body)}`.includes(value);
}

function serializeBody(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Returns whether only the size of an upload was recorded. */
function isByteCount(body: unknown): boolean {
  return /^\d+ bytes$/.test(String(body));
}

/** Sequential requests can seem to overlap by this many milliseconds, because clocks are coarse. */
const clockResolution = 1.5;

/** Groups requests that overlapped with each other; most groups hold one request. */
export function groupOverlapping(trail: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const groups: Exchange[][] = [];
  for (const exchange of trail) {
    const group = groups.at(-1);
    if (group?.every((other) => overlap(other, exchange) > clockResolution)) group.push(exchange);
    else groups.push([exchange]);
  }
  return groups;
}

/** Returns whether any requests overlapped. */
export function isRace(trail: readonly Exchange[]): boolean {
  return groupOverlapping(trail).some(({ length }) => length > 1);
}

/** Returns the milliseconds during which both were in progress; negative when there was a gap. */
function overlap(a: Exchange, b: Exchange): number {
  const end = Math.min(startTime(a) + a.took, startTime(b) + b.took);
  return end - Math.max(startTime(a), startTime(b));
}

/** Returns NaN for a request without a recorded time, which then overlaps with none. */
function startTime({ sentAt }: Exchange): number {
  return sentAt ?? Number.NaN;
}
