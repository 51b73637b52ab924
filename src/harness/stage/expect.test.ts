/** Tests each assertion: when it holds, its message if not, and what it adds to the record of the case. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createExpectations, summary, type Expectations } from './expect.ts';
import { madeUpExchange } from '../scenes/made-up-exchange.ts';
import { createScope, type Scope } from '../wire/index.ts';
import { BrokenCase, Drift } from '../evidence/index.ts';

const problem = {
  title: 'Refused',
  status: 422,
  detail: 'No.',
  instance: '/books',
  invalidParams: [
    { name: 'isbn', reason: 'bad' },
    { name: '0.role', reason: 'bad' },
  ],
};
const refusal = madeUpExchange({ status: 422, operation: 'createBook', body: problem });

let scope: Scope;
let judge: Expectations;

beforeEach(() => {
  scope = createScope(new AbortController().signal);
  judge = createExpectations(scope);
});

/** Returns the drift that a call throws; fails if it throws none. */
function driftOf(ask: () => void): Drift {
  try {
    ask();
  } catch (error) {
    if (error instanceof Drift) return error;
    throw error;
  }
  throw new Error('no drift');
}

describe('a status', () => {
  it('is the one wanted, or one of several', () => {
    judge.status(madeUpExchange(), 200);
    judge.status(madeUpExchange(), [201, 200]);
    expect(scope).toMatchObject({ assertions: 2, failures: 0 });
    expect(scope.refusals.size).toBe(0);
  });

  it('says what was expected of which call, and what was received', () => {
    const answer = madeUpExchange({ status: 404, body: { message: 'Gone' } });
    const { difference, exchange } = driftOf(() => judge.status(answer, [200, 201], 'for a read'));
    expect(difference).toEqual({
      expected: '200 or 201 for a read',
      actual: '404  application/json  {"message":"Gone"}',
      permitted: [200, 201],
    });
    expect(exchange).toBe(answer);
    expect(scope).toMatchObject({ assertions: 1, failures: 1 });
  });

  it('is only the number without a description', () => {
    expect(driftOf(() => judge.status(madeUpExchange(), 201)).difference.expected).toBe('201');
  });

  it('from 400 on counts as a refusal of that operation', () => {
    judge.status(refusal, [400, 422]);
    judge.refused(refusal, [422]);
    judge.status(refusal, [200, 422]);
    expect([...scope.refusals]).toEqual([['createBook', 3]]);
    judge.status(madeUpExchange({ status: 400, operation: 'readBook' }), 400);
    expect(scope.refusals.get('readBook')).toBe(1);
    judge.status(madeUpExchange({ status: 400, operation: undefined }), 400);
    expect(scope.refusals.size).toBe(2);
  });
});

describe('accepted', () => {
  it.each([200, 204, 299])('includes %i', (status) => judge.accepted(madeUpExchange({ status })));

  it.each([199, 300, 422])('is not %i', (status) => {
    const { difference } = driftOf(() => judge.accepted(madeUpExchange({ status }), 'for a key'));
    expect(difference.expected).toBe('2xx for a key');
    expect(difference.permitted).toEqual([200, 201, 202, 203, 204, 205, 206]);
    expect(driftOf(() => judge.accepted(madeUpExchange({ status }))).difference.expected).toBe(
      '2xx',
    );
  });
});

describe('a Problem', () => {
  it('has the status and names at least these', () => {
    judge.problem(refusal, 422);
    judge.problem(refusal, 422, { names: ['0.role', 'isbn'] });
  });

  it('is blamed for its status first', () => {
    expect(driftOf(() => judge.problem(refusal, 400)).difference.expected).toBe('400');
  });

  it('is not a message', () => {
    const message = madeUpExchange({ status: 422, body: { message: 'No.' } });
    const { difference } = driftOf(() => judge.problem(message, 422));
    expect(difference.expected).toBe('422 with a Problem object');
    expect(difference.actual).toContain('No.');
  });

  it('with other names lists them', () => {
    const { difference, exchange } = driftOf(() =>
      judge.problem(refusal, 422, { names: ['title'] }),
    );
    expect(difference).toEqual({ expected: 'invalidParams naming title', actual: 'isbn, 0.role' });
    expect(exchange).toBe(refusal);
  });

  it('without names says so', () => {
    const bare = madeUpExchange({ status: 422, body: { ...problem, invalidParams: [] } });
    const { difference } = driftOf(() => judge.problem(bare, 422, { names: ['title'] }));
    expect(difference.actual).toBe('no name at all');
  });
});

describe('not found', () => {
  it('has a message or a Problem', () => {
    judge.notFound(madeUpExchange({ status: 404, body: { message: 'Gone' } }));
    judge.notFound(madeUpExchange({ status: 404, body: { ...problem, status: 404 } }));
  });

  it('is nothing else', () => {
    expect(driftOf(() => judge.notFound(madeUpExchange())).difference.expected).toBe('404');
    const empty = madeUpExchange({ status: 404 });
    expect(driftOf(() => judge.notFound(empty)).difference).toEqual({
      expected: '404 with { message } or a Problem object',
      actual: '404',
    });
  });
});

describe('values', () => {
  it('are compared in depth', () => {
    judge.equal({ a: [1, { b: null }] }, { a: [1, { b: null }] }, 'it');
    expect(scope.assertions).toBe(1);
  });

  it('that differ are shown side by side', () => {
    scope.exchanges.push(refusal);
    const { difference, exchange, message } = driftOf(() => judge.equal(undefined, 'x', 'title'));
    expect(difference).toEqual({
      expected: 'title: x',
      actual: 'nothing',
      values: { expected: 'x', actual: undefined },
    });
    expect(exchange).toBe(refusal);
    expect(message).toBe('expected title: x, but got nothing');
  });

  it('are cut if they are long', () => {
    const { difference } = driftOf(() => judge.equal('y'.repeat(241), 'y'.repeat(240), 'text'));
    expect(difference.actual).toBe(`${'y'.repeat(239)}…`);
    expect(difference.expected).toBe(`text: ${'y'.repeat(240)}`);
  });
});

it('anything else is reported in the words of the case', () => {
  judge.that(true, { expected: 'a', actual: 'b' });
  const difference = { expected: 'a', actual: 'b' };
  expect(driftOf(() => judge.that(false, difference)).difference).toBe(difference);
});

it('nothing is asserted once the case is over', () => {
  scope.open = false;
  expect(() => judge.that(true, { expected: 'a', actual: 'b' })).toThrow(BrokenCase);
});

it('a response is summarised without what it lacks', () => {
  expect(summary(madeUpExchange({ status: 204 }))).toBe('204');
  expect(summary(madeUpExchange({ text: '""', mediaType: 'text/plain' }))).toBe('200  text/plain');
});
