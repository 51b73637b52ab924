/** Records random traffic to an in-process sandbox, like a proxy in front of it. */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isArray, isObject, type Json } from '../../../src/contract/json-pointer.ts';
import { apiPrefix } from '../../../src/contract/spec.ts';
import { createRandom, drawUuid } from '../../random-traffic/random.ts';
import { driveTraffic } from '../../random-traffic/traffic.ts';
import type { Network } from '../../random-traffic/compare-services.ts';
import type {
  KnownBook,
  TrafficOptions,
  TrafficRequest,
} from '../../random-traffic/traffic-calls.ts';
import type { ObservedExchange } from '../../../src/monitor/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { createSandboxNetwork } from '../../own-runs/sandbox-network.ts';
import { createClock, type SettableClock } from '../../../src/sandbox/parts/index.ts';
import { createLiveListener } from '../../../src/traffic/index.ts';
import { wrapInGateway } from './failing-gateway.ts';

const storageOrigin = 'http://storage.invalid';
const baseUrl = `http://sandbox.invalid${apiPrefix}`;

export interface TrafficChoice {
  readonly seed: number;
  /** The number of moves; each sends up to a dozen requests. */
  readonly moves: number;
  readonly readings?: Readonly<Record<string, string>>;
  /** The number of clients that write at the same time, each to its own books unless they share them. */
  readonly clients?: number;
  readonly sharesBooks?: boolean;
  /** The share of calls that are spoiled. */
  readonly oddShare?: number;
  /** The share of calls that fail in the gateway, before or after the service has handled them. */
  readonly failureShare?: number;
}

/** Returns the exchanges with a correct service, in the order of their responses. */
export async function recordTraffic(choice: TrafficChoice): Promise<readonly ObservedExchange[]> {
  const history: ObservedExchange[] = [];
  await driveRecordedTraffic(choice, (exchange) => history.push(exchange));
  return history;
}

/** Sends traffic, and calls `onExchange` after each response. */
export async function driveRecordedTraffic(
  choice: TrafficChoice,
  onExchange: Parameters<typeof createLiveListener>[0],
): Promise<void> {
  const { seed, moves, readings = {}, clients = 1, sharesBooks = false, oddShare } = choice;
  const clock = createClock();
  clock.freeze();
  const ids = createRandom(seed + 2);
  const newId = (): string => drawUuid(ids);
  const sandbox = await createSandbox({ readings, storageOrigin, clock, newId });
  const listener = createLiveListener(onExchange);
  const gateway = { ...choice, shuffles: sharesBooks };
  const network = wrapInGateway(createSandboxNetwork(sandbox, storageOrigin), gateway);
  const books: KnownBook[] = [];
  const jumps = createClockJumps(clock);
  try {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        const options: TrafficOptions = {
          send: jumps.betweenJumps(createRecordingSender(network, clock, listener)),
          key: sandbox.keys[0] ?? '',
          random: createRandom(seed * 100 + client),
          now: clock.now,
          advance: jumps.advance,
          ...(oddShare !== undefined && { oddShare }),
          ...(sharesBooks && { books }),
        };
        return driveTraffic(options, moves);
      }),
    );
  } finally {
    await sandbox.close();
  }
}

/** Moves the clock only while no request is under way: no request takes the twenty minutes of a jump. */
function createClockJumps(clock: SettableClock) {
  const open = { requests: 0 };
  let lastJump = Promise.resolve();
  const jump = async (milliseconds: number): Promise<void> => {
    while (open.requests > 0) await nextTurn();
    clock.advance(milliseconds);
  };
  return {
    advance: async (milliseconds: number): Promise<void> => {
      lastJump = lastJump.then(async () => jump(milliseconds));
      await lastJump;
    },
    /** Returns a sender whose requests wait for the jumps that were asked for before them. */
    betweenJumps:
      (send: TrafficOptions['send']): TrafficOptions['send'] =>
      async (request) => {
        await lastJump;
        open.requests += 1;
        try {
          return await send(request);
        } finally {
          open.requests -= 1;
        }
      },
  };
}

function createRecordingSender(
  network: Network,
  clock: SettableClock,
  listener: ReturnType<typeof createLiveListener>,
) {
  return async (request: TrafficRequest): Promise<Json> => {
    const { method, path, headers, body } = request;
    const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
    clock.advance(7);
    const sentAt = clock.now();
    const recordedRequest = { method, url, headers, ...describeBody(request) };
    const endExchange = listener.start(recordedRequest);
    const record = (response?: { status: number; headers: Record<string, string>; text: string }) =>
      endExchange({
        sentAt,
        took: clock.now() - sentAt,
        request: recordedRequest,
        ...(response && { response }),
      });
    try {
      const response = await network(url, { method, headers, ...(body !== undefined && { body }) });
      const text = await response.text();
      clock.advance(1);
      record({ status: response.status, headers: Object.fromEntries(response.headers), text });
      return parseJson(text);
    } catch {
      clock.advance(1);
      record();
      return null;
    }
  };
}

function describeBody({ method, body }: TrafficRequest) {
  if (body === undefined) return {};
  if (method !== 'PUT') return { text: body };
  return { size: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}

function parseJson(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) || isArray(value) ? value : null;
  } catch {
    return null;
  }
}
