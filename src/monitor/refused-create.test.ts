/** Tests which requirement drifts if a service refuses a create that it must accept. */
import { describe, expect, test } from 'vitest';
import { create, created, judge, otherId, refuse } from '../../tests/support/monitor/histories.ts';

type History = Parameters<typeof judge>[0];

/** Builds a create that the service refuses without naming a field. */
const refuseCreate = (name: string, fields: object) =>
  refuse(create({ title: name, externalId: name, ...fields }), 422);
const judgeDrifts = (...history: History) => judge(history, { startsEmpty: true }).drifts;

describe('the refusal of a valid create', () => {
  const withKeyword = refuseCreate('two', { keyword: ['salt'] });

  test('drifts for the optional properties that no accepted create had', () => {
    expect(judgeDrifts(created, withKeyword)).toEqual(['create.optional-properties']);
  });

  test('drifts for the optional properties that all refused creates have in common', () => {
    const price = [{ currency: 'EUR', price: 9.99 }];
    const otherCreate = refuseCreate('three', { keyword: ['sea'], price });
    expect(judgeDrifts(created, withKeyword, otherCreate)).toEqual([
      'create.optional-properties',
      'create.optional-properties',
    ]);
  });

  test('drifts for a leap day or a check digit that no accepted create had', () => {
    const leapDay = refuseCreate('two', { publicationDate: '2032-02-29' });
    expect(judgeDrifts(created, leapDay)).toEqual(['date.valid-on-create']);
    const zeroDigit = refuseCreate('two', { format: 'print', isbn: '9780306406140' });
    expect(judgeDrifts(created, zeroDigit)).toContain('isbn.valid-on-create');
  });

  test('drifts for the operation if an accepted create had the same properties, or none was accepted', () => {
    expect(judgeDrifts(created, refuseCreate('two', {}))).toEqual(['create.answers-201']);
    expect(judgeDrifts(withKeyword)).toEqual(['create.answers-201']);
  });
});

describe('a create that is refused for a field', () => {
  const judgeRefusal = (name: string, fields: object, ...accepted: History) =>
    judgeDrifts(
      created,
      ...accepted,
      refuse(create({ title: 'Two', externalId: 'two', ...fields }), 422, name),
    );

  test.each([
    ['language', ['fi']],
    ['category', ['ABC123456']],
  ])('may have a %s that the service has never accepted', (name, codes) => {
    expect(judgeRefusal(name, { [name]: codes })).toEqual([]);
    const accepted = create(
      { title: 'Three', externalId: 'three', [name]: codes },
      { id: otherId },
    );
    expect(judgeRefusal(name, { [name]: codes }, accepted)).not.toEqual([]);
    expect(judgeRefusal('title', { [name]: codes })).toEqual(['create.answers-201']);
  });

  test('drifts for the roles only if one of them is new', () => {
    const author = { firstName: 'Ada', lastName: 'Lee', role: 'Author' };
    const editor = { ...author, role: 'Editor' };
    expect(judgeRefusal('contributor', { contributor: [author, editor] })).toEqual([
      'contributor.roles',
    ]);
    expect(judgeRefusal('contributor.0.lastName', { contributor: [author] })).toEqual([
      'create.answers-201',
    ]);
  });
});
