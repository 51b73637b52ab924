/** Tests that the two bodies of a refusal are distinguished. */
import { describe, expect, it } from 'vitest';
import { isMessageBody, parseProblem } from './refusal-bodies.ts';

describe('a Problem', () => {
  it('is read completely', () => {
    const problem = {
      title: 'T',
      status: 422,
      detail: 'D',
      instance: '/books',
      invalidParams: [{ name: 'isbn', reason: 'bad' }],
    };
    expect(parseProblem({ ...problem, type: 'about:blank' })).toEqual(problem);
  });

  it('is read even if one field is missing or wrong', () => {
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
  it('is an object with a string', () => expect(isMessageBody({ message: '' })).toBe(true));
  it.each([undefined, 'message', ['message'], {}, { message: 1 }])('is not %j', (body) =>
    expect(isMessageBody(body)).toBe(false),
  );
});
