/** Claims on seeds: a seed determines the cases, their order and their verdicts. */
import assert from 'node:assert/strict';
import type { Report } from '../../src/report/record/index.ts';
import type { Claim } from './claim.ts';
import { bookdist, readReport, createReportsFolder } from './command.ts';

const seed = ['--seed', '20260101'];

async function runCases(): Promise<string[]> {
  const folder = await createReportsFolder();
  const { code, out, err } = await bookdist(['verify', ...seed, '--out', folder]);
  assert.equal(code, 0, out + err);
  return listCases(await readReport(folder));
}

/** Returns every case with its verdict, in the report's order. */
function listCases({ requirements }: Report): string[] {
  return requirements.flatMap(({ id, cases }) =>
    cases.map(({ sentence, verdict }) => `${id}: ${sentence}: ${verdict}`),
  );
}

async function proveSameCases(): Promise<void> {
  const first = await runCases();
  assert.notEqual(first.length, 0);
  assert.deepEqual(await runCases(), first);
}

async function proveFreshSeeds(): Promise<void> {
  for (let run = 0; run < 5; run += 1) {
    const { code, out, err } = await bookdist(['verify', '--out', await createReportsFolder()]);
    assert.equal(code, 0, out + err);
  }
}

export const repeatable: readonly Claim[] = [
  {
    says: 'two runs with one seed have the same cases and verdicts',
    prove: proveSameCases,
    inSample: true,
  },
  {
    says: 'five fresh seeds find no drift in our sandbox',
    prove: proveFreshSeeds,
    inSample: false,
  },
];
