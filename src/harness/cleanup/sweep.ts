/** Removes the books that an interrupted run left, by its journal or by age. */
import { isObject } from '../../contract/json-pointer.ts';
import {
  createOwnership,
  createHealth,
  createPace,
  createScope,
  createTargetClock,
  createWire,
  type Journal,
  type Network,
  noJournal,
  type OwnBook,
  type Ownership,
  type Trail,
  type Wire,
} from '../wire/index.ts';
import { type Consent, items, type Leftover } from '../evidence/index.ts';
import { findLostBooks, removeBooks } from './remove-books.ts';
import { everyMark, markOf } from '../values/index.ts';

export interface SweepOptions {
  /** Origin and prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The key of the second account, if the run had one. */
  readonly secondKey?: string | undefined;
  /** `publish` allows it to withdraw books that are in shops. Without it, such a book is left and listed. */
  readonly allow: ReadonlySet<Consent>;
  readonly rate: number | undefined;
  readonly concurrency: number;
  /** Only list what would be removed. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly network?: Network;
}

/** The service does not accept the key, so nothing is known about its books. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

export interface SweepResult {
  /** The books that were found. They are removed now, except leftovers or in a dry run. */
  readonly found: readonly OwnBook[];
  readonly leftovers: readonly Leftover[];
}

const answerTimeout = 25_000;

/** Milliseconds. The user asked for the sweep, so only Ctrl-C should end it. */
const longestSweep = 86_400_000;

/**
 * Removes the books that a journal lists as created, and those whose create got no response.
 * @param journal records what is removed, so that an interrupted sweep can be continued
 */
export async function sweepTrail(
  trail: Trail,
  options: SweepOptions,
  journal: Journal = noJournal,
): Promise<SweepResult> {
  const ownership = createOwnership(journal, markOf(trail.head.run));
  const wire = wireFor(options, ownership);
  await assertWelcome(wire, options);
  for (const externalId of trail.intended) ownership.expect(externalId);
  const strange: Leftover[] = [];
  for (const [id, externalId] of trail.made) {
    const account = trail.ofSecond.has(id) ? ('second' as const) : undefined;
    const book = { id, externalId: externalId ?? undefined, account };
    if (account !== undefined && options.secondKey === undefined) {
      const reason = 'it belongs to the second account, and DISTRIBUTION_SECOND_KEY is not set';
      strange.push({ ...book, status: 'unknown', reason });
      continue;
    }
    const reason = await whyNotOurs(book, { wire, run: trail.head.run, signal: options.signal });
    if (reason === undefined) ownership.adopt(book);
    else if (reason !== 'gone') strange.push({ ...book, status: 'unknown', reason });
    else journal.append({ removed: id });
  }
  const { found, leftovers } = await remove(wire, ownership, options);
  return { found, leftovers: [...strange, ...leftovers] };
}

interface Looking {
  readonly wire: Wire;
  readonly run: string;
  readonly signal: AbortSignal;
}

/** The file may be wrong or old, so a book is removed only if it still carries the mark of the run. */
async function whyNotOurs(
  { id, account }: OwnBook,
  { wire, run, signal }: Looking,
): Promise<string | undefined> {
  const answer = await wire(
    { method: 'GET', path: `/books/${id}`, account },
    createScope(signal),
    'cleaning',
  );
  if (answer.status === 404 || answer.status === 410) return 'gone';
  if (answer.status !== 200) return `reading it was answered with ${answer.status}`;
  const data = isObject(answer.body) ? answer.body['data'] : undefined;
  const shown = JSON.stringify(isObject(data) ? data['attributes'] : undefined) ?? '';
  return shown.includes(run)
    ? undefined
    : 'it does not have the mark of the run, so it is not touched';
}

/** With a key that the service does not accept, it would seem that nothing can be removed. */
async function assertWelcome(wire: Wire, { signal }: SweepOptions): Promise<void> {
  const hello = await wire(
    { method: 'GET', path: '/books', query: { perPage: '1' } },
    createScope(signal),
    'once',
  );
  if (hello.status === 401) throw new KeyRefused('The service refused the key (401).');
}

/**
 * Removes books of any run of this tool that are older than this many milliseconds by the service's
 * own clock, so that a run in progress keeps its books.
 */
export async function sweepByAge(age: number, options: SweepOptions): Promise<SweepResult> {
  const ownership = createOwnership(noJournal, 'books are not recognized by their mark alone');
  const wire = wireFor(options, ownership);
  await assertWelcome(wire, options);
  for (const book of await oldBooks(age, wire, options)) ownership.adopt(book);
  return remove(wire, ownership, options);
}

async function oldBooks(age: number, wire: Wire, { signal }: SweepOptions): Promise<OwnBook[]> {
  const found = new Map<string, OwnBook>();
  const seen = new Set<string>();
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), perPage: '100', sort: 'createdAt' };
    const answer = await wire(
      { method: 'GET', path: '/books', query },
      createScope(signal),
      'cleaning',
    );
    const rows = items(answer);
    const now = Date.parse(answer.headers['date'] ?? '');
    for (const { id, attributes } of rows) {
      const { externalId, createdAt, title } = attributes;
      const marked = typeof externalId === 'string' && externalId.startsWith(everyMark);
      const own = marked || (typeof title === 'string' && /^bookdist [0-9a-f]{8} /.test(title));
      const made = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
      // Without both times the age of the book is unknown, and it stays.
      if (!own || !(now - made > age)) continue;
      found.set(id, { id, externalId: typeof externalId === 'string' ? externalId : undefined });
    }
    // A service that returns the same page for every number would be walked for ever.
    const fresh = rows.some(({ id }) => !seen.has(id));
    for (const { id } of rows) seen.add(id);
    if (!fresh || isLast(answer.body, page)) return [...found.values()];
  }
}

function isLast(body: unknown, page: number): boolean {
  const meta = isObject(body) && isObject(body['meta']) ? body['meta'] : {};
  return typeof meta['lastPage'] === 'number' && page >= meta['lastPage'];
}

function wireFor(options: SweepOptions, ownership: Ownership): Wire {
  const pace = createPace({
    rate: options.rate,
    maxRequests: undefined,
    maxTime: undefined,
    onSpent: () => undefined,
  });
  return createWire({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    secondKey: options.secondKey,
    allow: options.allow,
    clock: createTargetClock(Date.now),
    ownership,
    pace,
    health: createHealth({ limit: undefined, onLost: () => undefined }),
    timeout: answerTimeout,
    network: options.network ?? fetch,
    onExchange: () => undefined,
  });
}

async function remove(
  wire: Wire,
  ownership: Ownership,
  options: SweepOptions,
): Promise<SweepResult> {
  const { concurrency, signal, allow, dryRun } = options;
  const scope = createScope(signal);
  const unknown = await findLostBooks(async (request) => wire(request, scope, 'cleaning'), {
    ownership,
  });
  const found = ownership.books();
  if (dryRun) return { found, leftovers: unknown };
  const mayWithdraw = allow.has('publish');
  const how = { concurrency, signal, mayWithdraw, budget: longestSweep, lostAreFound: true };
  const leftovers = await removeBooks({ wire, ownership, ...how });
  return { found, leftovers };
}
