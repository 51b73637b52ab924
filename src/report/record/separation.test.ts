/** Tests which condition is said to tell drifts from other responses, and when none is. */
import { expect, it } from 'vitest';
import { createExchangeRow } from '../../../tests/support/report/made-up-drifts.ts';
import { listRequestFacts } from './body-facts.ts';
import { type ComparedCase, findSeparation, type Facts } from './separation.ts';

const formats = ['ebook', 'print', 'audio'];
const statuses = ['draft', 'published', 'in_review', 'withdrawn'];

/** Creates a case for each format, status and round. */
function createCases(drifts: (facts: Facts, round: number) => boolean, rounds = 4): ComparedCase[] {
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    formats.flatMap((format) =>
      statuses.map((status) => {
        const facts = { format: [format], status: [status] };
        const call = { number: round, status: 200 };
        return {
          drifted: drifts(facts, round),
          subject: `${round} ${format} ${status}`,
          facts,
          call,
        };
      }),
    ),
  );
}

const isPrint = ({ format }: Facts): boolean => format?.[0] === 'print';

it('names a condition that all drifts meet and nothing else, with both counts', () => {
  expect(findSeparation(createCases(isPrint))).toEqual({
    condition: { dimension: 'format', values: ['print'] },
    matching: { times: 16, drifted: 16 },
    others: 32,
  });
});

it('counts the responses under the condition that did not drift', () => {
  const cases = createCases((facts, round) => isPrint(facts) && round % 2 === 0);
  expect(findSeparation(cases)).toMatchObject({ matching: { times: 16, drifted: 8 }, others: 32 });
});

it('names no condition if drifts are everywhere, or come and go', () => {
  expect(findSeparation(createCases(() => true))).toBeUndefined();
  let count = 0;
  const everySeventh = createCases(() => {
    count += 1;
    return count % 7 === 0;
  });
  expect(findSeparation(everySeventh)).toBeUndefined();
});

it('counts responses that show the result of one call as one', () => {
  const cases = createCases(isPrint).map((row) => (row.drifted ? { ...row, subject: 1 } : row));
  expect(findSeparation(cases)).toBeUndefined();
});

it('calls it a guess if there are few responses, and names nothing that one or two calls have', () => {
  const createFew = (drifts: number): ComparedCase[] =>
    Array.from({ length: 9 }, (_, subject) => {
      const drifted = subject < drifts;
      const call = { number: subject, status: 200 };
      const facts = { format: [drifted ? 'print' : 'ebook'], status: [drifted ? 'draft' : 'no'] };
      return { subject, drifted, call, facts };
    });
  expect(findSeparation(createFew(3))).toMatchObject({ isGuess: true, others: 6 });
  expect(findSeparation(createFew(2))).toBeUndefined();
  expect(findSeparation(createFew(1))).toBeUndefined();
});

it('names values of the contract before drawn ones', () => {
  const cases = createCases(isPrint).map((row) => {
    const [name, role] = row.drifted ? ['"Benno"', '"Editor"'] : ['"Ada"', '"Author"'];
    return { ...row, facts: { 'sent contributor.name': [name], 'sent contributor.role': [role] } };
  });
  expect(findSeparation(cases)?.condition).toEqual({
    dimension: 'sent contributor.role',
    values: ['"Editor"'],
  });
});

it('names what a book is not known to be, because its status is often unknown', () => {
  const cases = createCases(({ status }) => status?.[0] !== 'draft').map((row) =>
    row.facts['status']?.[0] === 'published' ? { ...row, facts: {} } : row,
  );
  expect(findSeparation(cases)?.condition).toEqual({
    dimension: 'status',
    values: ['draft'],
    isUnmet: true,
  });
});

it('names only what was sent for the field in question if that explains the drifts', () => {
  const cases = createCases(isPrint).map((row) => ({
    ...row,
    facts: {
      'sent title': [row.drifted ? '"Sea"' : '"Tide"'],
      ...listRequestFacts({
        ...createExchangeRow(1, 422),
        requestBody: { isbn: row.drifted ? '9786740381340' : '9786740381357' },
      }),
    },
  }));
  expect(findSeparation(cases, 'isbn')).toEqual({
    condition: { dimension: 'kind isbn', values: ['ending in 0'] },
    matching: { times: 16, drifted: 16 },
    others: 32,
  });
});
