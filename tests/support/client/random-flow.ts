/** Runs flows and walks through lists under random faults: they must end with the right result or throw. */
import { canary, createEndlessBody, retryAfterResponse, brokenPages } from './known-faults.ts';
import {
  requestFaults,
  watchCall,
  deadlineMs,
  findBooks,
  findStrayRequests,
  type RandomScenario,
} from './random-scenario.ts';
import { createRandom } from '../random.ts';
import { createMemoryJournal, createScene, ebook, type Scene } from './scene.ts';

const afterStoring =
  (createResponse: () => Response) =>
  async (store: () => Promise<Response>): Promise<Response> => {
    await store();
    return createResponse();
  };

/** The faults of the storage: connection errors before and after it has the bytes, refusals, and false successes. */
const storageFaults = [
  async () => {
    throw new TypeError(`fetch failed ${canary.url}`);
  },
  async (store: () => Promise<Response>) => {
    await store();
    throw new TypeError(`fetch failed ${canary.url}`);
  },
  async () => new Response('<Code>SlowDown</Code>', { status: 503 }),
  async () => new Response('<Code>AccessDenied</Code>', { status: 403 }),
  async () => new Response(createEndlessBody(), { status: 403 }),
  async () => Response.redirect(canary.url, 307),
  async () => new Response(null, { status: 200 }),
  async () => retryAfterResponse('soon, in 5', 503),
  afterStoring(() => new Response(createEndlessBody(), { status: 200 })),
  afterStoring(() => retryAfterResponse('0', 503)),
  afterStoring(() => retryAfterResponse('-5', 503)),
] as const;

/** The maximum number of calls of the flow. The last call has no faults. */
const rounds = 8;

/** Creates a client with faults for every fifth request to the service and the storage, until they are stopped. */
function createUnreliableScene({ seed, sandbox, wrap }: RandomScenario) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const state = { faultsStopped: false };
  const isFaulty = () => !state.faultsStopped && random() < 0.2;
  const scene = createScene(sandbox.fetch, () => (isFaulty() ? pick(requestFaults) : undefined), {
    random,
    deadlineMs,
    timeoutMs: 10_000,
    allowInsecureStorage: true,
    wrap,
    storageFetch: async (url, init) => (wrap?.(sendToStorage, scene.time) ?? sendByUrl)(url, init),
  });
  const sendToStorage = async (request: Request) => {
    const store = async () => scene.time.trackWork(sandbox.storageFetch(request));
    const fault = isFaulty() ? pick(storageFaults) : undefined;
    return fault === undefined ? store() : fault(store);
  };
  const sendByUrl: typeof fetch = async (url, init) => sendToStorage(new Request(url, init));
  return { scene, state };
}

/** Returns a function that runs the flow, with a journal that all its calls share. */
function createFlow({ flows }: Scene, seed: number): () => Promise<unknown> {
  const journal = createMemoryJournal();
  const plan = {
    book: { ...ebook, externalId: `flow/${seed}` },
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
export async function runRandomFlow(scenario: RandomScenario): Promise<readonly string[]> {
  const { seed, sandbox } = scenario;
  const { scene, state } = createUnreliableScene(scenario);
  const flow = createFlow(scene, seed);
  const violations: string[] = [];
  const outcome = { isFinished: false };
  const call = async () => {
    await flow();
    outcome.isFinished = true;
    return [];
  };
  for (let round = 1; round <= rounds && !outcome.isFinished; round += 1) {
    state.faultsStopped = round === rounds;
    // A flow sends fewer than 20 calls, each with its own deadline.
    violations.push(...(await watchCall(scene, { call, maxCalls: 20 })));
    // By then, all late requests have taken effect.
    await new Promise<void>((resolve) => void scene.time.after(10_000, resolve));
  }
  if (!outcome.isFinished) violations.push('the flow never finished');
  const books = await findBooks(sandbox, `flow/${seed}`);
  if (books.length !== 1) violations.push(`${books.length} books with one external id`);
  for (const { files } of books) {
    const filenames = files
      .map(({ filename }) => filename)
      .toSorted()
      .join();
    if (filenames !== 'cover.jpg,text.epub') violations.push(`the files ${filenames}`);
  }
  state.faultsStopped = true;
  // A late update after the publish may have turned the book into a draft. Another call publishes it again.
  await flow();
  const requestCount = scene.requests.length;
  await flow();
  const calls = scene.requests.slice(requestCount).map((request) => request.call);
  const writes = calls.filter((name) => !name.startsWith('GET'));
  violations.push(...writes.map((write) => `${write} after the flow finished`));
  violations.push(...findStrayRequests(scene));
  return violations.map((violation) => `flow of seed ${seed}: ${violation}`);
}

interface RandomWalk extends RandomScenario {
  /** The ids of all books in the service. */
  readonly allIds: readonly string[];
}

/** Returns a violation if the iteration ended without an error, but did not return every book exactly once. */
export async function runRandomWalk({ seed, sandbox, wrap, allIds }: RandomWalk) {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const pageFaults = brokenPages.map(([, fault]) => fault);
  const faults = [...requestFaults, ...pageFaults];
  // At least half of the faults are broken pages. Most iterations have one or two faults.
  const plan = () => (random() < 0.2 ? pick(random() < 0.5 ? pageFaults : faults) : undefined);
  const { books } = createScene(sandbox.fetch, plan, {
    random,
    deadlineMs,
    timeoutMs: 10_000,
    wrap,
  });
  const perPage = 4 + Math.floor(random() * 8);
  const ids: string[] = [];
  try {
    for await (const { id } of books.list({ perPage })) ids.push(id);
  } catch {
    return [];
  }
  const missingCount = allIds.filter((id) => !ids.includes(id)).length;
  const duplicateCount = ids.length - new Set(ids).size;
  if (missingCount === 0 && duplicateCount === 0) return [];
  return [
    `walk of seed ${seed}: ${missingCount} books are missing and ${duplicateCount} were returned twice, without an error`,
  ];
}
