/** `npm run grade -- --narrow`: a sample of narrowed faults, drawn by seed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isNarrowedGrade,
  passesSample,
  type NarrowedGrade,
  type NarrowedSample,
  narrowedSummary,
  putNarrowedSample,
} from './results/index.ts';
import {
  prepareFile,
  prepareFolder,
  type Shell,
  writeRecord,
  writeText,
} from '../../src/cli/shell/index.ts';
import { openFaultyService } from './compared-service.ts';
import { gradeInProcesses } from './processes.ts';
import { defaultSeed, type GradeFlags } from './grade-all.ts';

/** The beginning of a page that has no other grades yet. */
const emptyPage = '# What the suite is worth\n';

/**
 * Grades narrowed faults until enough of them can show. The same seed draws the same faults.
 * @returns the exit code
 */
export async function gradeNarrowed(flags: GradeFlags, shell: Shell): Promise<number> {
  const { narrow = 0, seed = defaultSeed, service } = flags;
  const began = performance.now();
  const names = (await openFaultyService(service)).listNames(seed);
  await prepareFolder(flags.out);
  if (flags.page !== undefined) await prepareFile(flags.page, '--page');
  const graded = await gradeUntil(narrow, { names, seed, service }, shell);
  if (graded === undefined) return 130;
  const sample: NarrowedSample = {
    service: service ?? 'sandbox',
    seed,
    faults: graded.filter(canShow).slice(0, narrow),
    unreachable: graded.filter((entry) => !canShow(entry)).map(({ name }) => name),
    took: Math.round(performance.now() - began),
  };
  const file = join(flags.out, `narrowed-${service === undefined ? 'sandbox' : 'service'}.json`);
  await writeRecord(file, sample);
  if (flags.page !== undefined) {
    const earlier = await readFile(flags.page, 'utf8').catch(() => emptyPage);
    await writeText(flags.page, putNarrowedSample(earlier, sample));
  }
  shell.out(narrowedSummary(sample, { ...shell.outTerminal, file }));
  return passesSample(sample) ? 0 : 1;
}

function canShow({ shownBy }: NarrowedGrade): boolean {
  return shownBy !== undefined;
}

interface Draw {
  readonly names: readonly string[];
  readonly seed: number;
  readonly service: string | undefined;
}

/** Grades the next names, and more for those that cannot show; undefined when interrupted. */
async function gradeUntil(
  count: number,
  { names, seed, service }: Draw,
  shell: Shell,
): Promise<NarrowedGrade[] | undefined> {
  const graded: NarrowedGrade[] = [];
  for (;;) {
    const missing = count - graded.filter(canShow).length;
    const next = names.slice(graded.length, graded.length + missing);
    if (next.length === 0) return graded;
    const tasks = next.map((narrowed) => ({ narrowed, seed, ...(service && { service }) }));
    const done = await gradeInProcesses(
      tasks,
      { noun: 'narrowed faults', isDone: isNarrowedGrade, says: ({ name }) => name },
      shell,
    );
    if (done === undefined) return undefined;
    graded.push(...done);
  }
}
