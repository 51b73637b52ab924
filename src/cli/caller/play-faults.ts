/** Runs a test suite with the faults that its calls can see, and writes which of them it notices. */
import { existsSync, readFileSync } from 'node:fs';
import {
  computeShare,
  formatFaultsSummary,
  parseFaultsReport,
  runFaults,
  type FaultsReport,
} from '../../caller/index.ts';
import { createRedactor } from '../../report/redact.ts';
import { formatCount, formatDuration } from '../../report/wording/index.ts';
import { createLiveLine, listenForInterrupt, WrongUsage, type Shell } from '../shell/index.ts';
import type { CallerFlags, CommandProgram } from './caller-flags.ts';
import { defaultJobs, explainFailure, faultFiles, writeReports } from './caller-output.ts';

interface FaultsContext {
  readonly flags: CallerFlags;
  readonly output: Parameters<typeof writeReports>[2];
  readonly shell: Shell;
}

/** Returns the exit code: 1 if the tests notice less than --min, 3 if they ran with no fault. */
export async function playFaults(
  program: CommandProgram,
  { flags, output, shell }: FaultsContext,
): Promise<number> {
  const earlier = readEarlier(flags, shell);
  const interrupt = listenForInterrupt(shell, 'Ending the tests and all their processes.');
  const { signal } = interrupt;
  try {
    const report = await run(program, { flags, shell, signal, earlier });
    if (signal.aborted) return 130;
    const file = await writeReports(faultFiles, report, output);
    shell.out(formatFaultsSummary(report, { ...shell.outTerminal, file }));
    const isOver = flags.budget !== undefined && report.tookMs >= flags.budget;
    if (report.results.length === 0 && (report.visible > 0 || isOver)) {
      shell.err('The time was over before the tests ran with a fault: give --budget more.\n');
      return 3;
    }
    return 100 * computeShare(report) < (flags.min ?? 0) ? 1 : 0;
  } catch (error) {
    if (signal.aborted) return 130;
    throw explainFailure(error);
  } finally {
    interrupt.release();
  }
}

/**
 * Reads the record of --changed. In a first run there is none yet.
 * @throws WrongUsage for another file
 */
function readEarlier({ changed }: CallerFlags, { err }: Shell): FaultsReport | undefined {
  if (changed === undefined) return undefined;
  if (!existsSync(changed)) {
    err(`There is no ${changed} yet, so the tests run with every fault.\n`);
    return undefined;
  }
  const earlier = parseFaultsReport(readFileSync(changed, 'utf8'));
  if (earlier !== undefined) return earlier;
  throw new WrongUsage(`--changed takes the caller-faults.json of an earlier run, not ${changed}.`);
}

interface RunContext extends Pick<FaultsContext, 'flags' | 'shell'> {
  readonly signal: AbortSignal;
  readonly earlier: FaultsReport | undefined;
}

async function run(program: CommandProgram, context: RunContext): Promise<FaultsReport> {
  const { flags, shell, signal, earlier } = context;
  const { key, secondKey } = shell.environment;
  const live = createLiveLine(shell);
  live.show('Running the tests without a fault');
  let count = 0;
  try {
    return await runFaults({
      program,
      signal,
      earlier,
      redactor: createRedactor([key, secondKey]),
      jobs: flags.jobs ?? defaultJobs(),
      limitMs: flags.limit,
      sample: flags.sample,
      budgetMs: flags.budget,
      onVisible: ({ visible, kept, tookMs }) => {
        const facts = `The tests took ${formatDuration(tookMs)}. Their calls can see ${formatCount(visible, 'fault')}.`;
        const same = kept > 0 ? ` ${kept} were noticed before, by the same calls.` : '';
        shell.err(`${facts}${same}\n`);
      },
      onResult: ({ name, isNoticed }) => {
        count += 1;
        live.show(`${count}  ${name}: ${isNoticed ? 'noticed' : 'not noticed'}`);
      },
    });
  } finally {
    live.end();
  }
}
