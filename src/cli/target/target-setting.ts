/** The target of a run as the user chose it, before it is opened. */
import type { KeyNames } from '../../contract/key-names.ts';
import type { Connection } from './connection.ts';

/** A service that runs elsewhere, or a sandbox that this process starts. */
export type TargetSetting = ServiceSetting | OwnSandboxSetting;

export interface ServiceSetting {
  readonly kind: 'service';
  readonly address: string;
  readonly key: string;
  /** The key of another account; undefined without one. */
  readonly secondKey?: string | undefined;
  /** The variables that hold the keys, if they are not the usual ones. */
  readonly keyNames?: KeyNames | undefined;
  readonly connection: Connection;
  /** The arguments that select it if a configuration file names it; undefined for an address. */
  readonly named: readonly string[] | undefined;
}

export interface OwnSandboxSetting {
  readonly kind: 'own sandbox';
  readonly faults: readonly string[];
  /** The start of its clock, in epoch milliseconds; undefined for now. */
  readonly clock?: number | undefined;
}
