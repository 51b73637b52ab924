/** The formats of a report, each with its name on the command line, its file and its writer. */
import type { Report } from '../record/index.ts';
import {
  formatCount,
  selectNewDrifts,
  describeReadOnly,
  describeNewParts,
  describeVerdict,
} from '../wording/index.ts';
import { writeHar, type RecordedExchanges } from './har.ts';
import { writeMarkdown } from './markdown.ts';

export interface FormatInput {
  readonly report: Report;
  readonly exchanges: RecordedExchanges;
}

interface Format {
  readonly file: string;
  readonly write: (input: FormatInput) => string | Promise<string>;
}

/** All formats, in the order in which they are written. */
export const reportFormats = {
  json: { file: 'report.json', write: ({ report }) => `${JSON.stringify(report, null, 2)}\n` },
  html: {
    file: 'report.html',
    write: async ({ report, exchanges }) =>
      (await import('../page/index.ts')).renderReportPage(report, exchanges.rows()),
  },
  junit: {
    file: 'junit.xml',
    // Loaded on demand: other formats do not need the XML writer.
    write: async ({ report }) => (await import('./junit.ts')).writeJunit(report),
  },
  markdown: { file: 'summary.md', write: ({ report }) => writeMarkdown(report) },
  har: { file: 'exchanges.har', write: ({ report, exchanges }) => writeHar(report, exchanges) },
  badge: { file: 'badge.json', write: ({ report }) => `${JSON.stringify(createBadge(report))}\n` },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof reportFormats;

export function isFormatName(name: string): name is FormatName {
  return Object.hasOwn(reportFormats, name);
}

/** The names of all formats, in the order in which they are written. */
export const formatNames: readonly FormatName[] = Object.keys(reportFormats).filter(isFormatName);

/** The endpoint schema of shields.io, version 1. */
export interface Badge {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'red' | 'yellow';
}

/** Creates the badge. It shows both the drifts and how much was proven, because either alone could mislead. */
export function createBadge(report: Report): Badge {
  const { exitCode, summary } = report;
  const { title } = describeVerdict(report);
  const isReadOnly = describeReadOnly(report) !== undefined;
  const drifts = selectNewDrifts(report).length;
  const create = (subject: string, color: Badge['color']): Badge => {
    const message = `${subject}, ${summary.must.proven} of ${summary.must.total} proven`;
    return { schemaVersion: 1, label: 'distribution contract', message, color };
  };
  if (exitCode === 1) return create(drifts > 0 ? formatCount(drifts, 'drift') : title, 'red');
  if (exitCode !== 0) return create(title, 'yellow');
  const newParts = describeNewParts(report);
  if (newParts !== undefined) return create(`no drift, ${newParts}`, 'yellow');
  return isReadOnly ? create('no drift, read only', 'yellow') : create('no drift', 'brightgreen');
}
