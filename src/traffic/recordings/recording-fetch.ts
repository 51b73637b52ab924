/** A fetch that records what it sends and receives, and changes neither. */
import { createHash } from 'node:crypto';
import {
  headersOf,
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
} from './recorded-exchange.ts';

/** Hears a call when it is sent, and again when it is over. */
export interface CallListener {
  /** Called before the request is sent; the result is called with the whole exchange. */
  readonly start: (request: RecordedRequest) => (exchange: RecordedExchange) => void;
}

/** Bodies up to this size are recorded as text. */
const largestText = 16 * 1024 * 1024;

/**
 * Milliseconds that a response waits for its recording, so that the caller's next call comes later in
 * the history. A body that streams for longer is recorded beside the caller.
 */
const longestHold = 100;

/**
 * Wraps a fetch. The caller reads a copy of each response.
 * @param fetchIt the fetch to wrap
 * @param listener hears every call when its response is complete; what it throws is not caught
 * @param track is given the work that may still be under way when the caller has its response
 */
export function createRecordingFetch(
  fetchIt: typeof fetch,
  listener: CallListener,
  track: (work: Promise<unknown>) => void = () => undefined,
): typeof fetch {
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
      const recorded = recordResponse(response.clone(), request.signal).then(done, () => done());
      track(recorded);
      await within(longestHold, recorded);
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

/** Waits for some work, but not for long. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/**
 * Records a response with its whole body.
 * @param signal ends the recording of a body that the caller gave up
 */
export async function recordResponse(
  response: Response,
  signal?: AbortSignal,
): Promise<RecordedResponse> {
  const headers = headersOf(Object.fromEntries(response.headers));
  const givenUp = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('given up')), { once: true });
  });
  const body = new Uint8Array(await Promise.race([response.arrayBuffer(), givenUp]));
  return { status: response.status, headers, ...textOf(body) };
}

function textOf(body: Uint8Array): { readonly text?: string } {
  return body.length > largestText ? {} : { text: new TextDecoder().decode(body) };
}
