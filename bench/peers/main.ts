/** Compares other tools with our suite, all on the same sandbox: false alarms, faults caught, requests, books left. */
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { askPeer } from './ask-peer.ts';
import { bookdist } from './bookdist.ts';
import { dredd } from './dredd/dredd.ts';
import type { Peer } from './peer.ts';
import { portman } from './portman/portman.ts';
import { respect } from './respect/respect.ts';
import { recorded, type Result } from './result.ts';
import { schemathesis } from './schemathesis/schemathesis.ts';
import { faultCount, namedFaults, sampledFaults } from './services.ts';
import { specmatic } from './specmatic/specmatic.ts';
import { page, summary } from './table.ts';

const peers: readonly Peer[] = [bookdist, respect, portman, dredd, specmatic, schemathesis];

const { values } = parseArgs({
  options: {
    tools: { type: 'string', default: 'all' },
    faults: { type: 'string', default: '24' },
    rounds: { type: 'string', default: '1' },
    into: { type: 'string', default: fileURLToPath(new URL('.', import.meta.url)) },
  },
});

const cache = join(tmpdir(), 'bookdist-peers');
await mkdir(cache, { recursive: true });
const chosen = values.tools === 'all' ? peers : peers.filter(({ name }) => isChosen(name));
if (chosen.length === 0 && values.tools !== 'none') {
  throw new Error(`--tools takes some of ${peers.map(({ name }) => name).join(', ')}, or none.`);
}

function isChosen(name: string): boolean {
  return values.tools.split(',').some((part) => part !== '' && name.toLowerCase().startsWith(part));
}

/** Tools that are not asked this time keep what they said before. */
const record = join(values.into, 'results.json');
const results = new Map((await recorded(record)).map((result) => [result.name, result]));

/** So many, all of them, or the same ones as before, so that one tool can be asked again. */
function faultsFor(wanted: string) {
  if (wanted === 'all') return sampledFaults(Infinity);
  if (wanted !== 'same') return sampledFaults(Number(wanted));
  return namedFaults([...results.values()].flatMap((result) => Object.keys(result.faults)));
}

function inOrder(): readonly Result[] {
  return peers.flatMap(({ name }) => results.get(name) ?? []);
}

async function write(): Promise<void> {
  await writeFile(record, `${JSON.stringify(inOrder(), null, 2)}\n`);
  await writeFile(join(values.into, 'results.md'), page(inOrder(), faultCount));
}

const faults = faultsFor(values.faults);
console.log(`${faults.length} of ${faultCount} faults; tools are installed into ${cache}`);
for (const peer of chosen) {
  const effort = { cache, faults, rounds: Number(values.rounds), say: console.log };
  for await (const result of askPeer(peer, effort)) {
    results.set(peer.name, result);
    await write();
  }
}
await write();
console.log(summary(inOrder()));
