/** Records random traffic between clients and a service in this process, like a proxy between them. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { apiPrefix } from '../../../src/contract/spec.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { createClock, type SettableClock } from '../../../src/sandbox/replaceable-parts/index.ts';
import type { RecordedExchange } from '../../../src/traffic/recordings/index.ts';
import { createSandboxNetwork, type Network } from '../own-runs/sandbox-network.ts';
import { createUuids, endless } from '../random.ts';
import { createCaller, type KnownBook, parseJson, type TrafficRequest } from './caller.ts';
import { createMoves, makeMoves, type Move } from './moves.ts';

const storageOrigin = 'http://storage.invalid';
const baseUrl = `http://sandbox.invalid${apiPrefix}`;
const start = Date.parse('2026-11-21T08:00:00Z');
/** Longer than the millisecond by which recorders round: calls that overlap must do so in their recording as well. */
const responseMs = 3;

interface TrafficOptions {
  /** The maximum number of moves of each client. */
  readonly moves: number;
  /** More than one client write to the same books at the same time (default: 1). */
  readonly clients?: number;
  /** True if a gateway fails one call in twenty: before the service handles it, after that, or meanwhile. */
  readonly failing?: boolean;
}

/** Traffic with all its random choices. */
export interface Traffic {
  /** The moves of each client. */
  readonly moves: readonly (readonly Move[])[];
  readonly nextHandling: () => Handling;
}

/** How the gateway handles a call. */
interface Handling {
  /** Turns of the event loop before the service receives the call, and after it has handled the call. */
  readonly delays: readonly [number, number];
  readonly failure: Failure | undefined;
}

interface Failure {
  /** Whether the service had handled the call when the caller got the failure, or did so afterwards. */
  readonly isHandled: 'no' | 'before' | 'afterwards';
  readonly status: number;
}

/** With more turns, other calls are answered before the service handles a failed one. */
const lateTurns = 40;

export function createTraffic({ moves, clients = 1, failing = false }: TrafficOptions) {
  const movesOfClient = fc.array(createMoves(start), {
    minLength: 1,
    maxLength: moves,
    size: 'max',
  });
  const turns = fc.nat({ max: clients > 1 ? 5 : 0 });
  const failure = fc.record({
    isHandled: fc.constantFrom('no', 'before', 'afterwards'),
    // 0 stands for a connection that breaks.
    status: fc.constantFrom(0, 429, 502, 503, 504),
  });
  const passes = { weight: 19, arbitrary: fc.constant(undefined) };
  const handling: fc.Arbitrary<Handling> = fc.record({
    delays: fc.tuple(turns, turns),
    failure: failing ? fc.oneof(passes, { weight: 1, arbitrary: failure }) : fc.constant(undefined),
  });
  return fc.record({
    moves: fc.array(movesOfClient, { minLength: clients, maxLength: clients }),
    nextHandling: endless(handling),
  });
}

/** A service in this process that traffic is sent to. */
interface TrafficTarget {
  readonly network: Network;
  readonly keys: readonly string[];
  readonly close?: () => Promise<void>;
}

/** What a service in this process runs on. */
interface Surroundings {
  readonly clock: SettableClock;
  /** The origin of the upload URLs. */
  readonly storageOrigin: string;
}

/** Starts a service without books. */
export type StartService = (surroundings: Surroundings) => TrafficTarget | Promise<TrafficTarget>;

/** Returns a function that starts our sandbox. */
export const startSandbox =
  (readings: Readonly<Record<string, string>> = {}): StartService =>
  async (surroundings) => {
    const sandbox = await createSandbox({ ...surroundings, readings, newId: createUuids(2) });
    const network = createSandboxNetwork(sandbox, surroundings.storageOrigin);
    return { network, keys: sandbox.keys, close: sandbox.close };
  };

/** Sends traffic to a new service. Returns the exchanges in the order of their responses. */
export async function recordTraffic(
  { moves, nextHandling }: Traffic,
  startService: StartService,
): Promise<readonly RecordedExchange[]> {
  const clock = createClock();
  clock.freeze(start);
  const exchanges: RecordedExchange[] = [];
  const service = await startService({ clock, storageOrigin });
  const { network, whenIdle } = wrapInGateway(service.network, nextHandling);
  const note = (exchange: RecordedExchange) =>
    void exchanges.push({ ...exchange, number: exchanges.length + 1 });
  const { advance, betweenJumps } = createClockJumps(clock, whenIdle);
  const send = betweenJumps(createSender(network, clock, note));
  const books: KnownBook[] = [];
  try {
    const key = service.keys[0] ?? '';
    const caller = createCaller({ send, key, advance }, books);
    await Promise.all(moves.map(async (movesOfClient) => makeMoves(caller, movesOfClient)));
  } finally {
    await whenIdle();
    await service.close?.();
  }
  return exchanges;
}

function wrapInGateway(service: Network, nextHandling: () => Handling) {
  const lateCalls = new Set<Promise<unknown>>();
  const network: Network = async (url, request) => {
    const { delays, failure } = nextHandling();
    const forward = async () => {
      await waitTurns(delays[0]);
      const response = await service(url, request);
      await waitTurns(delays[1]);
      return response;
    };
    if (failure === undefined) return forward();
    if (failure.isHandled === 'before') await forward();
    // A service that was busy refuses a call with 429 and does not handle it later.
    if (failure.isHandled === 'afterwards' && failure.status !== 429) {
      const lateCall = waitTurns(lateTurns).then(forward);
      lateCalls.add(lateCall);
      void lateCall.finally(() => lateCalls.delete(lateCall));
    }
    if (failure.status === 0) throw new TypeError('fetch failed: the connection was reset.');
    return { status: failure.status, headers: [], text: async () => '' };
  };
  return { network, whenIdle: async () => Promise.all(lateCalls) };
}

async function waitTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}

type Send = (request: TrafficRequest) => Promise<unknown>;

/** Moves the clock only while no request is in progress: no request takes the twenty minutes of a jump. */
function createClockJumps(clock: SettableClock, whenIdle: () => Promise<unknown>) {
  const inProgress = { requests: 0 };
  let lastJump = Promise.resolve();
  const jump = async (milliseconds: number): Promise<void> => {
    while (inProgress.requests > 0) await nextTurn();
    await whenIdle();
    clock.advance(milliseconds);
  };
  return {
    advance: async (milliseconds: number): Promise<void> => {
      lastJump = lastJump.then(async () => jump(milliseconds));
      await lastJump;
    },
    /** Returns a sender whose requests wait for the jumps before them. */
    betweenJumps:
      (send: Send): Send =>
      async (request) => {
        await lastJump;
        inProgress.requests += 1;
        try {
          return await send(request);
        } finally {
          inProgress.requests -= 1;
        }
      },
  };
}

/** Returns a function that sends a request and records it, also if no response arrives. */
function createSender(
  network: Network,
  clock: SettableClock,
  note: (exchange: RecordedExchange) => void,
): Send {
  return async ({ method, path, headers, body }) => {
    const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
    clock.advance(7);
    const sentAt = clock.now();
    const request = { method, url, headers, ...describeBody(method, body) };
    const finish = (rest: Pick<RecordedExchange, 'response'>) => {
      clock.advance(responseMs);
      note({ sentAt, took: clock.now() - sentAt, request, ...rest });
    };
    try {
      const response = await network(url, { method, headers, ...(body !== undefined && { body }) });
      const text = await response.text();
      const { status } = response;
      finish({ response: { status, headers: Object.fromEntries(response.headers), text } });
      return parseJson(text);
    } catch {
      finish({});
      return undefined;
    }
  };
}

function describeBody(method: string, body: string | undefined) {
  if (body === undefined) return {};
  const size = Buffer.byteLength(body);
  if (method !== 'PUT') return { size, text: body };
  return { size, sha256: createHash('sha256').update(body).digest('hex') };
}
