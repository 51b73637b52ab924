/** A history on a terminal: what stands out, a line each. */
import type { HistorySummary } from '../history/index.ts';
import { count, cut, minute, plain } from '../wording/index.ts';
import { paint, type Screen } from './paint.ts';

interface HistoryScreen extends Screen {
  /** The path of the page. */
  readonly file: string;
}

/** The summary, ending in a newline. */
export function historyText(summary: HistorySummary, screen: HistoryScreen): string {
  const { runs, target, drifts, slower, changes } = summary;
  const last = runs.at(-1);
  const lines = [
    paint(screen, 'bold', `${plain(target)}   ${count(runs.length, 'run')}`),
    ...drifts.map(({ state, requirement, fingerprint, firstSeen, lastSeen, flakeRate }) => {
      const name = `${requirement} ${fingerprint}`;
      if (state === 'open') return paint(screen, 'red', `✗ ${name} since ${minute(firstSeen)}`);
      if (state === 'fixed')
        return paint(screen, 'green', `✓ ${name} fixed, last shown ${minute(lastSeen)}`);
      return paint(
        screen,
        'yellow',
        `~ ${name} flaky, absent in ${Math.round(100 * flakeRate)} % of the runs`,
      );
    }),
    ...slower.map(({ operation, since, before, after }) =>
      paint(
        screen,
        'yellow',
        `! ${operation} slower since ${minute(since)}: ${Math.round(before)} ms before, ${Math.round(after)} ms after`,
      ),
    ),
    ...(changes.length === 0 ? [] : [`? ${count(changes.length, 'changed answer')}`]),
    `proven ${last?.proven ?? 0} of ${last?.total ?? 0}   of these ${last?.conforms ?? 0} conform   ${screen.file}`,
  ];
  return `${lines.map((line) => cut(line, screen.colour ? screen.width + 10 : screen.width)).join('\n')}\n`;
}
