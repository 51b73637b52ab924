/** The options of a sandbox. */
import type { AccountSettings } from './book/index.ts';
import type { Bytes } from './bytes/index.ts';
import type { Limits, Override, SandboxParts, SettableClock } from './parts/index.ts';
import type { Store } from './store/index.ts';

export interface SandboxOptions extends Partial<Limits> {
  /** The API key; `sandbox-key` unless given. */
  readonly key?: string;
  /** Several keys, each with its own account; instead of `key`. */
  readonly keys?: readonly string[];
  /** Accounts with several keys, some of which may only read; instead of `key` and `keys`. */
  readonly accounts?: readonly AccountSettings[];
  /** A directory for books and files that outlive the process; in memory without one. */
  readonly data?: string;
  /** The address by which clients reach the service, if a proxy or a container hides the real one. */
  readonly publicUrl?: string;
  readonly store?: Store;
  readonly bytes?: Bytes;
  readonly clock?: SettableClock;
  /** Makes UUIDs. */
  readonly newId?: () => string;
  /** Readings of silences that differ from the defaults; see `settableIds`. */
  readonly readings?: Readonly<Record<string, string>>;
  /** Alterations that make the sandbox contradict the document. */
  readonly faults?: readonly Alteration[];
  /** The origin of upload URLs; a function if the port is not known yet. */
  readonly storageOrigin?: string | (() => string);
  /** Finds faults by their names, for accounts to which another process gave some. */
  readonly findFaults?: (
    names: readonly string[],
  ) => readonly (Alteration & { readonly name: string })[];
  /** Called when the sandbox itself fails. */
  readonly report?: (line: string) => void;
}

/** Replaces parts of a sandbox. */
export interface Alteration {
  readonly override: (parts: SandboxParts) => Override;
}
