/** The live line of a run: on a terminal only, and gone before anything else is printed. */
import type { RunEvent } from '../../harness/evidence/index.ts';
import { liveLine, type Shell } from '../shell/index.ts';

export interface Progress {
  readonly hear: (event: RunEvent) => void;
  /** Clears the line for good. */
  readonly end: () => void;
}

/** Makes the progress of a run; silent where stderr is no terminal. */
export function progressOn(shell: Shell): Progress {
  const line = liveLine(shell);
  const seen: Seen = { section: '', requests: 0, drifts: 0, cases: 0, asked: 0, cleaning: '' };
  return {
    hear: (event) => {
      note(seen, event);
      const drifts = seen.drifts === 1 ? '1 drift' : `${seen.drifts} drifts`;
      const where = seen.cleaning || `${seen.asked}/${seen.cases}  ${seen.section}`;
      line.show(`${seen.requests} requests  ${drifts}  ${where}`);
    },
    end: line.end,
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
