/** A request to a keyed operation, from a Node server, from `fetch` or from the same process. */
import type { KeyedOperation } from '../parts/index.ts';

export interface ReceivedRequest {
  readonly operation: KeyedOperation;
  /** The whole URL. */
  readonly url: string;
  /** Decoded path parameters; undefined for one the operation lacks. */
  readonly path: (name: string) => string | undefined;
  readonly header: (name: string) => string | undefined;
  /** The bytes of the body, or undefined if it has more than `limit`. */
  readonly body: (limit: number) => Promise<Uint8Array | undefined>;
}
