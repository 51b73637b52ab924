/**
 * Sends the bytes of a file to a presigned URL once: without the key, in constant memory and with a stall
 * timeout. Decides from the storage's response what to do next, by the statuses and codes that most storage
 * services share.
 */
import { createSha256, formatCode, type OpenSource, toStream } from '../files/index.ts';
import { asObject, toText } from '../json.ts';
import { readRetryAfter, readText } from '../responses/index.ts';
import { isNode, supportsFetchOptions } from '../runtime.ts';
import { onAbort, type Time } from '../transport/index.ts';
import { changedLength, explainUnreadable, type StorageFetch } from './upload-run.ts';

/** The next step after one attempt to send the bytes. */
type StorageVerdict =
  /** The URL was used by an earlier attempt whose response was lost. An attach shows whether that attempt worked. */
  | 'used'
  /** The request can be retried with the same URL. */
  | 'retry'
  /** The URL has expired; a new one will work. */
  | 'expired'
  /** The response gives no reason. One attempt with another URL may work. */
  | 'refused'
  /** No URL will help. */
  | 'final';

/** The codes of temporary failures, which some storage services send with a status that looks final. */
const temporaryCodes = /^(RequestTimeout|SlowDown)$/;

/** The codes after which the same bytes and headers would be refused at any URL. */
const finalCodes =
  /^(SignatureDoesNotMatch|Entity.*|.*Digest|MissingContentLength|NotImplemented)$/;

interface StorageResponse {
  readonly verdict: StorageVerdict;
  /** The `<Code>` of the error XML. Nothing else is kept, because bodies repeat signed URLs. */
  readonly code: string | undefined;
}

/**
 * Reads the verdict of a response that is not a success.
 *
 * @param text the beginning of the body
 * @see document: Errors (409 for a used URL); the document does not describe the storage's other responses
 */
export function readVerdict(status: number, text: string): StorageResponse {
  const code = /<Code>([A-Za-z][A-Za-z0-9.]{0,63})<\/Code>/.exec(text)?.[1];
  return { verdict: chooseVerdict(status, code ?? '', text), code };
}

function chooseVerdict(status: number, code: string, text: string): StorageVerdict {
  if (status === 409) return 'used';
  if (finalCodes.test(code)) return 'final';
  if (temporaryCodes.test(code) || [408, 425, 429].includes(status)) return 'retry';
  if (status >= 500) return status === 501 ? 'final' : 'retry';
  if (status < 400 || [405, 411, 413, 415].includes(status)) return 'final';
  return code === 'AuthenticationFailed' || /expired/i.test(code + text) ? 'expired' : 'refused';
}

interface PutRequest {
  readonly url: string;
  readonly type: string;
  readonly openSource: OpenSource;
  /** The hash to compare the bytes with while they are sent; undefined if no comparison is needed. */
  readonly expectedHash: string | undefined;
  readonly signal: AbortSignal;
  /** How long the connection may be idle, in milliseconds. */
  readonly stallMs: number;
  /** Called with the number of bytes that were handed to the network so far. */
  readonly onBytes: (bytes: number) => void;
  readonly storageFetch: StorageFetch | undefined;
}

export interface PutResult {
  readonly verdict: StorageVerdict | 'stored' | 'broken' | 'changed' | 'unreadable';
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** True if all bytes were handed to the network, so that only the response is missing. */
  readonly allBytesSent?: boolean | undefined;
  /** The explanation, without any part of a URL or an error message. */
  readonly why: string;
}

/** The size of a body, in bytes, of which much may still be in buffers of the network when all of it is written. */
const bufferedBytes = 4_000_000;

/** Sends the bytes. Never rejects; the verdict decides what happens next. */
export async function putFile(request: PutRequest, time: Time): Promise<PutResult> {
  const watch = startWatch(request, time);
  const { signal } = watch;
  try {
    signal.throwIfAborted();
    const init = await createInit(request, watch);
    // Sending a Blob reports no progress, and may take long.
    if ('duplex' in init) watch.restart();
    const send = request.storageFetch ?? globalThis.fetch;
    const upload = send(request.url, { ...init, signal }).then(async (response) =>
      readResult(response, time),
    );
    // A custom fetch may ignore its signal.
    const abort = new Promise<never>((_, reject) => onAbort(signal, reject));
    const result = await Promise.race([upload, abort]);
    return watch.state.earlyResult ?? result;
  } catch (error) {
    const { earlyResult = describeFailure(error), allBytesSent } = watch.state;
    return { ...earlyResult, allBytesSent };
  } finally {
    watch.release();
  }
}

type Watch = ReturnType<typeof startWatch>;

interface WatchState {
  /** The result of an attempt that ended before its response. */
  earlyResult?: PutResult;
  allBytesSent: boolean;
  /** The bytes that are being sent. */
  pieces?: AsyncGenerator<Uint8Array>;
}

/** Watches one attempt, and ends it if the caller aborts, the connection stalls, or the file has changed. */
function startWatch({ signal, stallMs, openSource, onBytes }: PutRequest, time: Time) {
  const stop = new AbortController();
  const state: WatchState = { allBytesSent: false };
  let cancelTimer = (): void => undefined;
  const end = (verdict: PutResult['verdict'], why: string): void => {
    state.earlyResult ??= { verdict, why };
    stop.abort();
  };
  const restart = (): void => {
    cancelTimer();
    const ms = state.allBytesSent && openSource.size > bufferedBytes ? 5 * stallMs : stallMs;
    cancelTimer = time.after(ms, () => end('broken', `no progress in ${ms} ms`));
  };
  // The upload throws the error of its signal instead of this result.
  const abort = (): void => end('broken', '');
  const unregister = onAbort(signal, abort);
  if (signal.aborted) abort();
  return {
    signal: stop.signal,
    restart,
    /** Ends the attempt because of the file. The error of `fetch` would not give the reason. */
    fail: (verdict: 'changed' | 'unreadable', why: string): never => {
      end(verdict, why);
      throw new Error(why);
    },
    onBytes: (sent: number): void => {
      state.allBytesSent = sent === openSource.size;
      restart();
      onBytes(sent);
    },
    state,
    release: () => {
      unregister();
      cancelTimer();
      // Ends a request that got its response before its last byte was sent, and closes the file, which `fetch` may not do.
      stop.abort();
      state.pieces?.return(undefined).catch(() => undefined);
    },
  };
}

/**
 * Creates the options of `fetch`. In Node the body is a stream with its length, because presigned URLs refuse a chunked
 * body. Elsewhere it is a Blob, because other runtimes drop the length of a stream. Redirects are errors: following one
 * would pass the permission on, and Node's `fetch` keeps the body in memory unless redirects are off.
 */
async function createInit(request: PutRequest, watch: Watch): Promise<RequestInit> {
  const { type, openSource: source } = request;
  // Edge runtimes throw for some options. With `manual` they return a redirect as a response.
  const options: RequestInit = supportsFetchOptions()
    ? { method: 'PUT', redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' }
    : { method: 'PUT', redirect: 'manual' };
  if (!isNode()) {
    const blob = await source.blob();
    if (blob.size !== source.size) watch.fail('changed', changedLength);
    return { ...options, body: blob, headers: { 'content-type': type } };
  }
  const headers = { 'content-type': type, 'content-length': String(source.size) };
  if (source.size === 0) return { ...options, body: '', headers };
  // The type of `fetch` does not know `duplex`.
  watch.state.pieces = verifyPieces(request, watch);
  const stream = { body: toStream(watch.state.pieces), headers, duplex: 'half' };
  return { ...options, ...stream };
}

/** Yields the pieces, counts their bytes, and compares them with the expected size and hash. */
async function* verifyPieces({ openSource: source, expectedHash }: PutRequest, watch: Watch) {
  const hasher = expectedHash === undefined ? undefined : createSha256();
  let sentBytes = 0;
  try {
    // Pieces are not reused, because `fetch` does not report when a piece was sent.
    for await (const piece of source.pieces(false)) {
      const after = sentBytes + piece.byteLength;
      if (after > source.size) watch.fail('changed', changedLength);
      hasher?.update(piece);
      // Checked before the last piece, so that bytes with another hash never arrive completely.
      if (after === source.size && hasher !== undefined && hasher.digest('hex') !== expectedHash) {
        watch.fail('changed', 'its bytes have another hash');
      }
      yield piece;
      sentBytes = after;
      watch.onBytes(sentBytes);
    }
    if (sentBytes < source.size) watch.fail('changed', changedLength);
  } catch (error) {
    // Has no effect after a failure above, because only the first one counts.
    watch.fail('unreadable', explainUnreadable(error));
  }
}

async function readResult(response: Response, { now }: Time): Promise<PutResult> {
  const { status, headers } = response;
  if (response.ok) {
    await response.body?.cancel().catch(() => undefined);
    return { verdict: 'stored', status, why: '' };
  }
  const { text } = await readText(response, 16 * 2 ** 10).catch(() => ({ text: '' }));
  const { verdict, code } = readVerdict(status, text);
  const why = `the storage returned ${status}${code === undefined ? '' : ` ${code}`}`;
  return { verdict, status, code, retryAfterMs: readRetryAfter(headers, now()), why };
}

/** Describes the error of `fetch` only by its code, because its message may contain secrets. */
function describeFailure(error: unknown): PutResult {
  const { cause, name } = asObject(error);
  if (/redirect/i.test(toText(asObject(cause)['message']))) {
    return { verdict: 'final', why: 'the storage redirects' };
  }
  // A browser throws this for a file that changed on disk.
  if (name === 'NotReadableError') {
    return { verdict: 'unreadable', why: explainUnreadable(error) };
  }
  const code = formatCode(cause) || formatCode(error);
  return { verdict: 'broken', why: `the storage connection broke${code}` };
}
