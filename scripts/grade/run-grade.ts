/** What all grades have in common: their flags, their time, the file of their result, its text and the exit code. */
import { join } from 'node:path';
import type { Depth } from '../../src/harness/evidence/index.ts';
import { prepareFile, prepareFolder, type Shell, writeRecord } from '../../src/cli/shell/index.ts';
import { printGrade, type PrintedGrade } from './results/print-grade.ts';

export interface GradeFlags {
  readonly fair?: boolean;
  readonly fault?: readonly string[];
  readonly sample?: number;
  readonly seed?: number;
  readonly random: number;
  readonly out: string;
  readonly page?: string;
  /** The number of narrowed faults to grade. */
  readonly narrow?: number;
  /** The requests of a run on a narrowed fault. */
  readonly requests?: number;
  readonly contract?: boolean;
  readonly responses?: boolean;
  readonly depth: Depth;
  /** The kind or the pointer of the changes of the contract to judge. */
  readonly only?: string;
  /** The address of a service to judge by the changes of the contract. */
  readonly target?: string;
}

export const defaultSeed = 7;

/** Returns every n-th entry of a list if the flags ask for a sample, and the whole list otherwise. */
export function takeSample<T>(list: readonly T[], { sample }: GradeFlags): readonly T[] {
  return sample === undefined ? list : list.filter((_, index) => index % sample === 0);
}

interface GradeSteps<Result> {
  /** The name of the file with the result. */
  readonly name: string;
  /** Returns the result, or undefined if interrupted. */
  readonly judge: (flags: GradeFlags, shell: Shell) => Promise<Result | undefined>;
  readonly summarize: (grade: Result) => PrintedGrade;
  /** Writes the result into the page of results. */
  readonly writePage?: (page: string, grade: Result) => Promise<void>;
}

/** Runs a grade, and returns its exit code. */
export type RunGrade = (flags: GradeFlags, shell: Shell) => Promise<number>;

export function createGrade<Result extends object>(steps: GradeSteps<Result>): RunGrade {
  const { name, judge, summarize, writePage } = steps;
  return async (flags, shell) => {
    const { out, page } = flags;
    await prepareFolder(out);
    if (page !== undefined) await prepareFile(page, '--page');
    const startedAt = performance.now();
    const grade = await judge(flags, shell);
    if (grade === undefined) return 130;
    const took = Math.round(performance.now() - startedAt);
    const file = join(out, name);
    await writeRecord(file, { ...grade, took });
    if (page !== undefined) await writePage?.(page, grade);
    const summary = summarize(grade);
    shell.out(printGrade(summary, { ...shell.outTerminal, file, took }));
    return summary.isPassed ? 0 : 1;
  };
}
