/** Tests that generated values are described in words if JSON would say little to a reader. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createBookBody, formats } from './books.ts';
import { describeValue } from './texts.ts';
import { chapterUpdates, daysAhead, drawVariation } from './index.ts';
import { createDescriptor, createSampleFile, createFile, sha256 } from './files.ts';

const mark = { run: 'k3x9', n: 7, variant: 7 };
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
    expect(body.title).toMatch(/^bookdist k3x9 [a-z]+ 7/u);
  });

  it('gives each print book its own ISBN for every mark', () => {
    const isbns = [7, 8, 4_999].map((n) => createBookBody('print', { ...mark, n }).isbn);
    expect(new Set(isbns).size).toBe(3);
    for (const isbn of isbns) expect(isbn).toMatch(/^978\d{9}7$/u);
  });

  it('gives a variant the same values in another run, apart from what marks the book', () => {
    const [first, second] = ['k3x9', 'p0q1'].map((run, index) =>
      createBookBody('print', { run, n: 3 + index, variant: 18 }),
    );
    expect(first?.isbn).not.toBe(second?.isbn);
    expect([first?.isbn?.at(-1), second?.isbn?.at(-1)]).toEqual(['8', '8']);
    expect(first?.title.split(' ')[2]).toBe(second?.title.split(' ')[2]);
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

it.each([
  ['updates of chapters', chapterUpdates],
  ['day', daysAhead('2026-11-21', { from: 0, to: 9 })],
  ['update', drawVariation('updateBook', { subtitle: 'A' }, { kinds: ['edge', 'refused'] })],
])('puts any %s into words', (_name, values: fc.Arbitrary<unknown>) => {
  for (const value of fc.sample(values, 30)) expect(describeValue(values, value)).toMatch(/\w/);
});

it('names what an update of chapters does', () => {
  const update = { replace: [1], files: 'free', add: 1, order: 'descending', isPartial: true };
  expect(describeValue(chapterUpdates, update)).toBe(
    'an update that replaces 1, gives one a free file, adds 1, lists them descending',
  );
});

describe('sample files', () => {
  it('have a standard SHA-256 hash in lower-case hex', () => {
    expect(sha256(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('are equal if their seeds are equal, and otherwise have different hashes', () => {
    const file = createSampleFile('audio_content', 'one');
    expect(createSampleFile('audio_content', 'one')).toEqual(file);
    expect(createSampleFile('audio_content', 'two').hashSha256).not.toBe(file.hashSha256);
  });

  it.each([
    ['ebook_content', 'PK\x03\x04'],
    ['ebook_cover', '\x89PNG\r\n\x1a\n'],
    ['audio_content', 'ID3'],
    ['audio_cover', '\x89PNG\r\n\x1a\n'],
    ['pod_content', '%PDF-1.7\n'],
    ['pod_cover', '\xff\xd8\xff'],
  ] as const)(
    'of role %s start with the signature of their type and contain the seed',
    (role, signature) => {
      const text = Buffer.from(createSampleFile(role, 'the seed').bytes).toString('latin1');
      expect(text.startsWith(signature)).toBe(true);
      expect(text.slice(signature.length)).toContain('the seed');
    },
  );

  it('have a descriptor with the hash of their bytes', () => {
    const file = createFile('ebook_cover', new Uint8Array());
    expect(createDescriptor(file, 'a')).toEqual({
      referenceId: 'a',
      role: 'ebook_cover',
      filename: 'cover.png',
      hashSha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    });
  });
});
