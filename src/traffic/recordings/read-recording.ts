/** Reads a recording from disk as a stream: a HAR file or JSON Lines, one exchange at a time. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { parseHarEntry, type ReadAttached } from './har-entry.ts';
import { NotARecording, readPieces } from './read-pieces.ts';
import { largestBody } from './unpack-body.ts';
import {
  parseExchange,
  parseJson,
  UnreadableEntry,
  type RecordedExchange,
} from './recorded-exchange.ts';

export type RecordingFormat = 'har' | 'json lines';

/** Something about a file that the reader should tell people: entries skipped, or a missing end. */
export interface RecordingNotes {
  /** Entries that could be read. */
  entries: number;
  /** Entries that could not, with the place of the first one and the reason. */
  skipped: number;
  firstSkipped: string | undefined;
  /** Why reading stopped before the end of the file. */
  truncated: string | undefined;
  /** False if no request has an API key: then the recorder left them out. */
  hasKeys: boolean;
  /** False if all times are whole seconds. */
  hasFractions: boolean;
  /** False if no response has a body, because the recorder was set to leave them out. */
  hasBodies: boolean;
}

/**
 * Detects the format of a file by its first characters.
 * @throws NotARecording if it is empty or neither of the two
 */
export async function detectFormat(file: string): Promise<RecordingFormat> {
  let start = '';
  for await (const piece of readPieces(file)) {
    start = piece.toString('utf8', 0, 65_536).trimStart();
    if (/^\{\s*"log"\s*:/.test(start)) return 'har';
    if (/^\s*\{.*"request"\s*:/m.test(start)) return 'json lines';
    break;
  }
  if (/^\{.*"server":"(service|storage)"/.test(start)) {
    throw new NotARecording(
      `${file} is a request log of the sandbox, which has no bodies. Record with bookdist sandbox --record traffic.jsonl.`,
    );
  }
  if (start === '') throw new NotARecording(`${file} is empty. Did the recorder run to its end?`);
  throw new NotARecording(
    `${file} is neither a HAR file (an object that starts with "log") nor JSON Lines of exchanges with their requests and responses. See \`bookdist judge --help\`.`,
  );
}

/** Yields the exchanges of a file in the order of the file; problems go to `notes`. */
export async function* readRecording(
  file: string,
  notes: RecordingNotes,
): AsyncGenerator<RecordedExchange> {
  const entries =
    (await detectFormat(file)) === 'har' ? readHarEntries(file, notes) : readLines(file, notes);
  for await (const read of entries) {
    const exchange = parseEntry(read, notes);
    if (exchange !== undefined) yield exchange;
  }
}

/** Starts with nothing to report. */
export function createNotes(): RecordingNotes {
  return {
    entries: 0,
    skipped: 0,
    firstSkipped: undefined,
    truncated: undefined,
    hasKeys: false,
    hasFractions: false,
    hasBodies: false,
  };
}

/** An entry that is not checked yet, and its place in the file. */
interface UnparsedEntry {
  readonly place: string;
  readonly read: () => RecordedExchange;
}

function parseEntry(
  { place, read }: UnparsedEntry,
  notes: RecordingNotes,
): RecordedExchange | undefined {
  try {
    const exchange = read();
    notes.entries += 1;
    notes.hasBodies ||= (exchange.response?.text ?? '') !== '';
    return exchange;
  } catch (error) {
    if (!(error instanceof UnreadableEntry)) throw error;
    notes.skipped += 1;
    notes.firstSkipped ??= `${place} ${error.message}`;
    return undefined;
  }
}

async function* readHarEntries(file: string, notes: RecordingNotes): AsyncGenerator<UnparsedEntry> {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  const readAttached = createAttachmentReader(file);
  let [entries, count]: [UnparsedEntry[], number] = [[], 0];
  parser.onValue = ({ value }) => {
    const entry: unknown = value;
    count += 1;
    entries.push({ place: `entry ${count}`, read: () => parseHarEntry(entry, readAttached) });
  };
  // A recording of a process that was killed ends in the middle; everything before that still counts.
  parser.onError = (error) => {
    notes.truncated ??= error.message;
  };
  const onCut = (why: string): void => {
    notes.truncated ??= why;
  };
  for await (const piece of readPieces(file, onCut)) {
    if (notes.truncated !== undefined) return;
    parser.write(piece);
    const ready = entries;
    entries = [];
    yield* ready;
  }
  if (!parser.isEnded) onCut('the file ends before the archive does');
}

/** Reads bodies that Playwright attached: files in the folder of the archive. */
function createAttachmentReader(archive: string): ReadAttached {
  return (name) => {
    const file = join(dirname(archive), basename(name));
    try {
      return statSync(file).size > largestBody ? undefined : readFileSync(file);
    } catch {
      return undefined;
    }
  };
}

async function* readLines(file: string, notes: RecordingNotes): AsyncGenerator<UnparsedEntry> {
  let [count, cut]: [number, string | undefined] = [0, undefined];
  const pieces = readPieces(file, (why) => {
    cut = why;
  });
  const input = Readable.from(pieces);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    count += 1;
    if (line.trim() === '') continue;
    notes.truncated = line.trimEnd().endsWith('}') ? undefined : 'the last line is not complete';
    yield { place: `line ${count}`, read: () => parseExchange(parseLine(line)) };
  }
  notes.truncated = cut ?? notes.truncated;
}

/** The parser's own message would quote the line, which may hold a key. */
function parseLine(line: string): unknown {
  const value = parseJson(line);
  if (value === undefined) throw new UnreadableEntry('is not JSON');
  return value;
}
