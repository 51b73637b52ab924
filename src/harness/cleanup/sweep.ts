/** Removes the books of interrupted runs: those in a journal, or all that are older than a given age. */
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
import { findLostBooks, readListPage, removeBooks, type SendRequest } from './remove-books.ts';
import { toolPrefix, externalIdPrefix } from '../arbitraries/index.ts';

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
  /** Only lists what would be removed. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly network?: Network | undefined;
}

/** The service does not accept the key, so nothing is known about its books. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

export interface SweepResult {
  /** The books of the runs. All but the leftovers were removed, unless it was a dry run. */
  readonly books: readonly OwnBook[];
  readonly leftovers: readonly Leftover[];
}

const responseTimeout = 25_000;

/** Milliseconds. The user asked for the sweep, so only Ctrl-C should end it. */
const sweepTimeout = 86_400_000;

/**
 * Removes the books that a journal lists as created, and those whose create got no response.
 * @param journal records what is removed, so that an interrupted sweep can be continued
 */
export async function sweepJournal(
  journalContent: JournalContent,
  options: SweepOptions,
  journal: Journal = noJournal,
): Promise<SweepResult> {
  const { run } = journalContent.head;
  const sweep = await openSweep(options, journal, externalIdPrefix(run));
  for (const externalId of journalContent.pendingExternalIds)
    sweep.ownership.addPendingCreate(externalId);
  const keptBooks: Leftover[] = [];
  for (const [id, externalId] of journalContent.createdBooks) {
    const account = journalContent.secondAccountBooks.has(id) ? ('second' as const) : undefined;
    const book = { id, externalId: externalId ?? undefined, account };
    const reason =
      account !== undefined && options.secondKey === undefined
        ? 'it belongs to the second account, and DISTRIBUTION_SECOND_KEY is not set'
        : await findReasonToKeep(book, run, sweep.send);
    if (reason === undefined) sweep.ownership.adopt(book);
    else if (reason !== 'gone') keptBooks.push({ ...book, status: 'unknown', reason });
    else journal.append({ removed: id });
  }
  const { books, leftovers } = await remove(sweep, options);
  return { books, leftovers: [...keptBooks, ...leftovers] };
}

/**
 * Returns why a book must not be removed, `gone` for a book that no longer exists, or undefined. The
 * file may be wrong or old, so a book is removed only if it still carries the mark of the run.
 */
async function findReasonToKeep(
  { id, account }: OwnBook,
  run: string,
  send: SendRequest,
): Promise<string | undefined> {
  const exchange = await send({ method: 'GET', path: `/books/${id}`, account });
  if (exchange.response.status === 404 || exchange.response.status === 410) return 'gone';
  if (exchange.response.status !== 200)
    return `reading it was answered with ${exchange.response.status}`;
  const data = isObject(exchange.response.body) ? exchange.response.body['data'] : undefined;
  const attributes = JSON.stringify(isObject(data) ? data['attributes'] : undefined) ?? '';
  return attributes.includes(run)
    ? undefined
    : 'it does not have the mark of the run, so it is not touched';
}

/**
 * Removes the books of all runs of this tool that are older than `age`, in milliseconds by the
 * service's clock. A run in progress therefore keeps its books.
 */
export async function sweepByAge(age: number, options: SweepOptions): Promise<SweepResult> {
  const noMark = 'books are not recognized by their mark alone';
  const sweep = await openSweep(options, noJournal, noMark);
  for (const book of await findOldBooks(age, sweep.send)) sweep.ownership.adopt(book);
  return remove(sweep, options);
}

async function findOldBooks(age: number, send: SendRequest): Promise<OwnBook[]> {
  const oldBooks = new Map<string, OwnBook>();
  const seenIds = new Set<string>();
  for (let page = 1; ; page += 1) {
    const { exchange, items, lastPage = Infinity } = await readListPage(page, send);
    const now = Date.parse(exchange.response.headers['date'] ?? '');
    for (const { id, attributes } of items) {
      const { externalId, createdAt, title } = attributes;
      const hasMark = typeof externalId === 'string' && externalId.startsWith(toolPrefix);
      const isOwn = hasMark || (typeof title === 'string' && /^bookdist [0-9a-f]{8} /.test(title));
      const createdTime = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
      // Without both times the age of the book is unknown, and the book is not removed.
      if (!isOwn || !(now - createdTime > age)) continue;
      oldBooks.set(id, { id, externalId: typeof externalId === 'string' ? externalId : undefined });
    }
    // If a service returned the same page for every number, the loop would never end.
    const hasNewBooks = items.some(({ id }) => !seenIds.has(id));
    for (const { id } of items) seenIds.add(id);
    if (!hasNewBooks || page >= lastPage) return [...oldBooks.values()];
  }
}

type Sweep = Awaited<ReturnType<typeof openSweep>>;

/** @throws KeyRefused if the service refuses the key: otherwise it would seem that there are no books */
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
    health: createHealth({ limit: undefined, onUnusable: () => undefined }),
    timeout: responseTimeout,
    network,
    onExchange: () => undefined,
  });
  const scope = createScope(signal);
  const firstRequest = { method: 'GET', path: '/books', query: { perPage: '1' } };
  const { status } = (await wire(firstRequest, scope, 'once')).response;
  if (status === 401) throw new KeyRefused('The service refused the key (401).');
  const send: SendRequest = async (request) => wire(request, scope, 'cleaning');
  return { ownership, wire, send };
}

async function remove(
  { ownership, wire, send }: Sweep,
  options: SweepOptions,
): Promise<SweepResult> {
  const { concurrency, signal, allow, dryRun } = options;
  const unknownBooks = await findLostBooks(send, { ownership });
  const books = ownership.books();
  if (dryRun) return { books, leftovers: unknownBooks };
  const mayWithdraw = allow.has('publish');
  const removal = { wire, ownership, concurrency, signal, mayWithdraw, budget: sweepTimeout };
  return { books, leftovers: await removeBooks({ ...removal, hasSearchedForLostBooks: true }) };
}
