/** Asks each form of a report what it makes of drifts, of hostile text, and of too much of both. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import type { FindingRow, Report, RequirementRow } from '../report.ts';
import { annotations } from './annotations.ts';
import { badge } from './badge.ts';
import { junit } from './junit.ts';
import { summaryLimit } from './markdown-parts.ts';
import { markdownSummary } from './markdown.ts';
import { emptySummary, madeUpReport, madeUpRun } from '../made-up-report.ts';

const hostile = 'a]]>\u0001\u{FFFE}\uD800 <b>&`@all` | \n::error::x % "\'';

function requirement(id: string, change: Partial<RequirementRow> = {}): RequirementRow {
  const asked = { source: 'case', verdict: 'conforms', times: 1, requests: 2, took: 31 } as const;
  return {
    id,
    says: `The service does ${id}.`,
    section: 'Errors',
    level: 'must',
    verdict: 'conforms',
    cases: [{ ...asked, sentence: 'does it' }],
    ...change,
  };
}

function drift(requirementId: string, change: Partial<FindingRow> = {}): FindingRow {
  return {
    fingerprint: '0123456789ab',
    requirement: requirementId,
    level: 'must',
    verdict: 'drifts',
    says: `The service does ${requirementId}.`,
    section: 'Errors',
    line: 33,
    sentence: 'does it',
    kind: 'case',
    expected: '400',
    actual: '415',
    occurrences: 2,
    firstAtRequest: 7,
    again: `bookdist verify --replay ${requirementId}`,
    ...change,
  };
}

const proof = { total: 3, proven: 2, conforms: 2, untested: 0 };
const report: Report = {
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
    requirement('create.answers-201'),
    requirement('publish.answers-204', { verdict: 'unproven', reason: 'needs --allow publish' }),
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

function drifting(findings: readonly FindingRow[], change: Partial<Report> = {}): Report {
  const rows = findings.map(({ requirement: id, verdict, level }) =>
    requirement(id, { verdict, level: level === 'should' ? 'should' : 'must' }),
  );
  return {
    ...report,
    exitCode: 1,
    findings,
    requirements: [...report.requirements, ...rows],
    ...change,
  };
}

describe('JUnit', () => {
  const schema = readFileSync(new URL('junit-10.xsd', import.meta.url), 'utf8');

  async function problemsOf(xml: string): Promise<readonly unknown[]> {
    const { errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents: xml }],
      schema: [schema],
    });
    return errors;
  }

  it('is valid whatever a service says', async () => {
    const said = drifting([drift('errors.no-5xx', { actual: hostile, expected: hostile })]);
    expect(await problemsOf(junit(report))).toEqual([]);
    expect(await problemsOf(junit(said))).toEqual([]);
    expect(await problemsOf('<testsuites/>')).not.toEqual([]);
  });

  it('fails for new drifts only, and says why the others are skipped', () => {
    const known = {
      fingerprint: '0123456789ab',
      requirement: 'b.known',
      reason: 'ticket 7',
      since: '2026-11-01',
      until: '2027-01-31',
    };
    const xml = junit(
      drifting([
        drift('a.new'),
        drift('b.known', { verdict: 'known', known }),
        drift('c.advice', { level: 'should' }),
      ]),
    );
    expect(xml).toMatch(/<testsuites [^>]*failures="1" errors="0"/);
    expect(xml).toMatch(
      /name="a.new"[^>]*>\s*<failure type="drift" message="expected 400, came 415"/,
    );
    expect(xml).toContain('<skipped type="known" message="known until 2027-01-31: ticket 7"/>');
    expect(xml).toMatch(/name="c.advice"[^>]*>\s*<skipped type="advice"/);
    expect(xml).toContain('<skipped type="unproven" message="needs --allow publish"/>');
  });

  it('prints what a silence was answered with, and fails for an answer that is ruled out', () => {
    expect(junit(report)).toContain('walkthrough  createBook (9×)');
    const [silence] = report.silences;
    const silences = silence ? [{ ...silence, verdict: 'drifts' as const }] : [];
    const xml = junit(drifting([drift('create.response', { level: 'open' })], { silences }));
    expect(xml).toMatch(/<testsuite name="Endpoints" tests="1" failures="1"/);
    expect(xml).toMatch(/<testsuite name="Left open by the document" tests="1" failures="0"/);
  });

  it('is in error where the run could not ask, so that nothing looks green', () => {
    const run = {
      ...report.run,
      stopped: 'unreachable',
      stoppedBecause: 'Nobody answers.',
    } as const;
    expect(junit({ ...report, exitCode: 3, run })).toContain(
      '<error type="unreachable" message="Nobody answers."/>',
    );
  });
});

describe('Markdown', () => {
  it('shows each drift, and folds those that are known', () => {
    const text = markdownSummary(
      drifting([drift('a.new'), drift('a.new'), drift('b.known', { verdict: 'known' })]),
    );
    expect(text).toMatch(/^## ❌ Drift: 1 new, 1 known\n/);
    expect(text).toContain('expected   400\nactual     415\n');
    expect(text).toContain('others     1 more of this requirement');
    expect(text).toMatch(/<details><summary>1 known drift<\/summary>[^]*b\.known[^]*<\/details>/);
    expect(text).toContain('| 1: `publish.answers-204` | `needs --allow publish` |');
  });

  it('shows changed answers with what they were', () => {
    const changed = [
      {
        silence: 'create.response',
        says: 'What create answers.',
        answer: 'reference',
        previous: ['walkthrough'],
        since: '2026-11-21T10:00:00.000Z',
        lastSeen: '2026-11-20T10:00:00.000Z',
      },
    ];
    expect(markdownSummary({ ...report, changed })).toContain(
      '| `create.response` What create answers. | `walkthrough` | `reference` |',
    );
  });

  it('keeps a text of the service a text', () => {
    const text = markdownSummary(
      drifting([drift('a.new', { actual: `\`\`\`\`\n# x ${hostile}` })]),
    );
    const [, mark = ''] = /^(`{3,})text$/m.exec(text) ?? [];
    expect(mark.length).toBeGreaterThan(4);
    expect(text).not.toMatch(/^(#\s|::error)x?/m);
  });

  it('ends between two rows, below the limit of GitHub', () => {
    const wide = '\u{1F4DA}'.repeat(4000);
    const rows = Array.from({ length: 300 }, (_, n) =>
      drift(`a.n${n}`, { sentence: wide, expected: wide, actual: wide, again: wide }),
    );
    const leftovers = Array.from({ length: 4000 }, (_, n) => ({
      id: `${n}`,
      externalId: undefined,
      status: 'published',
      reason: wide,
    }));
    const text = markdownSummary(drifting(rows, { leftovers }));
    expect(Buffer.byteLength(text)).toBeLessThan(summaryLimit);
    expect(text.match(/^\*\*`a\.n/gm)?.length).toBe(50);
    expect(text).toContain('_250 more stand in the report._');
    expect(text).toMatch(/\|\n\n_\d+ more rows stand in the report\._\n$/);
  });
});

describe('annotations', () => {
  it('stand on the line of the contract, in one line each', () => {
    const text = annotations(drifting([drift('a.new', { actual: hostile })]));
    expect(text).toMatch(/^::error file=openapi\/distribution.yaml,line=33,title=a.new::[^\n]*\n$/);
    expect(text).toContain('%0A::error::x %25 ');
  });

  it('are ten of a kind at most, of which the tenth counts the rest', () => {
    const rows = Array.from({ length: 14 }, (_, n) => drift(`a.n${n}`));
    const advice = drift('b.advice', { level: 'should' });
    const lines = annotations(drifting([...rows, advice]))
      .trimEnd()
      .split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10);
    expect(lines[9]).toBe('::error title=5 more::5 more stand in the report of this run.');
    expect(lines[10]).toMatch(/^::warning .*title=b.advice::/);
  });

  it('say that there was no full answer, and nothing where all is well', () => {
    expect(annotations(report)).toBe('');
    expect(annotations({ ...report, exitCode: 3 })).toBe(
      '::error title=no full answer::Only 2 of 3 requirements were proven.\n',
    );
  });
});

describe('the badge', () => {
  it.each([
    [report, 'no drift, 2 of 3 proven', 'brightgreen'],
    [drifting([drift('a.new'), drift('a.new')]), '1 drift, 2 of 3 proven', 'red'],
    [{ ...report, exitCode: 1 } satisfies Report, 'changed answers, 2 of 3 proven', 'red'],
    [{ ...report, exitCode: 3 } satisfies Report, 'no full answer, 2 of 3 proven', 'yellow'],
  ])('says how it went and how much was proven', (told, message, color) => {
    expect(badge(told)).toEqual({
      schemaVersion: 1,
      label: 'distribution contract',
      message,
      color,
    });
  });
});
