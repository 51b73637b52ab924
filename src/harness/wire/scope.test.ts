/** Tests the record of a case: what prevents a finished case from counting. */
import { beforeEach, describe, expect, it } from 'vitest';
import { madeUpExchange } from '../scenes/made-up-exchange.ts';
import { assertOpen, bindScope, createScope, noteRefusal, scopeOf, settle } from './scope.ts';
import type { Scope } from './scope.ts';
import { BrokenCase, Unproven } from '../evidence/index.ts';

let scope: Scope;

beforeEach(() => {
  scope = createScope(new AbortController().signal);
});

it('starts empty', () => {
  expect(scope).toMatchObject({ assertions: 0, failures: 0, inFlight: 0, open: true });
  expect([scope.exchanges, scope.seen, [...scope.refusals]]).toEqual([[], [], []]);
});

it('belongs to the stage it was bound to', () => {
  const stage = {};
  bindScope(stage, scope);
  expect(scopeOf(stage)).toBe(scope);
  expect(scopeOf({})).toBeUndefined();
});

it('is closed by settling, and allows no requests afterwards', () => {
  scope.assertions = 1;
  assertOpen(scope);
  expect(settle(scope)).toBeUndefined();
  expect(() => assertOpen(scope)).toThrow(BrokenCase);
  expect(() => assertOpen(scope)).toThrow('an await is missing');
});

describe('is broken', () => {
  it.each([
    ['ended with 2 requests in flight: an await is missing', { assertions: 1, inFlight: 2 }],
    ['swallowed a failed assertion', { assertions: 1, failures: 1 }],
    ['asserted nothing, and the monitor judged none of its exchanges', {}],
  ])('when it %s', (says, parts) => {
    const wrong = settle(Object.assign(scope, parts));
    expect(wrong).toBeInstanceOf(BrokenCase);
    expect(wrong?.message).toBe(says);
  });
});

describe('a refusal', () => {
  const answered = (status: number) => madeUpExchange({ operation: 'createBook', status });

  beforeEach(() => {
    scope.assertions = 1;
    noteRefusal(scope, 'createBook');
    noteRefusal(scope, undefined);
  });

  it.each([200, 299])('counts with a call of the same operation that got %i', (status) => {
    scope.exchanges.push(answered(422), answered(status));
    expect(settle(scope)).toBeUndefined();
  });

  it('counts with a call that other cases share', () => {
    scope.exchanges.push(answered(422));
    scope.seen.push(answered(201));
    expect(settle(scope)).toBeUndefined();
  });

  it.each([199, 300])('does not count with one that got %i', (status) => {
    scope.exchanges.push(answered(422), answered(409), answered(status));
    const wrong = settle(scope);
    expect(wrong).toBeInstanceOf(Unproven);
    expect(wrong?.message).toBe('no createBook call was accepted, so the refusal shows nothing');
    expect(wrong instanceof Unproven && wrong.exchange?.status).toBe(status);
  });

  it('without any other call of the operation makes the case broken', () => {
    scope.exchanges.push(answered(422), madeUpExchange());
    const wrong = settle(scope);
    expect(wrong).toBeInstanceOf(BrokenCase);
    expect(wrong?.message).toBe('refuses createBook without an accepted counterpart');
  });
});
