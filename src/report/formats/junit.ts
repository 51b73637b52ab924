/** The report as JUnit XML: a suite per section of the document, and in it a case per requirement. */
import { create } from 'xmlbuilder2';
import {
  cut,
  describeCall,
  driftLines,
  grouped,
  readOnlyWords,
  verdictWords,
} from '../wording/index.ts';
import type {
  CallerRuleRow,
  FindingRow,
  Report,
  RequirementRow,
  SilenceRow,
} from '../record/index.ts';

/**
 * Writes the report for tools that read JUnit, such as Jenkins, GitLab and GitHub Actions. A drift is a
 * failure, and a broken case is an error. Unproven requirements, known drifts and advice are skipped
 * with the reason, because none of them fails a run. The open questions are a suite that never fails:
 * its cases print the answer.
 */
export function junit(report: Report): string {
  const cases = [
    runCase(report),
    ...staleCase(report),
    ...report.requirements.map((row) => requirementCase(row, driftsOf(report, row.id))),
    ...report.silences.flatMap((row) => illegalAnswer(row, driftsOf(report, row.id))),
    ...report.silences.map(silenceCase),
    ...(report.callers ?? []).filter(({ judged }) => judged > 0).map(callerCase),
  ];
  const suites = [...grouped(cases, ({ suite }) => suite)];
  const document = create(
    { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\uFFFD' },
    {
      testsuites: {
        '@name': `bookdist verify ${report.target.address}`,
        ...counts(cases),
        '@time': seconds(report.run.took),
        testsuite: suites.map(([name, own]) => suiteOf(name, own, report)),
      },
    },
  );
  return `${document.end({ prettyPrint: true })}\n`;
}

/** A case as it will be written; `outcome` holds at most one of failure, error and skipped. */
interface Case {
  readonly suite: string;
  readonly name: string;
  /** Milliseconds. */
  readonly took: number;
  readonly outcome?: Outcome;
  readonly says: string;
}

interface Outcome {
  readonly word: 'failure' | 'error' | 'skipped';
  readonly type: string;
  readonly message: string;
  readonly text?: string;
}

function suiteOf(name: string, cases: readonly Case[], report: Report): object {
  const { run, contract } = report;
  return {
    '@name': name,
    ...counts(cases),
    '@skipped': number(cases, 'skipped'),
    '@time': seconds(total(cases)),
    // Readers of the schema expect a time without an offset.
    '@timestamp': run.startedAt.replace(/(\.\d+)?Z$/, ''),
    properties: {
      property: [
        { '@name': 'contract', '@value': contract.sha256 },
        { '@name': 'seed', '@value': run.seed },
        { '@name': 'allow', '@value': run.allow.join(',') },
        { '@name': 'verdict', '@value': verdictWords(report).title },
      ],
    },
    testcase: cases.map((one) => ({
      '@name': one.name,
      '@classname': name,
      '@time': seconds(one.took),
      ...(one.outcome && { [one.outcome.word]: elementOf(one.outcome) }),
      'system-out': one.says,
    })),
  };
}

function elementOf({ type, message, text = '' }: Outcome): object {
  return { '@type': type, '@message': message, ...(text !== '' && { '#': text }) };
}

function counts(cases: readonly Case[]): object {
  return {
    '@tests': cases.length,
    '@failures': number(cases, 'failure'),
    '@errors': number(cases, 'error'),
  };
}

function number(cases: readonly Case[], word: Outcome['word']): number {
  return cases.filter(({ outcome }) => outcome?.word === word).length;
}

function total(cases: readonly Case[]): number {
  return cases.reduce((sum, { took }) => sum + took, 0);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** A caller that breaks a rule fails no run by itself: see `--fail-on caller`. */
function callerCase({ id, says, broken, judged, findings }: CallerRuleRow): Case {
  const message = `${broken} of ${judged} calls broke this rule`;
  const text = findings.map(describeCall).join('\n');
  return {
    suite: 'The callers',
    name: id,
    took: 0,
    says,
    ...(broken > 0 && { outcome: { word: 'skipped', type: 'caller', message, text } }),
  };
}

const aboutRun = 'The run itself';

/** Without it, a run that could not start would look like one in which nothing failed. */
function runCase(report: Report): Case {
  const { run, exitCode, summary } = report;
  const more = readOnlyWords(report);
  const full = exitCode < 2;
  const { proven, total: all, conforms } = summary.must;
  const broken = summary.errored > 0 ? 'A case failed on our side.' : 'Nothing could be judged.';
  const message = run.stoppedBecause ?? broken;
  return {
    suite: aboutRun,
    name: 'the run gave a full answer',
    took: 0,
    ...(!full && { outcome: { word: 'error', type: run.stopped ?? 'errored', message } }),
    says: `proven ${proven} of ${all}, of these ${conforms} conform${more === undefined ? '' : `; read only: ${more}`}`,
  };
}

function staleCase({ stale = [] }: Report): Case[] {
  if (stale.length === 0) return [];
  const text = stale
    .map((row) => `${row.fingerprint} ${row.requirement} is ${row.why}: ${row.reason}`)
    .join('\n');
  const message = 'Entries of known-drifts.yaml that no longer hold make a run fail.';
  const outcome = { word: 'failure', type: 'stale', message, text } as const;
  const name = 'every entry of known-drifts.yaml still holds';
  return [{ suite: aboutRun, name, took: 0, outcome, says: text }];
}

function driftsOf(report: Report, requirement: string): FindingRow[] {
  return report.findings.filter((row) => row.requirement === requirement);
}

function requirementCase(row: RequirementRow, drifts: readonly FindingRow[]): Case {
  const outcome = outcomeOf(row, drifts);
  return {
    suite: row.section,
    name: row.id,
    took: row.cases.reduce((sum, { took }) => sum + took, 0),
    ...(outcome && { outcome }),
    says: [
      row.says,
      ...row.cases.map(({ sentence, verdict, times }) => `${verdict}  ${sentence} (${times}×)`),
    ].join('\n'),
  };
}

function outcomeOf(row: RequirementRow, drifts: readonly FindingRow[]): Outcome | undefined {
  const { verdict, reason = 'no reason was given' } = row;
  switch (verdict) {
    case 'drifts':
      return driftOf(drifts, row.level === 'should' ? 'skipped' : 'failure');
    case 'known':
      return { word: 'skipped', type: verdict, message: knownWords(drifts) ?? reason };
    case 'unproven':
      return { word: 'skipped', type: verdict, message: reason };
    case 'errored':
      return { word: 'error', type: verdict, message: reason };
    case 'observed':
    case 'conforms':
      return undefined;
    default:
      return verdict satisfies never;
  }
}

function knownWords([drift]: readonly FindingRow[]): string | undefined {
  return drift?.known && `known until ${drift.known.until}: ${drift.known.reason}`;
}

function driftOf(drifts: readonly FindingRow[], word: Outcome['word']): Outcome {
  const [first] = drifts;
  return {
    word,
    type: word === 'skipped' ? 'advice' : 'drift',
    message:
      first === undefined ? 'drifts' : `expected ${first.expected}, got ${cut(first.actual, 200)}`,
    text: drifts.map((row) => driftLines(row).join('\n')).join('\n\n'),
  };
}

/** An answer that the document rules out is a drift and is reported under its requirement. */
function illegalAnswer(row: SilenceRow, drifts: readonly FindingRow[]): Case[] {
  if (row.verdict !== 'drifts') return [];
  const outcome = driftOf(drifts, 'failure');
  return [{ suite: row.section, name: row.id, took: 0, outcome, says: row.says }];
}

function silenceCase(row: SilenceRow): Case {
  const answers = row.answers.map(
    ({ answer, operation, times }) => `${answer}  ${operation ?? ''} (${times}×)`,
  );
  const missing = `no answer: ${row.reason ?? 'nothing showed one'}`;
  return {
    suite: 'Left open by the document',
    name: row.id,
    took: 0,
    ...(answers.length === 0 && {
      outcome: { word: 'skipped', type: row.verdict, message: missing },
    }),
    says: [row.says, ...(answers.length === 0 ? [missing] : answers)].join('\n'),
  };
}
