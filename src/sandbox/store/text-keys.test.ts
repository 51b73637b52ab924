/** Tests that any string can be a title, an external id or a file name: it is stored, found and sorted correctly. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestClient, valueAt, sha256 } from '../scenes/ask-in-process.ts';
import { rowFor, storedBook } from '../scenes/stored-book.ts';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { openStore } from './sql-store.ts';
import { escapeText, lookUpKey, sortKey, unescapeText } from './text-keys.ts';

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

const bytesOf = (text: string) => Buffer.from(text);

describe('keys', () => {
  test('escaping removes U+0000, keeps the order, and can be undone', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        const [a, b] = [escapeText(one), escapeText(other)];
        expect(a).not.toContain('\u0000');
        expect(unescapeText(a)).toBe(one);
        expect(Math.sign(bytesOf(a).compare(bytesOf(b)))).toBe(
          Math.sign(bytesOf(one).compare(bytesOf(other))),
        );
      }),
    );
  });

  test('a key fits into an index, and only equal strings have the same lookup key', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        for (const key of [sortKey(one), lookUpKey(one)]) {
          expect(bytesOf(key).byteLength).toBeLessThan(2_000);
          expect(bytesOf(key).toString()).toBe(key);
        }
        if (bytesOf(one).equals(bytesOf(other))) return;
        expect(lookUpKey(one)).not.toBe(lookUpKey(other));
      }),
    );
  });
});

test('lists books with arbitrary titles in order, also after each rewrite', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyText, { minLength: 1, maxLength: 6 }), async (titles) => {
      const store = await openStore();
      const books = titles.map((title, index) =>
        storedBook(index + 1, { title, externalId: title }),
      );
      for (const book of books) expect(await store.insertBook(rowFor(book))).toBe('written');
      for (const version of [2, 3]) {
        for (const book of books) {
          expect(await store.replaceBook(rowFor({ ...book, version }))).toBe('written');
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
        (one, other) =>
          bytesOf(sortKey(one.title.toLowerCase())).compare(
            bytesOf(sortKey(other.title.toLowerCase())),
          ) || one.sequence - other.sequence,
      );
      expect(page).toEqual({
        total: books.length,
        items: sorted.map(({ id }) => JSON.stringify(id)).join(','),
      });
      const rule = { folded: false, visibleUntil: Number.MAX_SAFE_INTEGER };
      for (const { title } of books) {
        const found = await store.findByExternalId('a', title, rule);
        expect(found.map((book) => book.title)).toContain(title);
        expect(found.every((book) => bytesOf(book.title).equals(bytesOf(title)))).toBe(true);
      }
      await store.close();
    }),
    { numRuns: 60 },
  );
}, 60_000);

describe('over HTTP', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await createSandbox();
  });
  afterEach(() => sandbox.close());

  test.each(['a\u0000b', '\u0000', '\u0001\u0000', 'x'.repeat(5_000), '\u{10ffff}'])(
    'a book with the title and external id %j is changed twice and deleted',
    async (text) => {
      const ask = createTestClient(sandbox);
      const id = await ask.create('ebook', { title: text, externalId: text });
      for (let turn = 0; turn < 2; turn += 1) {
        expect((await ask.patch(`/books/${id}`, {})).status).toBe(200);
        expect((await ask.patch(`/books/${id}`, { title: `${text}${turn}` })).status).toBe(200);
      }
      const found = await ask.get(`/books/external-id/${encodeURIComponent(text)}`);
      expect(valueAt(found.body, 'data.attributes.title')).toBe(`${text}1`);
      expect((await ask.remove(`/books/${id}`)).status).toBe(204);
      expect(valueAt((await ask.get('/books?sort=title')).body, 'meta.total')).toBe(0);
    },
  );

  test('a file whose name contains U+0000 is attached under that name', async () => {
    const ask = createTestClient(sandbox);
    const id = await ask.create('ebook');
    const filename = 'a\u0000b.epub';
    const asked = await ask.post(`/books/${id}/upload`, [
      { referenceId: '\u0000', role: 'ebook_content', filename, hashSha256: sha256('bytes') },
    ]);
    expect(asked.status, asked.text).toBe(201);
    const fileId = /uploads\/([0-9a-f-]{36})/.exec(asked.text)?.[1] ?? '';
    const [url] = /http:[^"]+/.exec(asked.text) ?? [];
    expect((await ask.put(url ?? '', 'bytes')).status).toBe(200);
    const file = { filename, hashSha256: sha256('bytes') };
    expect((await ask.patch(`/books/${id}/file/${fileId}/attach`, file)).status).toBe(200);
    const { body } = await ask.get(`/books/${id}`);
    expect(valueAt(body, 'data.attributes.files.0.filename')).toBe(filename);
  });
});
