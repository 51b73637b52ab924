/** Groups of calls that create books with usual and unusual values, list them and look them up. */
import { newBook, type Format } from '../../books.ts';
import type { CallRecorder, SampleCalls } from './record-calls.ts';

const person = (role: string) => ({ firstName: 'A', lastName: 'B', role });

/** The bodies of creates. Each tests a silence or a rule. */
const bodies: readonly (readonly [string, Format, object])[] = [
  // Created first, and last by its title.
  ['last title', 'ebook', { title: 'Z' }],
  ['plain ebook', 'ebook', {}],
  ['plain audio', 'audio', {}],
  ['audio without details', 'audio', { audioDetails: undefined }],
  ['plain print', 'print', {}],
  ['unlisted', 'ebook', { isFinalVersion: true, status: 'published', shelf: 'A' }],
  ['only undocumented', 'ebook', { shelf: 'A' }],
  ['nulls', 'ebook', { subtitle: null, externalId: null }],
  ['null keyword', 'ebook', { keyword: null }],
  ['keywords', 'ebook', { keyword: ['salt'], subtitle: 'S', externalId: 'Cat-1' }],
  ['same external id', 'ebook', { externalId: 'Cat-1' }],
  ['isbn', 'print', { isbn: '9781861972712' }],
  ['same isbn', 'print', { isbn: '9781861972712' }],
  ['isbn on ebook', 'ebook', { isbn: '9783161484100' }],
  ['isbn with hyphens', 'print', { isbn: '978-1-4028-9462-6' }],
  ['isbn 979', 'print', { isbn: '9791034303120' }],
  ['isbn 979-0', 'print', { isbn: '9790230671187' }],
  ['isbn checksum', 'print', { isbn: '9780306406158' }],
  ['isbn transposed', 'print', { isbn: '9780306406175' }],
  ['isbn ten', 'print', { isbn: '0306406152' }],
  ['isbn number', 'print', { isbn: 9780306406157 }],
  ['print without isbn', 'print', { isbn: null }],
  ['unknown format', 'ebook', { format: 'pdf' }],
  ['unknown edition', 'audio', { audioDetails: { audioEdition: 'SHORT' } }],
  ['date in the past', 'ebook', { publicationDate: '1999-01-01' }],
  ['impossible date', 'ebook', { publicationDate: '2026-02-30' }],
  ['leap day', 'ebook', { publicationDate: '2028-02-29' }],
  ['loose date', 'ebook', { publicationDate: '2031/3/5' }],
  ['date number', 'ebook', { publicationDate: 20310305 }],
  ['other role', 'ebook', { contributor: [person('Author'), person('Translator')] }],
  ['no narrator', 'audio', { contributor: [person('Author')] }],
  ['details on ebook', 'ebook', { audioDetails: { audioLength: 1 } }],
  ['negative length', 'audio', { audioDetails: { audioLength: -1 } }],
  ['negative price', 'ebook', { price: [{ currency: 'USD', price: -1 }] }],
  ['mixed case', 'ebook', { language: ['En'] }],
  ['region', 'ebook', { language: ['pt-BR'] }],
  ['several wrong', 'ebook', { title: 5, description: 5, contributor: [{ role: 'Author' }] }],
];

export const tryCreates: SampleCalls = async ({ create, show, record, client }) => {
  for (const [name, format, changes] of bodies) {
    const id = await create(name, format, changes);
    if (id !== '') await show(`${name}, read`, id);
  }
  const { title: _title, ...untitled } = newBook('ebook');
  await record('without title', client.post('/books', untitled));
  await listBooks({ record, client });
};

const queries = [
  '',
  '?perPage=3',
  '?perPage=3&page=2',
  '?perPage=3&page=2&format=ebook&language=en',
  '?format=audio',
  '?language=EN',
  '?language=en',
  '?language=zz',
  '?language=pt-BR',
  '?sort=title&perPage=100',
  '?sort=title&perPage=3',
  '?sort=productIdentifier&perPage=100',
  '?page=99',
  '?page=abc',
  '?page=0',
  '?perPage=101',
  '?sort=Title',
  '?sort=',
  '?format=pdf',
  '?shelf=A',
];

async function listBooks({
  record,
  client,
}: Pick<CallRecorder, 'record' | 'client'>): Promise<void> {
  for (const query of queries) await record(`list ${query}`, client.get(`/books${query}`));
}

export const tryRepeatedCreates: SampleCalls = async ({ create }) => {
  for (const name of ['once', 'again']) await create(name, 'ebook');
  for (const name of ['with an id', 'with another']) {
    await create(name, 'ebook', { externalId: name });
  }
};

export const tryEmptyList: SampleCalls = async ({ record, client }) => {
  await record('empty list', client.get('/books'));
};

export const tryReads: SampleCalls = async ({ record, client, otherClient, create, clock }) => {
  const id = await create('to be asked for', 'ebook', { externalId: 'Asked' });
  await record('at once in the list', client.get('/books?perPage=1'));
  await record('at once looked up', client.get('/books/external-id/Asked'));
  clock.advance(60_000);
  await record('looked up', client.get('/books/external-id/Asked'));
  await record('looked up in another case', client.get('/books/external-id/asked'));
  await record('looked up in vain', client.get('/books/external-id/nothing'));
  await create('twice', 'ebook', { externalId: 'Asked' });
  clock.advance(60_000);
  await record('looked up among several', client.get('/books/external-id/Asked'));
  await record('upper case', client.get(`/books/${id.toUpperCase()}`));
  await record('no UUID', client.get('/books/nothing'));
  await record('unknown', client.get('/books/3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90'));
  await record('another account', otherClient.get(`/books/${id}`));
  await record('no route', client.get('/nothing'));
  await record('no method', client.sendRequest('PUT', '/books'));
  await record('no route, no key', client.sendRequest('GET', '/nothing', { key: null }));
  await record('no key', client.sendRequest('GET', '/books', { key: null }));
  await record('bad key', client.sendRequest('GET', '/books', { key: 'bad' }));
  await record('longer key', client.sendRequest('GET', '/books', { key: 'sandbox-key-2' }));
  await record('bad key, bad body', client.sendRequest('POST', '/books', { key: 'bad', json: {} }));
  await record('not JSON', client.sendRequest('POST', '/books', { text: '{' }));
  const json = newBook('ebook');
  for (const contentType of ['text/plain', 'application/merge-patch+json']) {
    await record(contentType, client.sendRequest('POST', '/books', { json, contentType }));
  }
  await record('bad query with a query', client.get('/books?page=0&perPage=2'));
};
