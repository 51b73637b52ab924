/** A run that may do everything and is bound by nothing: what callers of the harness vary. */
import { consents } from '../wire/index.ts';
import type { RunOptions } from './run.ts';

/** Everything asked, twenty-five values a property, no trail kept; the address and its key are the caller's. */
export const unboundRun: Omit<RunOptions, 'baseUrl' | 'apiKey'> = {
  allow: new Set(consents),
  reach: 'behaviour',
  seed: 1,
  runs: 25,
  only: undefined,
  bail: false,
  concurrency: 4,
  rate: undefined,
  maxRequests: undefined,
  maxTime: undefined,
  known: undefined,
  journalFile: undefined,
  signal: new AbortController().signal,
  onEvent: () => undefined,
};
