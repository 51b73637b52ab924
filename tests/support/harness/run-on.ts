/** Runs a suite of a test against a service that the test started. */
import { apiPrefix } from '../../../src/contract/spec.ts';
import { run, type RunOptions, unboundRun } from '../../../src/harness/run/index.ts';
import type { Section } from '../../../src/harness/suite/index.ts';
import type { RunOutcome } from '../../../src/harness/evidence/index.ts';

interface RunningService {
  readonly url: string;
  readonly key: string;
}

export async function runOn(
  { url, key }: RunningService,
  suite: readonly Section[],
  options: Partial<RunOptions> = {},
): Promise<RunOutcome> {
  return run(suite, { ...unboundRun, baseUrl: `${url}${apiPrefix}`, apiKey: key, ...options });
}
