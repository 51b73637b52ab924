/** The settings of a run's HTTP layer. */
import type { Contract } from '../../contract/spec.ts';
import type { CallDetails, Consent, Exchange, LostCall } from '../evidence/index.ts';
import type { AdjustableClock } from './clock.ts';
import type { Health } from './health.ts';
import type { Lateness } from './lateness.ts';
import type { Ownership } from './ownership.ts';
import type { Pace } from './pace.ts';
import type { Scope } from './scope.ts';
import type { Network } from './transmit.ts';

export interface WireOptions {
  /** Origin and prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The key of a second account; undefined if there is none. */
  readonly secondKey?: string | undefined;
  readonly allow: ReadonlySet<Consent>;
  readonly clock: AdjustableClock;
  readonly ownership: Ownership;
  readonly pace: Pace;
  readonly health: Health;
  /** Asks again while a response shows an older state; without it, cases get the first response. */
  readonly lateness?: Lateness;
  /** The timeout of one response, in milliseconds. */
  readonly timeout: number;
  readonly network: Network;
  /** Called with every response, also with those of transient failures that no case sees. */
  readonly onAttempt?: (exchange: Exchange, scope: Scope, details: CallDetails) => void;
  /** Called with every attempt that got no complete response. */
  readonly onLost?: (lost: LostCall, details: CallDetails) => void;
  /** Called with the response that a case gets; `clear` is false if an earlier attempt may have been carried out. */
  readonly onExchange: (exchange: Exchange, scope: Scope, clear: boolean) => void;
  readonly contract?: Contract;
}
