/** Tests that the two documented bodies of a refusal, a Problem and a message, are distinguished. */
import { describe, expect, it } from 'vitest';
import { isMessageBody, parseProblem } from './refusal-bodies.ts';

describe('a Problem', () => {
  it('is read with all its documented fields, and without others', () => {
    const problem = {
      title: 'T',
      status: 422,
      detail: 'D',
      instance: '/books',
      invalidParams: [{ name: 'isbn', reason: 'bad' }],
    };
    expect(parseProblem({ ...problem, type: 'about:blank' })).toEqual(problem);
  });

  it('is read even if fields are missing or have the wrong type', () => {
    const bare = { title: '', status: 400, detail: '', instance: '', invalidParams: [] };
    expect(parseProblem({ status: '400', title: 7 })).toEqual(bare);
    expect(parseProblem({ status: 400, title: '', invalidParams: 'none' })).toEqual(bare);
    expect(parseProblem({ status: 400, detail: 'D', invalidParams: {} })).toEqual({
      ...bare,
      detail: 'D',
    });
    const params = [{ name: 1 }, 'x', { reason: 'r' }];
    expect(parseProblem({ status: 400, title: '', invalidParams: params })?.invalidParams).toEqual([
      { name: '', reason: '' },
      { name: '', reason: 'r' },
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
