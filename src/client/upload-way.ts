/** How the bytes of one PUT leave: by what the caller gave, by Node's http, or by `fetch`. */
import type { Body } from './upload-body.ts';
import type { BodyFault } from './upload-body-fault.ts';
import { isNode } from './upload-builtin.ts';
import { overFetch } from './upload-over-fetch.ts';

/** Sends bytes to the storage: `fetch`, or something that is called like it. It never sees the key. */
export type StorageFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Where a body goes, and who hears of it. */
export interface Errand {
  readonly url: string;
  readonly signal: AbortSignal;
  /** Told before the PUT fails for it, since its own error does not say. */
  readonly fault: (fault: BodyFault) => void;
  /** Told where every piece is counted, so that one which stands still shows. */
  readonly counted: () => void;
}

/** Resolves with the answer, whatever its status; rejects where none came. */
export type Put = (body: Body, errand: Errand) => Promise<Response>;

/**
 * A `fetch` that was given is asked, and so is one that stands for the network: a proxy or a mock. Where Node's
 * own would send it straight to the storage, its http does the same for less time and memory.
 */
export async function wayTo(given: StorageFetch | undefined): Promise<Put> {
  if (given === undefined && isNode()) {
    const { goesStraight, overHttp } = await import('./upload-over-http.ts');
    if (goesStraight()) return overHttp;
  }
  return overFetch(given ?? globalThis.fetch);
}
