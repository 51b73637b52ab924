/** The report as a badge: the record that shields.io shows when it is pointed at this file. */
import { count, newDrifts, readOnlyWords, verdictWords } from '../wording/index.ts';
import type { Report } from '../record/index.ts';

/** The endpoint schema of shields.io, version 1. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'red' | 'yellow';
}

/** Says whether there is drift, and how much was proven: neither is worth much without the other. */
export function badge(report: Report): Badge {
  const { exitCode, summary } = report;
  const { must } = summary;
  const drifts = newDrifts(report).length;
  const proven = `${must.proven} of ${must.total} proven`;
  const label = 'distribution contract';
  if (exitCode === 0) {
    const readOnly = readOnlyWords(report) !== undefined;
    const message = `no drift${readOnly ? ', read only' : ''}, ${proven}`;
    return { schemaVersion: 1, label, message, color: readOnly ? 'yellow' : 'brightgreen' };
  }
  if (exitCode !== 1) {
    const { title } = verdictWords(report);
    return { schemaVersion: 1, label, message: `${title}, ${proven}`, color: 'yellow' };
  }
  const words = drifts > 0 ? count(drifts, 'drift') : verdictWords(report).title;
  return { schemaVersion: 1, label, message: `${words}, ${proven}`, color: 'red' };
}
