/** Tests that the two documented bodies of a refusal, a Problem and a message, are distinguished. */
import { describe, expect, it } from 'vitest';
import { isMessageBody, parseProblem } from './refusal-bodies.ts';

describe('a Problem', () => {
  it('is read with its status, its instance and the names of its parameters', () => {
    const problem = { status: 422, instance: '/books', invalidParams: [{ name: 'isbn' }] };
    const otherFields = { title: 'T', detail: 'D', type: 'about:blank' };
    expect(parseProblem({ ...problem, ...otherFields })).toEqual(problem);
  });

  it('is read even if fields are missing or have the wrong type', () => {
    const bare = { status: 400, instance: '', invalidParams: [] };
    expect(parseProblem({ status: '400', title: 7 })).toEqual(bare);
    expect(parseProblem({ status: 400, title: '', invalidParams: 'none' })).toEqual(bare);
    expect(parseProblem({ status: 400, detail: 'D', invalidParams: {} })).toEqual(bare);
    const params = [{ name: 1 }, 'x', { name: 'isbn' }];
    expect(parseProblem({ status: 400, title: '', invalidParams: params })?.invalidParams).toEqual([
      { name: '' },
      { name: 'isbn' },
    ]);
  });

  it.each([undefined, null, 'text', [], {}, { status: 400 }, { title: 'T', detail: 'D' }])(
    'is not %j',
    (body) => expect(parseProblem(body)).toBeUndefined(),
  );
});

describe('a message', () => {
  it('is an object with a string as its message', () =>
    expect(isMessageBody({ message: '' })).toBe(true));
  it.each([undefined, 'message', ['message'], {}, { message: 1 }])('is not %j', (body) =>
    expect(isMessageBody(body)).toBe(false),
  );
});
