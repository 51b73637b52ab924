/** Finds out which faults the requests of a test suite can see, and how the requests of each operation look. */
import { isArray, isObject } from '../../contract/json-pointer.ts';
import type { OperationId } from '../../contract/operations.ts';
import { callerFaults, faults as suiteFaults, type Fault } from '../../faults/index.ts';
import type { RecordedRequest } from './record-requests.ts';
import { replayRequests } from './replay-requests.ts';

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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
