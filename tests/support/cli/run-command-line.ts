/** Runs a command line in this process, without a terminal and with its own environment, and reads its report. */
import { bookdist } from '../../../src/cli/bookdist.ts';
import type { Environment } from '../../../src/cli/shell/environment.ts';
import type { Shell } from '../../../src/cli/shell/shell.ts';
import { readLastReport } from '../../../src/cli/output/index.ts';
import type { Report } from '../../../src/report/record/index.ts';
import { createFolder } from '../fixtures.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandLineOptions {
  /** The number of columns; 80 by default. */
  readonly width?: number;
  readonly environment?: Partial<Environment>;
  /** Interrupts the command when its output matches. */
  readonly interruptAt?: RegExp;
  readonly onInterrupt?: Shell['onInterrupt'];
  readonly onEnter?: Shell['onEnter'];
  /** Receives the output to stdout while the command runs. */
  readonly onOut?: (text: string) => void;
  /** Receives the output to stderr while the command runs. */
  readonly onErr?: (text: string) => void;
}

const defaultEnvironment = { url: undefined, key: undefined, noColour: true, debug: false };

export async function runCommandLine(
  args: readonly string[],
  options: CommandLineOptions = {},
): Promise<CommandResult> {
  const output = { out: '', err: '' };
  const terminal = { isTerminal: false, width: options.width ?? 80, colour: false };
  let interrupt = (): void => undefined;
  const write = (stream: keyof typeof output, text: string): void => {
    output[stream] += text;
    if (options.interruptAt?.test(output[stream]) === true) setImmediate(interrupt);
  };
  const code = await bookdist(args, {
    out: (text) => {
      write('out', text);
      options.onOut?.(text);
    },
    err: (text) => {
      write('err', text);
      options.onErr?.(text);
    },
    outTerminal: terminal,
    errTerminal: terminal,
    environment: { ...defaultEnvironment, ...options.environment },
    onInterrupt: (listener) => {
      interrupt = listener;
      return options.onInterrupt?.(listener) ?? (() => undefined);
    },
    onEnter: options.onEnter ?? (() => () => undefined),
    exitWith: () => undefined,
  });
  return { code, ...output };
}

/** A run that finds a drift of our own sandbox with few requests. */
export const driftingRun = ['verify', '--only', 'list.page-size', '--fault', 'page-one-too-long'];

export const everyConsent = ['--allow', 'read,write,publish,delete', '--rate', '2000'];

interface VerifyResult {
  readonly code: number;
  readonly output: string;
  /** The folder of the reports, which is removed after the test. */
  readonly folder: string;
  /** Undefined if the run could not start. */
  readonly report: Report | undefined;
  /** The requirements that drift. */
  readonly drifts: readonly string[];
}

/** @param key of the service at an address */
export async function verify(args: readonly string[], key?: string): Promise<VerifyResult> {
  const folder = createFolder();
  const options = { width: 200, environment: { key } };
  const { code, out, err } = await runCommandLine(['verify', ...args, '--out', folder], options);
  const report = await readLastReport(folder);
  const drifts = (report?.requirements ?? []).filter(({ verdict }) => verdict === 'drifts');
  return { code, output: out + err, folder, report, drifts: drifts.map(({ id }) => id) };
}
