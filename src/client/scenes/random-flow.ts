/** Runs a flow with random faults until it succeeds, and then once more, which must change nothing. */
import { canary, endless, retryAfterResponse } from './known-faults.ts';
import {
  anyFault,
  watchCall,
  deadlineMs,
  createRandom,
  findStrayRequests,
  type RandomScenario,
} from './random-scenario.ts';
import { namelessBook, createScene, type Scene } from './scene.ts';
import type { JournalNote } from '../uploads/journal.ts';

export interface RandomFlow extends RandomScenario {
  /** Receives the bytes. */
  readonly storage: (request: Request) => Promise<Response>;
  /** Names of the files of a book, as the service has them. */
  readonly files: (id: string) => Promise<readonly string[]>;
}

/** Responds after the storage has received the bytes. */
const afterStoring =
  (answer: () => Response) =>
  async (proceed: () => Promise<Response>): Promise<Response> => {
    await proceed();
    return answer();
  };

/** How the storage fails: before it has the bytes, after that, with its own error, or with a false success. */
const storageFaults = [
  async () => {
    throw new TypeError(`fetch failed ${canary.url}`);
  },
  async (proceed: () => Promise<Response>) => {
    await proceed();
    throw new TypeError(`fetch failed ${canary.url}`);
  },
  async () => new Response('<Code>SlowDown</Code>', { status: 503 }),
  async () => new Response('<Code>AccessDenied</Code>', { status: 403 }),
  async () => new Response(endless(), { status: 403 }),
  async () => Response.redirect(canary.url, 307),
  async () => new Response(null, { status: 200 }),
  async () => retryAfterResponse('soon, in 5', 503),
  afterStoring(() => new Response(endless(), { status: 200 })),
  afterStoring(() => retryAfterResponse('0', 503)),
  afterStoring(() => retryAfterResponse('-5', 503)),
] as const;

const rounds = 8;

/** Creates a client of a service and a storage that fail at random until the faults are stopped. */
function createUnreliableScene({ seed, service, storage, wrap }: RandomFlow) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const state = { faultsStopped: false };
  const isFaulty = () => !state.faultsStopped && random() < 0.2;
  const scene = createScene(service, () => (isFaulty() ? pick(anyFault) : undefined), {
    random,
    deadlineMs,
    timeoutMs: 10_000,
    allowInsecureStorage: true,
    wrap,
    storageFetch: async (url, init) =>
      (wrap?.(sendToStorage, scene.time) ?? sendToStorageByUrl)(url, init),
  });
  const sendToStorage = async (request: Request) => {
    const proceed = async () => scene.time.during(storage(request));
    return (isFaulty() ? pick(storageFaults) : undefined)?.(proceed) ?? proceed();
  };
  const sendToStorageByUrl: typeof fetch = async (url, init) =>
    sendToStorage(new Request(url, init));
  return { at: scene, state };
}

/** Returns a function that runs the flow, with a journal that all its calls share. */
function createFlow({ flows }: Scene, seed: number): () => Promise<unknown> {
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
 * @returns violations: those of a random scenario, a duplicate or missing file, a flow that does not finish once
 *   the faults stop, and a write after it finished
 */
export async function runRandomFlow(story: RandomFlow): Promise<readonly string[]> {
  const { seed, findBooks, files, inspect } = story;
  const { at, state } = createUnreliableScene(story);
  const flow = createFlow(at, seed);
  const complaints: string[] = [];
  const outcome = { finished: false };
  const call = async () => {
    await flow();
    outcome.finished = true;
    return [];
  };
  for (let round = 1; round <= rounds && !outcome.finished; round += 1) {
    state.faultsStopped = round === rounds;
    complaints.push(...(await watchCall(at, inspect, { call, calls: 20 })));
    // Late work has taken effect by then.
    await new Promise<void>((resolve) => void at.time.after(10_000, resolve));
  }
  if (!outcome.finished) complaints.push('the flow never finished');
  const books = await findBooks(`flow/${seed}`);
  if (books.length !== 1) complaints.push(`${books.length} books with one external id`);
  for (const { id } of books) {
    const storedFiles = (await files(id)).toSorted().join();
    if (storedFiles !== 'cover.jpg,text.epub') complaints.push(`the files ${storedFiles}`);
  }
  state.faultsStopped = true;
  // A late update after the publish may have turned the book into a draft: one more call publishes it again.
  await flow();
  const requestsBefore = at.requests.length;
  await flow();
  const writes = at.requests.slice(requestsBefore).filter((each) => !each.call.startsWith('GET'));
  complaints.push(...writes.map((write) => `${write.call} after the flow finished`));
  complaints.push(...findStrayRequests(at));
  return complaints.map((complaint) => `flow of seed ${seed}: ${complaint}`);
}
