/** The body of one PUT: the pieces of a file on their way, counted, timed and checked. */
import { sha256 } from './hash.ts';
import { streamsWithLength } from './upload-builtin.ts';
import type { OpenSource } from './upload-source.ts';
import { streamFrom } from './upload-stream.ts';

/** What is sent, and who hears of it. */
export interface Body {
  readonly type: string;
  readonly source: OpenSource;
  /** The announced hash, where the bytes are to be checked against it on their way. */
  readonly check: string | undefined;
  /** So many bytes were taken by the network. */
  readonly onBytes: (sent: number) => void;
}

/** The bytes were not those that were announced, or could not be read. */
export class BodyFault extends Error {
  readonly verdict: 'changed' | 'unreadable';

  constructor(verdict: 'changed' | 'unreadable', why: string) {
    super(why);
    this.verdict = verdict;
  }
}

/**
 * Body and headers for `fetch`: a stream of pieces with its length where that is possible, else a Blob,
 * which the runtime reads from where it is.
 *
 * @param fault told before `fetch` fails for it, since the error of `fetch` does not say
 */
export async function bodyOf(
  { type, source, check, onBytes }: Body,
  fault: (fault: BodyFault) => void,
): Promise<RequestInit> {
  if (!streamsWithLength()) {
    const body = await source.blob();
    if (body.size !== source.size) throw new BodyFault('changed', 'it has another length now');
    return { body, headers: { 'content-type': type } };
  }
  const headers = { 'content-type': type, 'content-length': String(source.size) };
  if (source.size === 0) return { body: '', headers };
  const pieces = checked({ source, check, onBytes }, fault);
  const streamed = { body: streamFrom(pieces), headers, duplex: 'half' };
  return streamed;
}

async function* checked(
  { source, check, onBytes }: Omit<Body, 'type'>,
  fault: (fault: BodyFault) => void,
): AsyncGenerator<Uint8Array> {
  const hasher = check === undefined ? undefined : sha256();
  let sent = 0;
  try {
    for await (const piece of source.pieces(false)) {
      if (sent + piece.byteLength > source.size) throw new BodyFault('changed', 'it has grown');
      hasher?.update(piece);
      yield piece;
      sent += piece.byteLength;
      onBytes(sent);
    }
    if (sent < source.size) throw new BodyFault('changed', 'it ended before its size was reached');
    if (hasher !== undefined && hasher.hex() !== check) {
      throw new BodyFault('changed', 'its bytes have another hash than before');
    }
  } catch (error) {
    fault(error instanceof BodyFault ? error : new BodyFault('unreadable', whyUnreadable(error)));
    throw error;
  }
}

/** Without the error's own words: those of a stream from elsewhere may repeat a signed URL. */
export function whyUnreadable(error: unknown): string {
  return `it could not be read to its end${codeIn(error)}`;
}

/** The system's word for an error, such as ECONNRESET, in brackets; or nothing. */
export function codeIn(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
}
