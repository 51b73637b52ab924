/** Tests each assertion, its message and what it adds to the record; how calls are repeated, and books that cases share. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createExpectations,
  createPreconditions,
  summarizeResponse,
  type Expectations,
  createEventually,
} from './expect.ts';
import { createExchange, idleStage } from '../../../tests/support/harness/create-exchange.ts';
import { createScope, type Scope } from '../wire/index.ts';
import { BrokenCase, Drift, getExpectedResponse, Unproven } from '../evidence/index.ts';
import { oncePerRun } from './once-per-run.ts';

const refusal = createExchange({ status: 422, operation: 'createBook', body: { message: 'No.' } });

let scope: Scope;
let expectations: Expectations;

beforeEach(() => {
  scope = createScope(new AbortController().signal);
  expectations = createExpectations(scope);
});

/** Returns the drift that a call throws; fails if it throws none. */
function catchDrift(ask: () => void): Drift {
  try {
    ask();
  } catch (error) {
    if (error instanceof Drift) return error;
    throw error;
  }
  throw new Error('no drift');
}

describe('a status', () => {
  it('may be one status, or one of several', () => {
    expectations.status(createExchange(), 200);
    expectations.status(createExchange(), [201, 200]);
    expect(scope).toMatchObject({ assertions: 2, failures: 0 });
  });

  it('says what was expected of which call, and what was received', () => {
    const response = createExchange({ status: 404, body: { message: 'Gone' } });
    const { difference, exchange } = catchDrift(() =>
      expectations.status(response, [200, 201], 'for a read'),
    );
    expect(difference).toEqual({
      expected: '200 or 201 for a read',
      actual: '404  application/json  {"message":"Gone"}',
      permitted: [200, 201],
    });
    expect(exchange).toBe(response);
    expect(getExpectedResponse(response)).toBe('200 or 201 for a read');
    expect(scope).toMatchObject({ assertions: 1, failures: 1 });
  });

  it('is only the number without a description', () => {
    expect(catchDrift(() => expectations.status(createExchange(), 201)).difference.expected).toBe(
      '201',
    );
  });
});

describe('accepted', () => {
  it.each([200, 204, 299])('includes %i', (status) =>
    expectations.accepted(createExchange({ status })),
  );

  it.each([199, 300, 422])('is not %i', (status) => {
    const { difference } = catchDrift(() =>
      expectations.accepted(createExchange({ status }), 'for a key'),
    );
    expect(difference.expected).toBe('2xx for a key');
    expect(difference.permitted).toEqual([200, 201, 202, 203, 204, 205, 206]);
    expect(
      catchDrift(() => expectations.accepted(createExchange({ status }))).difference.expected,
    ).toBe('2xx');
  });
});

describe('values', () => {
  it('are compared in depth', () => {
    expectations.equal({ a: [1, { b: null }] }, { a: [1, { b: null }] }, 'it');
    expect(scope.assertions).toBe(1);
  });

  it('that differ are shown side by side', () => {
    scope.exchanges.push(refusal);
    const { difference, exchange, message } = catchDrift(() =>
      expectations.equal(undefined, 'x', 'title'),
    );
    expect(difference).toEqual({
      expected: 'title: x',
      actual: 'nothing',
      values: { expected: 'x', actual: undefined },
    });
    expect(exchange).toBe(refusal);
    expect(message).toBe('expected title: x, but got nothing');
  });

  it('are truncated if they are long', () => {
    const { difference } = catchDrift(() =>
      expectations.equal('y'.repeat(241), 'y'.repeat(240), 'text'),
    );
    expect(difference.actual).toBe(`${'y'.repeat(239)}…`);
    expect(difference.expected).toBe(`text: ${'y'.repeat(240)}`);
  });
});

it('anything else is reported in the words of the case', () => {
  expectations.that(true, { expected: 'a', actual: 'b' });
  const difference = { expected: 'a', actual: 'b' };
  expect(catchDrift(() => expectations.that(false, difference)).difference).toBe(difference);
});

it('only a status says which response was expected', () => {
  const exchange = createExchange();
  expectations.that(true, { expected: 'a', actual: 'b' }, exchange);
  expect(getExpectedResponse(exchange)).toBeUndefined();
});

it('a precondition that is not met leaves the case unproven', () => {
  const { accepted, that } = createPreconditions(scope);
  const response = createExchange();
  expect(accepted(response)).toBe(response);
  expect(getExpectedResponse(response)).toBe('2xx');
  that(true, 'no book');
  const message = 'GET /books/1 must be accepted first, but was not: 422  application/json';
  expect(() => accepted(refusal)).toThrow(message);
  scope.exchanges.push(response, response, refusal);
  const lack: unknown = expect.objectContaining({ message: 'no book', exchange: refusal });
  expect(() => that(false, 'no book')).toThrow(lack);
});

it('nothing is asserted once the case is over', () => {
  scope.isOpen = false;
  expect(() => expectations.that(true, { expected: 'a', actual: 'b' })).toThrow(BrokenCase);
});

it('a response is summarised without what it lacks', () => {
  expect(summarizeResponse(createExchange({ status: 204 }))).toBe('204');
  expect(
    summarizeResponse(createExchange({ text: '""', headers: { 'content-type': 'text/plain' } })),
  ).toBe('200  text/plain');
});

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

it('returns the last response if none is satisfactory, after ten seconds in all', async () => {
  const { waited, answer } = countUntil(Number.POSITIVE_INFINITY);
  expect(await answer).toBe(10);
  expect(waited.reduce((sum, pause) => sum + pause, 0)).toBe(10_175);
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

it('creates a shared value again after a failure, but not after a success', async () => {
  let attempts = 0;
  const make = oncePerRun(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('failed');
    return attempts;
  });
  await expect(make(idleStage)).rejects.toThrow('failed');
  expect([await make(idleStage), await make(idleStage)]).toEqual([2, 2]);
});
