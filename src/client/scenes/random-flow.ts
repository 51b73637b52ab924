/** Runs a flow through random faults until it succeeds, and then once more, which must change nothing. */
import { canary, endless, wait } from './known-faults.ts';
import {
  anyFault,
  complaintsAbout,
  deadlineMs,
  randomFrom,
  strayRequests,
  type RandomScenario,
} from './random-scenario.ts';
import { namelessBook, scene, type Scene } from './scene.ts';
import type { JournalNote } from '../uploads/journal.ts';

export interface RandomFlow extends RandomScenario {
  /** Takes the bytes. */
  readonly storage: (request: Request) => Promise<Response>;
  /** Names of the files of a book, as the service has them. */
  readonly files: (id: string) => Promise<readonly string[]>;
}

/** Answers after the storage has the bytes. */
const stored =
  (answer: () => Response) =>
  async (on: () => Promise<Response>): Promise<Response> => {
    await on();
    return answer();
  };

/** The way in which the storage fails: before it has the bytes, after, with its own error, or with a false success. */
const storageFaults = [
  async () => {
    throw new TypeError(`fetch failed ${canary.url}`);
  },
  async (on: () => Promise<Response>) => {
    await on();
    throw new TypeError(`fetch failed ${canary.url}`);
  },
  async () => new Response('<Code>SlowDown</Code>', { status: 503 }),
  async () => new Response('<Code>AccessDenied</Code>', { status: 403 }),
  async () => new Response(endless(), { status: 403 }),
  async () => Response.redirect(canary.url, 307),
  async () => new Response(null, { status: 200 }),
  async () => wait('soon, in 5', 503),
  stored(() => new Response(endless(), { status: 200 })),
  stored(() => wait('0', 503)),
  stored(() => wait('-5', 503)),
] as const;

const rounds = 8;

/** A client over a service and a storage that fail at random, until they are calm. */
function weatherOf({ seed, service, storage, wrap }: RandomFlow) {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const weather = { calm: false };
  const struck = () => !weather.calm && random() < 0.2;
  const at = scene(service, () => (struck() ? pick(anyFault) : undefined), {
    random,
    deadlineMs,
    timeoutMs: 10_000,
    allowInsecureStorage: true,
    wrap,
    storageFetch: async (url, init) => (wrap?.(stormy, at.time) ?? stormyAsIs)(url, init),
  });
  const stormy = async (request: Request) => {
    const on = async () => at.time.during(storage(request));
    return (struck() ? pick(storageFaults) : undefined)?.(on) ?? on();
  };
  const stormyAsIs: typeof fetch = async (url, init) => stormy(new Request(url, init));
  return { at, weather };
}

/** The flow, with a journal that outlives each call of it. */
function flowOf({ flows }: Scene, seed: number): () => Promise<unknown> {
  const notes: JournalNote[] = [];
  const journal = {
    read: async () => [...notes],
    note: async (note: JournalNote) => void notes.push(note),
  };
  const plan = {
    book: { ...namelessBook, externalId: `flow/${seed}` },
    files: [
      { role: 'ebook_content', filename: 'text.epub', blob: new Blob([`text of ${seed}`]) },
      { role: 'ebook_cover', filename: 'cover.jpg', blob: new Blob([`cover of ${seed}`]) },
    ],
    isFinalVersion: true,
  } as const;
  return async () => flows.ebook(plan, { journal });
}

/**
 * @returns what must not happen and did: besides all of a random scenario, a file twice or missing, a flow
 *   that does not get through once the faults stop, and a write after it is through
 */
export async function randomFlow(story: RandomFlow): Promise<readonly string[]> {
  const { seed, made, files, inspect } = story;
  const { at, weather } = weatherOf(story);
  const flow = flowOf(at, seed);
  const complaints: string[] = [];
  const ended = { through: false };
  const call = async () => {
    await flow();
    ended.through = true;
    return [];
  };
  for (let round = 1; round <= rounds && !ended.through; round += 1) {
    weather.calm = round === rounds;
    complaints.push(...(await complaintsAbout(at, inspect, { call, calls: 20 })));
    // Work that comes in late has come in by then.
    await new Promise<void>((resolve) => void at.time.after(10_000, resolve));
  }
  if (!ended.through) complaints.push('it never got through');
  const books = await made(`flow/${seed}`);
  if (books.length !== 1) complaints.push(`${books.length} books with one external id`);
  for (const { id } of books) {
    const there = (await files(id)).toSorted().join();
    if (there !== 'cover.jpg,text.epub') complaints.push(`the files ${there}`);
  }
  weather.calm = true;
  // An update that received in late, after the book was published, has made a draft of it: one more call heals that.
  await flow();
  const before = at.requests.length;
  await flow();
  const writes = at.requests.slice(before).filter((each) => !each.call.startsWith('GET'));
  complaints.push(...writes.map((write) => `${write.call} after it was through`));
  complaints.push(...strayRequests(at));
  return complaints.map((complaint) => `flow of seed ${seed}: ${complaint}`);
}
