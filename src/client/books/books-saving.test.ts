/** Tests what create and update send, and that they understand every documented form of their answers. */
import { describe, expect, it } from 'vitest';
import { book, createScriptedClient, fileId, id } from '../scenes/answering.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';
import { namelessBook as draft } from '../scenes/scene.ts';

describe('books.create', () => {
  it.each([
    ['the id alone', { bookId: id }, { id, book: undefined }],
    ['the whole book', { data: book }, { id, book }],
    ['both', { bookId: id, data: book }, { id, book }],
    ['more than is documented', { bookId: id, trace: 7 }, { id, book: undefined }],
  ])('understands %s', async (_, answer, saved) => {
    const { books, sent } = createScriptedClient(Response.json(answer, { status: 201 }));
    expect(await books.create(draft)).toEqual({ ...saved, reconciled: false });
    expect(sent).toMatchObject([{ call: 'POST /books', body: draft, type: 'application/json' }]);
  });

  it.each([
    ['two different ids', { bookId: fileId, data: book }],
    ['no id', { bookId: '' }],
    ['an id that is not a string', { bookId: 7 }],
    ['a book without attributes', { bookId: id, data: { id } }],
    ['a bare book', book],
  ])('does not guess at %s', async (_, answer) => {
    const { books } = createScriptedClient(Response.json(answer, { status: 201 }));
    await expect(books.create(draft)).rejects.toSatisfy(isUnexpectedResponseError);
  });
});

describe('books.update', () => {
  it.each([
    [{ bookId: id }, { id, book: undefined }],
    [{ data: book }, { id, book }],
    [
      { bookId: id, data: book },
      { id, book },
    ],
  ])('sends the changes and understands %j', async (answer, saved) => {
    const { books, sent } = createScriptedClient(Response.json(answer));
    expect(await books.update(id, { isFinalVersion: true })).toEqual(saved);
    expect(sent).toMatchObject([{ call: `PATCH /books/${id}`, body: { isFinalVersion: true } }]);
  });
});
