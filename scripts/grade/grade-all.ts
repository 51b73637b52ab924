/** Grades every fault in its own process, and writes and prints the results. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version as toolVersion } from '../../src/generated/version.ts';
import { requirement, statedIds } from '../../src/contract/requirements.ts';
import { getContractFingerprint } from '../../src/contract/spec.ts';
import { faults } from '../../src/faults/index.ts';
import type { Depth } from '../../src/harness/evidence/index.ts';
import {
  type FaultGrade,
  type Grade,
  formatGradeSummary,
  passes,
  type RequirementGrade,
} from './results/fault-grade.ts';
import { formatGradePage, formatGradeTables, mergeDetections } from './results/grade-page.ts';
import { copyNarrowedSection } from './results/narrowed-section.ts';
import { gradeInProcesses } from './processes.ts';
import { findFaults } from '../../src/cli/own-sandbox.ts';
import {
  prepareFile,
  prepareFolder,
  type Shell,
  writeRecord,
  writeText,
} from '../../src/cli/shell/index.ts';

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

/** Grades all faults, or those that the flags choose. Returns the exit code. */
export async function gradeAll(flags: GradeFlags, shell: Shell): Promise<number> {
  const gradedFaults =
    flags.fault === undefined ? takeSample(faults, flags) : findFaults(flags.fault);
  const isComplete = gradedFaults.length === faults.length;
  const seed = flags.seed ?? defaultSeed;
  const startedAt = performance.now();
  await prepareFolder(flags.out);
  if (flags.page !== undefined) await prepareFile(flags.page, '--page');
  const faultGrades = await gradeInProcesses(
    gradedFaults.map(({ name }) => ({ fault: name, seed })),
    { noun: 'faults', describe: ({ name }: FaultGrade) => name },
    shell,
  );
  if (faultGrades === undefined) return 130;
  const grade: Grade = {
    tool: toolVersion,
    contract: getContractFingerprint(),
    seed,
    faults: faultGrades,
    requirements: isComplete ? gradeRequirements(faultGrades) : [],
    took: Math.round(performance.now() - startedAt),
  };
  const file = join(flags.out, 'grade.json');
  await writeRecord(file, grade);
  if (isComplete) await writeText(join(flags.out, 'grade.md'), formatGradeTables(grade));
  if (flags.page !== undefined) await writePage(flags.page, grade, isComplete);
  shell.out(formatGradeSummary(grade, { ...shell.outTerminal, file }));
  return passes(grade) ? 0 : 1;
}

/** Adds the grades to the JSON file next to the page, and writes the page if all faults were graded. */
async function writePage(page: string, grade: Grade, isComplete: boolean): Promise<void> {
  const file = page.replace(/\.md$/, '.json');
  const earlierResults: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await writeRecord(file, mergeDetections(earlierResults, grade.faults, faults));
  if (!isComplete) return;
  const earlierPage = await readFile(page, 'utf8').catch(() => '');
  await writeText(page, copyNarrowedSection(formatGradePage(grade), earlierPage));
}

/** Returns every n-th entry of a list if the flags ask for a sample, and the whole list otherwise. */
export function takeSample<T>(list: readonly T[], { sample }: GradeFlags): readonly T[] {
  return sample === undefined ? list : list.filter((_, index) => index % sample === 0);
}

function gradeRequirements(faultGrades: readonly FaultGrade[]): RequirementGrade[] {
  return statedIds.map((id) => {
    const { level, untested, unseeded } = requirement(id);
    const reason = unseeded ?? untested;
    return {
      id,
      level: level === 'should' ? 'should' : 'must',
      caught: faultGrades
        .filter(({ breaks, drifted }) => breaks.includes(id) && drifted.includes(id))
        .map(({ name }) => name),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}
