/** Grades every fault in its own process, and writes and prints the results. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version as toolVersion } from '../../src/generated/version.ts';
import { requirement, statedIds } from '../../src/contract/requirements.ts';
import { getContractFingerprint } from '../../src/contract/spec.ts';
import { faults } from '../../src/faults/index.ts';
import {
  type FaultGrade,
  type Grade,
  formatGradePage,
  formatGradeSummary,
  isFaultGrade,
  copyNarrowedSections,
  passes,
  type RequirementGrade,
  updateGradePage,
} from './results/index.ts';
import { gradeInProcesses } from './processes.ts';
import { findFaults } from '../../src/cli/own-sandbox/index.ts';
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
  /** A module that serves another service with its own faults. */
  readonly service?: string;
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
    { noun: 'faults', isResult: isFaultGrade, describe: ({ name }) => name },
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
  if (flags.page !== undefined) await writePage(flags.page, grade, isComplete);
  shell.out(formatGradeSummary(grade, { ...shell.outTerminal, file }));
  return passes(grade) ? 0 : 1;
}

/** Writes the whole page, or only the rows of the graded faults if some were left out. */
async function writePage(file: string, grade: Grade, isComplete: boolean): Promise<void> {
  const earlierPage = await readFile(file, 'utf8').catch(() => '');
  const rows = { ...grade, requirements: gradeRequirements(grade.faults) };
  const rewrite = isComplete || earlierPage === '';
  const page = rewrite
    ? copyNarrowedSections(formatGradePage(rows), earlierPage)
    : updateGradePage(earlierPage, rows);
  await writeText(file, page);
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
