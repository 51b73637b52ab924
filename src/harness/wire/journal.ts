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
export function openJournal(file: string, head: JournalHead): Journal {
  const opened = { yet: existsSync(file) };
  const write = (line: JournalHead | JournalLine): void => {
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  };
  return {
    append: (line) => {
      if (!opened.yet) {
        mkdirSync(dirname(file), { recursive: true });
        write(head);
        opened.yet = true;
      }
      write(line);
    },
    drop: () => {
      rmSync(file, { force: true });
      opened.yet = false;
    },
  };
}

/** The books that are left according to a journal, and the external ids of creates without a response. */
export interface Trail {
  readonly head: JournalHead;
  readonly made: ReadonlyMap<string, string | null>;
  /** Those of them that the second account made. */
  readonly ofSecond: ReadonlySet<string>;
  readonly intended: readonly string[];
}

/** The file is not a journal of a run. */
export class NoJournal extends Error {
  override readonly name = 'NoJournal';
}

/**
 * Reads a journal, even if a kill cut its last line short.
 * @throws NoJournal if the file is missing or not a journal
 */
export function readJournal(file: string): Trail {
  const [first, ...lines] = linesOf(file);
  const head = headOf(first);
  if (head === undefined) throw new NoJournal(`${file} is not a list of books that a run created.`);
  const made = new Map<string, string | null>();
  const intended = new Set<string>();
  const ofSecond = new Set<string>();
  for (const line of lines) {
    const { intends, refused, made: id, removed, externalId, account } = line;
    if (account === 'second' && typeof id === 'string') ofSecond.add(id);
    if (typeof intends === 'string') intended.add(intends);
    if (typeof refused === 'string') intended.delete(refused);
    if (typeof id === 'string') {
      made.set(id, typeof externalId === 'string' ? externalId : null);
      if (typeof externalId === 'string') intended.delete(externalId);
    }
    if (typeof removed === 'string') made.delete(removed);
  }
  return { head, made, ofSecond, intended: [...intended] };
}

function linesOf(file: string): Record<string, unknown>[] {
  if (!existsSync(file)) throw new NoJournal(`There is no file ${file}.`);
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const value = parsed(line);
      return isObject(value) ? [value] : [];
    });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function headOf(line: Record<string, unknown> | undefined): JournalHead | undefined {
  if (line === undefined) return undefined;
  const { run, target, started, host, pid } = line;
  const texts = [run, target, started, host].every((value) => typeof value === 'string');
  if (!texts || typeof pid !== 'number') return undefined;
  return {
    run: String(run),
    target: String(target),
    started: String(started),
    host: String(host),
    pid,
  };
}
