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
  type JournalContent,
} from '../wire/index.ts';
import type { Consent, Leftover } from '../evidence/index.ts';
import { findLostBooks, readListPage, removeBooks, type Send } from './remove-books.ts';
import { toolPrefix, externalIdPrefix } from '../values/index.ts';

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
  readonly network?: Network | undefined;
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
const sweepTimeout = 86_400_000;

/**
 * Removes the books that a journal lists as created, and those whose create got no response.
 * @param journal records what is removed, so that an interrupted sweep can be continued
 */
export async function sweepJournal(
  trail: JournalContent,
  options: SweepOptions,
  journal: Journal = noJournal,
): Promise<SweepResult> {
  const { run } = trail.head;
  const sweep = await openSweep(options, journal, externalIdPrefix(run));
  for (const externalId of trail.pendingExternalIds) sweep.ownership.addPendingCreate(externalId);
  const foreign: Leftover[] = [];
  for (const [id, externalId] of trail.createdBooks) {
    const account = trail.secondAccountBooks.has(id) ? ('second' as const) : undefined;
    const book = { id, externalId: externalId ?? undefined, account };
    const reason =
      account !== undefined && options.secondKey === undefined
        ? 'it belongs to the second account, and DISTRIBUTION_SECOND_KEY is not set'
        : await findReasonToKeep(book, run, sweep.send);
    if (reason === undefined) sweep.ownership.adopt(book);
    else if (reason !== 'gone') foreign.push({ ...book, status: 'unknown', reason });
    else journal.append({ removed: id });
  }
  const { found, leftovers } = await remove(sweep, options);
  return { found, leftovers: [...foreign, ...leftovers] };
}

/** The file may be wrong or old, so a book is removed only if it still carries the mark of the run. */
async function findReasonToKeep(
  { id, account }: OwnBook,
  run: string,
  send: Send,
): Promise<string | undefined> {
  const answer = await send({ method: 'GET', path: `/books/${id}`, account });
  if (answer.status === 404 || answer.status === 410) return 'gone';
  if (answer.status !== 200) return `reading it was answered with ${answer.status}`;
  const data = isObject(answer.body) ? answer.body['data'] : undefined;
  const shown = JSON.stringify(isObject(data) ? data['attributes'] : undefined) ?? '';
  return shown.includes(run)
    ? undefined
    : 'it does not have the mark of the run, so it is not touched';
}

/**
 * Removes books of any run of this tool that are older than this many milliseconds by the service's
 * own clock, so that a run in progress keeps its books.
 */
export async function sweepByAge(age: number, options: SweepOptions): Promise<SweepResult> {
  const noMark = 'books are not recognized by their mark alone';
  const sweep = await openSweep(options, noJournal, noMark);
  for (const book of await findOldBooks(age, sweep.send)) sweep.ownership.adopt(book);
  return remove(sweep, options);
}

async function findOldBooks(age: number, send: Send): Promise<OwnBook[]> {
  const oldBooks = new Map<string, OwnBook>();
  const seenIds = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { answer, listed, last = Infinity } = await readListPage(page, send);
    const now = Date.parse(answer.headers['date'] ?? '');
    for (const { id, attributes } of listed) {
      const { externalId, createdAt, title } = attributes;
      const hasMark = typeof externalId === 'string' && externalId.startsWith(toolPrefix);
      const isOwn = hasMark || (typeof title === 'string' && /^bookdist [0-9a-f]{8} /.test(title));
      const createdTime = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
      // Without both times the age of the book is unknown, and it stays.
      if (!isOwn || !(now - createdTime > age)) continue;
      oldBooks.set(id, { id, externalId: typeof externalId === 'string' ? externalId : undefined });
    }
    // A service that returns the same page for every number would be walked for ever.
    const hasNewBooks = listed.some(({ id }) => !seenIds.has(id));
    for (const { id } of listed) seenIds.add(id);
    if (!hasNewBooks || page >= last) return [...oldBooks.values()];
  }
}

type Sweep = Awaited<ReturnType<typeof openSweep>>;

/** @throws KeyRefused: with such a key, it would seem that nothing can be removed */
async function openSweep(options: SweepOptions, journal: Journal, mark: string) {
  const { baseUrl, apiKey, secondKey, allow, rate, signal, network = fetch } = options;
  const ownership = createOwnership(journal, mark);
  const budget = { maxRequests: undefined, maxTime: undefined, onSpent: () => undefined };
  const wire = createWire({
    baseUrl,
    apiKey,
    secondKey,
    allow,
    clock: createTargetClock(Date.now),
    ownership,
    pace: createPace({ rate, ...budget }),
    health: createHealth({ limit: undefined, onLost: () => undefined }),
    timeout: answerTimeout,
    network,
    onExchange: () => undefined,
  });
  const scope = createScope(signal);
  const firstRequest = { method: 'GET', path: '/books', query: { perPage: '1' } };
  const { status } = await wire(firstRequest, scope, 'once');
  if (status === 401) throw new KeyRefused('The service refused the key (401).');
  const send: Send = async (request) => wire(request, scope, 'cleaning');
  return { ownership, wire, send };
}

async function remove(
  { ownership, wire, send }: Sweep,
  options: SweepOptions,
): Promise<SweepResult> {
  const { concurrency, signal, allow, dryRun } = options;
  const unknown = await findLostBooks(send, { ownership });
  const found = ownership.books();
  if (dryRun) return { found, leftovers: unknown };
  const mayWithdraw = allow.has('publish');
  const removal = { concurrency, signal, mayWithdraw, budget: sweepTimeout, lostBooksFound: true };
  const leftovers = await removeBooks({ wire, ownership, ...removal });
  return { found, leftovers };
}
