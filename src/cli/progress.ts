/** The live line of a run: on a terminal only, and gone before anything else is printed. */
import type { RunEvent } from '../harness/finding.ts';
import type { Shell } from './shell.ts';

export interface Progress {
  readonly hear: (event: RunEvent) => void;
  /** Clears the line for good. */
  readonly end: () => void;
}

/** Milliseconds between two paintings; more often is only flicker. */
const pause = 80;
const clearLine = '\r\u001B[2K';

/** Makes the progress of a run; silent where stderr is no terminal. */
export function progressOn(shell: Shell): Progress {
  if (!shell.errTerminal.isTerminal) return { hear: () => undefined, end: () => undefined };
  const seen = {
    section: '',
    requests: 0,
    drifts: 0,
    cases: 0,
    asked: 0,
    painted: 0,
    cleaning: '',
  };
  const paint = (): void => {
    const now = performance.now();
    if (now - seen.painted < pause) return;
    seen.painted = now;
    const drifts = seen.drifts === 1 ? '1 drift' : `${seen.drifts} drifts`;
    const where = seen.cleaning || `${seen.asked}/${seen.cases}  ${seen.section}`;
    const line = `${seen.requests} requests  ${drifts}  ${where}`;
    shell.err(clearLine + line.slice(0, shell.errTerminal.width - 1));
  };
  return {
    hear: (event) => {
      note(seen, event);
      paint();
    },
    end: () => shell.err(clearLine),
  };
}

interface Seen {
  section: string;
  requests: number;
  drifts: number;
  cases: number;
  asked: number;
  cleaning: string;
}

function note(seen: Seen, event: RunEvent): void {
  switch (event.type) {
    case 'planned':
      seen.cases = event.cases;
      break;
    case 'asking':
      seen.section = event.section;
      seen.asked += 1;
      break;
    case 'exchanged':
      seen.requests += 1;
      break;
    case 'found':
      if (event.finding.verdict === 'drifts') seen.drifts += 1;
      break;
    case 'cleaning':
      seen.cleaning = `removing ${event.books} books`;
      break;
    case 'ended':
      break;
  }
}
