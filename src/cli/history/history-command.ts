/** `bookdist history`: reads history.jsonl and writes a page, a JSON summary and the metrics of the last run. */
import { Command } from 'commander';
import type { Shell } from '../shell/index.ts';
import type { HistoryFlags } from './write-history.ts';

const helpText = `
Every run of verify appends a line to history.jsonl in its --out folder. The page shows proven and
conforming requirements over time, each drift by run (open, fixed or flaky), changed answers, and
operations that became slower by more than their usual variation.

Exit codes: 0 when the files were written, 2 for wrong usage, 3 when the history cannot be read.

Examples
  bookdist history
  bookdist history reports/history.jsonl --out public
  bookdist history nightly.jsonl --target https://staging.example.com/v2/distribution
  bookdist history --metrics /var/lib/node_exporter/bookdist.prom
`;

export function historyCommand(shell: Shell): Command {
  return new Command('history')
    .description('Show what the runs against a service found over time.')
    .argument('[files...]', 'histories to join (default: reports/history.jsonl)')
    .option('--out <dir>', 'folder of history.html and history.json', 'reports')
    .option('--target <address>', 'the service (default: that of the latest run)')
    .option('--metrics <file>', 'write the last run to this file as Prometheus text')
    .addHelpText('after', helpText)
    .action(async (files: readonly string[], flags: HistoryFlags) => {
      const { writeHistory } = await import('./write-history.ts');
      await writeHistory(files, flags, shell);
    });
}
