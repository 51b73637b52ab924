/** Judges the exchanges of recordings in the order of their responses, and writes the report. */
import { setFlagsFromString } from 'node:v8';
import {
  ClocksDiffer,
  createAccountLabels,
  createNotes,
  readInResponseOrder,
  readInSendingOrder,
  mergeBySentAt,
  NotARecording,
  type RecordingNotes,
} from '../../traffic/recordings/index.ts';
import { readContract } from '../../contract/spec.ts';
import { createTrafficRun, type TrafficRun } from '../../traffic/index.ts';
import { quoteForShell } from '../../report/record/index.ts';
import type { TrafficFlags } from '../options.ts';
import {
  CannotDo,
  createLiveLine,
  listenForInterrupt,
  prepareFolder,
  type Shell,
  WrongUsage,
} from '../shell/index.ts';
import {
  createTrafficRecord,
  readReportOptions,
  reportTraffic,
  type TrafficRecord,
} from './traffic-report.ts';

export interface JudgeFlags extends TrafficFlags {
  readonly service?: string;
  readonly complete?: boolean;
}

/**
 * Judges the files.
 * @returns the exit code
 * @throws WrongUsage for a file that cannot be read or is not a recording
 */
export async function judgeFiles(
  files: readonly string[],
  flags: JudgeFlags,
  shell: Shell,
): Promise<number> {
  const command = ['bookdist judge', ...files.map(quoteForShell)].join(' ');
  const options = readReportOptions(flags, shell.environment, command);
  const service = flags.service === undefined ? undefined : parseServiceAddress(flags.service);
  await prepareFolder(options.out);
  // Trades a little time for memory: without these flags, garbage may triple the heap.
  setFlagsFromString('--heap-growing-percent=12');
  setFlagsFromString('--semi-space-growth-factor=1');
  const run = createTrafficRun(options.only);
  const traffic = createTrafficRecord(options.formats.bodies);
  await judgeExchanges(files, { run, traffic, service, complete: flags.complete === true, shell });
  if (run.address() === undefined) {
    throw new CannotDo(
      `No call to the service in ${files.join(', ')}: no URL has a path under /v2/distribution${service === undefined ? '' : ` at ${service}`}. Was the right traffic recorded? If a gateway leaves that path out, name its address: --service https://gateway.example.com/books.`,
    );
  }
  return reportTraffic(run, traffic, { options, shell });
}

function parseServiceAddress(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return new URL(text).href;
  throw new WrongUsage(
    `--service takes an address such as https://api.example.com, not "${text}".`,
  );
}

interface JudgeContext {
  readonly run: TrafficRun;
  readonly traffic: TrafficRecord;
  readonly service: string | undefined;
  readonly complete: boolean;
  readonly shell: Shell;
}

async function judgeExchanges(files: readonly string[], context: JudgeContext): Promise<void> {
  const { run, traffic, service, complete, shell } = context;
  const inputs = files.map((file) => ({ file, notes: createNotes() }));
  const sources = mergeBySentAt(inputs.map(({ file, notes }) => readInSendingOrder(file, notes)));
  const progress = createLiveLine(shell);
  const interrupt = listenForInterrupt(shell, 'Stopping: the report covers what was read so far.');
  let count = 0;
  try {
    const options = { service, labels: createAccountLabels(traffic.addKey), complete };
    for await (const exchange of readInResponseOrder(sources, options)) {
      run.judge(exchange);
      traffic.add(exchange);
      count += 1;
      if (count % 2000 === 0) progress.show(`${count} exchanges judged`);
      if (interrupt.signal.aborted) break;
    }
  } catch (error) {
    throw describeReadError(error, files);
  } finally {
    interrupt.release();
    progress.end();
  }
  // Only a complete recording shows that no publish followed.
  if (complete && !interrupt.signal.aborted) run.finishCallers();
  for (const { file, notes } of inputs) shell.err(describeNotes(file, notes, complete));
}

function describeReadError(error: unknown, files: readonly string[]): unknown {
  if (error instanceof ClocksDiffer) {
    const names = error.recordings.map((index) => files[index]).join(' and ');
    return new WrongUsage(
      `The clocks of ${names} differ by ${error.seconds} s (compare their times with the Date headers in them), so their calls cannot be put in order. Judge one file at a time, or correct its times.`,
    );
  }
  if (error instanceof NotARecording) return new WrongUsage(error.message);
  if (error instanceof Error && 'code' in error && 'path' in error) {
    return new WrongUsage(`${String(error.path)} cannot be read: ${error.message}.`);
  }
  return error;
}

function describeNotes(file: string, notes: RecordingNotes, complete: boolean): string {
  const { entries, skipped, firstSkipped = '', truncated } = notes;
  const hasEntries = entries > 0;
  const lines = [
    skipped > 0 &&
      `${skipped} of ${entries + skipped} entries could not be read and were skipped. The first: ${firstSkipped}.`,
    truncated !== undefined &&
      `the file is incomplete (${truncated}); everything up to there was judged.`,
    hasEntries &&
      !notes.hasKeys &&
      `no request has the header ${readContract().keyHeader}, so rules about keys were not judged. A recorder that masks keys, and does not remove them, lets them be judged.`,
    hasEntries &&
      !notes.hasBodies &&
      'no response has a body, so little more than statuses was judged. Record with content.',
    hasEntries &&
      notes.hasFractions &&
      !notes.hasNumbers &&
      !complete &&
      'calls may be missing, so less was proven. If it has every call that changed its books, judge it with --complete.',
    hasEntries &&
      !notes.hasFractions &&
      complete &&
      'its times are whole seconds, which cannot put calls in order, so --complete was ignored.',
  ];
  return lines.map((line) => (line === false ? '' : `${file}: ${line}\n`)).join('');
}
