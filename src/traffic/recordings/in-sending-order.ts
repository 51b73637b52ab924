/** Yields the exchanges of a file in the order in which they were sent, in bounded memory. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import TinyQueue from 'tinyqueue';
import type { RecordedExchange } from './recorded-exchange.ts';
import { readPieces } from './read-pieces.ts';
import {
  detectFormat,
  readRecording,
  type RecordingFormat,
  type RecordingNotes,
} from './read-recording.ts';

/** Exchanges kept in memory while a file is put in order. */
const defaultWindow = 4096;
/** Enough for most files: an exchange that is kept only briefly costs the garbage collector little. */
const smallWindow = 64;

/**
 * Reads a recording in sending order. A file that is in order, or nearly so, is read once; only a
 * file whose entries are further apart than `window` is sorted through temporary files.
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
  const ordered =
    sufficientWindow === undefined
      ? sortThroughFiles(entries, window)
      : reorderWithin(entries, sufficientWindow);
  for await (const exchange of ordered) {
    const exchangeWithKey = notes.hasKeys ? exchange : markKeyAsHidden(exchange);
    yield notes.hasFractions ? exchangeWithKey : { ...exchangeWithKey, ordered: false };
  }
}

function compareBySentAt(one: RecordedExchange, other: RecordedExchange): number {
  return one.sentAt - other.sentAt;
}

async function* reorderWithin(
  entries: AsyncIterable<RecordedExchange>,
  window: number,
): AsyncGenerator<RecordedExchange> {
  const queue = createQueue<object>();
  let position = 0;
  for await (const exchange of entries) {
    queue.push({ exchange, position });
    position += 1;
    if (queue.length > window) yield* popOne(queue);
  }
  while (queue.length > 0) yield* popOne(queue);
}

/** An exchange with its place among those that were sent at the same time. */
interface QueuedExchange {
  readonly exchange: RecordedExchange;
  readonly position: number;
}

function createQueue<Extra>(): TinyQueue<QueuedExchange & Extra> {
  return new TinyQueue<QueuedExchange & Extra>(
    [],
    (one, other) => compareBySentAt(one.exchange, other.exchange) || one.position - other.position,
  );
}

function* popOne(queue: TinyQueue<QueuedExchange>): Generator<RecordedExchange> {
  const first = queue.pop();
  if (first !== undefined) yield first.exchange;
}

/** The facts that are read from the text of a file, which is much faster than parsing it. */
const patterns: Readonly<Record<RecordingFormat, { readonly time: RegExp; readonly key: RegExp }>> =
  {
    har: {
      time: /"startedDateTime"\s*:\s*"([^"]{10,40})"/g,
      key: /"name"\s*:\s*"apikey"/i,
    },
    'json lines': { time: /"sentAt"\s*:\s*"([^"]{10,40})"/g, key: /"apikey"\s*:/i },
  };

/** Longer than a time with its name, so that none is missed between two pieces. */
const overlap = 120;

interface Scan {
  readonly format: RecordingFormat;
  readonly windows: readonly number[];
  readonly notes: RecordingNotes;
}

/**
 * Returns the smallest of the windows that puts the file in order; undefined if none does. Notes
 * whether there are keys and fractions of seconds. A window that is too large costs only time.
 */
async function scanFile(
  file: string,
  { format, windows, notes }: Scan,
): Promise<number | undefined> {
  const { time: timePattern, key: keyPattern } = patterns[format];
  let orderChecks = windows.map(createOrderCheck);
  let rest = '';
  for await (const piece of readPieces(file)) {
    const text = rest + piece.toString('latin1');
    notes.hasKeys ||= keyPattern.test(text);
    let end = 0;
    for (const match of text.matchAll(timePattern)) {
      const time = Date.parse(match[1] ?? '');
      notes.hasFractions ||= time % 1000 !== 0;
      orderChecks = orderChecks.filter((orderCheck) => orderCheck.accepts(time));
      end = match.index + match[0].length;
    }
    rest = text.slice(Math.max(end, text.length - overlap));
    if (orderChecks.length === 0 && notes.hasKeys) break;
  }
  return orderChecks[0]?.window;
}

/** A call without a key is refused with 401; one that was not had a key that the recorder left out. */
function markKeyAsHidden(exchange: RecordedExchange): RecordedExchange {
  if (exchange.response?.status === 401) return exchange;
  return { ...exchange, request: { ...exchange.request, hidesKey: true } };
}

/** Returns whether the times come out in order if this many of them wait. */
function createOrderCheck(window: number) {
  const waiting = new TinyQueue<number>();
  let latest = Number.NEGATIVE_INFINITY;
  const accepts = (time: number): boolean => {
    if (time < latest) return false;
    waiting.push(time);
    if (waiting.length > window) latest = waiting.pop() ?? latest;
    return true;
  };
  return { window, accepts };
}

/** Writes sorted runs of `window` exchanges to temporary files and merges them. */
async function* sortThroughFiles(
  entries: AsyncIterable<RecordedExchange>,
  window: number,
): AsyncGenerator<RecordedExchange> {
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-judge-'));
  try {
    const runs: string[] = [];
    let open: RecordedExchange[] = [];
    const close = async (): Promise<void> => {
      const file = join(folder, `${runs.length}.jsonl`);
      await writeRun(file, open.sort(compareBySentAt));
      runs.push(file);
      open = [];
    };
    for await (const exchange of entries) {
      open.push(exchange);
      if (open.length === window) await close();
    }
    if (open.length > 0) await close();
    yield* mergeBySentAt(runs.map(readRun));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeRun(file: string, run: readonly RecordedExchange[]): Promise<void> {
  const stream = createWriteStream(file, { mode: 0o600 });
  for (const exchange of run) {
    if (!stream.write(`${JSON.stringify(exchange)}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

async function* readRun(file: string): AsyncGenerator<RecordedExchange> {
  const lines = createInterface({ input: createReadStream(file) });
  for await (const line of lines) {
    const exchange: unknown = JSON.parse(line);
    if (isOwnExchange(exchange)) yield exchange;
  }
}

/** Only `writeRun` writes these files. */
function isOwnExchange(value: unknown): value is RecordedExchange {
  return typeof value === 'object' && value !== null;
}

/** Merges sources that are each in sending order. */
export async function* mergeBySentAt(
  sources: readonly AsyncGenerator<RecordedExchange>[],
): AsyncGenerator<RecordedExchange> {
  const heads = createQueue<{ readonly source: AsyncGenerator<RecordedExchange> }>();
  const advance = async (
    source: AsyncGenerator<RecordedExchange>,
    position: number,
  ): Promise<void> => {
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
