/** Tests that one listener on a signal serves all waiting calls, and is removed after the last. */
import { expect, it, vi } from 'vitest';
import { onAbort } from './waiting.ts';

it('listens once for many, runs those that still wait, and lets go', () => {
  const stop = new AbortController();
  const add = vi.spyOn(stop.signal, 'addEventListener');
  const remove = vi.spyOn(stop.signal, 'removeEventListener');
  const ran: number[] = [];
  const forget = [1, 2, 3].map((n) => onAbort(stop.signal, () => ran.push(n)));
  forget[1]?.();
  stop.abort();
  expect(ran).toEqual([1, 3]);
  expect([add.mock.calls.length, remove.mock.calls.length]).toEqual([1, 0]);
  for (const each of forget) each();
  expect(remove).toHaveBeenCalledWith('abort', add.mock.calls[0]?.[1]);
});

it('adds a listener again after it was removed', () => {
  const stop = new AbortController();
  const run = vi.fn();
  onAbort(stop.signal, run)();
  onAbort(stop.signal, run);
  stop.abort();
  expect(run).toHaveBeenCalledTimes(1);
});

it('does not forget for one who forgets twice', () => {
  const stop = new AbortController();
  const run = vi.fn();
  const forget = onAbort(stop.signal, () => undefined);
  forget();
  onAbort(stop.signal, run);
  forget();
  stop.abort();
  expect(run).toHaveBeenCalledTimes(1);
});
