/** The pieces of a file on their way to the storage: counted, timed and checked. */
import { sha256 } from './hash.ts';
import type { Body } from './upload-body.ts';
import { BodyFault } from './upload-body-fault.ts';
import { streamFrom } from './upload-stream.ts';
import { whyUnreadable } from './upload-why.ts';

/** With its length, so that it is not sent in chunks, which presigned URLs of common storages refuse. */
export function sizedHeaders({ type, source }: Body): Readonly<Record<string, string>> {
  return { 'content-type': type, 'content-length': String(source.size) };
}

/** For `fetch`. Each piece has a buffer of its own, since nobody tells when it was sent. */
export function streamedBody(body: Body, fault: (fault: BodyFault) => void): RequestInit {
  const headers = sizedHeaders(body);
  if (body.source.size === 0) return { body: '', headers };
  const streamed = {
    body: streamFrom(checkedPieces(body, { fault, reuse: false })),
    headers,
    duplex: 'half',
  };
  return streamed;
}

/** @param reuse whether a piece is done with once the next one is asked for */
export async function* checkedPieces(
  { source, check, onBytes }: Body,
  { fault, reuse }: { readonly fault: (fault: BodyFault) => void; readonly reuse: boolean },
): AsyncGenerator<Uint8Array> {
  const hasher = check === undefined ? undefined : await sha256();
  let sent = 0;
  try {
    for await (const piece of source.pieces(reuse)) {
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
