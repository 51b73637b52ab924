/** Runs the suite against two services with one seed, and prints what differs. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Section } from '../../harness/suite/index.ts';
import {
  type Comparison,
  compareReports,
  countDifferences,
  selectRepeated,
} from '../../report/baseline/index.ts';
import type { Report } from '../../report/record/index.ts';
import { formatComparison } from '../../report/terminal/index.ts';
import { writeComparison } from '../report/report-files.ts';
import { CannotDo, prepareFolder, type Shell, WrongUsage } from '../shell/index.ts';
import { verifyForReport } from '../verify/index.ts';

export interface CompareFlags {
  readonly allow?: readonly string[];
  readonly only?: string;
  readonly seed?: number;
  readonly out: string;
}

/** The options that both runs share. */
interface RunSettings extends CompareFlags {
  readonly seed: number;
  /** More options of `verify`. */
  readonly options: readonly string[];
}

type Pair<Value> = readonly [Value, Value];

/**
 * @param words two addresses or names of targets, and then options of `verify`
 * @returns 0 without differences, 1 with some, 130 after an interrupt
 * @throws CannotDo if a run did not reach its end
 */
export async function compareTargets(
  words: readonly string[],
  flags: CompareFlags,
  shell: Shell,
): Promise<number> {
  const [first, second, ...options] = words;
  if (first === undefined || second === undefined || second.startsWith('-'))
    throw new WrongUsage('compare takes two addresses, or two names of targets.');
  await prepareFolder(flags.out);
  const seed = flags.seed ?? randomInt(0, 2 ** 31 - 1);
  const settings = { ...flags, seed, options };
  const reports = await runBoth([first, second], settings, shell);
  if (reports === undefined) return 130;
  const comparison = await confirm(compareReports(...reports), async () =>
    runBoth([first, second], settings, shell),
  );
  if (comparison === undefined) return 130;
  await writeComparison(flags.out, [comparison], reports);
  shell.out(formatComparison(comparison, shell.outTerminal));
  return countDifferences(comparison) > 0 ? 1 : 0;
}

/** Keeps the differences that a second round shows too; undefined after an interrupt. */
async function confirm(
  comparison: Comparison,
  playAgain: () => Promise<Pair<Report> | undefined>,
): Promise<Comparison | undefined> {
  if (countDifferences(comparison) === 0) return comparison;
  const again = await playAgain();
  return again && selectRepeated(comparison, compareReports(...again));
}

/** Returns both reports; undefined after an interrupt. */
async function runBoth(
  [first, second]: Pair<string>,
  settings: RunSettings,
  shell: Shell,
): Promise<Pair<Report> | undefined> {
  const a = await runOne(first, 'first', { settings, shell });
  const b = a && (await runOne(second, 'second', { settings, shell }));
  return a && b && [a, b];
}

async function runOne(
  target: string,
  folder: string,
  { settings, shell }: { readonly settings: RunSettings; readonly shell: Shell },
): Promise<Report | undefined> {
  const { allow = [], only, seed, out, options } = settings;
  const consent = allow.length === 0 ? [] : ['--allow', allow.join(',')];
  const scope = only === undefined ? [] : ['--only', only];
  const choices = ['--seed', String(seed), '--out', join(out, folder), '--format', 'json,html'];
  const args = [target, ...consent, ...scope, ...choices, ...options];
  const report = await verifyForReport(args, shell, askOpenQuestionsAtAnyDepth);
  const { stopped, stoppedBecause } = report.run;
  if (stopped === 'interrupted') return undefined;
  if (stopped === undefined) return report;
  throw new CannotDo(`The run on ${target} did not reach its end: ${stoppedBecause ?? stopped}`);
}

/** Two deployments differ most often in what the document leaves open, and a quick run asks little of it. */
function askOpenQuestionsAtAnyDepth(suite: readonly Section[]): readonly Section[] {
  return suite.map((section) => ({
    ...section,
    items: section.items.map((item) =>
      item.kind === 'observation' ? { ...item, depth: 'quick' } : item,
    ),
  }));
}
