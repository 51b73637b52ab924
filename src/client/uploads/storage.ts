/** Sends the bytes of one file to one presigned URL, once: without the key, in constant memory, and with a stall timeout. */
import { createSha256, type OpenSource, toStream } from '../files/index.ts';
import { readRetryAfter, readText } from '../responses/index.ts';
import { isNode, knowsCredentials } from '../runtime.ts';
import { onAbort, type Time } from '../transport/index.ts';
import { readVerdict, type Verdict } from './storage-response.ts';
import { formatCode, explainUnreadable, type StorageFetch } from './upload-run.ts';

export interface Put {
  readonly url: string;
  readonly type: string;
  readonly source: OpenSource;
  /** The announced hash, when the bytes are to be checked while they are sent. */
  readonly check: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** How long the connection may be idle, in milliseconds. */
  readonly stallMs: number;
  /** Called with the number of bytes that the network has taken. */
  readonly onBytes: (sent: number) => void;
}

export interface StorageDependencies {
  readonly storageFetch: StorageFetch | undefined;
  readonly time: Time;
}

export interface PutResult {
  readonly verdict: Verdict | 'stored' | 'broken' | 'changed' | 'unreadable';
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  /** True when the network took every byte, so that only the response is missing. */
  readonly whole?: boolean | undefined;
  /** In words that repeat nothing of a URL or of an error. */
  readonly why: string;
}

/** A response may take longer than a piece, because much of the body is still in buffers by then. */
const responseStalls = 5;

/** Never rejects; the verdict decides what happens next. */
export async function putFile(
  put: Put,
  { storageFetch, time }: StorageDependencies,
): Promise<PutResult> {
  const watch = startWatch(put, time);
  const { signal } = watch;
  try {
    signal.throwIfAborted();
    const init = await createInit(put, watch);
    // The progress of a Blob is not visible, and a long time may be normal.
    if ('duplex' in init) watch.restart();
    const send = storageFetch ?? globalThis.fetch;
    const sending = send(put.url, { ...init, signal }).then(async (response) =>
      readResult(response, time),
    );
    // The request may not heed its signal.
    const aborted = new Promise<never>((_, reject) => onAbort(signal, () => reject(signal.reason)));
    const result = await Promise.race([sending, aborted]);
    return watch.ended() ?? result;
  } catch (error) {
    return { ...(watch.ended() ?? describeFailure(error)), whole: watch.isWhole() };
  } finally {
    watch.release();
  }
}

type Watch = ReturnType<typeof startWatch>;

/** Watches one attempt: ends it when the caller aborts, when the connection stalls, or when the file has changed. */
function startWatch({ signal, stallMs, source, onBytes }: Put, time: Time) {
  const stop = new AbortController();
  let ended: PutResult | undefined;
  let whole = false;
  let cancelTimer = (): void => undefined;
  const end = (verdict: PutResult['verdict'], why: string): void => {
    ended ??= { verdict, why };
    stop.abort();
  };
  const restart = (): void => {
    cancelTimer();
    const ms = whole ? stallMs * responseStalls : stallMs;
    cancelTimer = time.after(ms, () => end('broken', `nothing moved for ${stallMs} ms`));
  };
  const abort = (): void => end('broken', '');
  const unregister = signal && onAbort(signal, abort);
  if (signal?.aborted === true) abort();
  return {
    signal: stop.signal,
    restart,
    /** Ends the attempt because of the file. The error of `fetch` would not say what happened. */
    fail: (verdict: 'changed' | 'unreadable', why: string): never => {
      end(verdict, why);
      throw new Error(why);
    },
    onBytes: (sent: number): void => {
      whole = sent === source.size;
      restart();
      onBytes(sent);
    },
    ended: () => ended,
    isWhole: () => whole,
    release: () => {
      unregister?.();
      cancelTimer();
      // Ends a request whose response arrived before its last byte was sent; has no effect otherwise.
      stop.abort();
    },
  };
}

/**
 * The init of `fetch`: in Node a stream with its length, because presigned URLs refuse a chunked body; elsewhere a
 * Blob, because other runtimes drop the length of a stream. Redirects are errors: following one would pass the
 * permission on, and only a request that cannot be redirected is not kept in memory by Node's `fetch`.
 */
async function createInit(put: Put, watch: Watch): Promise<RequestInit> {
  const { type, source } = put;
  // Edge runtimes throw for these options; a redirect is a response there.
  const options: RequestInit = knowsCredentials()
    ? { method: 'PUT', redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' }
    : { method: 'PUT', redirect: 'manual' };
  if (!isNode()) {
    const blob = await source.blob();
    if (blob.size !== source.size) watch.fail('changed', lengthChanged);
    return { ...options, body: blob, headers: { 'content-type': type } };
  }
  const headers = { 'content-type': type, 'content-length': String(source.size) };
  if (source.size === 0) return { ...options, body: '', headers };
  const streamed = { body: toStream(verifyPieces(put, watch)), headers, duplex: 'half' };
  return { ...options, ...streamed };
}

const lengthChanged = 'it has another length now';

/** Passes the pieces on, counts them, and compares them with the declared size and hash. */
async function* verifyPieces({ source, check }: Put, watch: Watch): AsyncGenerator<Uint8Array> {
  const hasher = check === undefined ? undefined : createSha256();
  let sent = 0;
  try {
    // Each piece has its own buffer, because `fetch` does not say when it was sent.
    for await (const piece of source.pieces(false)) {
      const after = sent + piece.byteLength;
      if (after > source.size) watch.fail('changed', lengthChanged);
      hasher?.update(piece);
      // Before the last piece, so that bytes with another hash never arrive whole.
      if (after === source.size && hasher !== undefined && hasher.digest('hex') !== check) {
        watch.fail('changed', 'its bytes have another hash');
      }
      yield piece;
      sent = after;
      watch.onBytes(sent);
    }
    if (sent < source.size) watch.fail('changed', lengthChanged);
  } catch (error) {
    // Only the first failure counts, so this changes nothing when one was found above.
    watch.fail('unreadable', explainUnreadable(error));
  }
}

/** Reads at most 16 KiB of a refusal; a success is not read. */
async function readResult(response: Response, { now }: Time): Promise<PutResult> {
  const { status, headers } = response;
  if (response.ok) {
    await response.body?.cancel().catch(() => undefined);
    return { verdict: 'stored', status, why: '' };
  }
  const { text } = await readText(response, 16 * 2 ** 10).catch(() => ({ text: '' }));
  const { verdict, code } = readVerdict(status, text);
  const why = `the storage answered ${status}${code === undefined ? '' : ` ${code}`}`;
  return { verdict, status, code, retryAfterMs: readRetryAfter(headers, now()), why };
}

/** Describes the error of `fetch` by its code alone, because its message may contain secrets. */
function describeFailure(error: unknown): PutResult {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && /redirect/i.test(cause.message)) {
    return { verdict: 'final', why: 'the storage redirects' };
  }
  // A Blob in a page says this when its file changed on disk.
  if (error instanceof Error && error.name === 'NotReadableError') {
    return { verdict: 'unreadable', why: explainUnreadable(error) };
  }
  const code = formatCode(cause) || formatCode(error);
  return { verdict: 'broken', why: `the connection to the storage broke${code}` };
}
