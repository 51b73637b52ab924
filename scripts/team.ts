/**
 * Proves that three sandbox processes on one PostgreSQL and one object store keep what one process
 * promises. Processes are killed under load for two minutes; with `--sample` for 10 s.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bookdist, reportsFolder, serving } from './proof/command.ts';
import { callerOf, ifAcknowledged, type Caller } from './team/caller.ts';
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

async function conforms(name: string, url: string): Promise<Verdict> {
  const settings = { DISTRIBUTION_API_KEY: apiKey };
  const options = ['verify', url, '--allow', 'read,write,publish,delete', '--depth', 'quick'];
  const out = ['--quiet', '--out', await reportsFolder()];
  const ended = await bookdist([...options, ...out], settings);
  const { code, signal } = ended;
  const printed = [ended.out, ended.err].map((text) => text.trim());
  const result = [`exit ${code ?? signal}`, ...printed.filter((text) => text !== '')];
  return { passed: code === 0, result: `bookdist verify, ${name}: ${result.join('; ')}` };
}

async function conformsOnDisk(): Promise<Verdict> {
  const options = ['--port', '0', '--data', join(folder, 'books'), '--key', apiKey];
  const { address, end } = await serving(['sandbox', ...options]);
  const verdict = await conforms('one process with its books in a folder', address);
  await end();
  return verdict;
}

async function races(caller: Caller): Promise<readonly Verdict[]> {
  return (await runRaces(caller)).map(({ name, won, wanted }) => ({
    passed: won === wanted,
    result: `${name}: ${won} of ${wanted}`,
  }));
}

/** Runs writers while something happens to the deployment. */
async function underLoad(
  name: string,
  { deployment, caller }: { readonly deployment: Deployment; readonly caller: Caller },
  happens: () => Promise<void>,
): Promise<Verdict> {
  const load = startLoad(caller);
  await happens();
  await pause(3_000);
  await load.stop();
  const { written } = load;
  const losses = await findLosses(written, caller, deployment);
  const after = await ifAcknowledged(caller.create('ebook', { title: 'Afterwards' }));
  const counts = [
    `${written.books.size} books and ${written.attached.size} files acknowledged`,
    `${written.failed} of ${written.calls} calls failed`,
    `longest gap ${(written.longestGap / 1000).toFixed(1)} s`,
    `${losses.length} lost`,
    ...losses.slice(0, 5),
  ];
  return {
    passed: losses.length === 0 && after !== undefined && written.attached.size > 0,
    result: `${name}: ${counts.join(', ')}`,
  };
}

async function kills(deployment: Deployment): Promise<void> {
  const end = performance.now() + secondsOfKills * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    const due = performance.now() + secondsBetweenKills * 1000;
    await deployment.replace(turn % 3);
    await pause(Math.max(0, due - performance.now()));
  }
}

async function restart({ postgres }: Deployment): Promise<void> {
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
  const caller = callerOf(deployment.url);
  const around = { deployment, caller };
  note(...(await races(caller)));
  note(await conforms('three processes behind a load balancer', deployment.url));
  if (!values.sample) note(await conformsOnDisk());
  const name = `a process killed every ${secondsBetweenKills} s for ${secondsOfKills} s`;
  note(await underLoad(name, around, () => kills(deployment)));
  note(await underLoad('PostgreSQL ended and restarted', around, () => restart(deployment)));
} finally {
  await deployment.stop();
}
const failed = verdicts.filter(({ passed }) => !passed).length;
console.log(`${verdicts.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
