/** Tests uploads against the sandbox over sockets, under every reading of the document's silences. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveSandbox, type ServedSandbox } from '../../sandbox/index.ts';
import { createDistribution } from '../create-distribution.ts';
import { audiobook } from '../scenes/scene.ts';
import type { StorageFetch } from './upload-run.ts';
import type { FileToUpload } from '../files/source.ts';

const open: ServedSandbox[] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upload-sandbox-'));
  for (const name of ['one.mp3', 'two.mp3', 'cover.jpg', 'text.epub']) {
    await writeFile(join(folder, name), randomBytes(300_000));
  }
});

afterEach(async () => {
  for (const served of open.splice(0)) await served.close();
});

afterAll(() => rm(folder, { recursive: true }));

const tracks = (): FileToUpload[] => [
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

/** The two ways an answer is lost: the storage's, and the service's to an attach; so many times each. */
interface Losses {
  readonly puts?: number;
  readonly attaches?: number;
  readonly beforePut?: (served: ServedSandbox) => void;
}

async function world(readings: Record<string, string>, losses: Losses = {}) {
  const served = await serveSandbox({ readings });
  open.push(served);
  let { puts = 0, attaches = 0 } = losses;
  const storage: StorageFetch = async (url, init) => {
    losses.beforePut?.(served);
    const answer = await fetch(url, init);
    if (answer.ok && puts-- > 0) throw new TypeError('fetch failed');
    return answer;
  };
  const { books } = createDistribution({
    baseUrl: served.url,
    apiKey: served.key,
    random: () => 0,
    storageFetch: storage,
    fetch: async (request) => {
      const answer = await fetch(request);
      if (request.url.endsWith('/attach') && answer.ok && attaches-- > 0)
        throw new TypeError('fetch failed');
      return answer;
    },
  });
  const { id } = await books.create(audiobook);
  return { books, id };
}

it.each(['reference', 'walkthrough'])(
  'an audiobook is ready to publish, in the %s form',
  async (form) => {
    const { books, id } = await world({
      'create.response': form,
      'update.response': form,
      'upload.response': form,
    });
    const { files, chapters } = await books.upload(id, tracks());
    const { attributes } = await books.get(id);
    expect(attributes.chapters).toMatchObject(chapters);
    expect(JSON.stringify(attributes.files)).toContain(
      files[2]?.ok === true ? files[2].fileId : '-',
    );
    await books.publish(id);
  },
);

it('a book is uploaded to again, and its chapters are replaced', async () => {
  const { books, id } = await world({});
  await books.upload(id, tracks());
  const two = { role: 'audio_content', path: join(folder, 'two.mp3') } as const;
  await books.upload(id, [{ ...two, chapter: { sequence: 2, title: 'Another coast' } }]);
  const { chapters } = (await books.get(id)).attributes;
  expect(chapters?.map(({ title }) => title)).toEqual(['D\u00e9part', 'Another coast']);
});

/** Each reading that bears on what may be done twice, and on what a URL that is over is answered. */
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
const each = readings.flatMap(([silence, values]) => values.map((value) => ({ [silence]: value })));

describe.each(each)('with %o', (reading) => {
  it('a lost response from the storage or from attach changes nothing', async () => {
    const { books, id } = await world(reading, { puts: 2, attaches: 2 });
    const { files } = await books.upload(id, tracks());
    expect(files.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect((await books.get(id)).attributes.files).toHaveLength(3);
    await books.publish(id);
  });

  it('a URL that has expired is replaced', async () => {
    let jumps = 1;
    const beforePut = ({ sandbox }: ServedSandbox) => {
      if (jumps-- > 0) sandbox.clock.advance(48 * 3_600_000);
    };
    const { books, id } = await world(reading, { beforePut });
    const { files } = await books.upload(id, tracks(), { concurrency: 1 });
    expect(files[0]).toMatchObject({ ok: true, grants: 2, attempts: 2 });
  });
});
