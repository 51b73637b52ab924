/** Finds out which faults the requests of a test suite can see, and how the requests of each operation look. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import { callerFaults, faults as suiteFaults, type Fault } from '../../faults/index.ts';
import { parseJson } from '../../monitor/index.ts';
import type { RecordedRequest } from './record-requests.ts';
import { formatUuid } from '../../sandbox/book/index.ts';
import { createHash } from 'node:crypto';
import { createClock } from '../../sandbox/replaceable-parts/index.ts';
import { createSandbox, type Alteration } from '../../sandbox/index.ts';

export interface VisibleFault {
  readonly fault: Fault;
  /** The operations whose responses it changes. */
  readonly operations: readonly OperationId[];
}

/** Returns the faults that change a response to these requests. Those that break no statement or need another reading are left out. */
export async function findVisibleFaults(
  requests: readonly RecordedRequest[],
  signal: AbortSignal,
  faults: readonly Fault[] = [...suiteFaults, ...callerFaults],
): Promise<readonly VisibleFault[]> {
  const correct = await replayRequests(requests, []);
  const visible: VisibleFault[] = [];
  for (const fault of faults) {
    if (signal.aborted) return visible;
    if (fault.readings !== undefined || fault.breaks.length === 0) continue;
    // A fault with which the replay fails is visible in every response.
    const responses = await replayRequests(requests, [fault]).catch((): readonly string[] => []);
    const changed = requests.filter((_request, index) => responses[index] !== correct[index]);
    const operations = new Set(changed.flatMap(({ operation }) => operation ?? []));
    if (changed.length > 0) visible.push({ fault, operations: [...operations] });
  }
  return visible;
}

/** For each operation, the parameters and fields of its requests, without their values. */
export type RequestShapes = Readonly<Partial<Record<OperationId, readonly string[]>>>;

/** Returns the shapes of all requests. Values are left out, because many tests choose them at random. */
export function describeShapes(requests: readonly RecordedRequest[]): RequestShapes {
  const shapes = new Map<OperationId, Set<string>>();
  for (const { operation, url, body } of requests) {
    if (operation === undefined) continue;
    const names = shapes.get(operation) ?? new Set(['called']);
    shapes.set(operation, names);
    if (operation !== 'putFile') {
      for (const name of new URL(url).searchParams.keys()) names.add(`?${name}`);
    }
    if (typeof body === 'string') for (const name of listFields(parseJson(body))) names.add(name);
  }
  return Object.fromEntries(
    [...shapes].map(([operation, names]) => [operation, [...names].sort()]),
  );
}

/** Returns the paths of all fields of a JSON value, such as `price.currency`. */
function listFields(value: unknown): string[] {
  if (isArray(value)) return value.flatMap(listFields);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    name,
    ...listFields(member).map((inner) => `${name}.${inner}`),
  ]);
}

/** Ids, and upload URLs with the ids in them. */
const tokens =
  /https?:\/\/[^"\s]*\/uploads\/[^"\s]*|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Replays requests one after another, each at its own time, and returns the responses as texts, in which ids are
 * numbered by their first use. The same requests and the same service result in the same texts.
 */
async function replayRequests(
  requests: readonly RecordedRequest[],
  faults: readonly Alteration[],
): Promise<readonly string[]> {
  const clock = createClock();
  let count = 0;
  const newId = () =>
    formatUuid(
      createHash('sha256')
        .update(`id ${(count += 1)}`)
        .digest('hex'),
    );
  const readings = { 'auth.put-with-key': 'works' };
  const sandbox = await createSandbox({ clock, newId, readings, faults, reviewMs: 1_000 });
  const replacements = new Map<string, string>();
  const translate = (text: string) =>
    text.replaceAll(tokens, (token) => replacements.get(token) ?? token);
  const responses: string[] = [];
  try {
    for (const { method, url, isUpload, headers, body, at, responseText } of requests) {
      clock.freeze(at);
      const sent = typeof body === 'string' ? translate(body) : body && new Uint8Array(body);
      const init = {
        method,
        headers,
        ...(sent !== undefined && method !== 'GET' && { body: sent }),
      };
      const request = new Request(translate(url), init);
      const response = await (isUpload ? sandbox.storageFetch(request) : sandbox.fetch(request));
      const text = await response.text();
      learnTokens(replacements, responseText, text);
      const header = (name: string) => response.headers.get(name) ?? '';
      responses.push(`${response.status} ${header('content-type')} ${header('location')}\n${text}`);
    }
  } finally {
    await sandbox.close();
  }
  return numberTokens(responses);
}

/** Pairs the ids and URLs of a recorded response with those of the replayed one, in their order. */
function learnTokens(replacements: Map<string, string>, recorded: string, replayed: string): void {
  const found = replayed.match(tokens) ?? [];
  for (const [index, token] of (recorded.match(tokens) ?? []).entries()) {
    const other = found[index];
    if (other !== undefined && !replacements.has(token)) replacements.set(token, other);
  }
}

/** Replaces ids by numbers. Upload URLs are signed with a secret of the sandbox, so they count as ids, too. */
function numberTokens(texts: readonly string[]): readonly string[] {
  const numbers = new Map<string, number>();
  const getNumber = (token: string): string => {
    const number = numbers.get(token) ?? numbers.size + 1;
    numbers.set(token, number);
    return `#${number}`;
  };
  return texts.map((text) => text.replaceAll(tokens, getNumber));
}
