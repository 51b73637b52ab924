/** The settings of one session. */
import type { Consent, KnownTarget, Reach, Replay, RunEvent } from '../evidence/index.ts';
import type { Pause } from '../stage/index.ts';
import type { Network } from '../wire/index.ts';
import type { Shard } from './shard.ts';

export interface SessionOptions {
  /** Origin with `/v2/distribution`, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly allow: ReadonlySet<Consent>;
  readonly reach: Reach;
  readonly seed: number;
  /** Values per property. */
  readonly runs: number;
  /** Only ids that begin with this. */
  readonly only: string | undefined;
  /** This run's part of the work, when several runs share it. */
  readonly shard?: Shard | undefined;
  /** One case alone, asked again. */
  readonly replay?: Replay | undefined;
  readonly concurrency: number;
  /** Requests per second. */
  readonly rate: number | undefined;
  readonly maxRequests: number | undefined;
  /** Milliseconds. */
  readonly maxTime: number | undefined;
  /** What the run itself set on its target; undefined elsewhere. */
  readonly known: Pick<KnownTarget, 'readings' | 'controlsClock'> | undefined;
  /** File that keeps the trail of books; undefined keeps none. */
  readonly ledger: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Milliseconds to wait for a deadline; 5,000 unless given. */
  readonly patience?: number;
  /** Defaults to waiting; whoever turns the target's clock may pass its time instead. */
  readonly pause?: Pause;
  /** Defaults to the global fetch; an in-process service brings its own. */
  readonly network?: Network;
}
