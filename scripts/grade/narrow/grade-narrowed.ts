/** `npm run grade -- --narrow`: a sample of narrowed faults, drawn by seed. */
import { readFile } from 'node:fs/promises';
import {
  summarizeNarrowed,
  type NarrowedGrade,
  type NarrowedSample,
} from '../results/narrowed-grade.ts';
import { addNarrowedSection } from '../results/narrowed-section.ts';
import { type Shell, writeText } from '../../../src/cli/shell/index.ts';
import { shuffleNarrowedFaults } from './sandbox-pair.ts';
import { gradeInProcesses } from '../processes.ts';
import { exploreUsually } from '../../../src/harness/run/index.ts';
import { createGrade, defaultSeed, type GradeFlags } from '../run-grade.ts';

/** The text of a page without grades. */
const emptyPage = '# What the suite is worth\n';

/** Grades narrowed faults until enough of them can show. The same seed draws the same faults. */
export const gradeNarrowed = createGrade({
  name: 'narrowed.json',
  judge: judgeSample,
  summarize: summarizeNarrowed,
  writePage: async (page, sample) => {
    const earlierPage = await readFile(page, 'utf8').catch(() => emptyPage);
    await writeText(page, addNarrowedSection(earlierPage, sample));
  },
});

async function judgeSample(flags: GradeFlags, shell: Shell): Promise<NarrowedSample | undefined> {
  const { narrow = 0, seed = defaultSeed } = flags;
  const { requests = exploreUsually().requests ?? 0 } = flags;
  const grades = await gradeUntil(narrow, { seed, requests }, shell);
  return (
    grades && {
      seed,
      requests,
      faults: grades.filter(canShow).slice(0, narrow),
      unreachable: grades.filter((grade) => !canShow(grade)).map(({ name }) => name),
    }
  );
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
