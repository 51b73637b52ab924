/** Takes a book's life through random faults, for tests: one seed, one story, and what went wrong in it. */
import { isDistributionError } from '../errors/index.ts';
import { isObject } from '../json.ts';
import { answer, lateWork, lostRequest, silence, type Fault } from './faulty-fetch.ts';
import {
  canary,
  hostileBodies,
  pageAnswer,
  refusedDone,
  unclearDone,
  unclearUndone,
  undone,
  wait,
} from './known-faults.ts';
import { namelessBook, scene, sceneOrigin, type Scene, type WrapFetch } from './scene.ts';

/** A book as the service stores it. */
export interface MadeBook {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** When it was deleted; undefined while it exists. */
  readonly deletedAt?: number | undefined;
}

export interface RandomScenario {
  readonly seed: number;
  readonly service: (request: Request) => Promise<Response>;
  /** Returns all books ever made with an external id, deleted ones included. */
  readonly made: (externalId: string) => Promise<readonly MadeBook[]>;
  readonly wrap?: WrapFetch;
  /** Shows an error as a log would, with all it holds. */
  readonly inspect: (error: unknown) => string;
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** After these, work that was given up may still change the book. */
const lateFaults = [100, 500, 3_000, 9_000].map(lateWork);
const veryLate = lateWork(30_000);

export const anyFault: readonly Fault[] = [
  ...[...undone, ...unclearUndone, ...unclearDone, ...refusedDone, ...hostileBodies].map(
    ([, fault]) => fault,
  ),
  ...lateFaults,
  lostRequest(),
  silence('unseen'),
  answer(() => pageAnswer(403)),
  answer(() => new Response('{"bookId":', { status: 201 }), 'worked'),
  answer(() => Response.redirect(canary.url, 307)),
  // Longer than any call waits.
  answer(() => wait('9'.repeat(40), 503), 'worked'),
];

export const deadlineMs = 100_000;

/**
 * Creates a book with an external id, then does a few things with it, with a fault at about every third
 * request.
 * @returns what must not happen and did: a second book, a success without its effect, an error without a class, a
 *   secret in what is shown, a call past its deadline, the key at another host
 */
export async function randomScenario(scenario: RandomScenario): Promise<readonly string[]> {
  const { seed, made } = scenario;
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const { at, ...story } = startStory(scenario, random);
  const externalId = `seed/${seed}`;
  const body = { ...namelessBook, externalId };
  const watch = async ({ name, call, holds }: Step) =>
    complaintsAbout(at, scenario.inspect, {
      call: async () => {
        const result = await call();
        const books = await at.time.during(made(externalId));
        if (story.isLate() || holds(books, result)) return [];
        return [`${name} resolved without its effect`];
      },
    });
  const complaints = [
    ...(await watch({
      name: 'create',
      call: async () => at.books.create(body),
      holds: ([book], result) => hasId(book, result),
    })),
  ];
  for (const { id } of await made(externalId)) {
    const all = [...readsOf(at, id), ...writesOf(at, id)];
    const steps = [1, 2, 3].flatMap(() => pick(all) ?? []);
    for (const step of steps) complaints.push(...(await watch(step)));
  }
  // Work that comes in late has come in by then.
  await new Promise<void>((resolve) => void at.time.after(60_000, resolve));
  const books = await made(externalId);
  if (books.length > 1) complaints.push(`${books.length} books with one external id`);
  complaints.push(...strayRequests(at));
  return complaints.map((complaint) => `seed ${seed}: ${complaint}`);
}

/** Makes the client of a story; `isLate` says whether work that was given up may still change a book. */
function startStory({ seed, service, wrap }: RandomScenario, random: () => number) {
  // Every third story has a client that never sends a create again, and a service that may take any time.
  const settleMs = seed % 3 === 0 ? Infinity : undefined;
  const faults = settleMs === undefined ? anyFault : [...anyFault, veryLate];
  let late = false;
  const plan = () => {
    const fault = random() < 0.35 ? faults[Math.floor(random() * faults.length)] : undefined;
    late ||= fault === veryLate || lateFaults.some((each) => each === fault);
    return fault;
  };
  const at = scene(service, plan, { random, deadlineMs, settleMs, timeoutMs: 10_000, wrap });
  return { at, isLate: () => late };
}

/** Requests that went elsewhere, or without the key. */
export function strayRequests({ requests }: Scene): readonly string[] {
  return requests
    .filter(({ origin, key }) => origin !== sceneOrigin || key !== canary.apiKey)
    .map(({ origin }) => `a request to ${origin}`);
}

/** Judges what a call returned by the books that the service has. */
type Holds = (books: readonly MadeBook[], result: unknown) => boolean;

/** A call, and what must hold when it resolves. */
interface Step {
  readonly name: string;
  readonly call: () => Promise<unknown>;
  readonly holds: Holds;
}

function hasId(book: MadeBook | undefined, result: unknown): boolean {
  return isObject(result) && book !== undefined && result['id'] === book.id;
}

const exists = ({ deletedAt }: MadeBook) => deletedAt === undefined;

function readsOf({ books }: Scene, id: string): readonly Step[] {
  return [
    {
      name: 'get',
      call: async () => books.get(id),
      holds: (made, found) => made.some((book) => exists(book) && hasId(book, found)),
    },
    {
      name: 'findByExternalId',
      call: async () => books.findByExternalId('none'),
      holds: (_, found) => found === null,
    },
    {
      name: 'list',
      call: async () => books.list({ perPage: 2 }).toArray({ limit: 3 }),
      holds: (_, found) => Array.isArray(found),
    },
  ];
}

function writesOf({ books }: Scene, id: string): readonly Step[] {
  const released = ({ status }: MadeBook) => ['published', 'in_review'].includes(status);
  return [
    {
      name: 'update',
      call: async () => books.update(id, { title: 'Tides' }),
      holds: ([book]) => book?.title === 'Tides',
    },
    { name: 'publish', call: async () => books.publish(id), holds: (made) => made.some(released) },
    {
      name: 'unpublish',
      call: async () => books.unpublish(id),
      holds: (made) => !made.some(released),
    },
    { name: 'delete', call: async () => books.delete(id), holds: (made) => !made.some(exists) },
  ];
}

interface Watched {
  /** Returns complaints about its result. */
  readonly call: () => Promise<readonly string[]>;
  /** The number of calls with their own deadline that it may consist of. */
  readonly calls?: number;
}

/** Makes a call, and returns what its result must not claim. */
export async function complaintsAbout(
  { time }: Scene,
  inspect: RandomScenario['inspect'],
  { call, calls = 3 }: Watched,
): Promise<readonly string[]> {
  const begun = time.now();
  const complaints: string[] = [];
  try {
    complaints.push(...(await call()));
  } catch (error) {
    const shown = `${String(error)} ${JSON.stringify(error)} ${inspect(error)}`;
    if (!isDistributionError(error)) complaints.push(`an error of no class: ${shown}`);
    if (shown.includes('canary')) complaints.push(`a secret was shown: ${shown}`);
  }
  const took = time.now() - begun;
  // A walk over a list has a deadline for each of its pages, and a flow for each of its calls.
  if (took > calls * deadlineMs) complaints.push(`a call took ${took} ms`);
  return complaints;
}
