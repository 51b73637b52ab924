/** Tests which requirement drifts if a service refuses a create that it must accept. */
import { describe, expect, test } from 'vitest';
import { buildBook, createBody, buildExchange, judge } from './scenes/histories.ts';

const id = '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90';
const acceptedCreate = buildExchange('POST', '/books', {
  json: createBody,
  status: 201,
  body: buildBook(id),
});

/** Builds a create that the service refuses without naming a field. */
function buildRefusedCreate(name: string, fields: object) {
  return buildExchange('POST', '/books', {
    json: { ...createBody, title: name, externalId: name, ...fields },
    status: 422,
    body: { title: 'No', status: 422, detail: 'No.', instance: '/books', invalidParams: [] },
  });
}

function judgeDrifts(...history: readonly ReturnType<typeof buildRefusedCreate>[]) {
  return judge(history, { startsEmpty: true }).drifts;
}

describe('the refusal of a valid create', () => {
  const withKeyword = buildRefusedCreate('two', { keyword: ['salt'] });

  test('drifts for the optional properties that no accepted create had', () => {
    expect(judgeDrifts(acceptedCreate, withKeyword)).toEqual(['create.optional-properties']);
  });

  test('drifts for the optional properties that all refused creates have in common', () => {
    const price = [{ currency: 'EUR', price: 9.99 }];
    const otherCreate = buildRefusedCreate('three', { keyword: ['sea'], price });
    expect(judgeDrifts(acceptedCreate, withKeyword, otherCreate)).toEqual([
      'create.optional-properties',
      'create.optional-properties',
    ]);
  });

  test('drifts for a leap day or a check digit that no accepted create had', () => {
    const leapDayCreate = buildRefusedCreate('two', { publicationDate: '2032-02-29' });
    expect(judgeDrifts(acceptedCreate, leapDayCreate)).toEqual(['date.valid-on-create']);
    const zeroDigitCreate = buildRefusedCreate('two', { format: 'print', isbn: '9780306406140' });
    expect(judgeDrifts(acceptedCreate, zeroDigitCreate)).toContain('isbn.valid-on-create');
  });

  test('drifts for the operation if an accepted create had the same properties', () => {
    expect(judgeDrifts(acceptedCreate, buildRefusedCreate('two', {}))).toEqual([
      'create.answers-201',
    ]);
  });

  test('drifts for the operation if no create was accepted', () => {
    expect(judgeDrifts(withKeyword)).toEqual(['create.answers-201']);
  });
});
