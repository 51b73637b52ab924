/** The settings of one run. */
import type { KeyNames } from '../../contract/key-names.ts';
import type { Consent, Depth, KnownTarget, Reach, Replay, RunEvent } from '../evidence/index.ts';
import type { Novelty, RememberedHistory } from '../explore/index.ts';
import type { Pause } from '../stage/index.ts';
import { consents, type Network } from '../wire/index.ts';

/** A run explores until one of its limits is reached. */
export interface ExploreBudget {
  /** The number of requests of the whole run, without those that remove books and shorten histories. */
  readonly requests?: number | undefined;
  /** Milliseconds of exploring. */
  readonly time?: number | undefined;
}

const requestsByDepth = { quick: 400, usual: 1500 } as const satisfies Record<Depth, number>;

/** Returns how long a run explores after its cases, if nothing else is chosen. */
export function exploreUsually(depth: Depth = 'usual'): ExploreBudget {
  return { requests: requestsByDepth[depth] };
}

export interface RunOptions {
  /** Origin with `/v2/distribution`, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The key of another account, for checks that need two accounts. */
  readonly secondKey?: string | undefined;
  /** The variables that hold the keys, for messages. */
  readonly keyNames?: KeyNames | undefined;
  readonly allow: ReadonlySet<Consent>;
  /** Whether to test behaviour, or only the shapes of responses. */
  readonly reach: Reach;
  readonly seed: number;
  /** How much to test; `usual` by default. */
  readonly depth?: Depth | undefined;
  /** Values per property. */
  readonly runs: number;
  /** Runs only ids that start with this. */
  readonly only: string | undefined;
  /** How long to send generated histories after the cases; undefined for not at all. */
  readonly explore?: ExploreBudget | undefined;
  /** The situations that earlier runs judged; exploring looks elsewhere, and adds its own. */
  readonly novelty?: Novelty | undefined;
  /** Histories that drifted in earlier runs, to play before the cases. */
  readonly remembered?: readonly RememberedHistory[] | undefined;
  /** Repeats one case, or one generated history, only. */
  readonly replay?: Replay | undefined;
  /** Stops at the first drift. */
  readonly bail: boolean;
  /** The number of cases that run at the same time. */
  readonly concurrency: number;
  /** Requests per second. */
  readonly rate: number | undefined;
  readonly maxRequests: number | undefined;
  /** Milliseconds. */
  readonly maxTime: number | undefined;
  /** The settings that the run gave its own sandbox; undefined for other targets. */
  readonly sandboxSettings: Pick<KnownTarget, 'readings' | 'endReview'> | undefined;
  /** The file of the journal of books; undefined writes none. */
  readonly journalFile: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Milliseconds to wait for a deadline; 5,000 by default. */
  readonly patience?: number;
  /** Defaults to waiting. A caller that controls the target's clock can advance it instead. */
  readonly pause?: Pause;
  /** Defaults to the global fetch. An in-process service provides its own. */
  readonly network?: Network;
}

/** The settings of a run without limits, with 25 values per property. The caller adds the address and the key. */
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
  sandboxSettings: undefined,
  journalFile: undefined,
  signal: new AbortController().signal,
  onEvent: () => undefined,
};
