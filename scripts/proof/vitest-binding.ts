/** Claims about the Vitest binding: on 20 services it reaches the same verdicts as the command, at about the same cost. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFaults } from '../../src/cli/own-sandbox/index.ts';
import type { Report } from '../../src/report/record/index.ts';
import { serveSandbox, type ServeOptions } from '../../src/sandbox/index.ts';
import { startSubject, type SubjectOptions } from '../../tests/subject/subject.ts';
import type { Claim } from './claim.ts';
import {
  type MeasuredCommand,
  measureNode,
  readReport,
  createReportsFolder,
  startServing,
} from './command.ts';

const builtSources = new URL('../../dist/src/', import.meta.url);
const command = fileURLToPath(new URL('cli/main.js', builtSources));
const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));
const fullConsent = 'read,write,publish,delete';
/** The maximum cost of a run in Vitest, as a multiple of the command's cost. */
const maxCost = 1.5;

interface Service {
  readonly url: string;
  readonly key: string;
  readonly close: () => Promise<void>;
}

interface Trial {
  readonly start: () => Promise<Service>;
  /** Further options of both runs. */
  readonly options?: readonly string[];
  readonly allow?: string;
  /** The last day on which the drifts of a first run are accepted. */
  readonly knownUntil?: string;
  /** The content of known-drifts.yaml, unless a run writes it. */
  readonly knownDrifts?: string;
  /** The exit code of the command. */
  readonly exitCode: number;
}

const sandbox = (options: ServeOptions = {}) => ({ start: async () => serveSandbox(options) });
const faultySandbox = (...names: string[]) => ({
  ...sandbox({ faults: findFaults(names) }),
  exitCode: 1,
});
const subject = (options: SubjectOptions) => ({ start: async () => startSubject(options) });

async function startMock(): Promise<Service> {
  const { address, end } = await startServing(['mock', '--port', '0']);
  const close = async () => void (await end());
  return { url: new URL(address).origin, key: 'any-key', close };
}

/** A known drift that no service shows. */
const fixedDrift = `- fingerprint: '0123456789ab'
  requirement: isbn.valid-on-create
  reason: ticket 4711
  since: 2026-01-01
  until: 2999-01-01
`;

const walkthrough = { 'create.response': 'walkthrough', 'update.response': 'walkthrough' };

/** The trials by the description of their service. */
const trials: Readonly<Record<string, Trial>> = {
  'a correct service': { ...sandbox(), exitCode: 0 },
  'a correct service that may only be read': { ...sandbox(), allow: 'read', exitCode: 0 },
  'a correct service with the other response shapes': {
    ...sandbox({ readings: walkthrough }),
    exitCode: 0,
  },
  'a terse service by another author': { ...subject({ character: 'terse' }), exitCode: 0 },
  'a chatty service by another author': { ...subject({ character: 'chatty' }), exitCode: 0 },
  'a service without ISBN check sums': faultySandbox('isbn-checksum-ignored'),
  'a service that keeps the status after an update': faultySandbox('update-keeps-status'),
  'a service whose pages overlap': {
    ...faultySandbox('page-overlaps'),
    options: ['--depth', 'usual'],
  },
  'a service with half a publish window': faultySandbox('window-half-as-long'),
  'a service that forgets chapters': {
    ...faultySandbox('chapter-not-added'),
    options: ['--depth', 'usual'],
  },
  'a service that accepts any key': faultySandbox('any-key-works'),
  'a service that answers 403 to a wrong key': faultySandbox('bad-key-answers-403'),
  'a service that counts wrongly': faultySandbox('total-off-by-one'),
  'a service that forgets attached files': faultySandbox('attach-forgets-file'),
  'a service with two faults': faultySandbox('sort-ignored', 'refused-update-applied'),
  'a drift that is known': {
    ...faultySandbox('isbn-checksum-ignored'),
    knownUntil: '2999-01-01',
    exitCode: 0,
  },
  'a known drift after its date': {
    ...faultySandbox('isbn-checksum-ignored'),
    knownUntil: '2020-01-01',
  },
  'a known drift that is gone': { ...sandbox(), knownDrifts: fixedDrift, exitCode: 1 },
  'a service that proves too little': {
    ...sandbox(),
    options: ['--min-proven', '100%'],
    exitCode: 3,
  },
  'the mock': { start: startMock, options: ['--reach', 'shape'], exitCode: 0 },
};

interface Verdicts {
  readonly processResult: MeasuredCommand;
  readonly report: Report;
}

/** Runs the command with these arguments of `bookdist verify`. */
async function runCommand(args: readonly string[], key: string): Promise<Verdicts> {
  const out = await createReportsFolder();
  const processResult = await measureNode([command, 'verify', ...args, '--out', out], {
    DISTRIBUTION_API_KEY: key,
  });
  return { processResult, report: await readReport(out) };
}

/** Runs a test file with the same arguments. */
async function runVitest(args: readonly string[], key: string): Promise<Verdicts> {
  const out = await createReportsFolder();
  const bindingFile = JSON.stringify(fileURLToPath(new URL('vitest/index.js', builtSources)));
  const options = JSON.stringify({ options: [...args, '--out', out] });
  await writeFile(
    join(out, 'service.test.mjs'),
    `import { testContract } from ${bindingFile};\nawait testContract(${options});\n`,
  );
  // Vitest does not transform an installed package, so it must not transform this build.
  const config = `export default { test: { server: { deps: { external: [/dist/] } } } };\n`;
  await writeFile(join(out, 'vitest.config.mjs'), config);
  const processResult = await measureNode(
    [vitest, 'run', '--root', out, '--reporter', 'json', '--outputFile', join(out, 'tests.json')],
    { DISTRIBUTION_API_KEY: key },
  );
  return { processResult, report: await readReport(out) };
}

/** Returns a line for each verdict of a report. */
function listVerdicts({ exitCode, verdict, requirements, silences, stale = [] }: Report): string[] {
  return [
    `${verdict}, exit ${exitCode}`,
    ...requirements.map(({ id, verdict: found }) => `${id} ${found}`),
    ...silences.map(({ id, verdict: found }) => `${id} ${found}`),
    ...stale.map(({ requirement, why }) => `${requirement} is ${why}`),
  ];
}

async function proveAgreement(trial: Trial): Promise<void> {
  const { start, options = [], allow = fullConsent, exitCode } = trial;
  const { url, key, close } = await start();
  try {
    const args = [url, '--allow', allow, '--seed', '7', '--depth', 'quick', ...options];
    args.push(...(await writeKnownDrifts(trial, args, key)));
    const commandRun = await runCommand(args, key);
    const vitestRun = await runVitest(args, key);
    expectExit(commandRun, exitCode);
    assert.deepEqual(listVerdicts(vitestRun.report), listVerdicts(commandRun.report));
    expectExit(vitestRun, exitCode === 0 ? 0 : 1);
  } finally {
    await close();
  }
}

function expectExit({ processResult: { code, out, err } }: Verdicts, expected: number): void {
  assert.equal(code, expected, out + err);
}

/** Writes known-drifts.yaml if the trial needs it. Returns the option that names the file. */
async function writeKnownDrifts(
  { knownUntil, knownDrifts }: Trial,
  args: readonly string[],
  key: string,
): Promise<string[]> {
  if (knownUntil === undefined && knownDrifts === undefined) return [];
  const file = join(await createReportsFolder(), 'known-drifts.yaml');
  if (knownDrifts !== undefined) await writeFile(file, knownDrifts);
  if (knownUntil !== undefined) {
    await runCommand([...args, '--known', file, '--update-known'], key);
    const text = (await readFile(file, 'utf8'))
      .replaceAll(/reason: .*/g, 'reason: ticket 4711')
      .replaceAll(/since: .*/g, 'since: 2019-01-01')
      .replaceAll(/until: .*/g, `until: ${knownUntil}`);
    await writeFile(file, text);
  }
  return ['--known', file];
}

/** Runs the command and Vitest in turn on the same service, and compares the medians of three runs. */
async function proveCost(): Promise<void> {
  const service = await serveSandbox();
  try {
    const args = [service.url, '--allow', fullConsent, '--seed', '7'];
    const ratios: { readonly cpu: number; readonly seconds: number }[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      const { processResult: commandResult } = await runCommand(args, service.key);
      const { processResult: vitestResult } = await runVitest(args, service.key);
      ratios.push({
        cpu: vitestResult.cpu / commandResult.cpu,
        seconds: vitestResult.seconds / commandResult.seconds,
      });
    }
    const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[1] ?? Infinity;
    const cpu = median(ratios.map((ratio) => ratio.cpu));
    const seconds = median(ratios.map((ratio) => ratio.seconds));
    const measurement = `CPU ${cpu.toFixed(2)}, time ${seconds.toFixed(2)}`;
    console.log(`      Vitest in proportion to the command: ${measurement}`);
    assert(cpu <= maxCost && seconds <= maxCost, measurement);
  } finally {
    await service.close();
  }
}

const inSample = new Set(['a service with half a publish window', 'the mock']);

export const vitestBinding: readonly Claim[] = [
  ...Object.entries(trials).map(([name, trial]) => ({
    says: `Vitest and the command agree on ${name}`,
    prove: async () => proveAgreement(trial),
    inSample: inSample.has(name),
  })),
  {
    says: `Vitest costs at most ${maxCost} times as much as the command`,
    prove: proveCost,
    inSample: false,
  },
];
