/** Yields the exchanges of a file in the order in which they were sent, in bounded memory unless they are far out of order. */
import TinyQueue from 'tinyqueue';
import { readContract } from '../../contract/spec.ts';
import type { RecordedExchange } from './recorded-exchange.ts';
import { readPieces } from './read-pieces.ts';
import {
  detectFormat,
  readRecording,
  type RecordingFormat,
  type RecordingNotes,
} from './read-recording.ts';

/** The number of exchanges kept in memory to put a file in order. */
const defaultWindow = 4096;
/** A window that is enough for most files, and cheaper, because short-lived objects cost the garbage collector little. */
const smallWindow = 64;

/**
 * Reads a recording in sending order. Memory holds `window` exchanges if none is more places away from its position, else
 * all of them.
 */
export async function* readInSendingOrder(
  file: string,
  notes: RecordingNotes,
  window = defaultWindow,
): AsyncGenerator<RecordedExchange> {
  const format = await detectFormat(file);
  const entries = readRecording(file, notes);
  const windows = [Math.min(smallWindow, window), window];
  const sufficientWindow = await scanFile(file, { format, windows, notes });
  const exchanges =
    sufficientWindow === undefined ? sortAll(entries) : reorderWithin(entries, sufficientWindow);
  for await (const exchange of exchanges) {
    notes.hasNumbers ||= exchange.number !== undefined;
    const exchangeWithKey = notes.hasKeys ? exchange : markKeyAsHidden(exchange);
    yield notes.hasFractions ? exchangeWithKey : { ...exchangeWithKey, hasPreciseTimes: false };
  }
}

function compareBySentAt(a: RecordedExchange, b: RecordedExchange): number {
  return a.sentAt - b.sentAt;
}

async function* reorderWithin(entries: AsyncIterable<RecordedExchange>, window: number) {
  const queue = createQueue<object>();
  let position = 0;
  for await (const exchange of entries) {
    queue.push({ exchange, position });
    position += 1;
    if (queue.length > window) yield* yieldFirst(queue);
  }
  while (queue.length > 0) yield* yieldFirst(queue);
}

interface QueuedExchange {
  readonly exchange: RecordedExchange;
  readonly position: number;
}

function createQueue<Extra>(): TinyQueue<QueuedExchange & Extra> {
  return new TinyQueue<QueuedExchange & Extra>(
    [],
    (a, b) => compareBySentAt(a.exchange, b.exchange) || a.position - b.position,
  );
}

function* yieldFirst(queue: TinyQueue<QueuedExchange>): Generator<RecordedExchange> {
  const first = queue.pop();
  if (first !== undefined) yield first.exchange;
}

/** Returns patterns that find times and keys in the text of a file, which is much faster than parsing the file. */
function createPatterns(format: RecordingFormat): { readonly time: RegExp; readonly key: RegExp } {
  const { keyHeader } = readContract();
  if (format === 'har') {
    return {
      time: /"startedDateTime"\s*:\s*"([^"]{10,40})"/g,
      key: new RegExp(`"name"\\s*:\\s*"${keyHeader}"`, 'i'),
    };
  }
  return {
    time: /"sentAt"\s*:\s*"([^"]{10,40})"/g,
    key: new RegExp(`"${keyHeader}"\\s*:`, 'i'),
  };
}

/** In characters: longer than a time with its name, so that a time split between two pieces is found. */
const overlapLength = 120;

interface Scan {
  readonly format: RecordingFormat;
  readonly windows: readonly number[];
  readonly notes: RecordingNotes;
}

/**
 * Returns the smallest of the windows that is large enough to sort the file; undefined if none is.
 * Notes whether there are keys and fractions of seconds. A window that is too large costs only time.
 */
async function scanFile(file: string, { format, windows, notes }: Scan) {
  const { time: timePattern, key: keyPattern } = createPatterns(format);
  let orderChecks = windows.map(createOrderCheck);
  let remainder = '';
  for await (const piece of readPieces(file)) {
    // Latin-1 is fast, and correct for times and names, which are ASCII.
    const text = remainder + piece.toString('latin1');
    notes.hasKeys ||= keyPattern.test(text);
    let end = 0;
    for (const match of text.matchAll(timePattern)) {
      const time = Date.parse(match[1] ?? '');
      notes.hasFractions ||= time % 1000 !== 0;
      orderChecks = orderChecks.filter((orderCheck) => orderCheck.accepts(time));
      end = match.index + match[0].length;
    }
    remainder = text.slice(Math.max(end, text.length - overlapLength));
    if (orderChecks.length === 0 && notes.hasKeys) break;
  }
  return orderChecks[0]?.window;
}

/** Marks a call whose key the recorder left out. A call that really had no key was refused with 401. */
function markKeyAsHidden(exchange: RecordedExchange): RecordedExchange {
  if (exchange.response?.status === 401) return exchange;
  return { ...exchange, request: { ...exchange.request, hidesKey: true } };
}

/** Checks whether a queue of this many times is enough to put all times in order. */
function createOrderCheck(window: number) {
  const queuedTimes = new TinyQueue<number>();
  let lastTime = Number.NEGATIVE_INFINITY;
  const accepts = (time: number): boolean => {
    if (time < lastTime) return false;
    queuedTimes.push(time);
    if (queuedTimes.length > window) lastTime = queuedTimes.pop() ?? lastTime;
    return true;
  };
  return { window, accepts };
}

/** Keeps all exchanges in memory. */
async function* sortAll(entries: AsyncIterable<RecordedExchange>) {
  const exchanges: RecordedExchange[] = [];
  for await (const exchange of entries) exchanges.push(exchange);
  yield* exchanges.sort(compareBySentAt);
}

/** Merges sources that are each in sending order. */
export async function* mergeBySentAt(sources: readonly AsyncGenerator<RecordedExchange>[]) {
  const heads = createQueue<{ readonly source: AsyncGenerator<RecordedExchange> }>();
  const advance = async (source: AsyncGenerator<RecordedExchange>, position: number) => {
    const next = await source.next();
    if (next.done === true) return;
    heads.push({ exchange: { ...next.value, recording: position }, source, position });
  };
  for (const [position, source] of sources.entries()) await advance(source, position);
  for (let head = heads.pop(); head !== undefined; head = heads.pop()) {
    yield head.exchange;
    await advance(head.source, head.position);
  }
}
