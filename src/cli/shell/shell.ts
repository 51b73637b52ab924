/** The parts of the process that a command uses; a test passes its own. */
import { type Environment, readEnvironment } from './environment.ts';

export interface Shell {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outTerminal: Terminal;
  readonly errTerminal: Terminal;
  readonly environment: Environment;
  /** Calls back at Ctrl-C or a request to end, until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Calls back when Enter is pressed, until the returned function is called. */
  readonly onEnter: (listener: () => void) => () => void;
  readonly exitWith: (code: number) => void;
}

export interface Terminal {
  readonly isTerminal: boolean;
  readonly width: number;
  /** Rows; a longer summary is shortened. Undefined for no limit. */
  readonly height?: number | undefined;
  readonly colour: boolean;
  /** True if only the verdict is wanted. */
  readonly quiet?: boolean;
}

/** Columns without a terminal: a log viewer wraps or scrolls by itself. */
const defaultWidth = 160;

/** Rows of a terminal that does not report its size. */
const defaultHeight = 40;

/** Makes the shell of this process. */
export function processShell(): Shell {
  const environment = readEnvironment();
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outTerminal: describeTerminal(process.stdout, environment.noColour),
    errTerminal: describeTerminal(process.stderr, environment.noColour),
    environment,
    onInterrupt,
    onEnter,
    exitWith: (code) => {
      process.exitCode = code;
    },
  };
}

function describeTerminal(stream: NodeJS.WriteStream, noColour: boolean): Terminal {
  // The types promise a boolean; a stream into a file has none.
  const isTerminal = 'isTTY' in stream && stream.isTTY;
  // Some terminals say 0 columns or rows when they do not know.
  const width = (isTerminal && stream.columns) || defaultWidth;
  // A log is complete, regardless of its length.
  const height = isTerminal ? stream.rows || defaultHeight : undefined;
  return { isTerminal, width, height, colour: isTerminal && !noColour };
}

/** `bookdist … | head` closes the pipe early, which is not an error. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

function onEnter(listener: () => void): () => void {
  process.stdin.on('data', listener).resume();
  return () => {
    // Otherwise the open input keeps the process alive.
    process.stdin.off('data', listener).pause();
  };
}

/** Ctrl-C, a request to end, and a terminal that closes. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function onInterrupt(listener: () => void): () => void {
  for (const signal of endSignals) process.on(signal, listener);
  return () => {
    for (const signal of endSignals) process.off(signal, listener);
  };
}
