/** Tests the request for upload URLs, and that grants are read from every documented form of the response. */
import { describe, expect, it } from 'vitest';
import { createScriptedClient, id } from '../../../tests/support/client/scripted-client.ts';
import type { UploadDescriptor } from '../contract.ts';
import { isUnexpectedResponseError } from '../errors/index.ts';

it('an argument that is no JSON of its kind is refused before anything is sent', async () => {
  const { books, requests } = createScriptedClient();
  // A caller in JavaScript has no types.
  const call = (method: (...values: never[]) => Promise<unknown>, ...values: unknown[]) =>
    expect(Reflect.apply(method, undefined, values)).rejects;
  for (const value of [[], 'title', 7, null, undefined, () => undefined]) {
    await call(books.create, value).toThrow('book must be a JSON object');
    await call(books.update, id, value).toThrow('changes must be a JSON object');
  }
  for (const value of ['abc', {}, new Set(['x']), undefined]) {
    await call(books.requestUploads, id, value).toThrow('files must be a JSON array');
  }
  expect(requests).toEqual([]);
});

describe('books.requestUploads', () => {
  const files: readonly UploadDescriptor[] = ['one', 'two'].map((referenceId) => ({
    referenceId,
    role: 'audio_content',
    filename: `${referenceId}.mp3`,
    hashSha256: '0'.repeat(64),
  }));

  // Grants as the service sends them.
  const createFlatGrant = (n: number) => ({
    id: `${n}`,
    url: `https://s.example/${n}?s`,
    expiresAt: 'soon',
  });
  const createEnvelopedGrant = (n: number, referenceId: string) => {
    const { id: grantId, ...attributes } = createFlatGrant(n);
    const type = 'book-file-upload';
    return { id: grantId, type, attributes: { ...attributes, referenceId, role: 'audio_content' } };
  };

  // Grants as the client returns them.
  const createUnlabelledGrant = (n: number) => ({
    ...createFlatGrant(n),
    referenceId: undefined,
    role: undefined,
  });
  const createLabelledGrant = (n: number, referenceId: string) => ({
    ...createFlatGrant(n),
    referenceId,
    role: 'audio_content',
  });

  it.each([
    [
      'a bare list',
      [createFlatGrant(1), createFlatGrant(2)],
      [createUnlabelledGrant(1), createUnlabelledGrant(2)],
    ],
    [
      'a bare list under `data`',
      { data: [createFlatGrant(1), createFlatGrant(2)] },
      [createUnlabelledGrant(1), createUnlabelledGrant(2)],
    ],
    [
      'enveloped grants',
      { data: [createEnvelopedGrant(1, 'one'), createEnvelopedGrant(2, 'two')] },
      [createLabelledGrant(1, 'one'), createLabelledGrant(2, 'two')],
    ],
    [
      'enveloped grants in another order than the files',
      { data: [createEnvelopedGrant(2, 'two'), createEnvelopedGrant(1, 'one')] },
      [createLabelledGrant(1, 'one'), createLabelledGrant(2, 'two')],
    ],
    [
      'enveloped grants that also have other, flat fields',
      {
        data: [createEnvelopedGrant(1, 'one'), createEnvelopedGrant(2, 'two')].map((grant) => ({
          ...createFlatGrant(9),
          ...grant,
        })),
      },
      [createLabelledGrant(1, 'one'), createLabelledGrant(2, 'two')],
    ],
  ])('sends all descriptors, and returns one grant per file from %s', async (_, body, grants) => {
    const { books, requests } = createScriptedClient(Response.json(body, { status: 201 }));
    expect(await books.requestUploads(id, files)).toEqual(grants);
    expect(requests).toMatchObject([{ call: `POST /books/${id}/upload`, body: files }]);
  });

  it.each([
    ['fewer grants than files', [createFlatGrant(1)]],
    ['more grants than files', [createFlatGrant(1), createFlatGrant(2), createFlatGrant(3)]],
    ['a grant without URL', [createFlatGrant(1), { id: '2', expiresAt: 'soon' }]],
    ['a repeated label', [createEnvelopedGrant(2, 'one'), createEnvelopedGrant(1, 'one')]],
    ['a repeated id', [createFlatGrant(1), createFlatGrant(1)]],
    ['an object instead of a list', { data: {} }],
    ['null', null],
  ])('throws UnexpectedResponseError for %s', async (_, body) => {
    const { books } = createScriptedClient(Response.json(body, { status: 201 }));
    await expect(books.requestUploads(id, files)).rejects.toSatisfy(isUnexpectedResponseError);
  });
});
