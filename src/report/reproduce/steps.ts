/** The recorded requests of a case as steps of a script: what each sends, and what it takes from earlier answers. */
import { type Exchange, maskedUrl } from '../../harness/evidence/index.ts';
import { overlapping } from './overlaps.ts';
import { octal, word, behind, flat, type Binding } from './shell-words.ts';

export interface Steps {
  readonly lines: readonly string[];
  /** Everything known after the last step. */
  readonly bindings: readonly Binding[];
  /** Days from the target's today, by the variable that holds the date. */
  readonly days: ReadonlyMap<string, number>;
  /** The ids of the books it makes, as recorded, in order. */
  readonly made: readonly string[];
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Writes all steps; undefined when one of them was not kept whole enough to be sent again. */
export function stepsOf(trail: readonly Exchange[], today: string): Steps | undefined {
  if (!trail.every(isWhole)) return undefined;
  const written: Written = { trail, ...beforehand(trail, today), made: [], lines: [] };
  const { lines, bindings } = written;
  for (const group of overlapping(trail)) {
    const steps = group.map((exchange) => trail.indexOf(exchange) + 1);
    const asked = group.map((exchange, at) => asking(steps[at] ?? 0, exchange, bindings));
    if (group.length === 1) lines.push(...asked.flatMap(inTurn));
    else lines.push(...asked.flatMap(({ before }) => before), ...atOnce(asked));
    for (const [at, exchange] of group.entries()) {
      const step = steps[at] ?? 0;
      if (group.length > 1) lines.push(`heard ${step}`);
      lines.push(...after(step, exchange, written));
    }
  }
  return written;
}

interface Written extends Steps {
  readonly trail: readonly Exchange[];
  readonly lines: string[];
  readonly bindings: Binding[];
  readonly made: string[];
}

/** What is demanded of an answer, and what is taken from it for later. */
function after(step: number, exchange: Exchange, { trail, bindings, made }: Written): string[] {
  const last = step === trail.length;
  const lines = last ? [] : needing(step, exchange, trail.at(-1));
  if (exchange.operation === 'createBook') {
    lines.push(`keep ${step}`);
    const id = exchange.status < 300 ? idsIn(exchange)[0]?.text : undefined;
    if (id !== undefined) {
      made.push(id);
      bindings.push({ text: id, variable: `book_${step}` });
      lines.push(`book_${step}=$made_last`);
    }
  }
  for (const { text, name, nth } of last ? [] : idsIn(exchange)) {
    const wanted = trail.slice(step).some((later) => speaksOf(later, text));
    if (!wanted || bindings.some((binding) => binding.text === text)) continue;
    const variable = `${name}_${step}_${nth}`;
    bindings.push({ text, variable });
    lines.push(`${variable}=$(take ${step} ${name} ${nth})`);
    lines.push(`[ -n "$${variable}" ] || stop 'Answer ${step} has no ${name} number ${nth}.'`);
  }
  return lines;
}

function isWhole({ request }: Exchange): boolean {
  const uploads = /^\d+ bytes$/.test(String(request.body));
  return !uploads || request.bytes !== undefined;
}

/** The run's mark, so that external ids are new, and dates near the recorded today. */
function beforehand(trail: readonly Exchange[], today: string) {
  const sent = trail.map(({ request }) => `${request.path} ${textOf(request.body)}`).join('\n');
  const run = /bookdist-([0-9a-f]{8})-/.exec(sent)?.[1];
  const bindings: Binding[] = run === undefined ? [] : [{ text: run, variable: 'run' }];
  const days = new Map<string, number>();
  for (const [, date = ''] of sent.matchAll(/"publicationDate":"(\d{4}-\d\d-\d\d)"/g)) {
    const off = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000);
    if (!isDate(date) || Math.abs(off) > 430) continue;
    const variable = `day_${off < 0 ? 'before' : 'after'}_${Math.abs(off)}`;
    if (!days.has(variable)) bindings.push({ text: date, variable });
    days.set(variable, off);
  }
  return { bindings, days };
}

function isDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

interface Asked {
  readonly step: number;
  /** What has to be ready before. */
  readonly before: readonly string[];
  readonly call: string;
}

function asking(
  step: number,
  { request, operation, status }: Exchange,
  bindings: readonly Binding[],
): Asked {
  const before = ['', `# ${step}. ${request.method} ${shortPath(request.path)} (was ${status})`];
  const type = request.headers['content-type'];
  const text = request.body === undefined ? undefined : textOf(request.body);
  const file = text === undefined ? '' : ` "$work/${step}.sent"`;
  if (request.bytes !== undefined) {
    before.push('{', ...octal(request.bytes).map((line) => `  printf ${line}`));
    before.push(`} >"$work/${step}.sent"`);
  } else if (text !== undefined) {
    before.push(`printf '%s' ${word(text, bindings)} >"$work/${step}.sent"`);
  }
  const url =
    operation === 'putFile'
      ? `"$${uploadVariable(request.url, bindings)}"`
      : word(`\u0000${request.path}`, [...bindings, { text: '\u0000', variable: 'base' }]);
  const kind = type === undefined ? '' : ` ${type}`;
  const call = `ask ${step} ${request.method} ${url} ${request.key} '${kind}'${file}`;
  return { step, before, call };
}

function inTurn({ step, before, call }: Asked): string[] {
  return [...before, `${call} ||`, `  stop 'Nothing answered request ${step}.'`];
}

function atOnce(asked: readonly Asked[]): string[] {
  return ['', '# At once.', ...asked.map(({ call }) => `${call} &`), 'wait'];
}

function uploadVariable(url: string, bindings: readonly Binding[]): string {
  return (
    bindings.findLast(({ text }) => text === url || maskedUrl(text) === url)?.variable ?? 'no_url'
  );
}

/**
 * What was accepted when it was recorded must be again, or nothing can be said. Only of updates before
 * the update in question may some be refused: where many values are asked about, each asks one.
 */
function needing(step: number, { status, request }: Exchange, last?: Exchange): string[] {
  const { method, path } = request;
  const beside =
    method === 'PATCH' && last?.request.method === method && last.request.path === path;
  return status < 300 && !beside ? [`need ${step} '${method}'`] : [];
}

function shortPath(path: string): string {
  const plain = path.replaceAll(/[^\w./?=&%:,-]/g, '');
  return plain.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '{id}');
}

interface Found {
  readonly text: string;
  readonly name: string;
  readonly nth: number;
}

/** The ids and upload addresses of an answer, each with its member's name and which of that name it is. */
function idsIn(exchange: Exchange): Found[] {
  const text = flat(exchange.text);
  return ['bookId', 'id', 'fileId', 'url'].flatMap((name) =>
    Array.from({ length: text.split(`"${name}":"`).length - 1 }, (_none, index) => {
      const rest = text.split(`"${name}":"`)[index + 1] ?? '';
      const value = (rest.split('"')[0] ?? '').replaceAll('\\u0026', '&');
      return { text: value, name, nth: index + 1 };
    }).filter(({ text: value }) => (name === 'url' ? value.startsWith('http') : uuid.test(value))),
  );
}

function speaksOf({ request }: Exchange, value: string): boolean {
  if (value.startsWith('http')) return request.url === value || request.url === maskedUrl(value);
  return `${request.path} ${textOf(request.body)}`.includes(value);
}

/** A body as it was sent. */
function textOf(body: unknown): string {
  if (body === undefined) return '';
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** Where in flat text the value stands: which member of that name is followed by it. */
export function nthWith(text: string, name: string, value: string): number | undefined {
  const all = text.split(`"${name}":`).length - 1;
  for (let nth = 1; nth <= all; nth += 1) {
    if (behind(text, name, nth)?.startsWith(value) === true) return nth;
  }
  return undefined;
}
