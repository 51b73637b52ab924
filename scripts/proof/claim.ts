/** A claim: a sentence and the function that proves it. */
import { AssertionError } from 'node:assert/strict';

export interface Claim {
  readonly says: string;
  readonly prove: () => Promise<void>;
  /** True if `--sample` includes it. */
  readonly inSample: boolean;
}

/** Proves one claim and prints the result. Returns true if the claim holds. */
export async function proveClaim({ says, prove }: Claim): Promise<boolean> {
  const startedAt = performance.now();
  const failure = await prove().then(() => undefined, describe);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${failure === undefined ? 'holds' : 'FAILS'}  ${seconds.padStart(5)} s  ${says}`);
  if (failure !== undefined) console.log(failure.replaceAll(/^/gm, '    '));
  return failure === undefined;
}

function describe(error: unknown): string {
  if (error instanceof AssertionError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
