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
  type RequirementGrade,
  summarizeGrade,
} from './results/fault-grade.ts';
import { formatGradePage, formatGradeTables, mergeDetections } from './results/grade-page.ts';
import { copyNarrowedSection } from './results/narrowed-section.ts';
import { gradeInProcesses } from './processes.ts';
import { findFaults } from '../../src/cli/own-sandbox.ts';
import { type Shell, writeRecord, writeText } from '../../src/cli/shell/index.ts';
import { createGrade, defaultSeed, takeSample, type GradeFlags } from './run-grade.ts';

/** Grades all faults, or those that the flags choose. */
export const gradeAll = createGrade({
  name: 'grade.json',
  judge: judgeFaults,
  summarize: summarizeGrade,
  writePage,
});

async function judgeFaults(flags: GradeFlags, shell: Shell): Promise<Grade | undefined> {
  const { seed = defaultSeed, out } = flags;
  const gradedFaults =
    flags.fault === undefined ? takeSample(faults, flags) : findFaults(flags.fault);
  const faultGrades = await gradeInProcesses(
    gradedFaults.map(({ name }) => ({ fault: name, seed })),
    { noun: 'faults', describe: ({ name }: FaultGrade) => name },
    shell,
  );
  if (faultGrades === undefined) return undefined;
  const isComplete = gradedFaults.length === faults.length;
  const grade: Grade = {
    tool: toolVersion,
    contract: getContractFingerprint(),
    seed,
    faults: faultGrades,
    requirements: isComplete ? gradeRequirements(faultGrades) : [],
  };
  if (isComplete) await writeText(join(out, 'grade.md'), formatGradeTables(grade));
  return grade;
}

/** Adds the grades to the JSON file next to the page, and writes the page if all faults were graded. */
async function writePage(page: string, grade: Grade): Promise<void> {
  const file = page.replace(/\.md$/, '.json');
  const earlierResults: unknown = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  await writeRecord(file, mergeDetections(earlierResults, grade.faults, faults));
  if (grade.requirements.length === 0) return;
  const earlierPage = await readFile(page, 'utf8').catch(() => '');
  await writeText(page, copyNarrowedSection(formatGradePage(grade), earlierPage));
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
