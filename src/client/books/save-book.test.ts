/** Tests the requests of create and update, and that both read every documented form of the response. */
import { describe, expect, it } from 'vitest';
import {
  book,
  createScriptedClient,
  fileId,
  id,
} from '../../../tests/support/client/scripted-client.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';
import { ebook } from '../../../tests/support/client/scene.ts';

describe('books.create', () => {
  it.each([
    ['an id alone', { bookId: id }, { id, book: undefined }],
    ['a whole book', { data: book }, { id, book }],
    ['an id and a book', { bookId: id, data: book }, { id, book }],
    ['an undocumented field', { bookId: id, trace: 7 }, { id, book: undefined }],
  ])('sends the book, and reads a response with %s', async (_, body, savedBook) => {
    const { books, requests } = createScriptedClient(Response.json(body, { status: 201 }));
    expect(await books.create(ebook)).toEqual({ ...savedBook, reconciled: false });
    expect(requests).toMatchObject([
      { call: 'POST /books', body: ebook, type: 'application/json' },
    ]);
  });

  it.each([
    ['two different ids', { bookId: fileId, data: book }],
    ['an empty id', { bookId: '' }],
    ['an id that is not a string', { bookId: 7 }],
    ['a book without attributes', { bookId: id, data: { id } }],
    ['a bare book', book],
  ])('throws UnexpectedResponseError for %s', async (_, body) => {
    const { books } = createScriptedClient(Response.json(body, { status: 201 }));
    await expect(books.create(ebook)).rejects.toSatisfy(isUnexpectedResponseError);
  });
});

describe('books.update', () => {
  it.each([
    ['an id alone', { bookId: id }, { id, book: undefined }],
    ['a whole book', { data: book }, { id, book }],
    ['an id and a book', { bookId: id, data: book }, { id, book }],
  ])('sends the changes, and reads a response with %s', async (_, body, savedBook) => {
    const { books, requests } = createScriptedClient(Response.json(body));
    expect(await books.update(id, { isFinalVersion: true })).toEqual(savedBook);
    expect(requests).toMatchObject([
      { call: `PATCH /books/${id}`, body: { isFinalVersion: true } },
    ]);
  });
});
