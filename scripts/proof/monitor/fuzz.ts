/** Sends random calls to a sandbox in this process and judges every response with the monitor. */
import { createHash } from 'node:crypto';
import { isArray, isObject } from '../../../src/contract/json-pointer.ts';
import { apiPrefix } from '../../../src/contract/spec.ts';
import {
  createWorld,
  observe,
  type Judgement,
  type ObservedExchange,
  type SentBody,
  type World,
} from '../../../src/monitor/index.ts';
import { createSandbox, sandboxNetwork } from '../../../src/sandbox/index.ts';
import { createClock } from '../../../src/sandbox/parts/index.ts';
import { createDraw, type Pool } from './draw.ts';
import { randomCall, type RandomCall } from './random-calls.ts';

const storageOrigin = 'http://storage.invalid';
/** The address of the service in the exchanges. */
export const serviceUrl = `http://sandbox.invalid${apiPrefix}`;

export interface FuzzOptions {
  readonly seed: number;
  readonly calls: number;
  readonly readings?: Readonly<Record<string, string>>;
  /** Hears each exchange before it is judged. */
  readonly onExchange?: (exchange: ObservedExchange) => void;
}

export interface FuzzResult {
  readonly drifts: readonly Judgement[];
  readonly judgements: number;
  /** Milliseconds of processor time spent in the monitor. */
  readonly judging: number;
}

/** Calls one after the other; now and then the service's clock moves on by some seconds. */
export async function fuzz({
  seed,
  calls,
  readings = {},
  onExchange = () => undefined,
}: FuzzOptions): Promise<FuzzResult> {
  const clock = createClock();
  const sandbox = await createSandbox({ readings, storageOrigin, clock });
  const draw = createDraw(seed, (offset) =>
    new Date(clock.now() + offset * 86_400_000).toISOString().slice(0, 10),
  );
  const network = sandboxNetwork(sandbox, storageOrigin);
  const own = sandbox.keys[0] ?? '';
  let world: World = createWorld({ lagBy: 'service', startsEmpty: true });
  let [judgements, judging] = [0, 0];
  const drifts: Judgement[] = [];
  try {
    for (let number = 1; number <= calls; number += 1) {
      if (draw.chance(0.02)) clock.advance(Math.floor(draw.random() * 30_000));
      const call = randomCall(draw);
      const exchange = await send(call, { number, own, network, at: clock.now() });
      remember(call, exchange, draw.pool);
      onExchange(exchange);
      const began = process.cpuUsage();
      const seen = observe(world, exchange);
      judging += process.cpuUsage(began).user / 1_000;
      world = seen.world;
      judgements += seen.judgements.length;
      drifts.push(...seen.judgements.filter(({ verdict }) => verdict === 'drifts'));
    }
  } finally {
    await sandbox.close();
  }
  return { drifts, judgements, judging };
}

interface Sending {
  readonly number: number;
  readonly own: string;
  readonly network: ReturnType<typeof sandboxNetwork>;
  readonly at: number;
}

async function send(call: RandomCall, sending: Sending): Promise<ObservedExchange> {
  const { number, own, network, at } = sending;
  const { method, path, contentType, bytes, json } = call;
  const toStorage = path.startsWith('http');
  const key = { own, wrong: 'no-such-key', none: undefined }[call.key];
  const headers: Record<string, string> = {
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
    ...(key === undefined || toStorage ? {} : { apikey: key }),
  };
  const body = bytes === undefined ? JSON.stringify(json) : new Uint8Array(bytes);
  const response = await network(toStorage ? path : `${serviceUrl}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const request = { method, path, toStorage, headers, key: call.key, account: 'own' };
  return {
    number,
    sentAt: at,
    answeredAt: at,
    request: { ...request, body: bodyOf(call) },
    response: {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      body: parsed(text),
    },
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

/** Keeps the ids and URLs that later calls are drawn from: the latest of each. */
function remember(call: RandomCall, { response }: ObservedExchange, pool: Pool): void {
  if (response === undefined || response.status >= 300) return;
  const { body } = response;
  if (call.path === '/books' && call.method === 'POST') rememberBook(call.json, body, pool);
  if (call.path.endsWith('/upload')) rememberFiles(call, body, pool);
  const file = pool.files.find(({ url }) => url === call.path);
  if (call.method === 'PUT' && file) pool.sent.push(file);
  for (const list of [pool.books, pool.files, pool.sent]) list.splice(0, list.length - 50);
}

function rememberBook(sent: unknown, body: unknown, { books }: Pool): void {
  if (!isObject(sent) || !isObject(body)) return;
  const id = body['bookId'] ?? (isObject(body['data']) ? body['data']['id'] : undefined);
  if (typeof id !== 'string') return;
  books.push({ id, externalId: textOf(sent['externalId']), format: textOf(sent['format']) });
}

function rememberFiles({ path, json }: RandomCall, body: unknown, pool: Pool): void {
  const grants = isArray(body) ? body : isObject(body) ? body['data'] : undefined;
  const sent = (isArray(json) ? json : []).filter(isObject);
  for (const [index, grant] of (isArray(grants) ? grants : []).filter(isObject).entries()) {
    const inner = isObject(grant['attributes']) ? grant['attributes'] : grant;
    const one = sent.find(({ referenceId }) => referenceId === inner['referenceId']) ?? sent[index];
    const hash = textOf(one?.['hashSha256']);
    pool.files.push({
      id: textOf(grant['id']),
      bookId: path.split('/')[2] ?? '',
      url: textOf(inner['url']),
      filename: textOf(one?.['filename']),
      role: textOf(one?.['role']),
      hash,
      bytes: pool.announced.get(hash) ?? Buffer.from('unknown'),
    });
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : 'none';
}
