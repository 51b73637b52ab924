/**
 * Proves that three sandbox processes on one PostgreSQL and one object store keep what one process
 * promises. Processes are killed under load for two minutes; with `--sample` for 10 s.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bookdist, reportsFolder, startServing } from './proof/command.ts';
import { createCaller, ifAcknowledged, type Caller } from './team/caller.ts';
import { apiKey, startDeployment, type Deployment } from './team/deployment.ts';
import { findLosses, startLoad } from './team/load.ts';
import { runRaces } from './team/races.ts';

const { values } = parseArgs({ options: { sample: { type: 'boolean', default: false } } });
const secondsOfKills = values.sample ? 10 : 120;
const secondsBetweenKills = 5;

interface Verdict {
  readonly passed: boolean;
  readonly result: string;
}

async function verify(name: string, url: string): Promise<Verdict> {
  const settings = { DISTRIBUTION_API_KEY: apiKey };
  const options = ['verify', url, '--allow', 'read,write,publish,delete', '--depth', 'quick'];
  const out = ['--quiet', '--out', await reportsFolder()];
  const ended = await bookdist([...options, ...out], settings);
  const { code, signal } = ended;
  const printed = [ended.out, ended.err].map((text) => text.trim());
  const result = [`exit ${code ?? signal}`, ...printed.filter((text) => text !== '')];
  return { passed: code === 0, result: `bookdist verify, ${name}: ${result.join('; ')}` };
}

async function verifyOnDisk(): Promise<Verdict> {
  const options = ['--port', '0', '--data', join(folder, 'books'), '--key', apiKey];
  const { address, end } = await startServing(['sandbox', ...options]);
  const verdict = await verify('one process with its books in a folder', address);
  await end();
  return verdict;
}

async function verifyRaces(caller: Caller): Promise<readonly Verdict[]> {
  return (await runRaces(caller)).map(({ name, won, expected }) => ({
    passed: won === expected,
    result: `${name}: ${won} of ${expected}`,
  }));
}

/** Runs writers while something happens to the deployment. */
async function proveUnderLoad(
  name: string,
  { deployment, caller }: { readonly deployment: Deployment; readonly caller: Caller },
  event: () => Promise<void>,
): Promise<Verdict> {
  const load = startLoad(caller);
  await event();
  await pause(3_000);
  await load.stop();
  const { record } = load;
  const losses = await findLosses(record, caller, deployment);
  const after = await ifAcknowledged(caller.create('ebook', { title: 'Afterwards' }));
  const counts = [
    `${record.books.size} books and ${record.attached.size} files acknowledged`,
    `${record.failed} of ${record.calls} calls failed`,
    `longest gap ${(record.longestGap / 1000).toFixed(1)} s`,
    `${losses.length} lost`,
    ...losses.slice(0, 5),
  ];
  return {
    passed: losses.length === 0 && after !== undefined && record.attached.size > 0,
    result: `${name}: ${counts.join(', ')}`,
  };
}

async function killProcesses(deployment: Deployment): Promise<void> {
  const end = performance.now() + secondsOfKills * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const due = performance.now() + secondsBetweenKills * 1000;
    await deployment.replace(turn % 3);
    await pause(Math.max(0, due - performance.now()));
  }
}

async function restartPostgres({ postgres }: Deployment): Promise<void> {
  await pause(3_000);
  await postgres.restart();
  await pause(3_000);
}

const folder = await reportsFolder();
const deployment = await startDeployment(join(folder, 'sandboxes.log'));
const verdicts: Verdict[] = [];
const note = (...found: readonly Verdict[]) => {
  for (const { passed, result } of found) {
    console.log(
      `${passed ? 'passed' : 'FAILED'}  ${(performance.now() / 1000).toFixed(0)} s  ${result}`,
    );
  }
  verdicts.push(...found);
};
try {
  const caller = createCaller(deployment.url);
  const context = { deployment, caller };
  note(...(await verifyRaces(caller)));
  note(await verify('three processes behind a load balancer', deployment.url));
  if (!values.sample) note(await verifyOnDisk());
  const name = `a process killed every ${secondsBetweenKills} s for ${secondsOfKills} s`;
  note(await proveUnderLoad(name, context, () => killProcesses(deployment)));
  note(
    await proveUnderLoad('PostgreSQL ended and restarted', context, () =>
      restartPostgres(deployment),
    ),
  );
} finally {
  await deployment.stop();
}
const failed = verdicts.filter(({ passed }) => !passed).length;
console.log(`${verdicts.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
