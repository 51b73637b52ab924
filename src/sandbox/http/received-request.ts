/** A request to a keyed operation, from a Node server, from `fetch` or from the same process. */
import type { KeyedOperation } from '../parts/index.ts';

export interface ReceivedRequest {
  readonly operation: KeyedOperation;
  /** The whole URL. */
  readonly url: string;
  /** Decoded path parameters; undefined for one the operation lacks. */
  readonly path: (name: string) => string | undefined;
  readonly header: (name: string) => string | undefined;
  /** The body as text, or undefined when it is larger than `limit` bytes. */
  readonly text: (limit: number) => Promise<string | undefined>;
}
