/** Flows about values, refusals and lists. */
import {
  audioFiles,
  create,
  fields,
  list,
  lookUp,
  make,
  of,
  read,
  remove,
  update,
} from './steps.ts';
import { ask, attach, ebookFiles, put, hashOf, type Scenario, type Step } from './steps.ts';

const stranger = '7b0c1c52-93c5-4d0c-8f3a-6f1f0c9d2e11';

/** Expects a refusal that names the parameter. */
function naming(name: string, status: number): Pick<Step, 'shows'> {
  return { shows: { '/invalidParams/0/name': name, '/status': status } };
}

/** Creates a book that is refused, and checks that it does not exist. */
function refused(name: string, others: object, status: number): Step[] {
  const [blamed = ''] = Object.keys(others);
  return [
    create(fields('ebook', name, others), status, {
      ...naming(blamed, status),
    }),
    lookUp(`${name}-{{run}}`, 422, naming('bookExternalId', 422)),
  ];
}

const [novel = { name: '', role: '', type: '' }, front = novel] = ebookFiles;
const [track = novel] = audioFiles;

export const refusals: readonly Scenario[] = [
  {
    name: 'a book reads back as it was created',
    steps: [
      ...make('ebook', 'mirror', { isbn: '9780306406157' }),
      read(200, {
        [of('title')]: 'Title of mirror',
        [of('subtitle')]: 'A subtitle',
        [of('isbn')]: '9780306406157',
        [of('language/0')]: 'EN',
        [of('language/1')]: 'FR',
        [of('keyword/1')]: 'two',
        [of('publicationDate')]: '{{distant}}',
        [of('isFinalVersion')]: false,
        [of('contributor/0/lastName')]: 'Author',
        [of('price/0/price')]: 12.5,
      }),
      remove(),
      read(404),
    ],
  },
  {
    name: 'values that are not valid are refused on create',
    steps: [
      ...refused('digit', { isbn: '9780306406158' }, 422),
      ...refused('swapped', { isbn: '9780306460157' }, 422),
      ...refused('short', { isbn: '0306406152' }, 422),
      ...refused('february', { publicationDate: '2031-02-30' }, 422),
      ...refused('untitled', { title: undefined }, 400),
      ...refused('number', { title: 7 }, 400),
    ],
  },
  {
    name: 'rare values that are valid are taken',
    steps: [
      ...make('ebook', 'zero', { isbn: '9780140328790', publicationDate: '2032-02-29' }),
      remove(),
    ],
  },
  {
    name: 'a body that is not JSON is refused',
    steps: [
      create(undefined, 400, { text: { content: 'title: no', type: 'text/plain' } }),
      ...make('ebook', 'plain'),
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
      { operation: 'readBook', path: { bookPublicId: stranger }, answers: 404 },
      {
        operation: 'updateBook',
        path: { bookPublicId: stranger },
        body: { subtitle: 'New' },
        answers: 404,
      },
      { operation: 'publishBook', path: { bookPublicId: stranger }, answers: 404 },
      { operation: 'unpublishBook', path: { bookPublicId: stranger }, answers: 404 },
      { operation: 'deleteBook', path: { bookPublicId: stranger }, answers: 404 },
      lookUp('nobody-{{run}}', 422, {
        ...naming('bookExternalId', 422),
        like: { '/instance': 'books/external-id/nobody-' },
      }),
    ],
  },
  {
    name: 'an update changes what it says and keeps the rest',
    steps: [
      ...make('ebook', 'changed'),
      update({ subtitle: 'Another subtitle' }, 200),
      read(200, {
        [of('subtitle')]: 'Another subtitle',
        [of('title')]: 'Title of changed',
        [of('keyword/0')]: 'one',
        [of('status')]: 'draft',
      }),
      update({ subtitle: 'A third', isbn: '9780306406158' }, 422, naming('isbn', 422)),
      update({ subtitle: 'A third', publicationDate: '2031-02-30' }, 422),
      update({ subtitle: 'A third', title: 7 }, 400, naming('title', 400)),
      read(200, { [of('subtitle')]: 'Another subtitle', [of('publicationDate')]: '{{distant}}' }),
      lookUp('changed-{{run}}', 200, { shows: { [of('subtitle')]: 'Another subtitle' } }),
      remove(),
    ],
  },
  {
    name: 'files arrive only with the right bytes and by their own URL',
    steps: [
      ...make('ebook', 'files'),
      ask([track], 400, { shows: { '/status': 400 } }),
      ask([novel, track], 400, { like: { '/invalidParams/0/name': '1' } }),
      ask([novel, front]),
      put(novel),
      put(novel, 409),
      attach(novel, 422, hashOf('something else')),
      read(200, { [of('status')]: 'draft' }),
      attach(novel),
      put(front, '2xx', 'other bytes'),
      attach(front, 422),
      read(200, {}, { has: [of('files/0')] }),
      remove(),
    ],
  },
  {
    name: 'a list has pages, filters and an order',
    steps: [
      ...make('ebook', 'aaa-list', { title: 'Aaa', language: ['pt'] }),
      ...make('ebook', 'ccc-list', { title: 'Ccc', language: ['pt'] }),
      ...make('audio', 'bbb-list', { title: 'B', language: ['pt'] }),
      update({ title: 'Bbb' }, 200),
      list({ perPage: '2', language: 'PT' }, 200, {
        shows: { '/meta/total': 3, '/meta/page': 1, '/meta/perPage': 2, '/meta/lastPage': 2 },
        has: ['/data/1', '/links/next'],
      }),
      list({ perPage: '2', page: '2', language: 'PT' }, 200, {
        shows: { '/meta/page': 2, '/links/next': null },
        has: ['/data/0'],
      }),
      list({ format: 'audio', language: 'PT' }, 200, {
        shows: {
          '/meta/total': 1,
          '/data/0/attributes/title': 'Bbb',
          '/data/0/attributes/language/0': 'PT',
        },
      }),
      list({ sort: 'title', language: 'PT', perPage: '1', page: '2' }, 200, {
        shows: { '/data/0/attributes/title': 'Bbb' },
      }),
      list({ perPage: '101' }, 400, naming('perPage', 400)),
      list({ page: '0' }, 400, naming('page', 400)),
      list({ sort: 'colour' }, 400, naming('sort', 400)),
      ...['aaa', 'bbb', 'ccc'].flatMap((name) => [
        lookUp(`${name}-list-{{run}}`, 200, { keeps: { id: ['/data/id'] } }),
        remove(),
      ]),
    ],
  },
];
