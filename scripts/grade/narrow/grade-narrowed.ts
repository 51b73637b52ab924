/** `npm run grade -- --narrow`: a sample of narrowed faults, drawn by seed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  passesSample,
  type NarrowedGrade,
  type NarrowedSample,
  formatNarrowedSummary,
} from '../results/narrowed-grade.ts';
import { addNarrowedSection } from '../results/narrowed-section.ts';
import {
  prepareFile,
  prepareFolder,
  type Shell,
  writeRecord,
  writeText,
} from '../../../src/cli/shell/index.ts';
import { shuffleNarrowedFaults } from './sandbox-pair.ts';
import { gradeInProcesses } from '../processes.ts';
import { exploreUsually } from '../../../src/harness/run/index.ts';
import { defaultSeed, type GradeFlags } from '../grade-all.ts';

/** The text of a page without grades. */
const emptyPage = '# What the suite is worth\n';

/**
 * Grades narrowed faults until enough of them can show. The same seed draws the same faults.
 * @returns the exit code
 */
export async function gradeNarrowed(flags: GradeFlags, shell: Shell): Promise<number> {
  const { narrow = 0, seed = defaultSeed } = flags;
  const { requests = exploreUsually().requests ?? 0 } = flags;
  const startedAt = performance.now();
  await prepareFolder(flags.out);
  if (flags.page !== undefined) await prepareFile(flags.page, '--page');
  const grades = await gradeUntil(narrow, { seed, requests }, shell);
  if (grades === undefined) return 130;
  const sample: NarrowedSample = {
    seed,
    requests,
    faults: grades.filter(canShow).slice(0, narrow),
    unreachable: grades.filter((grade) => !canShow(grade)).map(({ name }) => name),
    took: Math.round(performance.now() - startedAt),
  };
  const file = join(flags.out, 'narrowed.json');
  await writeRecord(file, sample);
  if (flags.page !== undefined) {
    const earlierPage = await readFile(flags.page, 'utf8').catch(() => emptyPage);
    await writeText(flags.page, addNarrowedSection(earlierPage, sample));
  }
  shell.out(formatNarrowedSummary(sample, { ...shell.outTerminal, file }));
  return passesSample(sample) ? 0 : 1;
}

function canShow({ shownBy }: NarrowedGrade): boolean {
  return shownBy !== undefined;
}

/** Grades faults until enough of them can show, or all are graded. Returns undefined if interrupted. */
async function gradeUntil(
  count: number,
  runOptions: { readonly seed: number; readonly requests: number },
  shell: Shell,
): Promise<NarrowedGrade[] | undefined> {
  const names = shuffleNarrowedFaults(runOptions.seed);
  const grades: NarrowedGrade[] = [];
  for (;;) {
    const missingCount = count - grades.filter(canShow).length;
    const nextNames = names.slice(grades.length, grades.length + missingCount);
    if (nextNames.length === 0) return grades;
    const nextGrades = await gradeInProcesses(
      nextNames.map((fault) => ({ fault, ...runOptions })),
      { noun: 'narrowed faults', describe: ({ name }: NarrowedGrade) => name },
      shell,
    );
    if (nextGrades === undefined) return undefined;
    grades.push(...nextGrades);
  }
}
