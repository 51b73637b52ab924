/** Tests that titles, external ids and file names can be any string, and are stored, found and sorted correctly. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';
import { valueAt, sha256 } from '../../../tests/support/sandbox/test-client.ts';
import { makeRow, makeStoredBook } from '../../../tests/support/sandbox/stored-book.ts';
import { openStore } from './sql-store.ts';
import { escapeText, toLookUpKey, toSortKey, unescapeText } from './schema.ts';

/** Control characters, both ends of the Unicode planes, lone surrogates, and strings longer than a key. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\u0000', '\u0001', '\u0002', 'a', 'A', '\uffff', '\u{10ffff}', '\ud800'),
  }),
  fc
    .tuple(fc.constantFrom('x', '\u0000', '\u{1f600}', 'İ'), fc.nat(1_500), fc.string())
    .map(([unit, length, end]) => unit.repeat(length) + end),
);

const toBytes = (text: string) => Buffer.from(text);

describe('keys', () => {
  test('escaping removes U+0000, keeps the order, and can be undone', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        const [a, b] = [escapeText(first), escapeText(second)];
        expect(a).not.toContain('\u0000');
        expect(unescapeText(a)).toBe(first);
        expect(Math.sign(toBytes(a).compare(toBytes(b)))).toBe(
          Math.sign(toBytes(first).compare(toBytes(second))),
        );
      }),
    );
  });

  test('a key fits into an index, and only equal strings have the same lookup key', () => {
    fc.assert(
      fc.property(anyText, anyText, (first, second) => {
        for (const key of [toSortKey(first), toLookUpKey(first)]) {
          expect(toBytes(key).byteLength).toBeLessThan(2_000);
          expect(toBytes(key).toString()).toBe(key);
        }
        if (toBytes(first).equals(toBytes(second))) return;
        expect(toLookUpKey(first)).not.toBe(toLookUpKey(second));
      }),
    );
  });
});

test('lists and finds books with arbitrary titles and external ids after several writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 6 }), async (titles) => {
      const store = await openStore();
      const books = titles.map((title, index) =>
        makeStoredBook(index + 1, { title, externalId: title }),
      );
      for (const book of books) expect(await store.insertBook(makeRow(book))).toBe('written');
      for (const version of [2, 3]) {
        for (const book of books) {
          expect(await store.replaceBook(makeRow({ ...book, version }))).toBe('written');
        }
      }
      const page = await store.readPage({
        account: 'a',
        sort: 'title',
        descending: false,
        unstable: false,
        visibleUntil: Number.MAX_SAFE_INTEGER,
        limit: 10,
        offset: 0,
        readingsHash: 'now',
        itemOf: ({ id }) => JSON.stringify(id),
      });
      const sorted = books.toSorted(
        (first, second) =>
          toBytes(toSortKey(first.title.toLowerCase())).compare(
            toBytes(toSortKey(second.title.toLowerCase())),
          ) || first.sequence - second.sequence,
      );
      expect(page).toEqual({
        total: books.length,
        items: sorted.map(({ id }) => JSON.stringify(id)).join(','),
      });
      const rule = { ignoresCase: false, visibleUntil: Number.MAX_SAFE_INTEGER };
      for (const { title } of books) {
        const foundBooks = await store.findByExternalId('a', title, rule);
        expect(foundBooks.map((book) => book.title)).toContain(title);
        expect(foundBooks.every((book) => toBytes(book.title).equals(toBytes(title)))).toBe(true);
      }
      await store.close();
    }),
    { numRuns: 60 },
  );
});

describe('over HTTP', () => {
  test.each(['a\u0000b', '\u0000', '\u0001\u0000', 'x'.repeat(5_000), '\u{10ffff}'])(
    'a book with the title and external id %j is changed twice and deleted',
    async (text) => {
      const { client } = await openTestSandbox();
      const id = await client.create('ebook', { title: text, externalId: text });
      for (let turn = 0; turn < 2; turn += 1) {
        expect((await client.patch(`/books/${id}`, {})).status).toBe(200);
        expect((await client.patch(`/books/${id}`, { title: `${text}${turn}` })).status).toBe(200);
      }
      const response = await client.get(`/books/external-id/${encodeURIComponent(text)}`);
      expect(valueAt(response.body, 'data.attributes.title')).toBe(`${text}1`);
      expect((await client.remove(`/books/${id}`)).status).toBe(204);
      expect(valueAt((await client.get('/books?sort=title')).body, 'meta.total')).toBe(0);
    },
  );

  test('a file name with U+0000 is attached and shown unchanged', async () => {
    const { client } = await openTestSandbox();
    const id = await client.create('ebook');
    const filename = 'a\u0000b.epub';
    const response = await client.post(`/books/${id}/upload`, [
      { referenceId: '\u0000', role: 'ebook_content', filename, hashSha256: sha256('bytes') },
    ]);
    expect(response.status, response.text).toBe(201);
    const fileId = /uploads\/([0-9a-f-]{36})/.exec(response.text)?.[1] ?? '';
    const [url] = /http:[^"]+/.exec(response.text) ?? [];
    expect((await client.upload(url ?? '', 'bytes')).status).toBe(200);
    const file = { filename, hashSha256: sha256('bytes') };
    expect((await client.patch(`/books/${id}/file/${fileId}/attach`, file)).status).toBe(200);
    const { body } = await client.get(`/books/${id}`);
    expect(valueAt(body, 'data.attributes.files.0.filename')).toBe(filename);
  });
});
