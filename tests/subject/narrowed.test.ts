import { afterEach, expect, test } from 'vitest';
import { narrowedFaults, startNarrowed } from './narrowed.ts';
import type { Subject } from './subject.ts';

let subject: Subject | undefined;
afterEach(async () => subject?.close());

async function start(name: string, faultActive: boolean): Promise<Subject> {
  let idCount = 0;
  const newId = (): string => {
    idCount += 1;
    return `00000000-0000-4000-8000-${String(idCount).padStart(12, '0')}`;
  };
  subject = await startNarrowed({ name, faultActive, now: () => Date.now(), newId });
  return subject;
}

/** Creates a book with an ISBN that starts with neither 978 nor 979, and returns the HTTP status. */
async function createWithOtherPrefix({ url, key }: Subject, format: string): Promise<number> {
  const book = {
    format,
    title: 'A title',
    language: ['en'],
    description: 'A description.',
    category: ['FIC000000'],
    copyright: 'SELF',
    saleTerritory: ['ALL'],
    publicationDate: '2040-01-01',
    contributor: [{ firstName: 'A', lastName: 'B', role: 'Author' }],
    price: [{ currency: 'USD', price: 1 }],
    isbn: '1234567890128',
  };
  const { status } = await fetch(`${url}/v2/distribution/books`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify(book),
  });
  return status;
}

test('a fault narrowed to print books accepts any ISBN prefix for a print book, but not for an ebook', async () => {
  const service = await start('any-prefix@for-print', true);
  expect(await createWithOtherPrefix(service, 'print')).toBe(201);
  expect(await createWithOtherPrefix(service, 'ebook')).toBe(422);
});

test('the subject without its fault refuses an ISBN with another prefix', async () => {
  const service = await start('any-prefix@for-print', false);
  expect(await createWithOtherPrefix(service, 'print')).toBe(422);
});

test('narrows every fault by every condition, and has more than 25 conditions', () => {
  const names = Object.keys(narrowedFaults);
  const conditions = new Set(names.map((name) => name.split('@')[1]));
  const faults = new Set(names.map((name) => name.split('@')[0]));
  expect(names).toHaveLength(conditions.size * faults.size);
  expect(conditions.size).toBeGreaterThan(25);
});
