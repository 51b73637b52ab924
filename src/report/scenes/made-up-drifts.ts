/** Reports with and without drifts, for tests of the formats. */
import { emptySummary, madeUpFinding, madeUpReport, madeUpRun } from './made-up-report.ts';
import type { FindingRow, Report, RequirementRow } from '../record/index.ts';

/** Text of a service that tries to break a format. */
export const hostileText = 'a]]>\u0001\u{FFFE}\uD800 <b>&`@all` | \n::error::x % "\'';

function createRequirement(id: string, change: Partial<RequirementRow> = {}): RequirementRow {
  const caseFields = {
    source: 'case',
    verdict: 'conforms',
    times: 1,
    requests: 2,
    took: 31,
  } as const;
  return {
    id,
    says: `The service does ${id}.`,
    section: 'Errors',
    level: 'must',
    verdict: 'conforms',
    cases: [{ ...caseFields, sentence: 'does it' }],
    ...change,
  };
}

/** A drift of a requirement that is on line 33 of the contract. */
export function createDrift(requirementId: string, change: Partial<FindingRow> = {}): FindingRow {
  return {
    ...madeUpFinding,
    requirement: requirementId,
    says: `The service does ${requirementId}.`,
    section: 'Errors',
    line: 33,
    sentence: 'does it',
    expected: '400',
    actual: '415',
    occurrences: 2,
    firstAtRequest: 7,
    again: `bookdist verify --replay ${requirementId}`,
    ...change,
  };
}

const proof = { total: 3, proven: 2, conforms: 2, untested: 0 };
/** One requirement that conforms, one unproven, one silence answered and one not. */
export const report: Report = {
  ...madeUpReport,
  run: { ...madeUpRun, took: 4100, waited: 3000, requests: 12 },
  summary: {
    ...emptySummary,
    must: proof,
    should: proof,
    verdicts: { ...emptySummary.verdicts, unproven: 1, conforms: 2 },
    silences: { total: 2, observed: 1 },
  },
  requirements: [
    createRequirement('create.answers-201'),
    createRequirement('publish.answers-204', {
      verdict: 'unproven',
      reason: 'needs --allow publish',
    }),
  ],
  silences: [
    {
      id: 'create.response',
      says: 'What create answers.',
      section: 'Endpoints',
      verdict: 'observed',
      readings: ['reference', 'walkthrough'],
      answers: [{ answer: 'walkthrough', operation: 'createBook', times: 9 }],
    },
    {
      id: 'publish.day-14',
      says: 'Whether day 14 is inside.',
      section: 'States',
      verdict: 'unproven',
      reason: 'needs --allow publish',
      readings: ['inclusive', 'exclusive'],
      answers: [],
    },
  ],
};

/** The same report with these drifts, each with its requirement. */
export function withDrifts(findings: readonly FindingRow[], change: Partial<Report> = {}): Report {
  const rows = findings.map(({ requirement: id, verdict, level }) =>
    createRequirement(id, { verdict, level: level === 'should' ? 'should' : 'must' }),
  );
  return {
    ...report,
    exitCode: 1,
    findings,
    requirements: [...report.requirements, ...rows],
    ...change,
  };
}
