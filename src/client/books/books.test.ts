/** Tests what all calls have in common, and the requests and responses of create and update. */
import { describe, expect, it } from 'vitest';
import {
  book,
  createScriptedClient,
  fileId,
  id,
} from '../../../tests/support/client/scripted-client.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';
import { ebook } from '../../../tests/support/client/scene.ts';

const createNoContentResponse = () => new Response(null, { status: 204 });

describe('attach, publish, unpublish and delete', () => {
  const attachment = { filename: 'one.mp3', hashSha256: '0'.repeat(64) };

  it.each([
    ['a 204', createNoContentResponse],
    ['an empty 200', () => new Response('')],
    ['an empty JSON object', () => Response.json({})],
    ['a JSON body', () => Response.json({ data: book }, { status: 202 })],
  ])('send one request each, and accept %s as success', async (_, createResponse) => {
    const responses = Array.from({ length: 4 }, createResponse);
    const { books, requests } = createScriptedClient(...responses);
    await books.attach(id, { fileId, ...attachment });
    await books.publish(id);
    await books.unpublish(id);
    await books.delete(id);
    expect(requests).toMatchObject([
      { call: `PATCH /books/${id}/file/${fileId}/attach`, body: attachment },
      { call: `POST /books/${id}/publish`, body: {} },
      { call: `POST /books/${id}/unpublish`, body: {} },
      { call: `DELETE /books/${id}`, body: {} },
    ]);
  });

  it.each([
    ['an HTML page', '<html></html>'],
    ['a Problem', '{"title":"Unprocessable Entity","status":422}'],
    ['a message', '{"message":"no such file"}'],
    ['an error', '{"error":"the session has expired"}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['false', 'false'],
  ])('throw UnexpectedResponseError for a success with %s', async (_, body) => {
    const { books } = createScriptedClient(new Response(body), new Response(body));
    const attach = books.attach(id, { fileId, ...attachment });
    await expect(attach).rejects.toSatisfy(isUnexpectedResponseError);
    await expect(books.publish(id)).rejects.toSatisfy(isUnexpectedResponseError);
  });
});

it('create and update refuse numbers that JSON cannot hold, and bodies that are no object', async () => {
  const { books, requests } = createScriptedClient();
  const price = [{ currency: 'EUR', price: Number.NaN }];
  const message = /^(book|changes): price must be a finite number; received "NaN". Nothing was/;
  await expect(books.create({ ...ebook, price })).rejects.toThrow(message);
  await expect(books.update(id, { price })).rejects.toThrow(message);
  // @ts-expect-error: the changes are required
  const update = books.update(id, undefined);
  await expect(update).rejects.toThrow(/^changes must be a JSON object; received "undefined"/);
  expect(requests).toEqual([]);
});

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
  it('throws UnexpectedResponseError for another book', async () => {
    const { books } = createScriptedClient(Response.json({ bookId: fileId }));
    await expect(books.update(id, {})).rejects.toSatisfy(isUnexpectedResponseError);
  });

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
