/** Tests the functions that a suite is written with, and what they blame. */
import { expect, it } from 'vitest';
import { attributeDrift, BrokenCase, Drift, Unanswered, Unproven } from '../evidence/index.ts';
import { check, observe, section, watch } from './check.ts';

const sendNothing = async (): Promise<void> => undefined;

it('a check is about behaviour and needs nothing by default', () => {
  const cases = { 'does it': sendNothing };
  const usual = {
    kind: 'check',
    requirement: 'read.answers-200',
    cases,
    covers: [],
    depth: 'usual',
    secondAccount: false,
  };
  expect(check('read.answers-200', cases)).toEqual({ ...usual, reach: 'behaviour', needs: [] });
  const options = { reach: 'shape', needs: ['publish'] } as const;
  expect(check('read.answers-200', cases, options)).toEqual({ ...usual, ...options });
});

it('an observation waits only if `waits` is set', () => {
  const look = async (): Promise<string> => 'yes';
  const usual = { kind: 'observation', silence: 'create.response', look };
  const plain = {
    ...usual,
    reach: 'behaviour',
    needs: [],
    waits: false,
    depth: 'usual',
    secondAccount: false,
  };
  expect(observe('create.response', look)).toEqual(plain);
  const options = { reach: 'shape', needs: ['write'], waits: true, depth: 'quick' } as const;
  expect(observe('create.response', look, options)).toEqual({
    ...usual,
    ...options,
    secondAccount: false,
  });
});

it('a watch sees, and a section has a title', () => {
  const see = (): undefined => undefined;
  const watchItem = watch('create.response', see);
  expect(watchItem).toEqual({ kind: 'watch', silence: 'create.response', see });
  expect(section('Title', [watchItem])).toEqual({ title: 'Title', items: [watchItem] });
});

it('assigns a drift to one requirement only', () => {
  const drift = new Drift({ expected: 'a', actual: 'b' });
  const createThrower = (error: Error) => () => {
    throw error;
  };
  const attributeInner = (): void => attributeDrift('read.answers-200', createThrower(drift));
  expect(() => attributeDrift('lookup.same-book', attributeInner)).toThrow(drift);
  expect(drift.requirement).toBe('read.answers-200');
  const otherError = new Error('own');
  expect(() => attributeDrift('read.answers-200', createThrower(otherError))).toThrow(otherError);
  expect(otherError).not.toHaveProperty('requirement');
  attributeDrift('read.answers-200', () => undefined);
});

it('the errors have names', () => {
  const errors = [
    new Drift({ expected: 'a', actual: 'b' }),
    new Unproven('u'),
    new BrokenCase('b'),
    new Unanswered('n'),
  ];
  expect(errors.map(({ name }) => name)).toEqual(['Drift', 'Unproven', 'BrokenCase', 'Unanswered']);
});
