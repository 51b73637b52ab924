/** `npm run grade -- --contract`: judges a correct service by single changes of the contract. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version as toolVersion } from '../../src/generated/version.ts';
import { getContractFingerprint, readContract } from '../../src/contract/spec.ts';
import { parseTargetAddress } from '../../src/cli/target/index.ts';
import { CannotDo, type Shell, WrongUsage } from '../../src/cli/shell/index.ts';
import { shuffle } from '../../tests/support/random.ts';
import { classifyChange, nameChange, type ContractChange } from './contract/contract-change.ts';
import { findNotice, haveSameVerdict } from './contract/notice.ts';
import { listContractChanges } from './contract/list-contract-changes.ts';
import { noChange, type ContractTask, type ContractTaskResult } from './contract/judge-task.ts';
import type { RevisionVerdict } from './contract/judge-revision.ts';
import { createGrade, defaultSeed, type GradeFlags } from './run-grade.ts';
import { gradeInProcesses } from './processes.ts';
import {
  summarizeContractGrade,
  type ContractGrade,
  type JudgedChange,
} from './results/contract-grade.ts';

type TaskSettings = Omit<ContractTask, 'change'>;

/** Judges all changes, or those that the flags choose. */
export const gradeContract = createGrade({
  name: 'contract-grade.json',
  judge: async (flags, shell) => {
    const folder = await mkdtemp(join(tmpdir(), 'bookdist-contracts-'));
    try {
      return await judgeChanges(flags, folder, shell);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  summarize: summarizeContractGrade,
});

/** Judges the unchanged contract, then the changes. Returns undefined if interrupted. */
async function judgeChanges(
  flags: GradeFlags,
  folder: string,
  shell: Shell,
): Promise<ContractGrade | undefined> {
  const settings = readSettings(flags, folder);
  const { seed, depth, target } = settings;
  const changes = listContractChanges(readContract().document);
  const chosenChanges = chooseChanges(changes, flags);
  const baseline = await judgeBaseline(settings, shell);
  if (baseline === undefined) return undefined;
  const verdicts = await judgeAll(chosenChanges.map(nameChange), settings, shell);
  if (verdicts === undefined) return undefined;
  return {
    tool: toolVersion,
    contract: getContractFingerprint(),
    service: target ?? 'sandbox',
    seed,
    depth,
    baseline,
    total: changes.length,
    changes: chosenChanges.flatMap((change, index) => {
      const verdict = verdicts[index];
      return verdict === undefined ? [] : [describeResult(change, verdict, baseline)];
    }),
  };
}

function readSettings(
  { seed = defaultSeed, depth, target }: GradeFlags,
  folder: string,
): TaskSettings {
  return {
    seed,
    depth,
    folder,
    ...(target !== undefined && { target: parseTargetAddress(target) }),
  };
}

/** Returns the changes that `--only` and `--sample` choose. */
function chooseChanges(
  changes: readonly ContractChange[],
  { only, sample, seed = defaultSeed }: GradeFlags,
): readonly ContractChange[] {
  const matches = changes.filter(
    ({ kind, pointer }) =>
      only === undefined || kind === only || pointer === only || pointer.startsWith(`${only}/`),
  );
  if (matches.length === 0) throw new WrongUsage(`No change has the kind or the pointer ${only}.`);
  return sample === undefined ? matches : drawSample(matches, sample, seed);
}

/** Draws changes at random, but takes a second one of a kind only when it has one of every kind. */
function drawSample(
  changes: readonly ContractChange[],
  count: number,
  seed: number,
): readonly ContractChange[] {
  const drawnCounts = new Map<string, number>();
  const ranked = shuffle(changes, seed).map((change) => {
    const rank = drawnCounts.get(change.kind) ?? 0;
    drawnCounts.set(change.kind, rank + 1);
    return { change, rank };
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ change }) => change);
}

/**
 * Judges the service twice by the unchanged contract. Returns undefined if interrupted.
 * @throws CannotDo if the two runs differ, because then a difference says nothing about a change
 */
async function judgeBaseline(
  settings: TaskSettings,
  shell: Shell,
): Promise<RevisionVerdict | undefined> {
  const verdicts = await judgeAll([noChange, noChange], settings, shell);
  const [first, second] = verdicts ?? [];
  if (first === undefined || second === undefined) return undefined;
  if (first.failure !== undefined) throw new CannotDo(`The unchanged contract: ${first.failure}`);
  if (!haveSameVerdict(first, second))
    throw new CannotDo(
      `Two runs by the unchanged contract differ: ${describeVerdict(first)}, then ${describeVerdict(second)}.`,
    );
  return first;
}

function describeVerdict({ verdict, drifts }: RevisionVerdict): string {
  return [verdict, ...drifts].join(' ');
}

async function judgeAll(
  names: readonly string[],
  settings: TaskSettings,
  shell: Shell,
): Promise<RevisionVerdict[] | undefined> {
  const tasks = names.map((change) => ({ ...settings, change }));
  const results = await gradeInProcesses(
    tasks,
    {
      noun: 'contracts',
      describe: ({ change }: ContractTaskResult) => change,
      // Two runs at a time could disturb each other in an account that they share.
      ...(settings.target !== undefined && { workers: 1 }),
    },
    shell,
  );
  return results?.map(({ result }) => result);
}

function describeResult(
  change: ContractChange,
  verdict: RevisionVerdict,
  baseline: RevisionVerdict,
): JudgedChange {
  const { document } = readContract();
  const { kind, pointer, description, sides } = change;
  const { failure, drifts, took } = verdict;
  return {
    kind,
    pointer,
    description,
    sides,
    class: classifyChange(document, change),
    notice: findNotice(change, verdict, { baseline, document }),
    newDrifts: drifts.filter((id) => !baseline.drifts.includes(id)),
    verdict: verdict.verdict,
    ...(failure !== undefined && { failure }),
    took,
  };
}
