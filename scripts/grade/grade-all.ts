/** The whole grade: runs every fault in a process, and writes and prints the results. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version as toolVersion } from '../../src/generated/version.ts';
import { requirement, statedIds } from '../../src/contract/requirements.ts';
import { contractFingerprint } from '../../src/contract/spec.ts';
import { faults } from '../../src/faults/index.ts';
import {
  type FaultGrade,
  type Grade,
  gradePage,
  gradeSummary,
  isFaultGrade,
  keepNarrowedSamples,
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

/** @returns the exit code */
export async function gradeAll(flags: GradeFlags, shell: Shell): Promise<number> {
  const chosen = flags.fault === undefined ? takeSample(faults, flags) : findFaults(flags.fault);
  const isWhole = chosen.length === faults.length;
  const seed = flags.seed ?? defaultSeed;
  const began = performance.now();
  await prepareFolder(flags.out);
  if (flags.page !== undefined) await prepareFile(flags.page, '--page');
  const graded = await gradeInProcesses(
    chosen.map(({ name }) => ({ fault: name, seed })),
    { noun: 'faults', isDone: isFaultGrade, says: ({ name }) => name },
    shell,
  );
  if (graded === undefined) return 130;
  const grade: Grade = {
    tool: toolVersion,
    contract: contractFingerprint(),
    seed,
    faults: graded,
    requirements: isWhole ? gradeRequirements(graded) : [],
    took: Math.round(performance.now() - began),
  };
  const file = join(flags.out, 'grade.json');
  await writeRecord(file, grade);
  if (flags.page !== undefined) await writePage(flags.page, grade, isWhole);
  shell.out(gradeSummary(grade, { ...shell.outTerminal, file }));
  return passes(grade) ? 0 : 1;
}

/** Writes the whole page, or after a partial grade only the rows of its faults. */
async function writePage(file: string, grade: Grade, isWhole: boolean): Promise<void> {
  const earlier = await readFile(file, 'utf8').catch(() => '');
  const rows = { ...grade, requirements: gradeRequirements(grade.faults) };
  const rewrite = isWhole || earlier === '';
  const page = rewrite
    ? keepNarrowedSamples(gradePage(rows), earlier)
    : updateGradePage(earlier, rows);
  await writeText(file, page);
}

/** Every n-th of a list, when a sample is asked for. */
export function takeSample<T>(list: readonly T[], { sample }: GradeFlags): readonly T[] {
  return sample === undefined ? list : list.filter((_, index) => index % sample === 0);
}

function gradeRequirements(graded: readonly FaultGrade[]): RequirementGrade[] {
  return statedIds.map((id) => {
    const { level, untested, unseeded } = requirement(id);
    const reason = unseeded ?? untested;
    return {
      id,
      level: level === 'should' ? 'should' : 'must',
      caught: graded
        .filter(({ breaks, drifted }) => breaks.includes(id) && drifted.includes(id))
        .map(({ name }) => name),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}
