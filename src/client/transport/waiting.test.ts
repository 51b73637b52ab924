/** Tests that any number of calls may wait for one signal, and that none leaves a listener behind. */
import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { onAbort } from './waiting.ts';

it('runs listeners that still wait, and removes them', () => {
  const stop = new AbortController();
  const ran: number[] = [];
  const forget = [1, 2, 3].map((n) => onAbort(stop.signal, () => ran.push(n)));
  forget[1]?.();
  stop.abort();
  expect(ran).toEqual([1, 3]);
  for (const each of forget) each();
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});

it('listens twenty times without a warning from Node', async () => {
  const warn = vi.spyOn(process, 'emitWarning');
  const { signal } = new AbortController();
  for (let count = 0; count < 20; count += 1) onAbort(signal, () => undefined);
  expect(getEventListeners(signal, 'abort')).toHaveLength(20);
  expect(warn).not.toHaveBeenCalled();
});
