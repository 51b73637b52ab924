/** Runs the calls of a book's lifecycle with random faults, for tests: each seed is one story. */
import { isDistributionError } from '../errors/index.ts';
import { isObject } from '../json.ts';
import { proxyResponse, lateWork, lostRequest, noResponse, type Fault } from './faulty-fetch.ts';
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
import { namelessBook, createScene, sceneOrigin, type Scene, type WrapFetch } from './scene.ts';

/** A book as the service stores it. */
export interface StoredBook {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** When it was deleted; undefined while it exists. */
  readonly deletedAt?: number | undefined;
}

export interface RandomScenario {
  readonly seed: number;
  readonly service: (request: Request) => Promise<Response>;
  /** Returns all books that were created with an external id, deleted ones included. */
  readonly findBooks: (externalId: string) => Promise<readonly StoredBook[]>;
  readonly wrap?: WrapFetch;
  /** Formats an error as a log would, with all its properties. */
  readonly inspect: (error: unknown) => string;
}

/** Returns a generator of numbers from 0 up to 1, the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Faults after which abandoned work may still change the book. */
const lateFaults = [100, 500, 3_000, 9_000].map(lateWork);
const veryLateWork = lateWork(30_000);

export const anyFault: readonly Fault[] = [
  ...[
    ...withoutEffectFaults,
    ...unclearWithoutEffectFaults,
    ...unclearWithEffectFaults,
    ...refusedWithEffectFaults,
    ...hostileBodies,
  ].map(([, fault]) => fault),
  ...lateFaults,
  lostRequest(),
  noResponse('unseen'),
  proxyResponse(() => htmlResponse(403)),
  proxyResponse(() => new Response('{"bookId":', { status: 201 }), 'worked'),
  proxyResponse(() => Response.redirect(canary.url, 307)),
  // A longer wait than any call accepts.
  proxyResponse(() => retryAfterResponse('9'.repeat(40), 503), 'worked'),
];

export const deadlineMs = 100_000;

/**
 * Creates a book with an external id, then makes a few calls for it, with a fault at about every third request.
 * @returns violations: a second book, a success without its effect, an error of another class, a secret in an error, a
 *   call that exceeds its deadline, the key at another host
 */
export async function runRandomScenario(scenario: RandomScenario): Promise<readonly string[]> {
  const { seed, findBooks } = scenario;
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const { at, ...story } = createStory(scenario, random);
  const externalId = `seed/${seed}`;
  const body = { ...namelessBook, externalId };
  const watch = async ({ name, call, isConsistent }: Step) =>
    watchCall(at, scenario.inspect, {
      call: async () => {
        const result = await call();
        const books = await at.time.during(findBooks(externalId));
        if (story.isLate() || isConsistent(books, result)) return [];
        return [`${name} resolved without its effect`];
      },
    });
  const complaints = [
    ...(await watch({
      name: 'create',
      call: async () => at.books.create(body),
      isConsistent: ([book], result) => hasId(book, result),
    })),
  ];
  for (const { id } of await findBooks(externalId)) {
    const all = [...listReads(at, id), ...listWrites(at, id)];
    const steps = [1, 2, 3].flatMap(() => pick(all) ?? []);
    for (const step of steps) complaints.push(...(await watch(step)));
  }
  // Late work has taken effect by then.
  await new Promise<void>((resolve) => void at.time.after(60_000, resolve));
  const books = await findBooks(externalId);
  if (books.length > 1) complaints.push(`${books.length} books with one external id`);
  complaints.push(...findStrayRequests(at));
  return complaints.map((complaint) => `seed ${seed}: ${complaint}`);
}

/** Creates the client of a story; `isLate` returns whether abandoned work may still change a book. */
function createStory({ seed, service, wrap }: RandomScenario, random: () => number) {
  // Every third story has a client that never sends a create again, and a service that may take any time.
  const settleMs = seed % 3 === 0 ? Infinity : undefined;
  const faults = settleMs === undefined ? anyFault : [...anyFault, veryLateWork];
  let late = false;
  const plan = () => {
    const fault = random() < 0.35 ? faults[Math.floor(random() * faults.length)] : undefined;
    late ||= fault === veryLateWork || lateFaults.some((each) => each === fault);
    return fault;
  };
  const scene = createScene(service, plan, {
    random,
    deadlineMs,
    settleMs,
    timeoutMs: 10_000,
    wrap,
  });
  return { at: scene, isLate: () => late };
}

/** Returns the requests that were sent to another host, or without the key. */
export function findStrayRequests({ requests }: Scene): readonly string[] {
  return requests
    .filter(({ origin, key }) => origin !== sceneOrigin || key !== canary.apiKey)
    .map(({ origin }) => `a request to ${origin}`);
}

/** Returns whether the result of a call is consistent with the books that the service has. */
type IsConsistent = (books: readonly StoredBook[], result: unknown) => boolean;

/** A call, and the condition that its result must meet. */
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
      isConsistent: (stored, found) => stored.some((book) => exists(book) && hasId(book, found)),
    },
    {
      name: 'findByExternalId',
      call: async () => books.findByExternalId('none'),
      isConsistent: (_, found) => found === null,
    },
    {
      name: 'list',
      call: async () => books.list({ perPage: 2 }).toArray({ limit: 3 }),
      isConsistent: (_, found) => Array.isArray(found),
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
      isConsistent: (stored) => stored.some(isReleased),
    },
    {
      name: 'unpublish',
      call: async () => books.unpublish(id),
      isConsistent: (stored) => !stored.some(isReleased),
    },
    {
      name: 'delete',
      call: async () => books.delete(id),
      isConsistent: (stored) => !stored.some(exists),
    },
  ];
}

interface WatchedCall {
  /** Returns violations in its result. */
  readonly call: () => Promise<readonly string[]>;
  /** The maximum number of calls with their own deadline that it consists of. */
  readonly calls?: number;
}

/** Makes a call, and returns the violations in its outcome. */
export async function watchCall(
  { time }: Scene,
  inspect: RandomScenario['inspect'],
  { call, calls = 3 }: WatchedCall,
): Promise<readonly string[]> {
  const startedAt = time.now();
  const complaints: string[] = [];
  try {
    complaints.push(...(await call()));
  } catch (error) {
    const errorText = `${String(error)} ${JSON.stringify(error)} ${inspect(error)}`;
    if (!isDistributionError(error)) complaints.push(`an error of another class: ${errorText}`);
    if (errorText.includes('canary')) complaints.push(`a secret was shown: ${errorText}`);
  }
  const duration = time.now() - startedAt;
  // A walk over a list has a deadline for each of its pages, and a flow for each of its calls.
  if (duration > calls * deadlineMs) complaints.push(`a call took ${duration} ms`);
  return complaints;
}
