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

/**
 * Installs it and asks it: what is known so far, after each judgement, so that a comparison which is
 * broken off has something to show. A tool that cannot be had has a result that says so.
 */
export async function* askPeer(peer: Peer, effort: Effort): AsyncGenerator<Result> {
  const { name, version, complains, setup } = peer;
  const nothing = { name, version, complains, setup, faults: {}, alarms: {}, broke: {} };
  const home = join(effort.cache, name.replaceAll(/\W+/g, '-'));
  const tool = { home, prepared: join(home, 'prepared') };
  await mkdir(tool.prepared, { recursive: true });
  const missing = await peer.install(home).then(() => undefined, messageOf);
  if (missing !== undefined) {
    effort.say(`${name}: not installed. ${missing}`);
    yield { ...nothing, missing };
    return;
  }
  await peer.prepare?.(tool);
  let result: Result = nothing;
  for await (const more of judgements(peer, tool, effort)) {
    result = joined(result, more);
    yield result;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

type Part = Partial<Result>;

function joined(result: Result, more: Part): Result {
  return {
    ...result,
    ...more,
    faults: { ...result.faults, ...more.faults },
    alarms: { ...result.alarms, ...more.alarms },
    broke: { ...result.broke, ...more.broke },
  };
}

async function* judgements(
  peer: Peer,
  tool: Tool,
  { faults, rounds, say }: Effort,
): AsyncGenerator<Part> {
  const judge = async (what: string, service: Service) => {
    const seen = await judgedBy(peer, tool, service);
    say(`${peer.name}: ${what}: ${described(seen)}`);
    return { ...seen, broken: seen.broke === undefined ? {} : { [what]: seen.broke } };
  };
  const first = await judge(usual, {});
  const { command, requests, left, seconds } = first;
  say(`    ${command}`);
  const known = new Set(first.complaints);
  for (let round = 1; round < rounds; round += 1) {
    for (const complaint of (await judge(usual, {})).complaints) known.add(complaint);
  }
  yield { command, requests, left, seconds, alarms: { [usual]: [...known] }, broke: first.broken };
  for (const { name, readings } of readingSets) {
    const { complaints, broken } = await judge(name, { readings });
    yield { alarms: { [name]: complaints }, broke: broken };
  }
  for (const fault of faults) {
    const seen = await judge(fault.name, { faults: [fault] });
    yield { faults: { [fault.name]: newComplaints(seen, [...known]) }, broke: seen.broken };
  }
}

function described({ complaints, requests, left, seconds, broke }: Seen): string {
  const effort = `${requests} requests, ${left} books left, ${seconds.toFixed(1)} s`;
  const shown = complaints.slice(0, 3).join('; ');
  return `${broke === undefined ? '' : 'BROKE OFF, '}${complaints.length} complaints, ${effort}  ${shown}`;
}
