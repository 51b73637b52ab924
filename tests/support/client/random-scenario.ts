/** Runs the calls of a book's lifecycle under random faults, for tests: one scenario for each seed. */
import { inspect } from 'node:util';
import { isDistributionError } from '../../../src/client/errors/index.ts';
import { isObject } from '../../../src/client/json.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { proxyResponse, lateEffect, lostRequest, noResponse, type Fault } from './faulty-fetch.ts';
import {
  canary,
  hostileBodies,
  htmlResponse,
  refusedWithEffectFaults,
  unclearWithEffectFaults,
  unclearWithoutEffectFaults,
  withoutEffectFaults,
  retryAfterResponse,
} from './known-faults.ts';
import { createRandom } from '../random.ts';
import { ebook, createScene, sceneOrigin, type Scene, type WrapFetch } from './scene.ts';

/** The options of a sandbox that accepts an external id twice, so that only the client can prevent a second book. */
export const laxOptions = {
  key: canary.apiKey,
  readings: { 'create.duplicate-external-id': 'accepted' },
};

export interface RandomScenario {
  readonly seed: number;
  readonly sandbox: Sandbox;
  readonly wrap?: WrapFetch;
}

type StoredBook = Awaited<ReturnType<Sandbox['books']>>[number];

/** Returns all books that were created with an external id, deleted ones included. */
export async function findBooks(sandbox: Sandbox, externalId: string) {
  return (await sandbox.books()).filter((book) => book.externalId === externalId);
}

/** The faults whose request takes effect later. */
const lateFaults = [100, 500, 3_000, 9_000].map(lateEffect);

/** Takes effect after the default `settleMs`, so only a client that never sends a create again can handle it. */
const veryLateFault = lateEffect(30_000);

/** The faults of a single request, all equally likely. */
export const requestFaults: readonly Fault[] = [
  ...[
    ...withoutEffectFaults,
    ...unclearWithoutEffectFaults,
    ...unclearWithEffectFaults,
    ...refusedWithEffectFaults,
    ...hostileBodies,
  ].map(([, fault]) => fault),
  ...lateFaults,
  lostRequest(),
  noResponse('not-received'),
  proxyResponse(() => htmlResponse(403)),
  proxyResponse(() => new Response('{"bookId":', { status: 201 }), 'took-effect'),
  proxyResponse(() => Response.redirect(canary.url, 307)),
  // Asks for a longer wait than any call accepts.
  proxyResponse(() => retryAfterResponse('9'.repeat(40), 503), 'took-effect'),
];

/** The deadline of each call. */
export const deadlineMs = 100_000;

/**
 * Creates a book with an external id, and then sends a few calls for it, with a fault for about every third request.
 * @returns violations: a second book, a success without effect, an error of another class, a secret in an error, a call
 *   that exceeds its deadline, or a request to another host or without the key
 */
export async function runRandomScenario(scenario: RandomScenario): Promise<readonly string[]> {
  const { seed, sandbox } = scenario;
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const { scene, mayChangeLater } = createUnreliableScene(scenario, random);
  const externalId = `seed/${seed}`;
  const body = { ...ebook, externalId };
  const watch = async ({ name, call, isConsistent }: Step) =>
    watchCall(scene, {
      call: async () => {
        const result = await call();
        const books = await scene.time.trackWork(findBooks(sandbox, externalId));
        if (mayChangeLater() || isConsistent(books, result)) return [];
        return [`${name} resolved without its effect`];
      },
    });
  const violations = [
    ...(await watch({
      name: 'create',
      call: async () => scene.books.create(body),
      isConsistent: ([book], result) => hasId(book, result),
    })),
  ];
  for (const { id } of await findBooks(sandbox, externalId)) {
    const allSteps = [...listReads(scene, id), ...listWrites(scene, id)];
    const steps = [1, 2, 3].flatMap(() => pick(allSteps) ?? []);
    for (const step of steps) violations.push(...(await watch(step)));
  }
  // By then, all late requests have taken effect.
  await new Promise<void>((resolve) => void scene.time.after(60_000, resolve));
  const books = await findBooks(sandbox, externalId);
  if (books.length > 1) violations.push(`${books.length} books with one external id`);
  violations.push(...findStrayRequests(scene));
  return violations.map((violation) => `seed ${seed}: ${violation}`);
}

/** Creates a client with random faults. `mayChangeLater` returns true if a lost request may still change a book. */
function createUnreliableScene({ seed, sandbox, wrap }: RandomScenario, random: () => number) {
  // In every third scenario, the client never sends a create again, so that even a very late effect does no harm.
  const settleMs = seed % 3 === 0 ? Infinity : undefined;
  const faults = settleMs === undefined ? requestFaults : [...requestFaults, veryLateFault];
  let hadLateFault = false;
  const plan = () => {
    const fault = random() < 0.35 ? faults[Math.floor(random() * faults.length)] : undefined;
    hadLateFault ||= [veryLateFault, ...lateFaults].some((lateFault) => lateFault === fault);
    return fault;
  };
  const scene = createScene(sandbox.fetch, plan, {
    random,
    deadlineMs,
    settleMs,
    timeoutMs: 10_000,
    wrap,
  });
  return { scene, mayChangeLater: () => hadLateFault };
}

/** Returns the requests that were sent to another host, or without the key. */
export function findStrayRequests({ requests }: Scene): readonly string[] {
  return requests
    .filter(({ origin, key }) => origin !== sceneOrigin || key !== canary.apiKey)
    .map(({ origin }) => `a request to ${origin}`);
}

type IsConsistent = (books: readonly StoredBook[], result: unknown) => boolean;

interface Step {
  readonly name: string;
  readonly call: () => Promise<unknown>;
  readonly isConsistent: IsConsistent;
}

function hasId(book: StoredBook | undefined, result: unknown): boolean {
  return isObject(result) && book !== undefined && result['id'] === book.id;
}

const exists = ({ deletedAt }: StoredBook) => deletedAt === undefined;

function listReads({ books }: Scene, id: string): readonly Step[] {
  return [
    {
      name: 'get',
      call: async () => books.get(id),
      isConsistent: (storedBooks, result) =>
        storedBooks.some((book) => exists(book) && hasId(book, result)),
    },
    {
      name: 'findByExternalId',
      call: async () => books.findByExternalId('none'),
      isConsistent: (_, result) => result === null,
    },
    {
      name: 'list',
      call: async () => books.list({ perPage: 2 }).toArray({ limit: 3 }),
      isConsistent: (_, result) => Array.isArray(result),
    },
  ];
}

function listWrites({ books }: Scene, id: string): readonly Step[] {
  const isReleased = ({ status }: StoredBook) => ['published', 'in_review'].includes(status);
  return [
    {
      name: 'update',
      call: async () => books.update(id, { title: 'Tides' }),
      isConsistent: ([book]) => book?.title === 'Tides',
    },
    {
      name: 'publish',
      call: async () => books.publish(id),
      isConsistent: (storedBooks) => storedBooks.some(isReleased),
    },
    {
      name: 'unpublish',
      call: async () => books.unpublish(id),
      isConsistent: (storedBooks) => !storedBooks.some(isReleased),
    },
    {
      name: 'delete',
      call: async () => books.delete(id),
      isConsistent: (storedBooks) => !storedBooks.some(exists),
    },
  ];
}

interface WatchedCall {
  /** Returns violations in its result. */
  readonly call: () => Promise<readonly string[]>;
  /** The maximum number of calls, each with its own deadline, that it consists of. */
  readonly maxCalls?: number;
}

/** Sends a call, and returns the violations in its outcome. */
export async function watchCall(
  { time }: Scene,
  { call, maxCalls: calls = 3 }: WatchedCall,
): Promise<readonly string[]> {
  const startedAt = time.now();
  const violations: string[] = [];
  try {
    violations.push(...(await call()));
  } catch (error) {
    const errorText = `${String(error)} ${JSON.stringify(error)} ${inspect(error, { depth: 9 })}`;
    if (!isDistributionError(error)) violations.push(`an error of another class: ${errorText}`);
    if (errorText.includes('canary')) violations.push(`a secret was shown: ${errorText}`);
  }
  const duration = time.now() - startedAt;
  // A list has a deadline for each of its pages, and a flow for each of its calls.
  if (duration > calls * deadlineMs) violations.push(`a call took ${duration} ms`);
  return violations;
}
