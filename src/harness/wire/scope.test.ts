/** Tests the record of a case: what prevents a finished case from counting. */
import { beforeEach, describe, expect, it } from 'vitest';
import { assertOpen, bindScope, createScope, getScope, settle } from './scope.ts';
import type { Scope } from './scope.ts';
import { BrokenCase } from '../evidence/index.ts';

let scope: Scope;

beforeEach(() => {
  scope = createScope(new AbortController().signal);
});

it('starts empty', () => {
  expect(scope).toMatchObject({ assertions: 0, failures: 0, inFlight: 0, isOpen: true });
  expect(scope.exchanges).toEqual([]);
});

it('belongs to the stage it was bound to', () => {
  const stage = {};
  bindScope(stage, scope);
  expect(getScope(stage)).toBe(scope);
  expect(getScope({})).toBeUndefined();
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
    const brokenCase = settle(Object.assign(scope, parts));
    expect(brokenCase).toBeInstanceOf(BrokenCase);
    expect(brokenCase?.message).toBe(says);
  });
});
