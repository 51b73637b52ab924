/** Compares our suite with another tool on the same services, and writes results.md and results.json. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Fault } from '../../src/faults/index.ts';
import { bookdist } from './bookdist.ts';
import { judge, type Judgement, type Peer, type Service } from './judge.ts';
import { respect } from './respect.ts';
import { readingSets, sampleFaults } from './services.ts';
import { defaultReadings, isResult, page, summaryTable, type Result } from './table.ts';

const peers: readonly Peer[] = [bookdist, respect];

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: 'bookdist,redocly' },
    faults: { type: 'string', default: '24' },
    into: { type: 'string', default: fileURLToPath(new URL('.', import.meta.url)) },
  },
});

const chosen = peers.filter(({ name }) =>
  values.tools.split(',').some((part) => name.toLowerCase().startsWith(part)),
);
if (chosen.length === 0) {
  throw new Error(`--tools takes some of: ${peers.map(({ name }) => name).join(', ')}.`);
}

/** Tools that do not run this time keep their earlier results. */
const file = join(values.into, 'results.json');
const earlier: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '[]'));
const results = new Map(
  (Array.isArray(earlier) ? earlier.filter(isResult) : []).map((result) => [result.name, result]),
);

async function judgeAndReport(peer: Peer, name: string, service: Service): Promise<Judgement> {
  const judgement = await judge(peer, service);
  const { complaints, requests, seconds } = judgement;
  const shown = complaints.slice(0, 3).join('; ');
  console.log(
    `${peer.name}: ${name}: ${complaints.length} complaints, ${requests} requests, ${seconds.toFixed(1)} s  ${shown}`,
  );
  return judgement;
}

async function compare(peer: Peer, faults: readonly Fault[]): Promise<Result> {
  const { name, version, reports, setup } = peer;
  const correct = await judgeAndReport(peer, defaultReadings, {});
  const { command, requests, booksLeft, seconds } = correct;
  const alarms: Record<string, readonly string[]> = { [defaultReadings]: correct.complaints };
  for (const set of readingSets) {
    alarms[set.name] = (await judgeAndReport(peer, set.name, set)).complaints;
  }
  const caught: Record<string, readonly string[]> = {};
  for (const fault of faults) {
    const { complaints } = await judgeAndReport(peer, fault.name, { faults: [fault] });
    caught[fault.name] = complaints.filter((one) => !correct.complaints.includes(one));
  }
  return { name, version, reports, setup, command, requests, booksLeft, seconds, alarms, caught };
}

const faults = sampleFaults(values.faults === 'all' ? Infinity : Number(values.faults));
for (const peer of chosen) results.set(peer.name, await compare(peer, faults));
const inOrder = peers.flatMap(({ name }) => results.get(name) ?? []);
await writeFile(file, `${JSON.stringify(inOrder, undefined, 2)}\n`);
await writeFile(join(values.into, 'results.md'), page(inOrder));
console.log(summaryTable(inOrder));
