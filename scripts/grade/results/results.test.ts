/** Tests when the suite passes each grade, and what the terminal and the page of results say. */
import { describe, expect, test } from 'vitest';
import { summarizeContractGrade, type JudgedChange } from './contract-grade.ts';
import { summarizeGrade, type FaultGrade, type Grade } from './fault-grade.ts';
import { mergeDetections } from './grade-page.ts';
import { summarizeNarrowed, type NarrowedGrade } from './narrowed-grade.ts';
import { addNarrowedSection, copyNarrowedSection } from './narrowed-section.ts';
import { printGrade } from './print-grade.ts';

const screen = { width: 120, colour: false, file: 'reports/grade.json', took: 2000 };
const joinSpaces = (text: string) => text.replaceAll(/ +/g, ' ');

describe('faults', () => {
  const caught: FaultGrade = {
    name: 'a-fault',
    says: 'It is new.',
    breaks: ['publish.unknown-404'],
    drifted: ['publish.unknown-404'],
    strays: [],
    errored: [],
    conforming: 100,
    byMonitor: true,
    detectedAfter: 12,
    tookUntil: 240,
    requests: 900,
    took: 1,
  };
  const { detectedAfter: _after, tookUntil: _until, ...undetected } = caught;
  const missed: FaultGrade = { ...undetected, name: 'b-missed', drifted: [] };
  const createGrade = (...faults: readonly FaultGrade[]): Grade => ({
    tool: '1.0.0',
    contract: 'c',
    seed: 7,
    faults,
    requirements: [],
  });
  const grade = createGrade(caught, missed);

  test('the summary names the missed ones, and ends with the verdict', () => {
    const text = joinSpaces(printGrade(summarizeGrade(createGrade(caught, missed)), screen));
    expect(text).toContain('✗ missed: 1\n b-missed: It is new.');
    expect(text).toMatch(/\nFAILED in 2 s reports\/grade\.json\n$/);
    expect(printGrade(summarizeGrade(createGrade(caught)), screen)).toContain('passed');
  });

  test('new detections replace earlier ones, and those of other existing faults stay', () => {
    const earlierDetections = { 'removed-fault': 1, 'b-missed': 5, 'c-other': 7 };
    const existingFaults = ['a-fault', 'b-missed', 'c-other', 'd-new'].map((name) => ({ name }));
    const detections = mergeDetections(earlierDetections, grade.faults, existingFaults);
    expect(detections).toEqual({ 'a-fault': 12, 'b-missed': 'missed', 'c-other': 7 });
  });
});

describe('changes of the contract', () => {
  const noticed: JudgedChange = {
    kind: 'minimum-raised',
    pointer: '/paths/~1books/get/parameters/0/schema/minimum',
    description: 'GET /books page: minimum 1 becomes 2',
    sides: ['request'],
    class: 'stricter',
    notice: 'verdict',
    newDrifts: ['list.page'],
    verdict: 'drifts',
    took: 900,
  };
  const numbers = { requests: 400, took: 900, exitCode: 0 };
  const baseline = { ...numbers, verdict: 'conforms', drifts: [], unproven: [] };
  const summarize = (...changes: readonly Partial<JudgedChange>[]) => {
    const judged = changes.map((change) => ({ ...noticed, ...change }));
    const run = { tool: '0.1.0', contract: 'c', service: 'sandbox', seed: 7 };
    const sample = { total: 1000, changes: judged };
    const grade = { ...run, ...sample, depth: 'quick' as const, baseline };
    return joinSpaces(printGrade(summarizeContractGrade(grade), screen));
  };
  const looser = { class: 'looser', sides: ['response'], notice: 'unnoticed' } as const;

  test.each<[string, Partial<JudgedChange>, string]>([
    ['no run noticed it', { notice: 'unnoticed' }, '✗ unnoticed: 1\n minimum-raised: GET /books'],
    ['a looser response changed the verdict', { ...looser, notice: 'verdict' }, 'FAILED'],
    ['requests are looser too', { ...looser, sides: ['request', 'response'] }, 'FAILED'],
  ])('fail if %s', (_, change, words) => {
    const text = summarize(change);
    expect(text).toContain(words);
    expect(text).toContain('FAILED');
  });

  test('pass if only responses that guarantee less went unnoticed', () => {
    expect(summarize(looser)).toContain('passed');
    expect(summarize(looser)).toContain('1 unnoticed, of which 1 only let responses');
  });
});

describe('narrowed faults', () => {
  const caught: NarrowedGrade = {
    name: 'page-skips-one@only-filtered',
    says: 'Each page after the first leaves one book out. Only in lists with a filter.',
    breaks: ['list.walk'],
    shownBy: 'GET /books?page&format',
    caughtBy: 'list.walk',
    detectedAfter: 71,
    misnamed: [],
    requests: 80,
  };
  const { caughtBy: _by, detectedAfter: _after, ...missed } = caught;
  const createSample = (faults: readonly NarrowedGrade[], seed = 7) => ({
    seed,
    requests: 1500,
    faults,
    unreachable: ['page-skips-one@only-audio'],
  });
  const summarize = (...faults: readonly NarrowedGrade[]) =>
    printGrade(summarizeNarrowed(createSample(faults)), screen).replaceAll(/\s+/g, ' ');

  test('pass if 95% of those that can show are caught', () => {
    const nineteen = Array.from({ length: 19 }, () => caught);
    expect(summarize(...nineteen, missed)).toContain('passed');
    expect(summarize(...nineteen, missed, missed)).toContain('FAILED');
    expect(summarize(caught)).toContain('not counted: 1,');
  });

  const page = '<!-- Written -->\n# What the suite is worth\n\nThe whole suite.\n\n## Faults\n';

  test('are at the top of the page, in one section', () => {
    const first = addNarrowedSection(page, createSample([missed], 1));
    const updatedPage = addNarrowedSection(first, createSample([missed], 2));
    expect(updatedPage).toContain('**Narrowed faults: 0 of 1 caught.**');
    expect(updatedPage).toContain(`- \`${missed.name}\`: the situation never occurred`);
    expect(updatedPage.match(/--seed \d/g)).toEqual(['--seed 2']);
    expect(updatedPage.endsWith('\nThe whole suite.\n\n## Faults\n')).toBe(true);
  });

  test('stay when the page is rewritten', () => {
    const earlierPage = addNarrowedSection(page, createSample([missed]));
    expect(copyNarrowedSection(page, earlierPage)).toBe(earlierPage);
    expect(copyNarrowedSection(page, '')).toBe(page);
  });
});
