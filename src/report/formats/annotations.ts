/** Writes a report as GitHub annotations, which are commands on stdout. They name no file, because a drift is not in the user's files. */
import type { FindingRow, Report, StaleRow } from '../record/index.ts';
import { describeDrift } from '../triage/index.ts';
import { selectAdviceDrifts, selectNewDrifts, describeVerdict } from '../wording/index.ts';

/** GitHub shows ten annotations of a kind for a step and silently drops the others. */
const maxAnnotations = 10;

/** Returns a line for each annotation; an empty string if there is none. */
export function writeAnnotations(report: Report): string {
  const lines = [
    ...formatNotes('error', [
      ...selectNewDrifts(report).map(createDriftNote),
      ...(report.stale ?? []).map(createStaleNote),
      ...createIncompleteNotes(report),
    ]),
    ...formatNotes('warning', selectAdviceDrifts(report).map(createDriftNote)),
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
const shownFacts = new Set(['expected', 'actual', 'also', 'run again']);

function createDriftNote(rows: readonly FindingRow[]): Note {
  const { requirement = '', says = '' } = rows[0] ?? {};
  const facts = describeDrift(rows).filter(([label]) => shownFacts.has(label));
  const lines = facts.map(([label, text]) => `${label.padEnd(11)}${text}`);
  return { title: requirement, text: [says, ...lines].join('\n') };
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
