/** The journal of created books on disk: a line before each create, after it, and after its removal. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../contract/json-pointer.ts';

/** The run that the books belong to; written before the first create. */
export interface JournalHead {
  readonly run: string;
  /** Origin and prefix of the service. */
  readonly target: string;
  /** ISO 8601 in UTC. */
  readonly started: string;
  readonly host: string;
  readonly pid: number;
}

export type JournalLine =
  | { readonly intends: string | null }
  /** The service refused the create, so nothing is left of it. */
  | { readonly refused: string }
  | {
      readonly made: string;
      readonly externalId: string | null;
      readonly account?: 'second';
    }
  | { readonly removed: string };

export interface Journal {
  readonly append: (line: JournalLine) => void;
  /** Deletes the file if none of its books is left on the service. */
  readonly drop: () => void;
}

/** A journal that records nothing, for targets that end with the run. */
export const noJournal: Journal = { append: () => undefined, drop: () => undefined };

/**
 * Opens a journal as JSON lines. It is written synchronously: a line must be on disk before its request
 * is sent. A run that creates no book leaves no file.
 */
export function startJournal(file: string, head: JournalHead): Journal {
  const state = { isOpen: existsSync(file) };
  const write = (line: JournalHead | JournalLine): void => {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  return {
    append: (line) => {
      if (!state.isOpen) {
        mkdirSync(dirname(file), { recursive: true });
        write(head);
        state.isOpen = true;
      }
      write(line);
    },
    drop: () => {
      rmSync(file, { force: true });
      state.isOpen = false;
    },
  };
}

/** The books that are left according to a journal, and the external ids of creates without a response. */
export interface JournalContent {
  readonly head: JournalHead;
  readonly createdBooks: ReadonlyMap<string, string | null>;
  /** The ids of those that the second account created. */
  readonly secondAccountBooks: ReadonlySet<string>;
  readonly pendingExternalIds: readonly string[];
}

/** The file is not a journal of a run. */
export class InvalidJournal extends Error {
  override readonly name = 'InvalidJournal';
}

/**
 * Reads a journal, even if a kill cut its last line short.
 * @throws InvalidJournal if the file is missing or not a journal
 */
export function readJournal(file: string): JournalContent {
  const [firstLine, ...lines] = readLines(file);
  const head = parseHead(firstLine);
  if (head === undefined)
    throw new InvalidJournal(`${file} is not a list of books that a run created.`);
  const createdBooks = new Map<string, string | null>();
  const pendingIds = new Set<string>();
  const secondAccountBooks = new Set<string>();
  for (const line of lines) {
    const { intends, refused, made: id, removed, externalId, account } = line;
    if (account === 'second' && typeof id === 'string') secondAccountBooks.add(id);
    if (typeof intends === 'string') pendingIds.add(intends);
    if (typeof refused === 'string') pendingIds.delete(refused);
    if (typeof id === 'string') {
      createdBooks.set(id, typeof externalId === 'string' ? externalId : null);
      if (typeof externalId === 'string') pendingIds.delete(externalId);
    }
    if (typeof removed === 'string') createdBooks.delete(removed);
  }
  return { head, createdBooks, secondAccountBooks, pendingExternalIds: [...pendingIds] };
}

function readLines(file: string): Record<string, unknown>[] {
  if (!existsSync(file)) throw new InvalidJournal(`There is no file ${file}.`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const value = parseLine(line);
      return isObject(value) ? [value] : [];
    });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function parseHead(line: Record<string, unknown> = {}): JournalHead | undefined {
  const { run, target, started, host, pid } = line;
  const areStrings = [run, target, started, host].every((value) => typeof value === 'string');
  if (!areStrings || typeof pid !== 'number') return undefined;
  const names = { run: String(run), target: String(target), host: String(host) };
  return { ...names, started: String(started), pid };
}
