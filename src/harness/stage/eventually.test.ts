/** Tests repeated calls: how often, how long, and what is returned. */
import { expect, it } from 'vitest';
import { createEventually } from './eventually.ts';
import { Unproven } from '../evidence/index.ts';

const { signal } = new AbortController();

function countUntil(until: number) {
  const pauses: number[] = [];
  let count = 0;
  const eventually = createEventually(async (milliseconds) => {
    pauses.push(milliseconds);
  }, signal);
  const answer = eventually(
    async () => (count += 1),
    (value) => value >= until,
  );
  return { waited: pauses, answer };
}

it('calls once if the response is satisfactory', async () => {
  const { waited, answer } = countUntil(1);
  expect(await answer).toBe(1);
  expect(waited).toEqual([]);
});

it('waits longer each time', async () => {
  const { waited, answer } = countUntil(4);
  expect(await answer).toBe(4);
  expect(waited).toEqual([25, 50, 100]);
});

it('returns the last response if none is satisfactory, after six seconds in all', async () => {
  const { waited, answer } = countUntil(Number.POSITIVE_INFINITY);
  expect(await answer).toBe(9);
  expect(waited.reduce((sum, pause) => sum + pause, 0)).toBe(6_375);
});

it('is interrupted with the run', async () => {
  const eventually = createEventually(async () => {
    throw new Error('aborted');
  }, signal);
  const answer = eventually(
    async () => 1,
    () => false,
  );
  await expect(answer).rejects.toThrow(Unproven);
  await expect(answer).rejects.toThrow('interrupted');
});
