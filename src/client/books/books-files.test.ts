/** Tests what is asked for files, and that grants are understood in every documented form. */
import { describe, expect, it } from 'vitest';
import { createScriptedClient, id } from '../scenes/answering.ts';
import type { UploadDescriptor } from '../contract.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';

describe('books.requestUploads', () => {
  const files: readonly UploadDescriptor[] = ['one', 'two'].map((referenceId) => ({
    referenceId,
    role: 'audio_content',
    filename: `${referenceId}.mp3`,
    hashSha256: '0'.repeat(64),
  }));
  const flat = (n: number) => ({ id: `${n}`, url: `https://s.example/${n}?s`, expiresAt: 'soon' });
  const enveloped = (n: number, referenceId: string) => {
    const { id: grantId, ...attributes } = flat(n);
    const type = 'book-file-upload';
    return { id: grantId, type, attributes: { ...attributes, referenceId, role: 'audio_content' } };
  };
  const bare = (n: number) => ({ ...flat(n), referenceId: undefined, role: undefined });
  const echoed = (n: number, referenceId: string) => ({
    ...flat(n),
    referenceId,
    role: 'audio_content',
  });

  it.each([
    ['the bare list', [flat(1), flat(2)], [bare(1), bare(2)]],
    ['the bare list in an envelope', { data: [flat(1), flat(2)] }, [bare(1), bare(2)]],
    [
      'the envelope',
      { data: [enveloped(1, 'one'), enveloped(2, 'two')] },
      [echoed(1, 'one'), echoed(2, 'two')],
    ],
    [
      'the envelope in another order',
      { data: [enveloped(2, 'two'), enveloped(1, 'one')] },
      [echoed(1, 'one'), echoed(2, 'two')],
    ],
    [
      'everything said twice',
      { data: [enveloped(1, 'one'), enveloped(2, 'two')].map((g) => ({ ...flat(9), ...g })) },
      [echoed(1, 'one'), echoed(2, 'two')],
    ],
    [
      'one label on every grant',
      [enveloped(2, 'one'), enveloped(1, 'one')],
      [echoed(2, 'one'), echoed(1, 'one')],
    ],
  ])('understands %s', async (_, answer, grants) => {
    const { books, sent } = createScriptedClient(Response.json(answer, { status: 201 }));
    expect(await books.requestUploads(id, files)).toEqual(grants);
    expect(sent).toMatchObject([{ call: `POST /books/${id}/upload`, body: files }]);
  });

  it.each([
    ['fewer grants than files', [flat(1)]],
    ['more grants than files', [flat(1), flat(2), flat(3)]],
    ['a grant without URL', [flat(1), { id: '2', expiresAt: 'soon' }]],
    ['no list', { data: {} }],
    ['no body', null],
  ])('does not guess at %s', async (_, answer) => {
    const { books } = createScriptedClient(Response.json(answer, { status: 201 }));
    await expect(books.requestUploads(id, files)).rejects.toSatisfy(isUnexpectedResponseError);
  });
});
