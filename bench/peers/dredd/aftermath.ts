/** What has to be true of a book after an answer, beyond the shape of the answer itself. */
import { isDeepStrictEqual } from 'node:util';
import { newBook, within } from '../answers/account.ts';
import type { Scene } from './transaction.ts';

export interface Remembered {
  readonly id: string;
  /** Its attributes before the request. */
  readonly was: unknown;
}

/** Undefined when all is well; a sentence when it is not. */
export async function aftermath(
  scene: Scene,
  book: Remembered | undefined,
): Promise<string | undefined> {
  const { transaction } = scene;
  const { method } = transaction.request;
  const { resourceName } = transaction.origin;
  const status = transaction.expected.statusCode;
  if (method === 'POST' && resourceName.endsWith('/books')) return created(scene, status);
  const about = status.startsWith('4') ? blamed(scene) : undefined;
  if (about !== undefined || book === undefined) return about;
  const is = await scene.account.attributes(book.id);
  if (status.startsWith('4') || method === 'GET' || resourceName.endsWith('/upload')) {
    return isDeepStrictEqual(is, book.was) ? undefined : 'the book is not as it was before';
  }
  return changed(`${method} ${resourceName}`, is, book.was);
}

async function created({ account }: Scene, status: string): Promise<string | undefined> {
  const name = { '201': 'seed-created', '422': 'seed-isbn', '400': 'seed-untitled' }[status];
  if (name === undefined) return undefined;
  const found = await account.send('GET', `/books/external-id/${name}`);
  if (status !== '201') return found.status === 422 ? undefined : 'a refused book can be found';
  const sent = newBook(name);
  const id = String(within(found.body, 'data', 'id'));
  const book = within(found.body, 'data', 'attributes');
  await account.remove(id);
  const differing = [
    'title',
    'subtitle',
    'keyword',
    'publicationDate',
    'contributor',
    'price',
  ].filter((key) => !isDeepStrictEqual(within(book, key), within(sent, key)));
  if (differing.length > 0) return `reads back otherwise: ${differing.join(', ')}`;
  if (!isDeepStrictEqual(within(book, 'language'), ['EN', 'FR']))
    return 'languages not in capitals';
  if (within(book, 'isFinalVersion') !== false) return 'a new book is final';
  return within(book, 'status') === 'draft' ? undefined : 'a new book is no draft';
}

/** The parameter a refusal has to name, where the document leaves no doubt. */
const names: readonly (readonly [RegExp, string])[] = [
  [/Create a book > 400/, 'title'],
  [/Create a book > 422/, 'isbn'],
  [/Update a book > 400/, 'title'],
  [/Update a book > 422/, 'isbn'],
  [/List books > 400/, 'perPage'],
  [/Look a book up .* > 422/, 'bookExternalId'],
  [/Attach .* > 400/, 'hashSha256'],
  [/Ask for upload URLs > 400/, '1'],
];

function blamed({ transaction }: Scene): string | undefined {
  const name = names.find(([which]) => which.test(transaction.name))?.[1];
  if (name === undefined) return undefined;
  const body: unknown = JSON.parse(transaction.real.body);
  if (within(body, 'status') !== Number(transaction.expected.statusCode))
    return 'another status inside';
  const first = String(within(body, 'invalidParams', '0', 'name'));
  return first.includes(name) ? undefined : `blames ${first}, not ${name}`;
}

function changed(call: string, is: unknown, was: unknown): string | undefined {
  if (call.startsWith('DELETE')) return is === undefined ? undefined : 'the book is still there';
  if (call.endsWith('/attach')) {
    return within(is, 'files', '0') === undefined ? 'the file is not attached' : undefined;
  }
  if (!call.startsWith('PATCH')) return undefined;
  if (within(is, 'subtitle') !== 'Changed') return 'the update is not there';
  const kept = [
    'title',
    'keyword',
    'isbn',
    'language',
    'files',
    'publicationDate',
    'price',
    'chapters',
  ];
  const lost = kept.filter((key) => !isDeepStrictEqual(within(is, key), within(was, key)));
  return lost.length === 0 ? undefined : `the update changed ${lost.join(', ')} too`;
}
