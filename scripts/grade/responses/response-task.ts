/** The tasks of `npm run grade -- --responses`, as its worker processes receive them. */
import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import type { Exchange } from '../../../src/monitor/index.ts';
import { listAlterations } from './alterations.ts';
import {
  type History,
  judgeAlteration,
  type JudgedAlteration,
  readHistory,
  readJsonBody,
} from './judge-alterations.ts';

/** One altered response: the position of the exchange, and that of the alteration among all of its body. */
export type Pick = readonly [step: number, alteration: number];

export interface ResponseTask {
  /** The file of the history, as `v8.serialize` writes it. */
  readonly history: string;
  readonly picks: readonly Pick[];
  readonly seed: number;
  /** The clock that measures lag: that of the service if the run sets it, which may be in whole seconds only. */
  readonly lagBy: 'observer' | 'service';
}

export interface ResponseTaskResult {
  readonly judged: readonly JudgedAlteration[];
}

/** What a complete recording shows: every call from the first one on, by two accounts. */
const completeTraffic = { startsEmpty: true, separateAccounts: true } as const;

/** The history of this process, which all its tasks use. */
let openHistory: Promise<History> | undefined;

async function loadHistory(file: string, lagBy: ResponseTask['lagBy']): Promise<History> {
  // The process that started this one wrote the file.
  // oxlint-disable-next-line typescript/consistent-type-assertions
  const exchanges = deserialize(await readFile(file)) as Exchange[];
  return readHistory(exchanges, { ...completeTraffic, lagBy });
}

export async function judgeResponseTask({
  history,
  picks,
  lagBy,
}: ResponseTask): Promise<ResponseTaskResult> {
  openHistory ??= loadHistory(history, lagBy);
  const opened = await openHistory;
  const judged = picks.map(([at, index]) => {
    const step = opened.steps[at];
    const body = step && readJsonBody(step.exchange);
    const alteration = body === undefined ? undefined : listAlterations(body)[index];
    if (alteration === undefined) throw new Error(`There is no alteration ${index} of step ${at}.`);
    return judgeAlteration(opened, at, alteration);
  });
  return { judged };
}
