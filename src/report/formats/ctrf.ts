/** Writes a report in the Common Test Report Format (ctrf.io), which dashboards and CI plug-ins read. */
import type { Report } from '../record/index.ts';
import { createTestCases, type TestCase } from './test-cases.ts';

const specVersion = '0.0.0';

/** Returns JSON. Times are milliseconds. */
export function writeCtrf(report: Report): string {
  const { tool, run } = report;
  const tests = createTestCases(report).map(toTest);
  const count = (status: string): number => tests.filter((test) => test.status === status).length;
  const start = Date.parse(run.startedAt);
  const summary = {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    pending: 0,
    skipped: count('skipped'),
    other: count('other'),
    start,
    stop: start + Math.round(run.took),
  };
  const results = { tool: { name: 'bookdist', version: tool.version }, summary, tests };
  return `${JSON.stringify({ reportFormat: 'CTRF', specVersion, results }, null, 2)}\n`;
}

/** The status of each kind of outcome. An errored case says nothing about the service, so it has not failed. */
const statuses = { failure: 'failed', error: 'other', skipped: 'skipped' } as const;

function toTest({ suite, name, took = 0, outcome, says }: TestCase) {
  return {
    name,
    suite: [suite],
    status: outcome === undefined ? 'passed' : statuses[outcome.kind],
    duration: Math.round(took),
    ...(outcome && {
      rawStatus: outcome.type,
      message: outcome.message,
      ...(outcome.text !== undefined && { trace: outcome.text }),
    }),
    extra: { says },
  };
}
