/** The options of `bookdist caller` as commander parses them. */
import type { Program } from '../../caller/index.ts';

export type CommandProgram = Omit<Program, 'temporaryFolder'>;

export interface CallerFlags {
  readonly only?: readonly string[];
  readonly list?: boolean;
  readonly serve?: string;
  readonly port: number;
  readonly storyFile?: string;
  readonly env?: readonly string[];
  readonly copy?: string;
  readonly seed?: string;
  readonly jobs?: number;
  /** Milliseconds. */
  readonly limit?: number;
  readonly minReached?: number;
  readonly keepGoing?: boolean;
  readonly out: string;
  readonly format?: readonly string[];
  readonly faults?: boolean;
  /** The share of faults that tests must notice, in percent. */
  readonly min?: number;
  readonly sample?: number;
  /** The record of an earlier run. */
  readonly changed?: string;
  /** Milliseconds. */
  readonly budget?: number;
}
