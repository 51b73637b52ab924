/** Lets one tool judge every service of the comparison, one after another. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from '../../src/faults/index.ts';
import type { Peer, Tool } from './peer.ts';
import { newComplaints, usual, type Result } from './result.ts';
import { judgedBy, type Seen, type Service } from './scene.ts';
import { readingSets } from './services.ts';

export interface Effort {
  /** Where tools are installed. */
  readonly cache: string;
  readonly faults: readonly Fault[];
  /** How often the correct service is judged before a complaint counts as new. */
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/** Installs it and asks it; a tool that cannot be had has a result that says so. */
export async function askPeer(peer: Peer, effort: Effort): Promise<Result> {
  const { name, version, complains, setup } = peer;
  const known = { name, version, complains, setup, faults: {}, alarms: {}, broke: {} };
  const home = join(effort.cache, name.replaceAll(/\W+/g, '-'));
  const prepared = join(home, 'prepared');
  await mkdir(prepared, { recursive: true });
  try {
    await peer.install(home);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    effort.say(`${name}: not installed. ${reason}`);
    return { ...known, missing: reason };
  }
  await peer.prepare?.({ home, prepared });
  return { ...known, ...(await judgements(peer, { home, prepared }, effort)) };
}

async function judgements(peer: Peer, tool: Tool, { faults, rounds, say }: Effort) {
  const broke: Record<string, string> = {};
  const judge = async (what: string, service: Service): Promise<Seen> => {
    const seen = await judgedBy(peer, tool, service);
    if (seen.broke !== undefined) broke[what] = seen.broke;
    say(`${peer.name}: ${what}: ${described(seen)}`);
    return seen;
  };
  const first = await judge(usual, {});
  say(`    ${first.command}`);
  const known = new Set(first.complaints);
  for (let round = 1; round < rounds; round += 1) {
    for (const complaint of (await judge(usual, {})).complaints) known.add(complaint);
  }
  const alarms: Record<string, readonly string[]> = { [usual]: [...known].toSorted() };
  for (const { name, readings } of readingSets) {
    alarms[name] = (await judge(name, { readings })).complaints;
  }
  const caught: Record<string, readonly string[]> = {};
  for (const fault of faults) {
    caught[fault.name] = newComplaints(await judge(fault.name, { faults: [fault] }), [...known]);
  }
  const { command, requests, left, seconds } = first;
  return { command, faults: caught, alarms, broke, requests, left, seconds };
}

function described({ complaints, requests, left, seconds, broke }: Seen): string {
  const effort = `${requests} requests, ${left} books left, ${seconds.toFixed(1)} s`;
  const shown = complaints.slice(0, 3).join('; ');
  return `${broke === undefined ? '' : 'BROKE OFF, '}${complaints.length} complaints, ${effort}  ${shown}`;
}
