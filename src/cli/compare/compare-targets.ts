/** Runs the suite against two services with one seed, and prints what differs. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Report } from '../../report/record/index.ts';
import { describeProof, formatCount, toPlainText } from '../../report/wording/index.ts';
import { CannotDo, prepareFolder, type Shell, writeRecord, WrongUsage } from '../shell/index.ts';
import { readVerifyArguments, runAndWrite } from '../verify/index.ts';
import {
  compareServices,
  type ServiceComparison,
  type ServiceDifference,
} from './compare-services.ts';

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
  const comparison = compareServices(...reports);
  const differences = await confirm(comparison, async () =>
    runBoth([first, second], settings, shell),
  );
  if (differences === undefined) return 130;
  const names = reports.map(({ target }) => target.address);
  const record = { seed, targets: names, ...comparison, differences };
  await writeRecord(join(flags.out, 'compare.json'), record);
  shell.out(formatDifferences(reports, { ...comparison, differences }, flags.out));
  return differences.length > 0 ? 1 : 0;
}

/** Returns the differences that a second round shows too; undefined after an interrupt. */
async function confirm(
  { differences }: ServiceComparison,
  playAgain: () => Promise<Pair<Report> | undefined>,
): Promise<readonly ServiceDifference[] | undefined> {
  if (differences.length === 0) return differences;
  const again = await playAgain();
  if (again === undefined) return undefined;
  const confirmed = compareServices(...again).differences;
  return differences.filter(({ id, operation }) =>
    confirmed.some((other) => other.id === id && other.operation === operation),
  );
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
  const verifySettings = await readVerifyArguments(args, shell);
  const { suite } = await import('../../../tests/suite.ts');
  const { report } = await runAndWrite(
    verifySettings.statements.suite(suite),
    verifySettings,
    shell,
  );
  const { stopped, stoppedBecause } = report.run;
  if (stopped === 'interrupted') return undefined;
  if (stopped === undefined) return report;
  throw new CannotDo(`The run on ${target} did not reach its end: ${stoppedBecause ?? stopped}`);
}

function formatDifferences(
  reports: Pair<Report>,
  { differences, compared, oneSided }: ServiceComparison,
  out: string,
): string {
  const heads = reports.map(
    (report, index) =>
      `${'AB'[index]}  ${toPlainText(report.target.address)}   ${describeProof(report)}`,
  );
  const blocks = differences.flatMap(({ id, says, operation, first, second }) => [
    '',
    `≠ ${id}${operation === undefined ? '' : ` (${operation})`}`,
    `    ${says}`,
    `    A  ${first}`,
    `    B  ${second}`,
  ]);
  const count = formatCount(differences.length, 'difference');
  const scope = `${compared.requirements} requirements and ${compared.answers} answers compared`;
  const rest = oneSided === 0 ? '' : `, ${oneSided} shown on one side only`;
  const verdict = differences.length === 0 ? 'no difference' : count.toUpperCase();
  return `${[...heads, ...blocks, '', `${verdict}   ${scope}${rest}   ${out}`].join('\n')}\n`;
}
