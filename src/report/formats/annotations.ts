/** The report as annotations of GitHub: commands on stdout. They name no file, because a drift is not in the user's files. */
import type { Report, StaleRow } from '../record/index.ts';
import { type Drifting, driftsOfAdvice, newDrifts, verdictWords } from '../wording/index.ts';

/** GitHub shows ten annotations of a kind for a step and silently drops the others. */
const shown = 10;

/** Returns one line for each annotation; empty if there is none. */
export function annotations(report: Report): string {
  const lines = [
    ...ofKind('error', [
      ...newDrifts(report).map(driftNote),
      ...(report.stale ?? []).map(staleNote),
      ...unansweredNotes(report),
    ]),
    ...ofKind('warning', driftsOfAdvice(report).map(driftNote)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

interface Note {
  readonly title: string;
  readonly text: string;
}

/** The drifts that are shown, and a last line that counts the others. */
function ofKind(kind: 'error' | 'warning', notes: readonly Note[]): string[] {
  if (notes.length <= shown) return notes.map((note) => command(kind, note));
  const rest = notes.length - shown + 1;
  const others = { title: `${rest} more`, text: `The report of this run lists ${rest} more.` };
  return [...notes.slice(0, shown - 1), others].map((note) => command(kind, note));
}

function driftNote({ first, others }: Drifting): Note {
  const { requirement, says, expected, actual, again } = first;
  const text = [says, `expected  ${expected}`, `actual    ${actual}`, again];
  if (others > 0) text.push(`and ${others} more of this requirement, in the report`);
  return { title: requirement, text: text.join('\n') };
}

function staleNote({ requirement, fingerprint, why, reason }: StaleRow): Note {
  const text = `known-drifts.yaml: ${fingerprint} is ${why}. ${reason}`;
  return { title: requirement, text };
}

function unansweredNotes(report: Report): Note[] {
  const { exitCode, run, summary } = report;
  if (exitCode < 2) return [];
  const { proven, total } = summary.must;
  const text = run.stoppedBecause ?? `Only ${proven} of ${total} requirements were proven.`;
  return [{ title: verdictWords(report).title, text }];
}

/** Escapes text of the service so that it stays on its line and cannot become another command. */
function command(kind: 'error' | 'warning', { title, text }: Note): string {
  return `::${kind} title=${property(title)}::${content(text)}`;
}

function content(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return content(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
