/** The formats of a report: the name on the command line, the file, and the writer. */
import type { Report } from '../record/index.ts';
import {
  formatCount,
  selectNewDrifts,
  describeReadOnly,
  describeVerdict,
} from '../wording/index.ts';
import { writeHar, type RecordedExchanges } from './har.ts';
import { markdownSummary } from './markdown.ts';

/** The input of every format. */
export interface FormatInput {
  readonly report: Report;
  readonly exchanges: RecordedExchanges;
}

interface Format {
  readonly file: string;
  readonly write: (input: FormatInput) => string | Promise<string>;
}

/** The formats, `report.json` first: the others are written from it and from the exchanges next to it. */
export const formats = {
  json: { file: 'report.json', write: ({ report }) => `${JSON.stringify(report, null, 2)}\n` },
  html: {
    file: 'report.html',
    write: async ({ report, exchanges }) =>
      (await import('../page/index.ts')).reportPage(report, exchanges.rows()),
  },
  junit: {
    file: 'junit.xml',
    // Loaded on demand: other formats do not need the XML writer.
    write: async ({ report }) => (await import('./junit.ts')).writeJunit(report),
  },
  markdown: { file: 'summary.md', write: ({ report }) => markdownSummary(report) },
  har: { file: 'exchanges.har', write: ({ report, exchanges }) => writeHar(report, exchanges) },
  badge: { file: 'badge.json', write: ({ report }) => `${JSON.stringify(createBadge(report))}\n` },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

/** Returns true if a format has this name. */
export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/** The names of all formats, in the order in which they are written. */
export const formatNames: readonly FormatName[] = Object.keys(formats).filter(isFormatName);

/** The endpoint schema of shields.io, version 1. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'red' | 'yellow';
}

/** Says whether there is drift, and how much was proven: neither is worth much without the other. */
export function createBadge(report: Report): Badge {
  const { exitCode, summary } = report;
  const { must } = summary;
  const drifts = selectNewDrifts(report).length;
  const proven = `${must.proven} of ${must.total} proven`;
  const label = 'distribution contract';
  if (exitCode === 0) {
    const readOnly = describeReadOnly(report) !== undefined;
    const message = `no drift${readOnly ? ', read only' : ''}, ${proven}`;
    return { schemaVersion: 1, label, message, color: readOnly ? 'yellow' : 'brightgreen' };
  }
  if (exitCode !== 1) {
    const { title } = describeVerdict(report);
    return { schemaVersion: 1, label, message: `${title}, ${proven}`, color: 'yellow' };
  }
  const subject = drifts > 0 ? formatCount(drifts, 'drift') : describeVerdict(report).title;
  return { schemaVersion: 1, label, message: `${subject}, ${proven}`, color: 'red' };
}
