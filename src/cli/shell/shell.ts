/** The parts of the process that a command uses; a test passes its own. Handles Ctrl-C, and shows a live line. */
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { type Environment, readEnvironment } from './environment.ts';

export interface Shell {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly outTerminal: Terminal;
  readonly errTerminal: Terminal;
  readonly environment: Environment;
  /** Calls the listener at Ctrl-C or another signal to end. Returns a function that stops listening. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Calls the listener when Enter is pressed. Returns a function that stops listening. */
  readonly onEnter: (listener: () => void) => () => void;
  readonly exitWith: (code: number) => void;
}

interface Terminal {
  readonly isTerminal: boolean;
  readonly width: number;
  /** The number of rows; a longer summary is shortened. Undefined without a limit. */
  readonly height?: number | undefined;
  readonly colour: boolean;
  readonly quiet?: boolean;
}

/** The number of columns without a terminal: log viewers wrap or scroll. */
const defaultWidth = 160;

/** The number of rows of a terminal that does not report its size. */
const defaultHeight = 40;

export function createProcessShell(): Shell {
  const environment = readEnvironment();
  handleOutputErrors(process.stdout);
  handleOutputErrors(process.stderr);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    outTerminal: describeTerminal(process.stdout, environment.noColour),
    errTerminal: describeTerminal(process.stderr, environment.noColour),
    environment,
    onInterrupt,
    onEnter,
    exitWith: (code) => void (process.exitCode = code),
  };
}

function describeTerminal(stream: NodeJS.WriteStream, noColour: boolean): Terminal {
  // The type of isTTY is boolean, but a stream into a file does not have it.
  const isTerminal = 'isTTY' in stream && stream.isTTY;
  // Some terminals report 0 columns or rows if they do not know their size.
  const width = (isTerminal && stream.columns) || defaultWidth;
  // A log is complete, regardless of its length.
  const height = isTerminal ? stream.rows || defaultHeight : undefined;
  return { isTerminal, width, height, colour: isTerminal && !noColour };
}

/** Reports output that cannot be written, such as to a full disk. `bookdist … | head` closes the pipe early, which is not an error. */
function handleOutputErrors(stream: NodeJS.WriteStream): void {
  let hasFailed = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || hasFailed) return;
    hasFailed = true;
    // A drift keeps its exit code.
    process.once('exit', (code) => (process.exitCode = code === 0 ? 3 : code));
    if (stream !== process.stderr)
      process.stderr.write(`bookdist: the output could not be written: ${error.message}.\n`);
  });
}

function onEnter(listener: () => void): () => void {
  process.stdin.on('data', listener).resume();
  return () => {
    // An input that is not paused keeps the process alive.
    process.stdin.off('data', listener).pause();
  };
}

/** Ctrl-C, a request to end, and a closed terminal. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function onInterrupt(listener: () => void): () => void {
  for (const signal of endSignals) process.on(signal, listener);
  return () => {
    for (const signal of endSignals) process.off(signal, listener);
  };
}

/** Two interrupts within these milliseconds are one Ctrl-C, because a terminal and npm may both forward it. */
const duplicateInterval = 300;

/**
 * Listens for Ctrl-C. The first one aborts the signal and resolves `interrupted`, a second one ends the process.
 * @param message the message at the first Ctrl-C
 * @param lastMessage the message at the second Ctrl-C, if it leaves something behind
 */
export function listenForInterrupt(shell: Shell, message: string, lastMessage?: string) {
  const controller = new AbortController();
  let firstInterruptAt: number | undefined;
  const release = shell.onInterrupt(() => {
    if (firstInterruptAt === undefined) {
      firstInterruptAt = performance.now();
      shell.err(`\n${message}\n`);
      controller.abort();
    } else if (performance.now() - firstInterruptAt > duplicateInterval) {
      // A write to a pipe completes later, and the process ends now.
      if (lastMessage !== undefined) writeSync(process.stderr.fd, `\n${lastMessage}\n`);
      process.exit(130);
    }
  });
  const { signal } = controller;
  const interrupted = once(signal, 'abort');
  return { signal, interrupted, release };
}

const clearLine = '\r\u001B[2K';
/** The minimum of milliseconds between two updates, to avoid flicker. */
const minUpdateInterval = 80;

/** Creates a live line. It prints nothing if stderr is not a terminal. */
export function createLiveLine({ err, errTerminal: { isTerminal, width } }: Shell) {
  let updatedAt = Number.NEGATIVE_INFINITY;
  return {
    show: (text: string): void => {
      const now = performance.now();
      if (!isTerminal || now - updatedAt < minUpdateInterval) return;
      updatedAt = now;
      err(clearLine + text.slice(0, width - 1));
    },
    end: (): void => {
      if (isTerminal) err(clearLine);
    },
  };
}
