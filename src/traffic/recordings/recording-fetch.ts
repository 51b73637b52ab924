/** A fetch that records requests and responses, without secrets, in a JSON Lines file. */
import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseHeaders, type RecordedExchange, type RecordedRequest } from './recorded-exchange.ts';
import { largestBody, describeUpload } from './create-exchange.ts';
import { maskSecrets } from './mask-secrets.ts';

/** Observes each call when it is sent and when it has ended. */
export interface CallListener {
  /** Called before the request is sent; the returned function is called with the complete exchange. */
  readonly start: (request: RecordedRequest) => (exchange: RecordedExchange) => void;
}

/**
 * The longest time in milliseconds for which a response waits until it is recorded, so that the caller's
 * next call is recorded after it. A body that streams for longer is recorded while the caller continues.
 */
const maximumDelay = 100;

/**
 * Returns a fetch that records every call of `originalFetch`.
 * @param listener its errors are not caught
 * @param track receives the work that may continue after the caller has its response
 */
export function createRecordingFetch(
  originalFetch: typeof fetch,
  listener: CallListener,
  track: (work: Promise<unknown>) => void = () => undefined,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const requestCopy = request.clone();
    const sentAt = Date.now();
    const startTick = performance.now();
    const recordedRequest = await recordRequest(requestCopy);
    const finish = listener.start(recordedRequest);
    const finishExchange = (result: Pick<RecordedExchange, 'response' | 'sent'>): void =>
      finish({ sentAt, took: performance.now() - startTick, request: recordedRequest, ...result });
    try {
      const response = await originalFetch(request);
      const recording = recordResponse(response.clone(), request.signal).catch(() => undefined);
      const recordingDone = recording.then((recorded) => finishExchange({ response: recorded }));
      track(recordingDone);
      // The timer keeps the process alive while nothing else does, and ends with the recording.
      const delay = new AbortController();
      const { signal } = delay;
      await Promise.race([recordingDone, pause(maximumDelay, undefined, { signal })]).finally(() =>
        delay.abort(),
      );
      return response;
    } catch (error) {
      finishExchange({ sent: failedBeforeSending(error) ? false : undefined });
      throw error;
    }
  };
}

/** Records a request: JSON and other text as text, an upload by its size and hash. */
export async function recordRequest(request: Request): Promise<RecordedRequest> {
  const headers = parseHeaders(Object.fromEntries(request.headers));
  const head = { method: request.method, url: request.url, headers };
  const body = new Uint8Array(await request.arrayBuffer());
  if (request.method === 'PUT') return { ...head, ...describeUpload(body) };
  return { ...head, size: body.length, text: body.length > 0 ? decodeText(body) : undefined };
}

const connectionErrorCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Returns true if a fetch failed before it sent anything, such as without a connection or a valid certificate. */
export function failedBeforeSending(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && connectionErrorCodes.test(code);
}

/**
 * Records a response with its complete body.
 * @param signal stops the recording when the caller aborts the call
 */
export async function recordResponse(response: Response, signal?: AbortSignal) {
  const headers = parseHeaders(Object.fromEntries(response.headers));
  const body = await readBody(response, signal);
  return { status: response.status, headers, text: body && decodeText(body) };
}

/** Reads a body to its end; undefined if it is too long. */
async function readBody({ body }: Response, signal: AbortSignal | undefined) {
  const reader = body?.getReader();
  const stop = (): void => void reader?.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let chunk = await reader?.read(); chunk?.done === false; chunk = await reader?.read()) {
    size += chunk.value.length;
    if (size > largestBody) {
      stop();
      return undefined;
    }
    chunks.push(chunk.value);
  }
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  return Buffer.concat(chunks);
}

function decodeText(body: Uint8Array): string | undefined {
  return body.length > largestBody ? undefined : new TextDecoder().decode(body);
}

export type RecordFile = ReturnType<typeof openRecordFile>;

/** Opens an empty JSON Lines file for exchanges, which it numbers and masks. */
export function openRecordFile(path: string) {
  const stream = createWriteStream(path, { mode: 0o600 });
  let number = 0;
  return {
    write: async (exchange: RecordedExchange): Promise<void> => {
      number += 1;
      const line = JSON.stringify(maskSecrets({ ...exchange, number }));
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    },
    /** Skips the numbers of exchanges that were not recorded. */
    skip: (exchanges: number): void => {
      number += exchanges;
    },
    close: async (): Promise<void> => {
      stream.end();
      await once(stream, 'close');
    },
  };
}
