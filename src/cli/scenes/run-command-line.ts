/** Runs a command line in a test, in the same process, without a terminal and with its own environment. */
import { bookdist } from '../bookdist.ts';
import type { Environment } from '../shell/environment.ts';
import type { Shell } from '../shell/shell.ts';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CommandLineOptions {
  /** The number of columns; 80 by default. */
  readonly width?: number;
  readonly environment?: Partial<Environment>;
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
  const code = await bookdist(args, {
    out: (text) => {
      output.out += text;
      options.onOut?.(text);
    },
    err: (text) => {
      output.err += text;
      options.onErr?.(text);
    },
    outTerminal: terminal,
    errTerminal: terminal,
    environment: { ...defaultEnvironment, ...options.environment },
    onInterrupt: options.onInterrupt ?? (() => () => undefined),
    onEnter: options.onEnter ?? (() => () => undefined),
    exitWith: () => undefined,
  });
  return { code, ...output };
}
