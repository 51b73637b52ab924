/** Limits the time of work that a signal ends. */

/**
 * Returns a signal that also aborts after a time. The timer holds its controller: in Node 20 the garbage collector
 * removes an `AbortSignal.timeout` that only `AbortSignal.any` refers to, so that it never aborts.
 */
export function limitTime(signal: AbortSignal, milliseconds: number): AbortSignal {
  const end = new AbortController();
  const expire = (): void => end.abort(new DOMException('no response in time', 'TimeoutError'));
  setTimeout(expire, milliseconds).unref();
  return AbortSignal.any([signal, end.signal]);
}
