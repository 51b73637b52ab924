/** Tests the JUnit format with drifts, hostile text, and a run that could not start. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { writeJunit } from './junit.ts';
import {
  createDrift,
  withDrifts,
  hostileText,
  report,
} from '../../../tests/support/report/made-up-drifts.ts';

const schema = readFileSync(
  new URL('../../../tests/support/report/junit-10.xsd', import.meta.url),
  'utf8',
);

async function findProblems(xml: string): Promise<readonly unknown[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: 'junit.xml', contents: xml }],
    schema: [schema],
  });
  return errors;
}

it('is valid by the JUnit schema, even with hostile text of a service', async () => {
  const hostileReport = withDrifts([
    createDrift('errors.no-5xx', { actual: hostileText, expected: hostileText }),
  ]);
  expect(await findProblems(writeJunit(report))).toEqual([]);
  expect(await findProblems(writeJunit(hostileReport))).toEqual([]);
  expect(await findProblems('<testsuites/>')).not.toEqual([]);
});

it('fails only for new drifts, and skips the others with the reason', () => {
  const knownDrift = {
    fingerprint: '0123456789ab',
    requirement: 'b.known',
    reason: 'ticket 7',
    since: '2026-11-01',
    until: '2027-01-31',
  };
  const xml = writeJunit(
    withDrifts([
      createDrift('a.new'),
      createDrift('b.known', { verdict: 'known', known: knownDrift }),
      createDrift('c.advice', { level: 'should' }),
    ]),
  );
  expect(xml).toMatch(/<testsuites [^>]*failures="1" errors="0"/);
  expect(xml).toMatch(/name="a.new"[^>]*>\s*<failure type="drift" message="expected 400, got 415"/);
  expect(xml).toContain('<skipped type="known" message="known until 2027-01-31: ticket 7"/>');
  expect(xml).toMatch(/name="c.advice"[^>]*>\s*<skipped type="advice"/);
  expect(xml).toContain('<skipped type="unproven" message="needs --allow publish"/>');
});

it('prints the answers to a silence, and fails for an answer that is not permitted', () => {
  expect(writeJunit(report)).toContain('walkthrough  createBook (9×)');
  const [silence] = report.silences;
  const silences = silence ? [{ ...silence, verdict: 'drifts' as const }] : [];
  const xml = writeJunit(
    withDrifts([createDrift('create.response', { level: 'open' })], { silences }),
  );
  expect(xml).toMatch(/<testsuite name="Endpoints" tests="1" failures="1"/);
  expect(xml).toMatch(/<testsuite name="Left open by the document" tests="1" failures="0"/);
});

it('reports an error if the run could not test anything', () => {
  const run = {
    ...report.run,
    stopped: 'unreachable',
    stoppedBecause: 'No response.',
  } as const;
  expect(writeJunit({ ...report, exitCode: 3, run })).toContain(
    '<error type="unreachable" message="No response."/>',
  );
});
