/** Tour stops that publish, withdraw and delete books. */
import type { Guide, Stop } from './guide.ts';

const days = '1999-01-01 2026-11-20 2026-11-30 2026-12-05 2026-12-08 2028-01-01'.split(' ');

export const tourPublish: Stop = async (guide) => {
  const { client, note, show, create, clock, sandbox } = guide;
  const { id } = await client.createReady('ebook');
  const publish = (name: string, book = id) =>
    note(name, client.post(`/books/${book}/publish`, {}));
  for (const day of days) {
    for (const isFinalVersion of [false, true]) {
      await client.patch(`/books/${id}`, { publicationDate: day, isFinalVersion });
      await publish(`dated ${day}, final ${isFinalVersion}`);
      await show(`dated ${day}, final ${isFinalVersion}, read`, id);
    }
  }
  clock.set(Date.UTC(2026, 10, 21, 20));
  await client.patch(`/books/${id}`, { publicationDate: '2026-12-06', isFinalVersion: false });
  await publish('late in the day');
  clock.set(Date.UTC(2026, 10, 22, 3));
  await publish('early in the day');
  const laterDate = { publicationDate: '2031-01-01' };
  await note('with another date', client.post(`/books/${id}/publish`, laterDate));
  await client.patch(`/books/${id}`, { isFinalVersion: true });
  await publish('final');
  await show('published, read', id);
  clock.advance(60_000);
  await show('reviewed, read', id);
  await publish('again');
  await sandbox.settle(id, 'withdrawn');
  await publish('withdrawn');
  await note('no body', client.sendRequest('POST', `/books/${id}/publish`));
  await note(
    'text',
    client.sendRequest('POST', `/books/${id}/publish`, { text: '{}', contentType: 'text/plain' }),
  );
  await publish('bare print', await create('bare print', 'print', { isbn: null }));
  await publishIncomplete(guide);
};

async function publishIncomplete({ client, note, create }: Guide) {
  const publish = (name: string, id: string) => note(name, client.post(`/books/${id}/publish`, {}));
  const bare = await create('bare audio', 'audio', { audioDetails: undefined });
  await publish('bare audio', bare);
  const { id, content } = await client.createReady('audio');
  const track = await client.addFile(id, 'audio_content', 'unmapped');
  await publish('unmapped', id);
  await client.patch(`/books/${id}`, { chapters: [{ fileId: track.id, sequence: 3, title: 'x' }] });
  await publish('with a gap', id);
  const authors = [{ firstName: 'A', lastName: 'B', role: 'Author' }];
  await client.patch(`/books/${id}`, { contributor: authors });
  await publish('without narrator', id);
  const coverless = await create('coverless', 'ebook');
  await client.addFile(coverless, 'ebook_content');
  await publish('coverless', coverless);
  if (content.id === '') throw new Error('The audiobook has no track.');
}

export const tourWithdraw: Stop = async ({ client, note, show, sandbox }) => {
  const { id } = await client.createReady('ebook');
  for (const status of ['draft', 'published', 'withdrawn', 'action_needed', 'in_review']) {
    await sandbox.settle(id, status);
    await note(`withdrawn from ${status}`, client.post(`/books/${id}/unpublish`, {}));
    await show(`withdrawn from ${status}, read`, id);
  }
  await note('no body', client.sendRequest('POST', `/books/${id}/unpublish`));
  await note('edited', client.patch(`/books/${id}`, { title: 'x' }));
};

export const tourDelete: Stop = async ({ client, note, show, create, sandbox }) => {
  for (const status of ['published', 'in_review', 'withdrawn', 'draft']) {
    const id = await create(`to delete: ${status}`, 'ebook', { externalId: `gone ${status}` });
    const file = await client.grant(id, 'ebook_content', 'bytes');
    await client.upload(file.url, 'bytes');
    await sandbox.settle(id, status);
    await note(`${status}, no body`, client.sendRequest('DELETE', `/books/${id}`));
    await note(`${status} deleted`, client.remove(`/books/${id}`));
    await note(`${status} deleted again`, client.remove(`/books/${id}`));
    await show(`${status} deleted, read`, id);
    await note(`${status} deleted, attach`, client.attach(id, file));
    await note(`${status} looked up`, client.get(`/books/external-id/gone%20${status}`));
    await create(`${status} made again`, 'ebook', { externalId: `gone ${status}` });
  }
  await note('list', client.get('/books'));
};
