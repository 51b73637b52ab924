/** A request for each answer the contract documents, with whatever has to be there before. */
import { daysFrom } from '../scenarios/days.ts';
import { audioFiles, ebookFiles, hashOf, type File } from '../scenarios/step.ts';
import { described, newBook, type Account } from './account.ts';

const stranger = '7b0c1c52-93c5-4d0c-8f3a-6f1f0c9d2e11';
const [novel = { name: '', role: '', type: '' }] = ebookFiles;
const [track = novel] = audioFiles;
const wrongIsbn = '9780306406158';

type Making = (account: Account) => Promise<Prepared>;

/** A request, and the book it is about. */
export interface Prepared {
  readonly book?: string;
  readonly body?: unknown;
  readonly path?: string;
  readonly key?: 'none';
}

export interface Wanted {
  /** Method and path template, as in `GET /books`. */
  readonly call: string;
  readonly status: string;
}

/** Makes what has to be there for an answer; undefined where there is no way to it. */
export async function prepare(
  account: Account,
  { call, status }: Wanted,
): Promise<Prepared | undefined> {
  const template = call.replace(/^\w+ /, '');
  if (status === '401') return { ...(await good[call]?.(account)), key: 'none' };
  if (status === '404') return strange(call, template);
  if (status.startsWith('2')) return good[call]?.(account);
  const making = refused[`${call} ${status}`];
  if (making !== undefined) return making(account);
  const bare = status === '400' && template.startsWith('/books/{bookPublicId}');
  return bare ? { path: template.replaceAll(/\{\w+\}/g, 'salt-road') } : undefined;
}

/** A request that would go well if there were such a book. */
function strange(call: string, template: string): Prepared {
  const path = template.replaceAll(/\{\w+\}/g, stranger);
  if (call.endsWith('/attach')) return { path, body: described(novel) };
  if (call.endsWith('/upload')) return { path, body: [descriptor(novel)] };
  return call.startsWith('PATCH') ? { path, body: { subtitle: 'Changed' } } : { path };
}

function descriptor(file: File): object {
  return { ...described(file), referenceId: file.name, role: file.role };
}

/** Requests that have to go well. */
const good: Readonly<Record<string, Making>> = {
  'POST /books': async () => ({ body: newBook('seed-created') }),
  'GET /books': async (account) => ({
    book: await account.draft(),
    path: '/books?perPage=1&format=ebook&language=EN',
  }),
  'GET /books/external-id/{bookExternalId}': async (account) => ({
    book: await account.draft({}, 'seed-looked-up'),
    path: '/books/external-id/seed-looked-up',
  }),
  'GET /books/{bookPublicId}': async (account) => of(await account.draft(), ''),
  'PATCH /books/{bookPublicId}': async (account) =>
    of(await account.complete(), '', { subtitle: 'Changed' }),
  'DELETE /books/{bookPublicId}': async (account) => of(await account.draft(), '', {}),
  'POST /books/{bookPublicId}/upload': async (account) =>
    of(await account.complete(), '/upload', [descriptor(novel)]),
  'PATCH /books/{bookPublicId}/file/{fileId}/attach': async (account) => {
    const book = await account.draft();
    return of(book, `/file/${await account.uploaded(book, novel)}/attach`, described(novel));
  },
  'POST /books/{bookPublicId}/publish': async (account) =>
    of(await account.complete(), '/publish', {}),
  'POST /books/{bookPublicId}/unpublish': async (account) => {
    const book = await account.complete();
    await account.send('POST', `/books/${book}/publish`, {});
    return of(book, '/unpublish', {});
  },
};

/** Requests that have to be refused, by the status the document gives for it. */
const refused: Readonly<Record<string, Making>> = {
  'POST /books 400': async () => ({ body: newBook('seed-untitled', { title: undefined }) }),
  'POST /books 422': async () => ({ body: newBook('seed-isbn', { isbn: wrongIsbn }) }),
  'GET /books 400': async () => ({ path: '/books?perPage=101' }),
  'GET /books/external-id/{bookExternalId} 422': async () => ({
    path: '/books/external-id/seed-nobody',
  }),
  'PATCH /books/{bookPublicId} 400': async (account) =>
    of(await account.draft(), '', { subtitle: 'Changed', title: 7 }),
  'PATCH /books/{bookPublicId} 422': async (account) =>
    of(await account.draft(), '', { subtitle: 'Changed', isbn: wrongIsbn }),
  'DELETE /books/{bookPublicId} 409': async (account) => {
    const book = await account.complete();
    await account.send('POST', `/books/${book}/publish`, {});
    return of(book, '', {});
  },
  'POST /books/{bookPublicId}/upload 400': async (account) =>
    of(await account.draft(), '/upload', [descriptor(novel), descriptor(track)]),
  'PATCH /books/{bookPublicId}/file/{fileId}/attach 400': async (account) => {
    const book = await account.draft();
    const body = { filename: described(novel).filename };
    return of(book, `/file/${await account.uploaded(book, novel)}/attach`, body);
  },
  'PATCH /books/{bookPublicId}/file/{fileId}/attach 422': async (account) => {
    const book = await account.draft();
    const body = { ...described(novel), hashSha256: hashOf('other bytes') };
    return of(book, `/file/${await account.uploaded(book, novel)}/attach`, body);
  },
  'POST /books/{bookPublicId}/publish 422': async (account) => {
    const near = daysFrom(Date.now())['near'];
    return of(await account.complete({ publicationDate: near }), '/publish', {});
  },
};

function of(book: string, rest: string, body?: unknown): Prepared {
  return { book, path: `/books/${book}${rest}`, ...(body === undefined ? {} : { body }) };
}
