/** Removes what a run left that could not tidy up after itself: by its journal, or by age. */
import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '../contract/json-pointer.ts';
import { createTargetClock } from './clock.ts';
import type { Leftover } from './finding.ts';
import { cleanUp } from './janitor.ts';
import { noJournal, type Journal, type Trail } from './journal.ts';
import { createOwnership, type OwnBook, type Ownership } from './ownership.ts';
import { createPace } from './pace.ts';
import { items } from './read.ts';
import { createScope } from './scope.ts';
import type { Consent } from './target.ts';
import { everyMark, markOf } from './values/books.ts';
import { createWire, type Wire } from './wire.ts';

export interface SweepOptions {
  /** Origin and prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** `publish` lets it withdraw what is in the shops; without it such a book is left and listed. */
  readonly allow: ReadonlySet<Consent>;
  readonly rate: number | undefined;
  readonly concurrency: number;
  /** Only say what would go. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
}

/** The service does not take the key, so nothing can be said of its books. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

export interface Swept {
  /** What was found, and is gone now unless it is among the leftovers or this was a dry run. */
  readonly found: readonly OwnBook[];
  readonly leftovers: readonly Leftover[];
}

const answerTimeout = 30_000;

/**
 * Removes what a journal says a run made, and what it asked for without hearing the answer.
 * @param journal is told what is gone, so that a sweep may be interrupted and go on later
 */
export async function sweepTrail(
  trail: Trail,
  options: SweepOptions,
  journal: Journal = noJournal,
): Promise<Swept> {
  const ownership = createOwnership(journal, markOf(trail.head.run));
  for (const [id, externalId] of trail.made) {
    ownership.adopt({ id, externalId: externalId ?? undefined });
  }
  const wire = wireFor(options, ownership);
  await assertWelcome(wire, options);
  for (const externalId of trail.intended) await lookUp(externalId, wire, options.signal);
  return remove(wire, ownership, options);
}

/** A service that does not take the key would look as if nothing could be removed. */
async function assertWelcome(wire: Wire, { signal }: SweepOptions): Promise<void> {
  const hello = await wire(
    { method: 'GET', path: '/books', query: { perPage: '1' } },
    createScope(signal),
  );
  if (hello.status === 401) throw new KeyRefused('The service refused the key (401).');
}

/** A book that shows its mark is adopted by the ownership itself, as every answer is read for marks. */
async function lookUp(externalId: string, wire: Wire, signal: AbortSignal): Promise<void> {
  const path = `/books/external-id/${encodeURIComponent(externalId)}`;
  // An index may lag behind a create by a moment, and nobody will look for the book again.
  for (const wait of [0, 300, 1_200]) {
    await pause(wait);
    const answer = await wire({ method: 'GET', path }, createScope(signal));
    if (answer.status === 200) return;
  }
}

/**
 * Removes books of any run of this tool that are older than so many milliseconds by the service's
 * own clock, so that a run still going keeps its books.
 */
export async function sweepByAge(age: number, options: SweepOptions): Promise<Swept> {
  const ownership = createOwnership(noJournal, 'no book is taken by its mark alone');
  const wire = wireFor(options, ownership);
  await assertWelcome(wire, options);
  for (const book of await oldBooks(age, wire, options)) ownership.adopt(book);
  return remove(wire, ownership, options);
}

async function oldBooks(age: number, wire: Wire, { signal }: SweepOptions): Promise<OwnBook[]> {
  const found = new Map<string, OwnBook>();
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), perPage: '100', sort: 'createdAt' };
    const answer = await wire({ method: 'GET', path: '/books', query }, createScope(signal));
    const rows = items(answer);
    const now = Date.parse(answer.headers['date'] ?? '');
    for (const { id, attributes } of rows) {
      const { externalId, createdAt } = isObject(attributes) ? attributes : {};
      const own = typeof externalId === 'string' && externalId.startsWith(everyMark);
      const made = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
      // Without both times nobody knows its age, and it stays.
      if (own && now - made > age) found.set(id, { id: id.toLowerCase(), externalId });
    }
    if (rows.length === 0 || isLast(answer.body, page)) return [...found.values()];
  }
}

function isLast(body: unknown, page: number): boolean {
  const meta = isObject(body) && isObject(body['meta']) ? body['meta'] : {};
  return typeof meta['lastPage'] === 'number' && page >= meta['lastPage'];
}

function wireFor(options: SweepOptions, ownership: Ownership): Wire {
  const { pace } = createPace({
    rate: options.rate,
    maxRequests: undefined,
    maxTime: undefined,
    onSpent: () => undefined,
  });
  return createWire({
    baseUrl: options.baseUrl,
    apiKey: options.apiKey,
    allow: options.allow,
    clock: createTargetClock(Date.now),
    ownership,
    pace,
    timeout: answerTimeout,
    fetch: options.fetch ?? fetch,
    onExchange: () => undefined,
  });
}

async function remove(wire: Wire, ownership: Ownership, options: SweepOptions): Promise<Swept> {
  const found = ownership.books();
  if (options.dryRun) return { found, leftovers: [] };
  const { concurrency, signal, allow } = options;
  const mayWithdraw = allow.has('publish');
  return { found, leftovers: await cleanUp({ wire, ownership, concurrency, signal, mayWithdraw }) };
}
