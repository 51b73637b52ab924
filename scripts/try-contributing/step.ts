/** The steps that CONTRIBUTING describes, and the commands that they share. */

/** Inserts text before the first occurrence of `anchor` in a file, or at its end. */
export interface Edit {
  readonly file: string;
  readonly anchor?: string;
  /** The anchor is searched for after this text. */
  readonly after?: string;
  readonly text: string;
}

export interface Step {
  readonly about: string;
  readonly edits?: readonly Edit[];
  readonly command: readonly string[];
  readonly exit: 0 | 1;
  /** Patterns that the output must match. */
  readonly expectedOutput?: readonly RegExp[];
}

export const tsx = ['--import', 'tsx'];
export const generate = [...tsx, 'scripts/generate.ts'];
export const trace = [...tsx, 'scripts/trace.ts'];
export const bookdist = [...tsx, 'src/cli/main.ts'];
export const faultTests = [
  'node_modules/vitest/vitest.mjs',
  'run',
  'src/faults/faults.test.ts',
  '-t',
];
