/** Writes a report as JUnit XML: a suite for each section of the document, with a case for each requirement. */
import { create } from 'xmlbuilder2';
import { groupBy, describeVerdict } from '../wording/index.ts';
import type { Report } from '../record/index.ts';
import { createTestCases, type TestCase, type TestOutcome } from './test-cases.ts';

/** Writes JUnit XML, as Jenkins, GitLab and GitHub Actions read it. */
export function writeJunit(report: Report): string {
  const cases = createTestCases(report);
  const suites = [...groupBy(cases, ({ suite }) => suite)];
  const document = create(
    { version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '\uFFFD' },
    {
      testsuites: {
        '@name': `bookdist verify ${report.target.address}`,
        ...countOutcomes(cases),
        '@time': formatSeconds(report.run.took),
        testsuite: suites.map(([name, suiteCases]) => createSuite(name, suiteCases, report)),
      },
    },
  );
  return `${document.end({ prettyPrint: true })}\n`;
}

function createSuite(name: string, cases: readonly TestCase[], report: Report): object {
  const { run, contract } = report;
  return {
    '@name': name,
    ...countOutcomes(cases),
    '@skipped': countOutcome(cases, 'skipped'),
    '@time': formatSeconds(cases.reduce((sum, { took = 0 }) => sum + took, 0)),
    // The JUnit schema has times without an offset.
    '@timestamp': run.startedAt.replace(/(\.\d+)?Z$/, ''),
    properties: {
      property: [
        { '@name': 'contract', '@value': contract.sha256 },
        { '@name': 'seed', '@value': run.seed },
        { '@name': 'allow', '@value': run.allow.join(',') },
        { '@name': 'verdict', '@value': describeVerdict(report).title },
      ],
    },
    testcase: cases.map((testCase) => ({
      '@name': testCase.name,
      '@classname': name,
      '@time': formatSeconds(testCase.took ?? 0),
      ...(testCase.outcome && { [testCase.outcome.kind]: toElement(testCase.outcome) }),
      'system-out': testCase.says,
    })),
  };
}

function toElement({ type, message, text = '' }: TestOutcome): object {
  return { '@type': type, '@message': message, ...(text !== '' && { '#': text }) };
}

function countOutcomes(cases: readonly TestCase[]): object {
  return {
    '@tests': cases.length,
    '@failures': countOutcome(cases, 'failure'),
    '@errors': countOutcome(cases, 'error'),
  };
}

function countOutcome(cases: readonly TestCase[], kind: TestOutcome['kind']): number {
  return cases.filter(({ outcome }) => outcome?.kind === kind).length;
}

function formatSeconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
