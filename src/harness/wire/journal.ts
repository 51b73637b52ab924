/** The trail of books on disk: a line before each is asked for, after it is made and after it is gone. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../contract/json-pointer.ts';

/** Whose books these are: written before the first of them is asked for. */
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
  /** The service said no, so nothing is left of it. */
  | { readonly refused: string }
  | { readonly made: string; readonly externalId: string | null }
  | { readonly removed: string };

export interface Journal {
  readonly append: (line: JournalLine) => void;
  /** Takes the file away, once nothing of it is left on the service. */
  readonly drop: () => void;
}

/** A journal that remembers nothing, for targets that vanish with the run. */
export const noJournal: Journal = { append: () => undefined, drop: () => undefined };

/**
 * Opens a journal as JSON lines. Written synchronously: a line must be on disk before its request
 * leaves. A run that makes no book leaves no file.
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

/** What a journal says is left: books that were made, and external ids whose answer never came. */
export interface Trail {
  readonly head: JournalHead;
  readonly made: ReadonlyMap<string, string | null>;
  readonly intended: readonly string[];
}

/** A file that is no journal of a run. */
export class NoJournal extends Error {
  override readonly name = 'NoJournal';
}

/**
 * Reads a journal, also one whose last line a kill cut short.
 * @throws NoJournal when the file is missing or something else
 */
export function readJournal(file: string): Trail {
  const [first, ...lines] = linesOf(file);
  const head = headOf(first);
  if (head === undefined) throw new NoJournal(`${file} is no list of books that a run made.`);
  const made = new Map<string, string | null>();
  const intended = new Set<string>();
  for (const line of lines) {
    const { intends, refused, made: id, removed, externalId } = line;
    if (typeof intends === 'string') intended.add(intends);
    if (typeof refused === 'string') intended.delete(refused);
    if (typeof id === 'string') {
      made.set(id, typeof externalId === 'string' ? externalId : null);
      if (typeof externalId === 'string') intended.delete(externalId);
    }
    if (typeof removed === 'string') made.delete(removed);
  }
  return { head, made, intended: [...intended] };
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
