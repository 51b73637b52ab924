/** `npm run grade -- --responses`: alters single values in the responses of a correct run, and judges the run again. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { readContract } from '../../src/contract/spec.ts';
import { version as toolVersion } from '../../src/generated/version.ts';
import { run, unboundRun } from '../../src/harness/run/index.ts';
import type { Exchange } from '../../src/monitor/index.ts';
import { parseTargetAddress } from '../../src/cli/target/index.ts';
import { type Shell, writeText } from '../../src/cli/shell/index.ts';
import { suite } from '../../tests/suite.ts';
import { shuffle } from '../../tests/support/random.ts';
import { connectToService, hostSandbox } from './services/hosted-service.ts';
import { createGrade, defaultSeed, type GradeFlags } from './run-grade.ts';
import { gradeInProcesses } from './processes.ts';
import { findReason } from './responses/reasons.ts';
import { listAlterations } from './responses/alterations.ts';
import type { Pick, ResponseTask, ResponseTaskResult } from './responses/response-task.ts';
import { readJsonBody } from './responses/judge-alterations.ts';
import {
  formatResponsePage,
  summarizeResponses,
  type AlteredResponse,
  type ResponseGrade,
} from './results/response-grade.ts';

/** An altered response, with the names that group it with others of its kind. */
interface Candidate {
  readonly pick: Pick;
  readonly altered: Omit<AlteredResponse, 'notice' | 'by'>;
}

/** The altered responses of each place and kind: one from early and one from late in the history. */
const perPlace = 2;
const picksPerTask = 40;

/** Judges altered responses of one run. */
export const gradeResponses = createGrade({
  name: 'responses.json',
  judge: judgeResponses,
  summarize: summarizeResponses,
  writePage: async (page, grade) => writeText(page, formatResponsePage(grade)),
});

async function judgeResponses(flags: GradeFlags, shell: Shell): Promise<ResponseGrade | undefined> {
  const { target, seed = defaultSeed, depth } = flags;
  const folder = await mkdtemp(join(tmpdir(), 'bookdist-responses-'));
  try {
    const exchanges = await recordRun(flags, shell);
    const history = join(folder, 'history');
    await writeFile(history, serialize(exchanges));
    const candidates = chooseCandidates(exchanges, flags);
    const lagBy = target === undefined ? 'service' : 'observer';
    const responses = await judgeCandidates(candidates, { history, lagBy }, shell);
    if (responses === undefined) return undefined;
    const service = target ?? 'sandbox';
    const requests = exchanges.length;
    return { tool: toolVersion, service, seed, depth, requests, responses };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the suite once, one case after the other, and returns the answered exchanges. */
async function recordRun(flags: GradeFlags, shell: Shell): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const ended = new AbortController();
  try {
    const { target } = flags;
    const openService =
      target === undefined
        ? hostSandbox(ended.signal)
        : connectToService(parseTargetAddress(target), shell.environment);
    const options = await openService();
    await run(suite, {
      ...unboundRun,
      ...options,
      // What the run knows about a sandbox would tell the monitor more than the recording shows.
      sandboxSettings: undefined,
      runs: 5,
      seed: flags.seed ?? defaultSeed,
      depth: flags.depth,
      concurrency: 1,
      onEvent: (event) => {
        if (event.type === 'exchanged') exchanges.push(event.exchange);
      },
    });
    return exchanges;
  } finally {
    ended.abort();
  }
}

/** Returns altered responses of each operation, status, place and kind of alteration. */
function chooseCandidates(
  exchanges: readonly Exchange[],
  { sample, seed = defaultSeed }: GradeFlags,
): readonly Candidate[] {
  const groups = new Map<string, Candidate[]>();
  for (const [at, exchange] of exchanges.entries()) {
    for (const candidate of listCandidates(at, exchange)) {
      const { operation, status, place, kind } = candidate.altered;
      const key = `${operation} ${status} ${place} ${kind}`;
      groups.set(key, [...(groups.get(key) ?? []), candidate]);
    }
  }
  const chosen = [...groups.values()].flatMap((group) => [
    ...group.slice(0, perPlace - 1),
    ...group.slice(Math.floor(group.length / perPlace)).slice(0, group.length > 1 ? 1 : 0),
  ]);
  return sample === undefined ? chosen : shuffle(chosen, seed).slice(0, sample);
}

function listCandidates(at: number, exchange: Exchange): Candidate[] {
  const body = readJsonBody(exchange);
  if (body === undefined) return [];
  const { document } = readContract();
  return listAlterations(body).map(({ kind, pointer }, index): Candidate => {
    const reason = findReason(document, exchange, { pointer, kind });
    return {
      pick: [at, index],
      altered: {
        operation: exchange.operation ?? 'unknown',
        status: exchange.response.status,
        place: pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*'),
        kind,
        request: exchange.number,
        ...(reason !== undefined && { reason }),
      },
    };
  });
}

async function judgeCandidates(
  candidates: readonly Candidate[],
  recording: { readonly history: string; readonly lagBy: ResponseTask['lagBy'] },
  shell: Shell,
): Promise<readonly AlteredResponse[] | undefined> {
  const tasks: ResponseTask[] = [];
  for (let at = 0; at < candidates.length; at += picksPerTask) {
    const picks = candidates.slice(at, at + picksPerTask).map(({ pick }) => pick);
    tasks.push({ ...recording, picks, seed: 0 });
  }
  const results = await gradeInProcesses<ResponseTaskResult>(
    tasks,
    {
      noun: `groups of ${picksPerTask} altered responses`,
      describe: () => '',
    },
    shell,
  );
  const judged = results?.flatMap((result) => result.judged);
  return (
    judged &&
    candidates.flatMap(({ altered }, at) => {
      const { notice, by } = judged[at] ?? {};
      return notice === undefined ? [] : [{ ...altered, notice, ...(by !== undefined && { by }) }];
    })
  );
}
