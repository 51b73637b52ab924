/** Runs a test suite with the faults that its calls can see, and writes which of them it notices. */
import { join } from 'node:path';
import {
  computeShare,
  formatFaultsSummary,
  runFaults,
  writeFaultsJunit,
  writeFaultsMarkdown,
  type FaultsReport,
} from '../../caller/index.ts';
import { formatCount, formatDuration } from '../../report/wording/index.ts';
import { createLiveLine, listenForInterrupt, writeText, type Shell } from '../shell/index.ts';
import type { CallerFlags, CommandProgram } from './caller-flags.ts';
import { defaultJobs, explainFailure } from './caller-output.ts';

/** Returns the exit code: 1 if the tests notice less than --min. */
export async function playFaults(
  program: CommandProgram,
  flags: CallerFlags,
  shell: Shell,
): Promise<number> {
  const interrupt = listenForInterrupt(shell, 'Ending the tests and all their processes.');
  try {
    const report = await run(program, { flags, shell, signal: interrupt.signal });
    if (interrupt.signal.aborted) return 130;
    await writeText(join(flags.out, 'caller-faults.md'), writeFaultsMarkdown(report));
    await writeText(join(flags.out, 'caller-faults-junit.xml'), writeFaultsJunit(report));
    shell.out(formatFaultsSummary(report, shell.outTerminal));
    return 100 * computeShare(report) < (flags.min ?? 0) ? 1 : 0;
  } catch (error) {
    if (interrupt.signal.aborted) return 130;
    throw explainFailure(error);
  } finally {
    interrupt.release();
  }
}

interface FaultsContext {
  readonly flags: CallerFlags;
  readonly shell: Shell;
  readonly signal: AbortSignal;
}

async function run(program: CommandProgram, context: FaultsContext): Promise<FaultsReport> {
  const { flags, shell, signal } = context;
  const live = createLiveLine(shell);
  live.show('Running the tests without a fault');
  let count = 0;
  try {
    return await runFaults({
      program,
      signal,
      jobs: flags.jobs ?? defaultJobs(),
      limitMs: flags.limit,
      sample: flags.sample,
      budgetMs: flags.budget,
      onVisible: (visible, tookMs) => {
        const time = formatDuration(tookMs);
        shell.err(
          `The tests took ${time}. Their calls can see ${formatCount(visible, 'fault')}.\n`,
        );
      },
      onResult: ({ fault, isNoticed }) => {
        count += 1;
        live.show(`${count}  ${fault.name}: ${isNoticed ? 'noticed' : 'not noticed'}`);
      },
    });
  } finally {
    live.end();
  }
}
