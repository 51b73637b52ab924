/** Reads a recording from disk as a stream: a HAR file or JSON Lines, one exchange at a time. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { JSONParser } from '@streamparser/json';
import { exchangeOfHarEntry } from './har-entry.ts';
import { parseExchange, UnreadableEntry, type RecordedExchange } from './recorded-exchange.ts';

export type RecordingFormat = 'har' | 'json lines';

/** Something about a file that the reader should tell people: entries skipped, or a missing end. */
export interface RecordingNotes {
  /** Entries that could be read. */
  entries: number;
  /** Entries that could not, with the first reason. */
  skipped: number;
  firstSkipped: string | undefined;
  /** Why reading stopped before the end of the file. */
  truncated: string | undefined;
}

/** A file that is not a recording at all. */
export class NotARecording extends Error {}

const pieceSize = 1 << 18;

/**
 * Detects the format of a file by its first characters.
 * @throws NotARecording if it is empty or neither of the two
 */
export async function formatOf(file: string): Promise<RecordingFormat> {
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    const start = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .trimStart();
    if (/^\{\s*"log"\s*:/.test(start)) return 'har';
    if (start.startsWith('{') && start.includes('"request"')) return 'json lines';
    throw new NotARecording(
      `${file} is neither a HAR file (an object that starts with "log") nor JSON Lines of exchanges. See \`bookdist judge --help\`.`,
    );
  } finally {
    await handle.close();
  }
}

/** Yields the exchanges of a file in the order of the file; problems go to `notes`. */
export async function* readRecording(
  file: string,
  notes: RecordingNotes,
): AsyncGenerator<RecordedExchange> {
  const entries =
    (await formatOf(file)) === 'har' ? readHarEntries(file, notes) : readLines(file, notes);
  for await (const read of entries) {
    const exchange = attempt(read, notes);
    if (exchange !== undefined) yield exchange;
  }
}

/** Starts with nothing to report. */
export function createNotes(): RecordingNotes {
  return { entries: 0, skipped: 0, firstSkipped: undefined, truncated: undefined };
}

type ReadEntry = () => RecordedExchange;

function attempt(read: ReadEntry, notes: RecordingNotes): RecordedExchange | undefined {
  try {
    const exchange = read();
    notes.entries += 1;
    return exchange;
  } catch (error) {
    if (!(error instanceof UnreadableEntry) && !(error instanceof SyntaxError)) throw error;
    notes.skipped += 1;
    notes.firstSkipped ??= `entry ${notes.entries + notes.skipped}: ${error.message}`;
    return undefined;
  }
}

async function* readHarEntries(file: string, notes: RecordingNotes): AsyncGenerator<ReadEntry> {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  let found: ReadEntry[] = [];
  parser.onValue = ({ value }) => {
    const entry: unknown = value;
    found.push(() => exchangeOfHarEntry(entry));
  };
  // A recording of a process that was killed ends in the middle; everything before that still counts.
  parser.onError = (error) => {
    notes.truncated ??= error.message;
  };
  for await (const piece of createReadStream(file, { highWaterMark: pieceSize })) {
    if (notes.truncated !== undefined) return;
    parser.write(toBytes(piece));
    const ready = found;
    found = [];
    yield* ready;
  }
  if (!parser.isEnded) notes.truncated ??= 'the file ends before the archive does';
}

function toBytes(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new TypeError('A file stream without an encoding yields bytes.');
}

async function* readLines(file: string, notes: RecordingNotes): AsyncGenerator<ReadEntry> {
  const lines = createInterface({
    input: createReadStream(file, { highWaterMark: pieceSize }),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    notes.truncated = line.trimEnd().endsWith('}') ? undefined : 'the last line is not complete';
    yield () => parseExchange(JSON.parse(line));
  }
}
