/** Tests uploads against the sandbox over sockets, under every reading of the silences that matter for uploads. */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ServedSandbox } from '../../sandbox/index.ts';
import { createDistribution } from '../create-distribution.ts';
import { timeWithoutWaits } from '../../../tests/support/client/idle-time.ts';
import { audiobook } from '../../../tests/support/client/scene.ts';
import type { StorageFetch } from './upload-run.ts';
import type { FileToUpload } from '../files/source.ts';
import { createFolder, serveTestSandbox } from '../../../tests/support/fixtures.ts';

const folder = createFolder();
for (const name of ['one.mp3', 'two.mp3', 'cover.jpg', 'text.epub']) {
  await writeFile(join(folder, name), randomBytes(300_000));
}

const createTracks = (): FileToUpload[] => [
  {
    role: 'audio_content',
    path: join(folder, 'one.mp3'),
    chapter: { sequence: 1, title: 'D\u00e9part', titleAscii: 'Depart' },
  },
  {
    role: 'audio_content',
    path: join(folder, 'two.mp3'),
    chapter: { sequence: 2, title: 'The coast' },
  },
  { role: 'audio_cover', path: join(folder, 'cover.jpg') },
];

/** The faults of a test: lost responses, and a change before each PUT. */
interface Faults {
  /** The number of lost responses of the storage. */
  readonly lostPutResponses?: number;
  /** The number of lost responses to an attach. */
  readonly lostAttachResponses?: number;
  readonly beforePut?: (server: ServedSandbox) => void;
}

async function createBook(readings: Record<string, string>, faults: Faults = {}) {
  const server = await serveTestSandbox({ readings });
  let { lostPutResponses: puts = 0, lostAttachResponses: attaches = 0 } = faults;
  const storageFetch: StorageFetch = async (url, init) => {
    faults.beforePut?.(server);
    const response = await fetch(url, init);
    if (response.ok && puts-- > 0) throw new TypeError('fetch failed');
    return response;
  };
  const { books } = createDistribution({
    baseUrl: server.url,
    apiKey: server.key,
    random: () => 0,
    time: timeWithoutWaits,
    storageFetch,
    fetch: async (request) => {
      const response = await fetch(request);
      if (request.url.endsWith('/attach') && response.ok && attaches-- > 0)
        throw new TypeError('fetch failed');
      return response;
    },
  });
  const { id } = await books.create(audiobook);
  return { books, id };
}

it.each(['reference', 'walkthrough'])(
  'uploads and publishes an audiobook, with responses in the %s form',
  async (form) => {
    const { books, id } = await createBook({
      'create.response': form,
      'update.response': form,
      'upload.response': form,
    });
    const { files, chapters } = await books.upload(id, createTracks());
    const { attributes } = await books.get(id);
    expect(attributes.chapters).toMatchObject(chapters);
    expect(JSON.stringify(attributes.files)).toContain(
      files[2]?.ok === true ? files[2].fileId : '-',
    );
    await books.publish(id);
  },
);

it('returns the last response of the service with withResponse, and an outcome with safe', async () => {
  const { books, id } = await createBook({});
  const role = 'audio_cover';
  const call = books.upload(id, [{ role, path: join(folder, 'cover.jpg') }]);
  const { data, response, attempts } = await call.withResponse();
  expect([data.ok, response?.status, attempts]).toEqual([true, 200, 2]);
  const outcome = await books.upload(id, [{ role, path: '/nowhere/a.jpg' }]).safe();
  expect(outcome).toMatchObject({ ok: false, type: 'upload-batch' });
  await expect(books.upload(id, [{ role, blob: new Blob() }]).safe()).rejects.toThrow(TypeError);
});

it('replaces the chapters with the same sequence in a second upload', async () => {
  const { books, id } = await createBook({});
  await books.upload(id, createTracks());
  const track = { role: 'audio_content', path: join(folder, 'two.mp3') } as const;
  await books.upload(id, [{ ...track, chapter: { sequence: 2, title: 'Another coast' } }]);
  const { chapters } = (await books.get(id)).attributes;
  expect(chapters?.map(({ title }) => title)).toEqual(['D\u00e9part', 'Another coast']);
});

/** The readings of the silences about repeated requests, and about requests to a used or expired URL. */
const readings: readonly (readonly [string, readonly string[]])[] = [
  ['put.reused', ['put-409', 'put-2xx-overwrite', 'attach-409', 'upload-409']],
  ['attach.twice', ['200', '409', '422']],
  ['attach.before-put', ['422', '404', '409', '400']],
  ['attach.mismatch-body', ['message', 'problem']],
  ['upload.refresh', ['same-id']],
  ['upload.any-status', ['any-status']],
  ['put.hash-check', ['put', 'attach']],
  ['put.expired', ['403', '400', '401', '404', '410']],
  ['put.success-status', ['200', '201', '204']],
];
const singleReadings = readings.flatMap(([silence, values]) =>
  values.map((value) => ({ [silence]: value })),
);

describe.each(singleReadings)('with %o', (reading) => {
  it('attaches all files although responses of the storage and of attach are lost', async () => {
    const { books, id } = await createBook(reading, {
      lostPutResponses: 2,
      lostAttachResponses: 2,
    });
    const { files } = await books.upload(id, createTracks());
    expect(files.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect((await books.get(id)).attributes.files).toHaveLength(3);
    await books.publish(id);
  });

  it('replaces a URL that has expired', async () => {
    let isFirstPut = true;
    const beforePut = ({ sandbox }: ServedSandbox) => {
      // No URL is valid for two days.
      if (isFirstPut) sandbox.clock.advance(48 * 3_600_000);
      isFirstPut = false;
    };
    const { books, id } = await createBook(reading, { beforePut });
    const { files } = await books.upload(id, createTracks(), { concurrency: 1 });
    expect(files[0]).toMatchObject({ ok: true, grants: 2, attempts: 2 });
  });
});
