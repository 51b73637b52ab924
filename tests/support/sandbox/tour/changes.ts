/** Tour stops that change books: updates, and the chapters of an audiobook. */
import type { SentFile } from '../test-client.ts';
import type { Stop } from './guide.ts';

const person = (role: string) => ({ firstName: 'A', lastName: 'B', role });

const updates: readonly (readonly [string, object])[] = [
  ['title', { title: 'New' }],
  ['title again', { title: 'New' }],
  ['nothing', {}],
  ['null subtitle', { subtitle: null }],
  ['null title', { title: null }],
  ['isbn checksum', { isbn: '9780306406158', subtitle: 'Half' }],
  ['impossible date', { publicationDate: '2026-02-30' }],
  ['date in the window', { publicationDate: '2026-11-25' }],
  ['a later date', { publicationDate: '2030-01-01' }],
  ['format', { format: 'print' }],
  ['status and imprint', { status: 'published', imprint: { id: 'x' } }],
  ['categories', { category: ['B'] }],
  [
    'chapters',
    { chapters: [{ fileId: '3f0c9b6e-5d0a-4a37-9c41-2b8f6d1e7a90', sequence: 1, title: 'x' }] },
  ],
  ['date number', { publicationDate: 5 }],
];

export const tourUpdates: Stop = async ({ client, note, create, show, sandbox }) => {
  const id = await create('to be changed', 'ebook', { subtitle: 'Old', keyword: ['salt'] });
  for (const status of ['draft', 'published', 'in_review', 'withdrawn']) {
    // In the other statuses, one change is enough: it shows whether a book in this status can be changed.
    const changes = ['draft', 'published'].includes(status) ? updates : updates.slice(0, 1);
    for (const [name, change] of changes) {
      await sandbox.settle(id, status);
      await note(`${status}: ${name}`, client.patch(`/books/${id}`, change));
      await show(`${status}: ${name}, read`, id);
    }
  }
  const audio = await create('audio', 'audio');
  await note('one detail', client.patch(`/books/${audio}`, { audioDetails: { audioLength: 2 } }));
  const badEdition = { audioDetails: { audioEdition: 'X' } };
  await note('bad edition', client.patch(`/books/${audio}`, badEdition));
  await note('no narrator', client.patch(`/books/${audio}`, { contributor: [person('Author')] }));
  await note('a title', client.patch(`/books/${audio}`, { title: 'T' }));
  await show('audio, read', audio);
  await note('list', client.get('/books'));
};

export const tourChapters: Stop = async ({ client, note, create, show }) => {
  const id = await create('with chapters', 'audio');
  const tracks: SentFile[] = [];
  for (const bytes of ['a', 'b', 'c'])
    tracks.push(await client.addFile(id, 'audio_content', bytes));
  const cover = await client.addFile(id, 'audio_cover');
  const unattachedFile = await client.grant(id, 'audio_content', 'not attached');
  const chapter = (sequence: number, track = 0, changes: object = {}) => ({
    fileId: tracks[track]?.id,
    sequence,
    title: `Chapter ${sequence}`,
    ...changes,
  });
  const steps: readonly (readonly [string, unknown])[] = [
    ['an ASCII title that is none', [chapter(1, 0, { titleAscii: 'é' })]],
    ['a gap', [chapter(2, 1)]],
    ['two', [chapter(2, 1), chapter(1, 0, { titleAscii: 'One' })]],
    ['one again', [chapter(1, 0, { title: 'Another' })]],
    ['another file', [chapter(2, 2)]],
    ['back again', [chapter(2, 1)]],
    ['swapped', [chapter(1, 1), chapter(2, 0)]],
    ['a third', [chapter(3, 2)]],
    ['none', []],
    ['null', null],
    ['the same twice', [chapter(4), chapter(4)]],
    ['a shared file', [chapter(5)]],
    ['the cover', [chapter(6, 0, { fileId: cover.id })]],
    ['not attached', [chapter(7, 0, { fileId: unattachedFile.id })]],
    ['sequence 0', [chapter(0)]],
    ['no title', [{ sequence: 1, fileId: tracks[1]?.id }]],
  ];
  for (const [name, chapters] of steps) {
    await note(name, client.patch(`/books/${id}`, { chapters }));
    await show(`${name}, read`, id);
  }
};
