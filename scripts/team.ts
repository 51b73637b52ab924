/**
 * Proves that three sandbox processes on one PostgreSQL and one object store behave like one process, even
 * if processes are killed under load for two minutes. With `--sample`, they are killed for 10 s.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bookdist, createReportsFolder, startServing } from './proof/command.ts';
import { createCaller, ifAcknowledged, type Caller } from './team/caller.ts';
import { apiKey, startDeployment, type Deployment } from './team/deployment.ts';
import { findLosses, startLoad } from './team/load.ts';
import { runRaces } from './team/races.ts';

const { values } = parseArgs({ options: { sample: { type: 'boolean', default: false } } });
const killSeconds = values.sample ? 10 : 120;
const killInterval = 5;

interface Verdict {
  readonly hasPassed: boolean;
  readonly text: string;
}

async function verify(name: string, url: string): Promise<Verdict> {
  const settings = { DISTRIBUTION_API_KEY: apiKey };
  const options = ['verify', url, '--allow', 'read,write,publish,delete', '--depth', 'quick'];
  const out = ['--quiet', '--out', await createReportsFolder()];
  const command = await bookdist([...options, ...out], settings);
  const { code, signal } = command;
  const output = [command.out, command.err].map((text) => text.trim());
  const details = [`exit ${code ?? signal}`, ...output.filter((text) => text !== '')];
  return { hasPassed: code === 0, text: `bookdist verify, ${name}: ${details.join('; ')}` };
}

async function verifyOnDisk(): Promise<Verdict> {
  const options = ['--port', '0', '--data', join(folder, 'books'), '--key', apiKey];
  const { address, end } = await startServing(['sandbox', ...options]);
  const verdict = await verify('one process with its books in a folder', address);
  await end();
  return verdict;
}

async function verifyRaces(caller: Caller): Promise<readonly Verdict[]> {
  return (await runRaces(caller)).map(({ name, winCount, expectedWins }) => ({
    hasPassed: winCount === expectedWins,
    text: `${name}: ${winCount} of ${expectedWins}`,
  }));
}

/** Runs writers while an event happens to the deployment, and expects no lost writes. */
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
  const laterBook = await ifAcknowledged(caller.create('ebook', { title: 'Afterwards' }));
  const counts = [
    `${record.bookIds.size} books and ${record.bookIdByFileId.size} files acknowledged`,
    `${record.failureCount} of ${record.callCount} calls failed`,
    `longest gap ${(record.longestGap / 1000).toFixed(1)} s`,
    `${losses.length} lost`,
    ...losses.slice(0, 5),
  ];
  return {
    hasPassed: losses.length === 0 && laterBook !== undefined && record.bookIdByFileId.size > 0,
    text: `${name}: ${counts.join(', ')}`,
  };
}

async function killProcesses(deployment: Deployment): Promise<void> {
  const end = performance.now() + killSeconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const nextKillAt = performance.now() + killInterval * 1000;
    await deployment.replace(turn % 3);
    await pause(Math.max(0, nextKillAt - performance.now()));
  }
}

async function restartPostgres({ postgres }: Deployment): Promise<void> {
  await pause(3_000);
  await postgres.restart();
  await pause(3_000);
}

const folder = await createReportsFolder();
const deployment = await startDeployment(join(folder, 'sandboxes.log'));
const verdicts: Verdict[] = [];
const addVerdicts = (...newVerdicts: readonly Verdict[]) => {
  for (const { hasPassed, text } of newVerdicts) {
    console.log(
      `${hasPassed ? 'passed' : 'FAILED'}  ${(performance.now() / 1000).toFixed(0)} s  ${text}`,
    );
  }
  verdicts.push(...newVerdicts);
};
try {
  const caller = createCaller(deployment.url);
  const context = { deployment, caller };
  addVerdicts(...(await verifyRaces(caller)));
  addVerdicts(await verify('three processes behind a load balancer', deployment.url));
  if (!values.sample) addVerdicts(await verifyOnDisk());
  const name = `a process killed every ${killInterval} s for ${killSeconds} s`;
  addVerdicts(await proveUnderLoad(name, context, () => killProcesses(deployment)));
  addVerdicts(
    await proveUnderLoad('PostgreSQL ended and restarted', context, () =>
      restartPostgres(deployment),
    ),
  );
} finally {
  await deployment.stop();
}
const failedCount = verdicts.filter(({ hasPassed }) => !hasPassed).length;
console.log(`${verdicts.length - failedCount} passed, ${failedCount} failed`);
process.exitCode = failedCount === 0 ? 0 : 1;
