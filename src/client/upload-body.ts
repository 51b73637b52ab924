/** The body of one PUT, as the `fetch` of this runtime sends it best. */
import { BodyFault } from './upload-body-fault.ts';
import { isNode } from './upload-builtin.ts';
import type { OpenSource } from './upload-source.ts';

/** What is sent, and who hears of it. */
export interface Body {
  readonly type: string;
  readonly source: OpenSource;
  /** The announced hash, where the bytes are to be checked against it on their way. */
  readonly check: string | undefined;
  /** So many bytes were taken by the network. */
  readonly onBytes: (sent: number) => void;
}

/**
 * Body and headers for `fetch`: a stream of pieces with its length where that is possible, else a Blob,
 * which the runtime reads from where it is.
 *
 * @param fault told before `fetch` fails for it, since the error of `fetch` does not say
 */
export async function bodyOf(body: Body, fault: (fault: BodyFault) => void): Promise<RequestInit> {
  // Other runtimes drop the length of a stream, and what they send then is refused.
  if (isNode()) {
    const { streamedBody } = await import('./upload-body-streamed.ts');
    return streamedBody(body, fault);
  }
  const { type, source } = body;
  const blob = await source.blob();
  if (blob.size !== source.size) throw new BodyFault('changed', 'it has another length now');
  return { body: blob, headers: { 'content-type': type } };
}
