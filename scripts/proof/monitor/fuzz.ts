/** Sends random calls to a sandbox in this process and judges every response with the monitor. */
import { createHash } from 'node:crypto';
import { apiPrefix } from '../../../src/contract/spec.ts';
import { createRandom, drawUuid } from '../../random-traffic/random.ts';
import type { Network } from '../../random-traffic/compare-services.ts';
import {
  createWorld,
  observe,
  type CallInFlight,
  type Judgement,
  type ObservedExchange,
  type SentBody,
  type SentRequest,
  type World,
} from '../../../src/monitor/index.ts';
import { createSandbox } from '../../../src/sandbox/index.ts';
import { sandboxNetwork } from '../../own-runs/sandbox-network.ts';
import { createClock, type SettableClock } from '../../../src/sandbox/parts/index.ts';
import { createDraw, type Draw } from './draw.ts';
import { failingGateway, isGatewayFailure } from './failing-gateway.ts';
import { randomCall, type RandomCall } from './random-calls.ts';
import { remember } from './remember.ts';

const storageOrigin = 'http://storage.invalid';
/** The address of the service in the exchanges. */
export const serviceUrl = `http://sandbox.invalid${apiPrefix}`;

export interface FuzzOptions {
  readonly seed: number;
  readonly calls: number;
  readonly readings?: Readonly<Record<string, string>>;
  /** Hears each exchange before it is judged. */
  readonly onExchange?: (exchange: ObservedExchange) => void;
  /** How many calls are under way at once, on the same books. */
  readonly lanes?: number;
  /** The share of calls that a gateway fails, before or after the service took them. */
  readonly failing?: number;
}

export interface FuzzResult {
  readonly drifts: readonly (Judgement & { readonly request: SentRequest })[];
  readonly judgements: number;
  /** Milliseconds of processor time spent in the monitor. */
  readonly judging: number;
}

/** Sends the calls; now and then the service's clock moves on by some seconds. */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { seed, readings = {}, lanes = 1, failing = 0 } = options;
  const clock = createClock();
  clock.freeze();
  const ids = createRandom(seed + 2);
  const newId = (): string => drawUuid(ids);
  const sandbox = await createSandbox({ readings, storageOrigin, clock, newId });
  const network = failingGateway(sandboxNetwork(sandbox, storageOrigin), {
    seed: seed + 1,
    failing,
    shuffles: lanes > 1,
  });
  const draw = createDraw(seed, (offset) =>
    new Date(clock.now() + offset * 86_400_000).toISOString().slice(0, 10),
  );
  const judged = createJudged(options.onExchange);
  const sender = { network, clock, own: sandbox.keys[0] ?? '', judged };
  let left = options.calls;
  try {
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        for (; left > 0; left -= 1) {
          if (draw.chance(0.02)) clock.advance(Math.floor(draw.random() * 30_000));
          await callOnce(draw, sender);
        }
      }),
    );
  } finally {
    await sandbox.close();
  }
  return judged.result();
}

interface Sender {
  readonly network: Network;
  readonly clock: SettableClock;
  readonly own: string;
  readonly judged: ReturnType<typeof createJudged>;
}

async function callOnce(draw: Draw, { network, clock, own, judged }: Sender): Promise<void> {
  const call = randomCall(draw);
  const request = requestOf(call, own);
  const { underWay } = judged;
  clock.advance(2);
  const sentAt = clock.now();
  underWay.add(request);
  const response = await responseTo(call, request, network).catch(() => undefined);
  underWay.delete(request);
  clock.advance(1);
  const answeredAt = clock.now();
  const exchange = judged.hear({ sentAt, answeredAt, request: masked(request), response });
  remember(call, exchange, draw.pool);
}

function createJudged(onExchange: FuzzOptions['onExchange']) {
  const underWay = new Set<CallInFlight>();
  const drifts: (Judgement & { readonly request: SentRequest })[] = [];
  let world: World = createWorld({ lagBy: 'service', startsEmpty: true });
  let [number, judgements, judging] = [0, 0, 0];
  return {
    underWay,
    hear: (answered: Omit<ObservedExchange, 'number' | 'inFlight'>): ObservedExchange => {
      const exchange = { ...answered, number: (number += 1), inFlight: [...underWay] };
      onExchange?.(exchange);
      const began = process.cpuUsage();
      const seen = observe(world, exchange);
      judging += process.cpuUsage(began).user / 1_000;
      world = seen.world;
      judgements += seen.judgements.length;
      const { request } = exchange;
      for (const judgement of seen.judgements)
        if (judgement.verdict === 'drifts' && !isGatewayFailure(judgement))
          drifts.push({ ...judgement, request });
      return exchange;
    },
    result: (): FuzzResult => ({ drifts, judgements, judging }),
  };
}

function requestOf(call: RandomCall, own: string): SentRequest {
  const { method, path, contentType } = call;
  const toStorage = path.startsWith('http');
  const key = { own, wrong: 'no-such-key', none: undefined }[call.key];
  const headers = {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(key === undefined || toStorage ? {} : { apikey: key }),
  };
  return { method, path, toStorage, headers, key: call.key, account: 'own', body: bodyOf(call) };
}

/** The request as a record has it: without the key. */
function masked(request: SentRequest): SentRequest {
  const { apikey, ...headers } = request.headers;
  return { ...request, headers: apikey === undefined ? headers : { ...headers, apikey: '***' } };
}

async function responseTo({ bytes, json }: RandomCall, request: SentRequest, network: Network) {
  const { method, path, toStorage, headers } = request;
  const body = bytes === undefined ? JSON.stringify(json) : new Uint8Array(bytes);
  const received = await network(toStorage ? path : `${serviceUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await received.text();
  return {
    status: received.status,
    headers: Object.fromEntries(received.headers),
    text,
    body: parsed(text),
  };
}

function bodyOf({ bytes, json }: RandomCall): SentBody {
  if (bytes === undefined)
    return json === undefined ? { kind: 'none' } : { kind: 'json', value: json };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'bytes', size: bytes.length, sha256, beginning: bytes.subarray(0, 64) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
