/** Flows about values, refusals and lists. */
import {
  audioFiles,
  create,
  fields,
  list,
  lookUp,
  createAndLookUp,
  attribute,
  readBook,
  remove,
  update,
} from './steps.ts';
import {
  requestUploads,
  attach,
  ebookFiles,
  putFile,
  computeHash,
  type Scenario,
  type Step,
} from './steps.ts';

const unknownId = '7b0c1c52-93c5-4d0c-8f3a-6f1f0c9d2e11';

/** Expects a refusal that names a parameter. */
function namesParameter(name: string, status: number): Pick<Step, 'values'> {
  return { values: { '/invalidParams/0/name': name, '/status': status } };
}

/** Tries to create a book with an invalid field, expects a refusal, and checks that the book does not exist. */
function createRefused(name: string, others: object, status: number): Step[] {
  const [field = ''] = Object.keys(others);
  return [
    create(fields('ebook', name, others), status, namesParameter(field, status)),
    lookUp(`${name}-{{run}}`, 422, namesParameter('bookExternalId', 422)),
  ];
}

const [novel = { name: '', role: '', type: '' }, front = novel] = ebookFiles;
const [track = novel] = audioFiles;

export const refusals: readonly Scenario[] = [
  {
    name: 'a book reads back as it was created',
    steps: [
      ...createAndLookUp('ebook', 'mirror', { isbn: '9780306406157' }),
      readBook(200, {
        [attribute('title')]: 'Title of mirror',
        [attribute('subtitle')]: 'A subtitle',
        [attribute('isbn')]: '9780306406157',
        [attribute('language/0')]: 'EN',
        [attribute('language/1')]: 'FR',
        [attribute('keyword/1')]: 'two',
        [attribute('publicationDate')]: '{{inYears}}',
        [attribute('isFinalVersion')]: false,
        [attribute('contributor/0/lastName')]: 'Author',
        [attribute('price/0/price')]: 12.5,
      }),
      remove(),
      readBook(404),
    ],
  },
  {
    name: 'values that are not valid are refused on create',
    steps: [
      ...createRefused('digit', { isbn: '9780306406158' }, 422),
      ...createRefused('swapped', { isbn: '9780306460157' }, 422),
      ...createRefused('short', { isbn: '0306406152' }, 422),
      ...createRefused('february', { publicationDate: '2031-02-30' }, 422),
      ...createRefused('untitled', { title: undefined }, 400),
      ...createRefused('number', { title: 7 }, 400),
    ],
  },
  {
    name: 'rare values that are valid are taken',
    steps: [
      ...createAndLookUp('ebook', 'zero', { isbn: '9780140328790', publicationDate: '2032-02-29' }),
      remove(),
    ],
  },
  {
    name: 'a body that is not JSON is refused',
    steps: [
      create(undefined, 400, { text: { content: 'title: no', type: 'text/plain' } }),
      ...createAndLookUp('ebook', 'plain'),
      update(undefined, 400, { text: { content: 'title: no', type: 'text/plain' } }),
      remove(),
    ],
  },
  {
    name: 'nothing without the right key',
    steps: [
      list({}, 401, { key: 'none' }),
      list({}, 401, { key: 'wrong' }),
      create(fields('ebook', 'intruder'), 401, { key: 'wrong' }),
      lookUp(`intruder-{{run}}`, 422),
    ],
  },
  {
    name: 'an unknown book is not found',
    steps: [
      { operation: 'readBook', path: { bookPublicId: unknownId }, status: 404 },
      {
        operation: 'updateBook',
        path: { bookPublicId: unknownId },
        body: { subtitle: 'New' },
        status: 404,
      },
      { operation: 'publishBook', path: { bookPublicId: unknownId }, status: 404 },
      { operation: 'unpublishBook', path: { bookPublicId: unknownId }, status: 404 },
      { operation: 'deleteBook', path: { bookPublicId: unknownId }, status: 404 },
      lookUp('nobody-{{run}}', 422, {
        ...namesParameter('bookExternalId', 422),
        patterns: { '/instance': 'books/external-id/nobody-' },
      }),
    ],
  },
  {
    name: 'an update changes what it says and keeps the rest',
    steps: [
      ...createAndLookUp('ebook', 'changed'),
      update({ subtitle: 'Another subtitle' }, 200),
      readBook(200, {
        [attribute('subtitle')]: 'Another subtitle',
        [attribute('title')]: 'Title of changed',
        [attribute('keyword/0')]: 'one',
        [attribute('status')]: 'draft',
      }),
      update({ subtitle: 'A third', isbn: '9780306406158' }, 422, namesParameter('isbn', 422)),
      update({ subtitle: 'A third', publicationDate: '2031-02-30' }, 422),
      update({ subtitle: 'A third', title: 7 }, 400, namesParameter('title', 400)),
      readBook(200, {
        [attribute('subtitle')]: 'Another subtitle',
        [attribute('publicationDate')]: '{{inYears}}',
      }),
      lookUp('changed-{{run}}', 200, { values: { [attribute('subtitle')]: 'Another subtitle' } }),
      remove(),
    ],
  },
  {
    name: 'files arrive only with the right bytes and by their own URL',
    steps: [
      ...createAndLookUp('ebook', 'files'),
      requestUploads([track], 400, { values: { '/status': 400 } }),
      requestUploads([novel, track], 400, { patterns: { '/invalidParams/0/name': '1' } }),
      requestUploads([novel, front]),
      putFile(novel),
      putFile(novel, 409),
      attach(novel, 422, computeHash('something else')),
      readBook(200, { [attribute('status')]: 'draft' }),
      attach(novel),
      putFile(front, '2xx', 'other bytes'),
      attach(front, 422),
      readBook(200, {}, { pointers: [attribute('files/0')] }),
      remove(),
    ],
  },
  {
    name: 'a list has pages, filters and an order',
    steps: [
      ...createAndLookUp('ebook', 'aaa-list', { title: 'Aaa', language: ['pt'] }),
      ...createAndLookUp('ebook', 'ccc-list', { title: 'Ccc', language: ['pt'] }),
      ...createAndLookUp('audio', 'bbb-list', { title: 'B', language: ['pt'] }),
      update({ title: 'Bbb' }, 200),
      list({ perPage: '2', language: 'PT' }, 200, {
        values: { '/meta/total': 3, '/meta/page': 1, '/meta/perPage': 2, '/meta/lastPage': 2 },
        pointers: ['/data/1', '/links/next'],
      }),
      list({ perPage: '2', page: '2', language: 'PT' }, 200, {
        values: { '/meta/page': 2, '/links/next': null },
        pointers: ['/data/0'],
      }),
      list({ format: 'audio', language: 'PT' }, 200, {
        values: {
          '/meta/total': 1,
          '/data/0/attributes/title': 'Bbb',
          '/data/0/attributes/language/0': 'PT',
        },
      }),
      list({ sort: 'title', language: 'PT', perPage: '1', page: '2' }, 200, {
        values: { '/data/0/attributes/title': 'Bbb' },
      }),
      list({ perPage: '101' }, 400, namesParameter('perPage', 400)),
      list({ page: '0' }, 400, namesParameter('page', 400)),
      list({ sort: 'colour' }, 400, namesParameter('sort', 400)),
      ...['aaa', 'bbb', 'ccc'].flatMap((name) => [
        lookUp(`${name}-list-{{run}}`, 200, { keeps: { id: ['/data/id'] } }),
        remove(),
      ]),
    ],
  },
];
