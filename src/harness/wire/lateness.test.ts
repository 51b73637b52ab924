/** Tests that calls are sent again while their response shows an older state that only lag permits. */
import { expect, test } from 'vitest';
import { createExchange } from '../../../tests/support/harness/create-exchange.ts';
import { createLateness, lagPauses } from './lateness.ts';

const { signal } = new AbortController();

/** Looks a book up; the service shows the write from the given attempt on. */
function createLookUp() {
  const lateness = createLateness(async () => undefined);
  return async (showsFrom: number): Promise<number> => {
    let attempts = 0;
    const send = async () => {
      attempts += 1;
      const exchange = createExchange({ operation: 'lookUpBook' });
      if (attempts < showsFrom) lateness.markStale(exchange);
      return exchange;
    };
    await lateness.catchUp(await send(), send, signal);
    return attempts;
  };
}

test('a read that shows the write is not repeated', async () => {
  expect(await createLookUp()(1)).toBe(1);
});

test('a service that catches up is waited for once', async () => {
  const lookUp = createLookUp();
  expect([await lookUp(4), await lookUp(4)]).toEqual([4, 1]);
});

test('a read that never shows a write is repeated until after the longest lag, three times in a run', async () => {
  const lookUp = createLookUp();
  const never = Number.POSITIVE_INFINITY;
  const counts = [await lookUp(never), await lookUp(never), await lookUp(never)];
  expect(counts).toEqual([1, 1, 1].map((first) => first + lagPauses.length));
  expect(await lookUp(never)).toBe(1);
});
