/** The formats of a report: their names, files and writers. Annotations name no file, because a drift is not in the user's files. */
import type { Report, StaleRow } from '../record/index.ts';
import { formatCount, isNewDrift, selectNewDrifts, describeVerdict } from '../wording/index.ts';
import { type Cause, describeDrift, groupByCause } from '../triage/index.ts';
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
  ctrf: {
    file: 'ctrf.json',
    write: async ({ report }) => (await import('./test-cases.ts')).writeCtrf(report),
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
  const { conforms, total } = report.summary.must;
  const { title, kind } = describeVerdict(report);
  const drifts = selectNewDrifts(report).length;
  const subject = title
    .replace(/^drift$/, formatCount(drifts, 'drift'))
    .replace(/^conforms/, 'no drift');
  const message = `${subject}, ${conforms} of ${total} met`;
  return { schemaVersion: 1, label: 'distribution contract', message, color: colours[kind] };
}

const colours = { conforms: 'brightgreen', drifts: 'red', unproven: 'yellow' } as const;

/** GitHub shows ten annotations of a kind for a step and silently drops the others. */
const maxAnnotations = 10;

/** Returns a line for each annotation; an empty string if there is none. */
export function writeAnnotations(report: Report): string {
  const lines = [
    ...formatNotes('error', [
      ...groupByCause(report.findings.filter(isNewDrift)).map(createDriftNote),
      ...(report.stale ?? []).map(createStaleNote),
      ...createIncompleteNotes(report),
    ]),
    ...formatNotes(
      'warning',
      groupByCause(report.findings.filter(({ level }) => level === 'should')).map(createDriftNote),
    ),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

interface Note {
  readonly title: string;
  readonly text: string;
}

/** Returns the lines of the annotations. If there are too many, the last line counts the others. */
function formatNotes(kind: 'error' | 'warning', notes: readonly Note[]): string[] {
  if (notes.length <= maxAnnotations) return notes.map((note) => formatCommand(kind, note));
  const hidden = `${notes.length - maxAnnotations + 1} more`;
  const summary = { title: hidden, text: `The report of this run lists ${hidden}.` };
  return [...notes.slice(0, maxAnnotations - 1), summary].map((note) => formatCommand(kind, note));
}

/** The facts of a drift that fit into an annotation. */
const shownFacts = new Set([
  'sent',
  'expected',
  'actual',
  'call',
  'noticed',
  'extent',
  'also',
  'run again',
]);

function createDriftNote({ title, rows, root: { requirement, says } }: Cause): Note {
  const facts = describeDrift(rows).filter(([label]) => shownFacts.has(label));
  const lines = facts.map(([label, text]) => `${label.padEnd(11)}${text}`);
  return { title: `${requirement}: ${title}`, text: [says, ...lines].join('\n') };
}

function createStaleNote({ requirement, fingerprint, why, reason }: StaleRow): Note {
  return { title: requirement, text: `known-drifts.yaml: ${fingerprint} is ${why}. ${reason}` };
}

function createIncompleteNotes(report: Report): Note[] {
  const { exitCode, run, summary } = report;
  if (exitCode < 2) return [];
  const { proven, total } = summary.must;
  const text = run.stoppedBecause ?? `Only ${proven} of ${total} requirements were proven.`;
  return [{ title: describeVerdict(report).title, text }];
}

/** Returns a command. The service's text is escaped, so that it stays on its line and cannot become another command. */
function formatCommand(kind: 'error' | 'warning', { title, text }: Note): string {
  const property = escape(title).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${property}::${escape(text)}`;
}

function escape(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
