/** Takes a book's life through random faults, for tests: one seed, one story, and what went wrong in it. */
import { isDistributionError } from '../errors/index.ts';
import { answer, lateWork, lostRequest, silence, type Fault } from './faulty-fetch.ts';
import {
  canary,
  hostileBodies,
  pageAnswer,
  refusedDone,
  unclearDone,
  unclearUndone,
  undone,
} from './known-faults.ts';
import { namelessBook, scene, sceneOrigin, type Scene } from './scene.ts';

export interface RandomScenario {
  readonly seed: number;
  readonly service: (request: Request) => Promise<Response>;
  /** The ids of all books ever made with an external id, deleted ones included. */
  readonly made: (externalId: string) => Promise<readonly string[]>;
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

export const anyFault: readonly Fault[] = [
  ...[...undone, ...unclearUndone, ...unclearDone, ...refusedDone, ...hostileBodies].map(
    ([, fault]) => fault,
  ),
  lateWork(100),
  lateWork(500),
  lateWork(3_000),
  lateWork(9_000),
  lostRequest(),
  silence('unseen'),
  answer(() => pageAnswer(403)),
  answer(() => new Response('{"bookId":', { status: 201 }), 'worked'),
  answer(() => Response.redirect(canary.url, 307)),
];

export const deadlineMs = 100_000;

/**
 * Creates a book with an external id, then does a few things with it, with a fault at about every third
 * request.
 * @returns what must not happen and did: a second book, an error without a class, a secret in what is
 *   shown, a call past its deadline, the key at another host
 */
export async function randomScenario(scenario: RandomScenario): Promise<readonly string[]> {
  const { seed, service, made, inspect } = scenario;
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  // Every third story has a client that never sends a create again, and a service that may take any time.
  const settleMs = seed % 3 === 0 ? Infinity : undefined;
  const faults = settleMs === undefined ? anyFault : [...anyFault, lateWork(30_000)];
  const plan = () => (random() < 0.35 ? pick(faults) : undefined);
  const at = scene(service, plan, { random, deadlineMs, settleMs, timeoutMs: 10_000 });
  const complaints: string[] = [];
  const externalId = `seed/${seed}`;
  const body = { ...namelessBook, externalId };
  complaints.push(
    ...(await complaintsAbout(at, inspect, { call: async () => at.books.create(body) })),
  );
  for (const id of await made(externalId)) {
    const calls = [1, 2, 3].flatMap(() => pick(callsOn(at, id)) ?? []);
    for (const call of calls) complaints.push(...(await complaintsAbout(at, inspect, { call })));
  }
  // Work that comes in late has come in by then.
  await new Promise<void>((resolve) => void at.time.after(60_000, resolve));
  const books = await made(externalId);
  if (books.length > 1) complaints.push(`${books.length} books with one external id`);
  complaints.push(...strayRequests(at));
  return complaints.map((complaint) => `seed ${seed}: ${complaint}`);
}

/** Requests that went elsewhere, or without the key. */
export function strayRequests({ reached }: Scene): readonly string[] {
  return reached
    .filter(({ origin, key }) => origin !== sceneOrigin || key !== canary.apiKey)
    .map(({ origin }) => `a request to ${origin}`);
}

function callsOn({ books }: Scene, id: string): readonly (() => Promise<unknown>)[] {
  return [
    async () => books.get(id),
    async () => books.findByExternalId('none'),
    async () => books.list({ perPage: 2 }).toArray({ limit: 3 }),
    async () => books.update(id, { title: 'Tides' }),
    async () => books.publish(id),
    async () => books.unpublish(id),
    async () => books.delete(id),
  ];
}

interface Watched {
  readonly call: () => Promise<unknown>;
  /** How many calls with a deadline of their own it may be made of. */
  readonly calls?: number;
}

/** Makes a call, and says what must not be said of how it ended. */
export async function complaintsAbout(
  { time }: Scene,
  inspect: RandomScenario['inspect'],
  { call, calls = 3 }: Watched,
): Promise<readonly string[]> {
  const begun = time.now();
  const complaints: string[] = [];
  try {
    await call();
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
