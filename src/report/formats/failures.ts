/** Writes what a program needs to act on a run, as JSON lines: one line for each failure, and a last one with the verdict. */
import { omitUndefined } from '../../contract/omit-undefined.ts';
import { findSurprisingAnswers, type Report } from '../record/index.ts';
import { type Cause, describeDrift, groupByCause } from '../triage/index.ts';
import {
  describeProof,
  describeVerdict,
  findVerdictReason,
  isNewDrift,
  selectUnproven,
} from '../wording/index.ts';

/** In characters, of one value. The report has the full texts. */
const maxValueLength = 600;

/** Returns one line per cause of new drift, stale entry, changed answer and surprising answer. */
export function writeFailures(report: Report): string {
  const { findings, stale = [], changed = [], silences } = report;
  const rows = [
    ...groupByCause(findings.filter(isNewDrift)).map(toDriftLine),
    ...stale.map(({ requirement, fingerprint, why }) => ({
      kind: 'stale',
      id: requirement,
      sentence: `The entry ${fingerprint} of known-drifts.yaml is ${why}.`,
      next: 'remove the entry from known-drifts.yaml',
    })),
    ...changed.map((row) => toAnswerLine('changed', row, row.previous)),
    ...findSurprisingAnswers(silences).map((row) => toAnswerLine('surprising', row, row.usual)),
    toVerdictLine(report),
  ];
  return rows.map((row) => `${JSON.stringify(omitUndefined(row))}\n`).join('');
}

interface Answer {
  readonly silence: string;
  readonly says: string;
  readonly operation?: string;
  readonly answer: string;
}

function toAnswerLine(
  kind: 'changed' | 'surprising',
  { silence, says, operation, answer }: Answer,
  expected: readonly string[],
) {
  return {
    kind,
    id: silence,
    sentence: says,
    operation,
    expected: expected.join(' or '),
    got: answer,
  };
}

function toVerdictLine(report: Report) {
  return {
    kind: 'verdict',
    verdict: describeVerdict(report).title,
    exitCode: report.exitCode,
    proof: describeProof(report),
    reason: findVerdictReason(report),
    // A run of one part leaves all other requirements unproven.
    unproven:
      report.run.only === undefined
        ? selectUnproven(report).musts.map(({ id, reason }) => ({ id, reason }))
        : undefined,
    seed: report.run.seed,
  };
}

/** The facts of a drift under the names that programs read. */
const names: Readonly<Partial<Record<string, string>>> = {
  history: 'history',
  'depends on': 'dependsOn',
  sent: 'sent',
  expected: 'expected',
  actual: 'got',
  at: 'at',
  'with value': 'withValue',
  call: 'call',
  noticed: 'noticed',
  extent: 'extent',
};

function toDriftLine({ root, rows, requirements, title }: Cause) {
  const facts = describeDrift([root], maxValueLength).flatMap(([label, text]) => {
    const name = names[label];
    return name === undefined ? [] : [[name, text] as const];
  });
  const also = requirements.filter((id) => id !== root.requirement);
  return {
    kind: 'drift',
    id: root.requirement,
    title,
    sentence: root.says,
    section: root.section,
    ...Object.fromEntries(facts),
    drifts: rows.length,
    ...(also.length > 0 && { also }),
    next: `${root.again} --format agent`,
  };
}
