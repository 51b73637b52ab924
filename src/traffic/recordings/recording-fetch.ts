/** A fetch that records requests and responses without changing them. */
import {
  parseHeaders,
  type RecordedExchange,
  type RecordedRequest,
  type RecordedResponse,
} from './recorded-exchange.ts';
import { largestBody } from './unpack-body.ts';
import { describeUpload } from './uploaded-bytes.ts';

/** Observes a call when it is sent, and again when it has ended. */
export interface CallListener {
  /** Called before the request is sent; the result is called with the whole exchange. */
  readonly start: (request: RecordedRequest) => (exchange: RecordedExchange) => void;
}

/**
 * Milliseconds that a response waits for its recording, so that the caller's next call comes later in
 * the history. A body that streams for longer is recorded while the caller goes on.
 */
const maximumHold = 100;

/**
 * Wraps a fetch. The caller reads a copy of each response.
 * @param originalFetch the fetch to wrap
 * @param listener receives every call when its response is complete; its errors are not caught
 * @param track is given the work that may still be under way when the caller has its response
 */
export function createRecordingFetch(
  originalFetch: typeof fetch,
  listener: CallListener,
  track: (work: Promise<unknown>) => void = () => undefined,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const copy = request.clone();
    const sentAt = Date.now();
    const started = performance.now();
    const recordedRequest = await recordRequest(copy);
    const finish = listener.start(recordedRequest);
    const finishExchange = (end: Pick<RecordedExchange, 'response' | 'sent'>): void =>
      finish({ sentAt, took: performance.now() - started, request: recordedRequest, ...end });
    try {
      const response = await originalFetch(request);
      const recordedResponse = recordResponse(response.clone(), request.signal).catch(
        () => undefined,
      );
      const recorded = (async () => {
        const received = await recordedResponse;
        finishExchange({ response: received });
      })();
      track(recorded);
      await waitAtMost(maximumHold, recorded);
      return response;
    } catch (error) {
      finishExchange({ sent: isNeverSent(error) ? false : undefined });
      throw error;
    }
  };
}

/** Records a request: JSON and other text as text, an upload by its size and hash. */
export async function recordRequest(request: Request): Promise<RecordedRequest> {
  const headers = parseHeaders(Object.fromEntries(request.headers));
  const start = { method: request.method, url: request.url, headers };
  const body = new Uint8Array(await request.arrayBuffer());
  if (request.method === 'PUT') return { ...start, ...describeUpload(body) };
  return { ...start, size: body.length, text: body.length > 0 ? decodeText(body) : undefined };
}

const connectionErrorCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Returns whether a fetch failed before it sent anything: no address, no connection, no certificate. */
export function isNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && connectionErrorCodes.test(code);
}

/** Waits for some work, but at most this long. */
async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
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
  const headers = parseHeaders(Object.fromEntries(response.headers));
  const body = await readBody(response, signal);
  return { status: response.status, headers, text: body && decodeText(body) };
}

/** Reads a body to its end; undefined if it is too long. */
async function readBody(
  { body }: Response,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const reader = body?.getReader();
  const stop = (): void => void reader?.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    size += read.value.length;
    if (size > largestBody) {
      stop();
      return undefined;
    }
    chunks.push(read.value);
  }
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return Buffer.concat(chunks);
}

function decodeText(body: Uint8Array): string | undefined {
  return body.length > largestBody ? undefined : new TextDecoder().decode(body);
}
