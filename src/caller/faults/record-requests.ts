/** Records the requests of a test suite with their bytes, so that they can be replayed against faulty services. */
import type { OperationId } from '../../contract/operations.ts';
import type { Alteration } from '../../sandbox/index.ts';
import type { WireRequest } from '../../sandbox/replaceable-parts/index.ts';
import { pickHeaders } from '../played-call.ts';

export interface RecordedRequest {
  readonly operation: OperationId | undefined;
  readonly method: string;
  readonly url: string;
  readonly isUpload: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string | undefined;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The body of the response, in which later requests found their ids and URLs. */
  readonly responseText: string;
}

/** Creates the alteration that records, and the list of what it recorded, in the order of the responses. */
export function createRequestRecorder() {
  const requests: RecordedRequest[] = [];
  const alteration: Alteration = {
    override: () => ({
      chooseParts: async ({ operation, method, url, header, text }, parts) => {
        const isUpload = operation === 'putFile';
        const at = parts.clock.now();
        const chunks: Uint8Array[] = [];
        const requestText = isUpload ? undefined : await text();
        const headers = pickHeaders(header, ['content-type']);
        const request = { operation, method, url, isUpload, headers, at };
        return {
          ...parts,
          admitUpload: async (upload, current) => {
            const receive = await parts.admitUpload(upload, current);
            return async (body) => receive(copyChunks(body, chunks));
          },
          transport: async (response, target) => {
            const sent = await parts.transport(response, target);
            const body = isUpload ? Buffer.concat(chunks) : requestText || undefined;
            requests.push({ ...request, body, responseText: sent.text });
            return sent;
          },
        };
      },
    }),
  };
  return { alteration, requests };
}

async function* copyChunks(
  body: WireRequest['body'],
  chunks: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    chunks.push(chunk);
    yield chunk;
  }
}
