/** Tests which passing call is shown beside a drift, and by which difference. */
import { expect, it } from 'vitest';
import type { PassingRow } from './report.ts';
import { tellApart } from './passing-call.ts';
import type { ComparedCase, Facts } from './separation.ts';

function createCase(number: number, facts: Facts, status = 422): ComparedCase {
  return { drifted: false, subject: number, facts, call: { number, status } };
}

function find(failing: Facts, passing: readonly Facts[], field?: string): PassingRow | undefined {
  const drift = { ...createCase(1, failing, 201), drifted: true };
  const others = passing.map((facts, index) => createCase(index + 2, facts));
  return tellApart([drift, ...others], { number: 1 }, field).passing;
}

const refused = { validity: ['must-be-refused'], format: ['print'] };

it('shows the most similar call that had to be refused too, and what it sent for the field', () => {
  const isbn = (value: string) => ({ 'sent isbn': [value], format: ['print'] });
  const other = { ...refused, ...isbn('"1"'), format: ['ebook'], status: ['draft'] };
  const near = { ...refused, ...isbn('"2"'), format: ['ebook'] };
  const valid = { ...isbn('"4"'), validity: ['must-be-accepted'] };
  expect(find({ ...refused, ...isbn('"3"') }, [other, near, valid], 'isbn')).toEqual({
    request: 3,
    status: 422,
    condition: { dimension: 'sent isbn', values: ['"2"'] },
  });
  expect(find({ ...refused, ...isbn('"3"') }, [valid], 'isbn')).toBeUndefined();
});

it.each<readonly [string, readonly Facts[], PassingRow['condition']]>([
  [
    'a member that only the failing call sent',
    [
      { sends: ['title', 'price'], status: ['draft'] },
      { sends: ['price'], status: ['draft'] },
      { sends: ['isbn', 'price'] },
    ],
    { dimension: 'sends', values: ['title'], isUnmet: true },
  ],
  [
    'all members that only the failing call sent',
    [{ sends: ['title', 'price', 'isbn'] }, { sends: ['price'] }],
    { dimension: 'sends', values: ['title', 'isbn'], isUnmet: true },
  ],
  [
    'a status that only the failing call met, and not what other passing calls sent too',
    [
      { sends: ['keyword'], status: ['withdrawn'] },
      { sends: ['subtitle'], status: ['draft'] },
      { sends: ['keyword', 'isbn'], status: ['draft'] },
    ],
    { dimension: 'status', values: ['draft'] },
  ],
  [
    'a status that is not known',
    [{ status: ['withdrawn'] }, { format: ['print'] }],
    { dimension: 'status', values: ['withdrawn'], isUnmet: true },
  ],
  [
    'an entry that the passing call does not have',
    [
      { 'sent role': ['"Author"', '"Editor"'], 'sent name': ['"Ada"'] },
      { 'sent role': ['"Author"'], 'sent name': ['"Benno"'] },
    ],
    { dimension: 'sent role', values: ['"Editor"'], isUnmet: true },
  ],
  [
    'nothing if only chance circumstances differ',
    [
      { days: ['past'], refusals: ['some'] },
      { days: ['past'], refusals: ['no'] },
    ],
    undefined,
  ],
])('shows %s', (_name, [failing = {}, ...passing], condition) => {
  expect(find(failing, passing)?.condition).toEqual(condition);
});

it('compares only the call whose result a read shows', () => {
  const failing = { after: ['updateBook'], 'write status': ['draft'], status: ['published'] };
  const passing = { after: ['updateBook'], 'write status': ['withdrawn'], status: ['draft'] };
  expect(find(failing, [passing])?.condition).toEqual({
    dimension: 'write status',
    values: ['withdrawn'],
  });
});
