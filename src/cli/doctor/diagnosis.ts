/** One line of a diagnosis. */

export interface Diagnosis {
  readonly about: string;
  /** `warn` does not prevent a run. */
  readonly state: 'ok' | 'warn' | 'fail' | 'skipped';
  readonly says: string;
  /** Advice on how to fix it. */
  readonly advice?: string;
}

const marks = { ok: '✓', warn: '!', fail: '✗', skipped: '·' } as const;

/** Returns a diagnosis as text, with its advice on a separate line. */
export function diagnosisLines({ about, state, says, advice }: Diagnosis): string {
  const line = `${marks[state]} ${about.padEnd(12)} ${says}\n`;
  return advice === undefined ? line : `${line}${' '.repeat(15)}${advice}\n`;
}
