/** Reads a recording from disk as a stream: a HAR file or JSON Lines, one exchange at a time. */
import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { parseHarEntry, type ReadAttachment } from './har-entry.ts';
import { NotARecording, readPieces } from './read-pieces.ts';
import { largestBody } from './create-exchange.ts';
import { parseJson } from '../../monitor/index.ts';
import { parseExchange, UnreadableEntry, type RecordedExchange } from './recorded-exchange.ts';

export type RecordingFormat = 'har' | 'json lines';

/** Facts about a recording for the user, such as skipped entries or a missing end. */
export interface RecordingNotes {
  /** The number of entries that could be read. */
  entries: number;
  /** The number of entries that could not be read. */
  skipped: number;
  /** The place of the first skipped entry, and the reason. */
  firstSkipped: string | undefined;
  /** The reason why the recording is incomplete; undefined for a complete one. */
  truncated: string | undefined;
  /** False if no request has an API key, because the recorder left them out. */
  hasKeys: boolean;
  /** False if all times are whole seconds. */
  hasFractions: boolean;
  /** False if no response has a body, because the recorder left them out. */
  hasBodies: boolean;
  /** False if no exchange has a number, so that a missing one would go unnoticed. */
  hasNumbers: boolean;
}

/**
 * Detects the format of a file from its first characters.
 * @throws NotARecording if it is empty or has neither format
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

/** Yields the exchanges of a file in the order of the file, and writes problems to `notes`. */
export async function* readRecording(file: string, notes: RecordingNotes) {
  const format = await detectFormat(file);
  const entries = format === 'har' ? readHarEntries(file, notes) : readLines(file, notes);
  for await (const entry of entries) {
    const exchange = parseEntry(entry, notes);
    if (exchange !== undefined) yield exchange;
  }
}

/** Creates notes for a file that has not been read yet. */
export function createNotes(): RecordingNotes {
  return {
    entries: 0,
    skipped: 0,
    firstSkipped: undefined,
    truncated: undefined,
    hasKeys: false,
    hasFractions: false,
    hasBodies: false,
    hasNumbers: false,
  };
}

/** An entry that is not parsed yet, and its place in the file. */
interface UnparsedEntry {
  readonly place: string;
  readonly parse: () => RecordedExchange;
}

function parseEntry({ place, parse }: UnparsedEntry, notes: RecordingNotes) {
  try {
    const exchange = parse();
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
    entries.push({ place: `entry ${count}`, parse: () => parseHarEntry(entry, readAttached) });
  };
  // The recording of a killed process may end within an entry; the entries before it are valid.
  parser.onError = (error) => {
    notes.truncated ??= error.message;
  };
  const onCut = (why: string): void => {
    notes.truncated ??= why;
  };
  for await (const piece of readPieces(file, onCut)) {
    if (notes.truncated !== undefined) return;
    parser.write(piece);
    const completeEntries = entries;
    entries = [];
    yield* completeEntries;
  }
  if (!parser.isEnded) onCut('the file ends before the archive does');
}

/** Returns a reader of the bodies that Playwright writes to files in the archive's folder. */
function createAttachmentReader(archive: string): ReadAttachment {
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
  let [count, cutReason]: [number, string | undefined] = [0, undefined];
  const pieces = readPieces(file, (why) => {
    cutReason = why;
  });
  const input = Readable.from(pieces);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    count += 1;
    if (line.trim() === '') continue;
    notes.truncated = line.trimEnd().endsWith('}') ? undefined : 'the last line is not complete';
    yield { place: `line ${count}`, parse: () => parseExchange(parseLine(line)) };
  }
  notes.truncated = cutReason ?? notes.truncated;
}

/** Parses a line. The parser's own message is not used, because it quotes the line, which may contain a key. */
function parseLine(line: string): unknown {
  const value = parseJson(line);
  if (value === undefined) throw new UnreadableEntry('is not JSON');
  return value;
}
