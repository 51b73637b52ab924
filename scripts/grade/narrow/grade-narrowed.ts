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
import { openFaultyService } from './compared-service.ts';
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
  const { narrow = 0, seed = defaultSeed, service } = flags;
  const { requests = exploreUsually().requests ?? 0 } = flags;
  const startedAt = performance.now();
  const names = (await openFaultyService(service)).listNames(seed);
  await prepareFolder(flags.out);
  if (flags.page !== undefined) await prepareFile(flags.page, '--page');
  const grades = await gradeUntil(narrow, { names, seed, service, requests }, shell);
  if (grades === undefined) return 130;
  const sample: NarrowedSample = {
    service: service ?? 'sandbox',
    seed,
    requests,
    faults: grades.filter(canShow).slice(0, narrow),
    unreachable: grades.filter((grade) => !canShow(grade)).map(({ name }) => name),
    took: Math.round(performance.now() - startedAt),
  };
  const file = join(flags.out, `narrowed-${service === undefined ? 'sandbox' : 'service'}.json`);
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

interface Draw {
  readonly names: readonly string[];
  readonly seed: number;
  readonly service: string | undefined;
  readonly requests: number;
}

/** Grades faults until enough of them can show, or all are graded. Returns undefined if interrupted. */
async function gradeUntil(
  count: number,
  { names, service, ...runOptions }: Draw,
  shell: Shell,
): Promise<NarrowedGrade[] | undefined> {
  const grades: NarrowedGrade[] = [];
  for (;;) {
    const missingCount = count - grades.filter(canShow).length;
    const nextNames = names.slice(grades.length, grades.length + missingCount);
    if (nextNames.length === 0) return grades;
    const tasks = nextNames.map((narrowed) => ({
      narrowed,
      ...runOptions,
      ...(service && { service }),
    }));
    const nextGrades = await gradeInProcesses(
      tasks,
      { noun: 'narrowed faults', describe: ({ name }: NarrowedGrade) => name },
      shell,
    );
    if (nextGrades === undefined) return undefined;
    grades.push(...nextGrades);
  }
}
