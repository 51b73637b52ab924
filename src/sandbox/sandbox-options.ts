/** The options of a sandbox. */
import type { Contract } from '../contract/spec.ts';
import type { AccountSettings } from './book/index.ts';
import type { FileStorage } from './bytes/index.ts';
import type {
  SandboxDurations,
  Override,
  Parts,
  SettableClock,
} from './replaceable-parts/index.ts';
import type { Store } from './store/index.ts';

export interface SandboxOptions extends Partial<SandboxDurations> {
  /** The contract that the sandbox follows; the one of this package unless given. */
  readonly contract?: Contract;
  /** The API key; `sandbox-key` unless given. */
  readonly key?: string;
  /** Several keys, each with its own account; instead of `key`. */
  readonly keys?: readonly string[];
  /** Accounts with several keys each, read-only keys included; instead of `key` and `keys`. */
  readonly accounts?: readonly AccountSettings[];
  /** A directory in which books and files outlive the process; without it they are in memory. */
  readonly data?: string;
  /** The address by which clients reach the service, if a proxy or a container hides the real one. */
  readonly publicUrl?: string;
  readonly store?: Store;
  readonly bytes?: FileStorage;
  readonly clock?: SettableClock;
  readonly newId?: () => string;
  /** Readings of silences that differ from the defaults; see `settableIds`. */
  readonly readings?: Readonly<Record<string, string>>;
  /** Alterations that make the sandbox contradict the document. */
  readonly faults?: readonly Alteration[];
  /** The origin of upload URLs; a function if it depends on the URL of the request, or is not known yet. */
  readonly storageOrigin?: string | ((requestUrl: string) => string);
  /** Finds the faults of single accounts by their names; throws if a name is unknown. */
  readonly findFaults?: (names: readonly string[]) => readonly Alteration[];
  /** Returns false until the sandbox has its first books; it is not ready before. */
  readonly isPrepared?: () => boolean;
  /** Called when the sandbox itself fails. */
  readonly report?: (line: string) => void;
}

export interface Alteration {
  readonly override: (parts: Parts) => Override;
}
