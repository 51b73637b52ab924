/** The entrance of `bookdist verify`. The engine is loaded only when it is needed. */
import type { Section } from '../../harness/suite/index.ts';
import type { Shell } from '../shell/index.ts';
import type { WrittenReport } from './judge.ts';
import type { VerifySettings } from './verify-settings.ts';

export { findTarget, readVerifyArguments, verifyCommand } from './verify.ts';
export type { VerifySettings };

/** Runs a suite against a target, and writes the files of the report. */
export async function runAndWrite(
  suite: readonly Section[],
  settings: VerifySettings,
  shell: Shell,
): Promise<WrittenReport> {
  const { runAndWrite: run } = await import('./judge.ts');
  return run(suite, settings, shell);
}
