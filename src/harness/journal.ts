/** The trail of books on disk: a line before each is asked for, after it is made and after it is gone. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export type JournalLine =
  | {
      readonly run: string;
      readonly target: string;
      readonly started: string;
      readonly pid: number;
    }
  | { readonly intends: string | null }
  | { readonly made: string; readonly externalId: string | null }
  | { readonly removed: string };

export interface Journal {
  readonly append: (line: JournalLine) => void;
}

/** A journal that remembers nothing, for targets that vanish with the run. */
export const noJournal: Journal = { append: () => undefined };

/** Opens a journal as JSON lines. Written synchronously: a line must be on disk before its request leaves. */
export function openJournal(file: string): Journal {
  mkdirSync(dirname(file), { recursive: true });
  return { append: (line) => appendFileSync(file, `${JSON.stringify(line)}\n`) };
}
