import { describe, expect, it } from 'vitest';
import { createBookBody, formats } from './books.ts';

const mark = { run: 'k3x9', n: 7 };
const required = [
  'format',
  'title',
  'language',
  'description',
  'category',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'contributor',
  'price',
];

describe('createBookBody', () => {
  it.each(formats)('gives %s every required property and the mark', (format) => {
    const body = createBookBody(format, mark);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(required));
    expect(body.externalId).toBe('bookdist-k3x9-7');
    expect(body.title).toMatch(/^bookdist k3x9 7/u);
  });

  it('gives each print book its own ISBN for every mark', () => {
    const isbns = [7, 8, 9_999].map((n) => createBookBody('print', { run: 'k3x9', n }).isbn);
    expect(new Set(isbns).size).toBe(3);
    for (const isbn of isbns) expect(isbn).toMatch(/^978\d{10}$/u);
  });

  it('gives an audiobook a narrator and details', () => {
    const { contributor, audioDetails } = createBookBody('audio', mark);
    expect(contributor.map((person) => person.role)).toContain('Narrated by');
    expect(audioDetails).toBeDefined();
  });

  it('lets a case replace single properties', () => {
    expect(createBookBody('ebook', mark, { subtitle: 'A Second Look' }).subtitle).toBe(
      'A Second Look',
    );
  });
});
