import { describe, expect, test } from 'vitest';
import { book, createBody, exchangeOf, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const accepted = exchangeOf('POST', '/books', { json: createBody, status: 201, body: book(id) });

/** A create that the service refuses without a reason. */
function refused(name: string, fields: object) {
  return exchangeOf('POST', '/books', {
    json: { ...createBody, title: name, externalId: name, ...fields },
    status: 422,
    body: { title: 'No', status: 422, detail: 'No.', instance: '/books', invalidParams: [] },
  });
}

function drifts(...history: readonly ReturnType<typeof refused>[]) {
  return judge(history, { startsEmpty: true }).drifts;
}

describe('a create that is refused though nothing permits it', () => {
  const withKeyword = refused('two', { keyword: ['salt'] });

  test('is held against what no accepted create had', () => {
    expect(drifts(accepted, withKeyword)).toEqual(['create.optional-properties']);
  });

  test('is held against what all creates had that were refused', () => {
    const price = [{ currency: 'EUR', price: 9.99 }];
    const also = refused('three', { keyword: ['sea'], price });
    expect(drifts(accepted, withKeyword, also)).toEqual([
      'create.optional-properties',
      'create.optional-properties',
    ]);
  });

  test('is held against a leap day or a check digit that is new', () => {
    const leap = refused('two', { publicationDate: '2032-02-29' });
    expect(drifts(accepted, leap)).toEqual(['date.valid-on-create']);
    const zero = refused('two', { format: 'print', isbn: '9780306406140' });
    expect(drifts(accepted, zero)).toContain('isbn.valid-on-create');
  });

  test('is held against the operation if others like it were accepted', () => {
    expect(drifts(accepted, refused('two', {}))).toEqual(['create.answers-201']);
  });

  test('is held against the operation if none was accepted', () => {
    expect(drifts(withKeyword)).toEqual(['create.answers-201']);
  });
});
