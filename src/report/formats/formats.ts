/** The formats of a report: the name on the command line, the file, and the writer. */
import type { Report } from '../record/index.ts';
import { badge } from './badge.ts';
import { har, type Recorded } from './har.ts';
import { markdownSummary } from './markdown.ts';

/** The input of every format. */
export interface FormatInput {
  readonly report: Report;
  readonly exchanges: Recorded;
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
    write: async ({ report }) => (await import('./junit.ts')).junit(report),
  },
  markdown: { file: 'summary.md', write: ({ report }) => markdownSummary(report) },
  har: { file: 'exchanges.har', write: ({ report, exchanges }) => har(report, exchanges) },
  badge: { file: 'badge.json', write: ({ report }) => `${JSON.stringify(badge(report))}\n` },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

/** True if a format has this name. */
export function isFormat(name: string): name is FormatName {
  return Object.hasOwn(formats, name);
}

/** The names of all formats, in the order in which they are written. */
export const formatNames: readonly FormatName[] = Object.keys(formats).filter(isFormat);
