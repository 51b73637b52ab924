/** Joins histories, and writes their page, summary and metrics. */
import { join } from 'node:path';
import {
  type HistoryLine,
  type HistorySummary,
  formatPrometheus,
  summarizeHistory,
} from '../../report/history/index.ts';
import { renderHistoryPage } from '../../report/page/index.ts';
import { formatHistory } from '../../report/terminal/index.ts';
import { readHistoryFile } from './history-file.ts';
import {
  prepareFile,
  prepareFolder,
  type Shell,
  writeRecord,
  writeText,
  WrongUsage,
} from '../shell/index.ts';

export interface HistoryFlags {
  readonly out: string;
  readonly target?: string;
  readonly metrics?: string;
}

/** Writes history.html, history.json and, with `--metrics`, the metrics of the last run. */
export async function writeHistory(
  fileArguments: readonly string[],
  { out, target, metrics }: HistoryFlags,
  shell: Shell,
): Promise<void> {
  await prepareFolder(out);
  if (metrics !== undefined) await prepareFile(metrics, '--metrics');
  const files = fileArguments.length === 0 ? [join('reports', 'history.jsonl')] : fileArguments;
  const lines = (await Promise.all(files.map(readHistoryFile))).flat();
  const summary = summarize(
    lines.sort((a, b) => a.startedAt.localeCompare(b.startedAt)),
    target,
  );
  const last = summary.runs.at(-1);
  await writeRecord(join(out, 'history.json'), summary);
  await writeText(join(out, 'history.html'), renderHistoryPage(summary));
  if (metrics !== undefined && last !== undefined) await writeText(metrics, formatPrometheus(last));
  shell.out(formatHistory(summary, { ...shell.outTerminal, file: join(out, 'history.html') }));
}

function summarize(lines: readonly HistoryLine[], target: string | undefined): HistorySummary {
  const summary = summarizeHistory(lines, target);
  if (summary !== undefined) return summary;
  const targets = [...new Set(lines.map((line) => line.target))].join(', ');
  throw new WrongUsage(
    targets === ''
      ? 'The history is empty: run bookdist verify first.'
      : `No run against ${target}. The history has ${targets}.`,
  );
}
