/** Sends the bytes of one file to one presigned URL, once: without the key, in constant memory, watched. */
import { loadedAfter } from './later.ts';
import type { Time } from './time.ts';
import type { Body } from './upload-body.ts';
import type { Verdict } from './upload-storage-answer.ts';
import { watchFor } from './upload-watch.ts';
import { wayTo, type Errand, type StorageFetch } from './upload-way.ts';

/** One attempt to send. */
export interface Sending extends Body {
  readonly url: string;
  readonly signal: AbortSignal | undefined;
  /** How long nothing may move, in milliseconds. */
  readonly stallMs: number;
}

export interface SendingWith {
  /** What to send with, where the caller says. */
  readonly storageFetch: StorageFetch | undefined;
  readonly time: Time;
}

/** How an attempt ended. */
export interface Sent {
  readonly verdict: Verdict | 'broken' | 'changed' | 'unreadable' | 'aborted';
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  /** What the storage asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Whether every byte was taken by the network, so that only the answer is missing. */
  readonly whole?: boolean | undefined;
  /** In words. Nothing of a URL can be in it, and nothing of what was said of the failure. */
  readonly why: string;
}

/** An answer may take longer than a piece: by then much lies in buffers that nobody sees into. */
const answerStalls = 5;

/** One PUT. Resolves always: what to do next is the verdict's to say. */
export async function send(sending: Sending, { storageFetch, time }: SendingWith): Promise<Sent> {
  const { url, signal, stallMs } = sending;
  const ending = new AbortController();
  let ended: Sent | undefined;
  let whole = false;
  const end = (sent: Sent): void => {
    ended ??= sent;
    ending.abort();
  };
  const abort = (): void => end({ verdict: 'aborted', why: 'its signal ended it' });
  const watch = watchFor(time, () => {
    end({ verdict: 'broken', why: `nothing moved for ${stallMs} ms` });
  });
  const onBytes = (sent: number): void => {
    whole = sent === sending.source.size;
    watch.restart(whole ? stallMs * answerStalls : stallMs);
    sending.onBytes(sent);
  };
  signal?.addEventListener('abort', abort);
  if (signal?.aborted === true) abort();
  try {
    ending.signal.throwIfAborted();
    const put = await wayTo(storageFetch);
    const counted = (): void => watch.restart(stallMs);
    const fault: Errand['fault'] = ({ verdict, message }) => end({ verdict, why: message });
    const errand = { url, signal: ending.signal, counted, fault };
    const answering = put({ ...sending, onBytes }, errand).then((came) => answered(came, time));
    const answer = await Promise.race([answering, endOf(ending.signal)]);
    return ended ?? answer;
  } catch (error) {
    // Now, since what is left of the body would be read on while the next part is loaded.
    const broken = { whole };
    ending.abort();
    return { ...(ended ?? (await failed(error))), ...broken };
  } finally {
    signal?.removeEventListener('abort', abort);
    watch.stop();
    // Of no effect once all is over; ends a request whose answer came before its last byte was sent.
    ending.abort();
  }
}

/** Rejects when the signal ends, whether or not the request heeds it. */
async function endOf(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('ended')), { once: true });
  });
}

async function failed(error: unknown): Promise<Sent> {
  const { whyFailed } = await loadedAfter(error, import('./upload-put-failed.ts'));
  return whyFailed(error);
}

async function answered(response: Response, { now }: Time): Promise<Sent> {
  if (response.ok) {
    await response.body?.cancel().catch(() => undefined);
    return { verdict: 'stored', status: response.status, why: 'the storage has it' };
  }
  const { refusalOf } = await import('./upload-put-failed.ts');
  return refusalOf(response, now());
}
