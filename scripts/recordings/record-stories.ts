/** Records random stories of the client, both at the client and at the service. */
import { inspect } from 'node:util';
import { runRandomFlow } from '../../src/client/scenes/random-flow.ts';
import { runRandomScenario } from '../../src/client/scenes/random-scenario.ts';
import { runRandomWalk } from '../../src/client/scenes/random-walk.ts';
import type { WrapFetch } from '../../src/client/scenes/scene.ts';
import { canary } from '../../src/client/scenes/known-faults.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import {
  failedBeforeSending,
  maskSecrets,
  type RecordedExchange,
  recordRequest,
  recordResponse,
} from '../../src/traffic/recordings/index.ts';

export interface RecordedStory {
  readonly name: string;
  /** JSON Lines of what the client sent and received, faults of the network included. */
  readonly atClient: string;
  /** JSON Lines of what the service received and sent. */
  readonly atService: string;
}

type Service = (request: Request) => Promise<Response>;

type Story = (
  setup: Recorders & { readonly sandbox: Sandbox; readonly seed: number },
) => Promise<unknown>;

interface Recorders {
  readonly wrap: WrapFetch;
  readonly serve: (service: Service) => Service;
}

const inspectError = (error: unknown): string => inspect(error, { depth: 9 });

const stories: Readonly<Record<string, Story>> = {
  scenario: async ({ sandbox, seed, wrap, serve }) =>
    runRandomScenario({
      seed,
      wrap,
      service: serve(sandbox.fetch),
      findBooks: createBookFinder(sandbox),
      inspect: inspectError,
    }),
  flow: async ({ sandbox, seed, wrap, serve }) =>
    runRandomFlow({
      seed,
      wrap,
      service: serve(sandbox.fetch),
      storage: serve(sandbox.storageFetch),
      findBooks: createBookFinder(sandbox),
      listFiles: async (id) =>
        (await sandbox.books())
          .find((book) => book.id === id)
          ?.files.map((file) => file.filename) ?? [],
      inspect: inspectError,
    }),
  walk: async ({ sandbox, seed, wrap, serve }) =>
    runRandomWalk({ seed, wrap, service: serve(sandbox.fetch), allIds: [] }),
};

function createBookFinder(sandbox: Sandbox) {
  return async (externalId: string) =>
    (await sandbox.books()).filter((book) => book.externalId === externalId);
}

/** Yields the stories of this many seeds. */
export async function* recordStories(seeds: number): AsyncGenerator<RecordedStory> {
  const readings = { 'create.duplicate-external-id': 'accepted' };
  const sandbox = await createSandbox({ key: canary.apiKey, readings });
  try {
    for (let seed = 0; seed < seeds; seed += 1) {
      for (const [name, run] of Object.entries(stories)) {
        const [client, service] = [createRecorder(), createRecorder()];
        const wrap: WrapFetch = (fetchIt, time) =>
          recordFetch(fetchIt, { ...time, note: client.note });
        const serve = (fetchIt: Service) =>
          recordFetch(fetchIt, { ...realTime, note: service.note });
        await run({ sandbox, seed, wrap, serve });
        yield { name: `${name} ${seed}`, atClient: client.text(), atService: service.text() };
      }
    }
  } finally {
    await sandbox.close();
  }
}

function createRecorder() {
  const lines: string[] = [];
  return {
    note: (exchange: RecordedExchange): void => {
      lines.push(JSON.stringify(maskSecrets({ ...exchange, number: lines.length + 1 })));
    },
    text: () => `${lines.join('\n')}\n`,
  };
}

interface Recording {
  readonly now: () => number;
  /** Stops the clock of a story during this work. */
  readonly trackWork: <T>(work: Promise<T>) => Promise<T>;
  readonly note: (exchange: RecordedExchange) => void;
}

const realTime = {
  now: () => performance.timeOrigin + performance.now(),
  trackWork: async <T>(work: Promise<T>) => work,
};

/** The recording omits bodies that take longer, because some stall or never end. */
const maxBodyMs = 50;

function recordFetch(
  fetchIt: (request: Request) => Response | Promise<Response>,
  { now, trackWork, note }: Recording,
) {
  return async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const sent = await trackWork(recordRequest(request.clone()));
    const sentAt = now();
    const finish = (end: Pick<RecordedExchange, 'response' | 'sent'>): void =>
      note({ sentAt, took: now() - sentAt, request: sent, ...end });
    try {
      const response = await fetchIt(request);
      const end = new AbortController();
      // Unlike AbortSignal.timeout, this keeps the process alive while a body stalls.
      const timer = setTimeout(() => end.abort(), maxBodyMs);
      const recording = recordResponse(response.clone(), end.signal)
        .catch(() => undefined)
        .finally(() => clearTimeout(timer));
      const received = await trackWork(recording);
      finish(received === undefined ? {} : { response: received });
      return response;
    } catch (error) {
      finish(failedBeforeSending(error) ? { sent: false } : {});
      throw error;
    }
  };
}
