/** The parts of the process that a command uses; a test passes its own. */
import type { Environment } from './environment.ts';

export interface Shell {
  /** Results. */
  readonly out: (text: string) => void;
  /** Progress, warnings, errors. */
  readonly err: (text: string) => void;
  readonly outTerminal: Terminal;
  readonly errTerminal: Terminal;
  readonly environment: Environment;
  /** Calls back at Ctrl-C or a request to end, until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Calls back when Enter is pressed, until the returned function is called. */
  readonly onEnter: (listener: () => void) => () => void;
  /** Sets the exit code. */
  readonly exitWith: (code: number) => void;
}

export interface Terminal {
  readonly isTerminal: boolean;
  /** Columns. */
  readonly width: number;
  /** Rows; a longer summary is shortened. Undefined for no limit. */
  readonly height?: number | undefined;
  readonly colour: boolean;
  /** True if only the verdict is wanted. */
  readonly quiet?: boolean;
}
