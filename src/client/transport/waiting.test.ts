/** Tests that any number of calls may listen to one signal, and that no listener remains. */
import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { onAbort } from './waiting.ts';

it('calls the listeners that are still registered, and removes all of them', () => {
  const stop = new AbortController();
  const calledListeners: number[] = [];
  const unregisterAll = [1, 2, 3].map((n) => onAbort(stop.signal, () => calledListeners.push(n)));
  unregisterAll[1]?.();
  stop.abort();
  expect(calledListeners).toEqual([1, 3]);
  for (const unregister of unregisterAll) unregister();
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

it('registers twenty listeners without a warning from Node', async () => {
  const warn = vi.spyOn(process, 'emitWarning');
  const { signal } = new AbortController();
  for (let count = 0; count < 20; count += 1) onAbort(signal, () => undefined);
  expect(getEventListeners(signal, 'abort')).toHaveLength(20);
  expect(warn).not.toHaveBeenCalled();
});
