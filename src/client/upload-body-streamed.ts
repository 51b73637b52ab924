/** The body of one PUT as a stream: the pieces of a file on their way, counted, timed and checked. */
import { sha256 } from './hash.ts';
import type { Body } from './upload-body.ts';
import { BodyFault } from './upload-body-fault.ts';
import { streamFrom } from './upload-stream.ts';
import { whyUnreadable } from './upload-why.ts';

/** With its length, so that it is not sent in chunks, which presigned URLs of common storages refuse. */
export function streamedBody(body: Body, fault: (fault: BodyFault) => void): RequestInit {
  const { size } = body.source;
  const headers = { 'content-type': body.type, 'content-length': String(size) };
  if (size === 0) return { body: '', headers };
  const streamed = { body: streamFrom(checked(body, fault)), headers, duplex: 'half' };
  return streamed;
}

async function* checked(
  { source, check, onBytes }: Body,
  fault: (fault: BodyFault) => void,
): AsyncGenerator<Uint8Array> {
  const hasher = check === undefined ? undefined : await sha256();
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
