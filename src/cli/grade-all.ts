/** The whole grade: every fault in a process, gathered, written down, and told. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { requirement, statedIds } from '../contract/requirements.ts';
import { isObject } from '../contract/json-pointer.ts';
import { readContract } from '../contract/spec.ts';
import { faults, type Fault } from '../faults/index.ts';
import { writeAtomically } from '../report/atomic-file.ts';
import { gradePage } from '../report/grade-page.ts';
import { passes, type FaultGrade, type Grade, type RequirementGrade } from '../report/grade.ts';
import { gradeSummary } from '../report/terminal-grade.ts';
import type { GradeFlags } from './grade.ts';
import { interruption } from './interrupt.ts';
import { namedFaults } from './named-faults.ts';
import { countingLine } from './counting-line.ts';
import type { Shell } from './shell.ts';
import { toolVersion } from './tool-version.ts';
import { besides, workedOff } from './worked-off.ts';

export const usualSeed = 7;

/** @returns the exit code */
export async function gradeAll(flags: GradeFlags, shell: Shell): Promise<number> {
  const wanted = flags.fault === undefined ? sampled(faults, flags) : namedFaults(flags.fault);
  const whole = wanted.length === faults.length;
  const seed = flags.seed ?? usualSeed;
  const began = performance.now();
  const graded = await askedOf(wanted, seed, shell);
  const grade: Grade = {
    tool: toolVersion(),
    contract: createHash('sha256').update(readContract().source).digest('hex').slice(0, 12),
    seed,
    faults: graded,
    requirements: whole ? requirementGrades(graded) : [],
    took: Math.round(performance.now() - began),
  };
  await mkdir(flags.out, { recursive: true });
  const file = join(flags.out, 'grade.json');
  await writeAtomically(file, `${JSON.stringify(grade, null, 2)}\n`);
  if (flags.page !== undefined) await writeAtomically(flags.page, gradePage(grade));
  shell.out(gradeSummary(grade, { ...shell.outTerminal, file }));
  return passes(grade) ? 0 : 1;
}

/** Every n-th of a list, when a sample is asked for. */
export function sampled<T>(list: readonly T[], { sample }: GradeFlags): readonly T[] {
  return sample === undefined ? list : list.filter((_, index) => index % sample === 0);
}

async function askedOf(
  wanted: readonly Fault[],
  seed: number,
  shell: Shell,
): Promise<FaultGrade[]> {
  const interrupt = interruption(shell, 'Stopping.');
  const line = countingLine(shell, wanted.length, 'faults');
  try {
    return await workedOff(
      wanted.map(({ name }) => ({ fault: name, seed })),
      {
        worker: besides(import.meta.url, 'grade-worker'),
        read: readGrade,
        onDone: ({ name }) => line.next(name),
        signal: interrupt.signal,
      },
    );
  } finally {
    line.end();
    interrupt.release();
  }
}

function requirementGrades(graded: readonly FaultGrade[]): RequirementGrade[] {
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

/** What a process of our own answered; whatever else came is a mistake of ours. */
function readGrade(message: unknown): FaultGrade {
  const grade: unknown = JSON.parse(String(message));
  if (!isFaultGrade(grade)) throw new Error('A process of the grade answered something else.');
  return grade;
}

function isFaultGrade(value: unknown): value is FaultGrade {
  return isObject(value) && typeof value['name'] === 'string' && Array.isArray(value['drifted']);
}
