/** Tests that the token of each drift of a run with several faults shows that drift again, unless the report says what else it needs. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readReport } from '../../src/cli/output/index.ts';
import { findDependence } from '../../src/report/record/index.ts';
import { runCommandLine } from '../support/cli/run-command-line.ts';
import { createFolder } from '../support/fixtures.ts';
import { sampleOr } from '../support/sample.ts';

/** Faults that scenarios, cases, properties and generated histories find. */
const faults = [
  'chapters-file-must-match-refused-but-done',
  'delete-does-nothing',
  'keywords-refused-on-create',
  'last-grant-left-out',
  'lookup-answers-203',
  'page-one-too-long',
  'window-half-as-long',
];

async function verify(...options: readonly string[]) {
  const out = createFolder();
  const files = ['--out', out, '--format', 'json'];
  await runCommandLine(['verify', '--fault', faults.join(','), ...options, ...files]);
  return (await readReport(join(out, 'report.json'))).findings;
}

it('shows each drift of a run again', { timeout: 600_000 }, async () => {
  const findings = await verify('--seed', '3', '--depth', sampleOr('quick', 'usual'));
  const tokens = new Map(
    findings.flatMap((row) => {
      const [, token] = /--replay (\S+)/.exec(row.again) ?? [];
      // The sandbox of a replay lacks the books that the run could not delete.
      const isAlone = findDependence(row) === undefined;
      return token !== undefined && isAlone ? [[token, row.requirement] as const] : [];
    }),
  );
  expect(tokens.size).toBeGreaterThan(sampleOr(faults.length / 2, faults.length));
  const lost: string[] = [];
  for (const [token, requirement] of tokens) {
    const replayed = await verify('--replay', token);
    if (!replayed.some((row) => row.requirement === requirement)) lost.push(requirement);
  }
  expect(lost).toEqual([]);
});
