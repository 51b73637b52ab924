/** What a proof is made of: a sentence, the run that shows it, and whether a short proof includes it. */
import { AssertionError } from 'node:assert/strict';

export interface Claim {
  readonly says: string;
  readonly prove: () => Promise<void>;
  /** A short proof takes one claim of each kind; the long one takes all. */
  readonly inSample: boolean;
}

/** Runs one claim and prints how it went; resolves with whether it held. */
export async function shows({ says, prove }: Claim): Promise<boolean> {
  const began = performance.now();
  const failure = await prove().then(() => undefined, describe);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${failure === undefined ? 'holds' : 'FAILS'}  ${seconds.padStart(5)} s  ${says}`);
  if (failure !== undefined) console.log(failure.replaceAll(/^/gm, '    '));
  return failure === undefined;
}

function describe(error: unknown): string {
  if (error instanceof AssertionError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
