/** Tests that a run in Vitest, with the built package, has the verdicts of `bookdist verify`. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { findFaults } from '../../src/cli/own-sandbox.ts';
import { isRequirementId, requirement } from '../../src/contract/requirements.ts';
import { readLastReport } from '../../src/cli/output/index.ts';
import type { Report } from '../../src/report/record/index.ts';
import { serveSandbox } from '../../src/sandbox/index.ts';
import { verify } from '../support/cli/run-command-line.ts';
import { takeSample } from '../support/sample.ts';
import { startSecondService } from '../support/second-service/second-service.ts';
import { createFolder } from '../support/fixtures.ts';

const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
const binding = fileURLToPath(new URL('../../dist/src/vitest/index.js', import.meta.url));

/** A known drift that no service shows. */
const fixedDrift = `- fingerprint: '0123456789ab'
  requirement: isbn.valid-on-create
  reason: ticket 4711
  since: 2026-01-01
  until: 2999-01-01
`;

interface Trial {
  readonly service: string;
  readonly exitCode: number;
  readonly start?: () => Promise<{ url: string; key: string; close: () => Promise<void> }>;
  readonly fault?: string;
  readonly options?: readonly string[];
  /** The content of known-drifts.yaml; a date accepts all drifts until then. */
  readonly known?: string;
}

const trials: readonly Trial[] = [
  { service: 'with a fault', fault: 'window-half-as-long', exitCode: 1 },
  { service: 'that is correct', exitCode: 0 },
  {
    service: 'by another author',
    exitCode: 0,
    start: async () => startSecondService('terse'),
  },
  { service: 'that may only be read', options: ['--allow', 'read'], exitCode: 0 },
  {
    service: 'with a known drift',
    fault: 'isbn-checksum-ignored',
    known: '2999-01-01',
    exitCode: 0,
  },
  {
    service: 'with a known drift after its date',
    fault: 'isbn-checksum-ignored',
    known: '2020-01-01',
    exitCode: 1,
  },
  { service: 'without a drift that is known', known: fixedDrift, exitCode: 1 },
  { service: 'that proves too little', options: ['--min-proven', '100%'], exitCode: 3 },
];

/** Writes known-drifts.yaml if the trial needs it. Returns the option that names it. */
async function writeKnownDrifts(args: readonly string[], { known }: Trial, key: string) {
  if (known === undefined) return [];
  const file = join(createFolder(), 'known-drifts.yaml');
  if (known.includes('\n')) await writeFile(file, known);
  else {
    await verify([...args, '--known', file, '--update-known'], key);
    const text = (await readFile(file, 'utf8'))
      .replaceAll(/reason: .*/g, 'reason: ticket 4711')
      .replaceAll(/since: .*/g, 'since: 2019-01-01')
      .replaceAll(/until: .*/g, `until: ${known}`);
    await writeFile(file, text);
  }
  return ['--known', file];
}

/** Runs a test file with the options of the command. Returns the exit code of Vitest and the report. */
async function runVitest(args: readonly string[], key: string) {
  const folder = createFolder();
  const options = JSON.stringify({ options: [...args, '--out', folder] });
  const source = `import { testContract } from ${JSON.stringify(binding)};\nawait testContract(${options});\n`;
  await writeFile(join(folder, 'service.test.mjs'), source);
  // Vitest does not transform an installed package, so it must not transform this build.
  const config = `export default { test: { server: { deps: { external: [/dist/] } } } };\n`;
  await writeFile(join(folder, 'vitest.config.mjs'), config);
  const env = { PATH: '/usr/bin:/bin', DISTRIBUTION_API_KEY: key };
  const code = await new Promise<unknown>((resolve) => {
    const command = [vitest, 'run', '--root', folder];
    execFile(process.execPath, command, { env }, (error) =>
      resolve(error === null ? 0 : error.code),
    );
  });
  return { code, report: await readLastReport(folder) };
}

/** Lists what does not depend on time: only chance shows an answer to a question that no case asks. */
function listVerdicts(report: Report | undefined): readonly unknown[] {
  const {
    exitCode,
    verdict,
    requirements = [],
    silences = [],
    stale = [],
  }: Partial<Report> = report ?? {};
  const isAsked = ({ id }: { readonly id: string }): boolean =>
    !isRequirementId(id) || requirement(id).untested === undefined;
  const rows = [...requirements, ...silences].filter(isAsked);
  return [
    [verdict, exitCode],
    ...rows.map((row) => [row.id, row.verdict]),
    ...stale.map((row) => [row.requirement, row.why]),
  ];
}

test.each(takeSample(trials))('a service $service', async (trial) => {
  const { fault, options = [], exitCode } = trial;
  const faults = findFaults(fault === undefined ? [] : [fault]);
  const { url, key, close } = await (
    trial.start ?? (async () => serveSandbox({ faults, reviewMs: 1_000 }))
  )();
  onTestFinished(close);
  const consent = ['--allow', 'read,write,publish,delete'];
  // What a run explores depends on time, so that two runs observe different answers.
  const extent = ['--seed', '7', '--depth', 'quick', '--explore', '1ms'];
  const args = [url, ...consent, ...extent, '--format', 'json', ...options];
  args.push(...(await writeKnownDrifts(args, trial, key)));
  const command = await verify(args, key);
  const run = await runVitest(args, key);
  expect(command.code).toBe(exitCode);
  expect(run.code).toBe(exitCode === 0 ? 0 : 1);
  expect(listVerdicts(run.report)).toEqual(listVerdicts(command.report));
});
