/** A fetch that records what it sends and receives, and changes neither. */
import { createHash } from 'node:crypto';
import type { RecordedExchange, RecordedRequest, RecordedResponse } from './recorded-exchange.ts';
import { headersOf } from './recorded-exchange.ts';

/** Hears a call when it is sent, and again when it is over. */
export interface CallListener {
  /** Called before the request is sent; the result is called with the whole exchange. */
  readonly start: (request: RecordedRequest) => (exchange: RecordedExchange) => void;
}

/** Bodies up to this size are recorded as text. */
const largestText = 16 * 1024 * 1024;

/**
 * Wraps a fetch. The response that the caller reads is a copy, so a listener never holds it up.
 * @param fetchIt the fetch to wrap
 * @param listener hears every call; what it throws is not caught
 */
export function createRecordingFetch(fetchIt: typeof fetch, listener: CallListener): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const copy = request.clone();
    const sentAt = Date.now();
    const started = performance.now();
    const sent = await recordRequest(copy);
    const finish = listener.start(sent);
    const done = (response?: RecordedResponse): void =>
      finish({
        sentAt,
        took: performance.now() - started,
        request: sent,
        ...(response && { response }),
      });
    try {
      const response = await fetchIt(request);
      done(await recordResponse(response.clone()));
      return response;
    } catch (error) {
      done();
      throw error;
    }
  };
}

/** Records a request: JSON and other text as text, an upload by its size and hash. */
export async function recordRequest(request: Request): Promise<RecordedRequest> {
  const headers = headersOf(Object.fromEntries(request.headers));
  const start = { method: request.method, url: request.url, headers };
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  if (body === undefined) return start;
  if (request.method === 'PUT') {
    const sha256 = createHash('sha256').update(body).digest('hex');
    return { ...start, size: body.length, sha256 };
  }
  return { ...start, size: body.length, ...textOf(body) };
}

/** Records a response with its whole body. */
export async function recordResponse(response: Response): Promise<RecordedResponse> {
  const headers = headersOf(Object.fromEntries(response.headers));
  const body = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers, ...textOf(body) };
}

function textOf(body: Uint8Array): { readonly text?: string } {
  return body.length > largestText ? {} : { text: new TextDecoder().decode(body) };
}
