/** The parts of the process that a command uses; a test passes its own. */
import type { Environment } from './environment.ts';

export interface Shell {
  /** Results. */
  readonly out: (text: string) => void;
  /** Talk: progress, warnings, errors. */
  readonly err: (text: string) => void;
  readonly outTerminal: Terminal;
  readonly errTerminal: Terminal;
  readonly environment: Environment;
  /** Calls back at Ctrl-C or a request to end, until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Keeps the code a command wants to end with. */
  readonly exitWith: (code: number) => void;
}

export interface Terminal {
  readonly isTerminal: boolean;
  /** Columns. */
  readonly width: number;
  /** Rows; a summary that is longer is told more briefly. Undefined for as many as it takes. */
  readonly height?: number | undefined;
  readonly colour: boolean;
  /** True if only the verdict is wanted. */
  readonly quiet?: boolean;
}
