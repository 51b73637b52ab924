/** Tests the flows against the sandbox: the first call does all steps, the next one only the remaining ones. */
import { describe, expect, it } from 'vitest';
import { preflight } from '../../preflight/index.ts';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import type { FlowResult, Flows } from './index.ts';
import {
  audiobook,
  createFile,
  createMemoryJournal,
  ebook,
} from '../../../tests/support/client/scene.ts';
import type { UploadJournal } from '../uploads/journal.ts';
import { openTestSandbox } from '../../../tests/support/fixtures.ts';

async function createClient(
  readings: Readonly<Record<string, string>> = {},
  options: Partial<DistributionOptions> = {},
) {
  const { sandbox } = await openTestSandbox({ readings });
  const requests: string[] = [];
  const distribution = createDistribution({
    baseUrl: 'http://sandbox.example',
    apiKey: 'sandbox-key',
    random: () => 0,
    fetch: async (request) => {
      requests.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`);
      return sandbox.fetch(request);
    },
    storageFetch: async (url, init) => {
      requests.push('PUT');
      return sandbox.storageFetch(new Request(url, init));
    },
    ...options,
  });
  const readStatus = async (id: string) => (await distribution.books.get(id)).attributes.status;
  /** Returns the writes that were sent since the last call. */
  const takeWrites = () => requests.splice(0).filter((call) => !call.startsWith('GET'));
  return { ...distribution, sandbox, journal: createMemoryJournal(), readStatus, takeWrites };
}

const tracks = [
  { ...createFile('audio_content', 'one.mp3'), chapter: { sequence: 1, title: 'One' } },
  {
    ...createFile('audio_content', 'two.mp3'),
    chapter: { sequence: 2, title: 'D\u00e9part', titleAscii: 'Depart' },
  },
  createFile('audio_cover', 'cover.jpg'),
] as const;

const { format: _ebook, ...ebookFields } = { ...ebook, externalId: 'backlist/0042' };
const { format: _audio, ...audiobookFields } = { ...audiobook, externalId: 'backlist/0042' };

const ebookPlan = {
  book: ebookFields,
  files: [createFile('ebook_content', 'a.epub'), createFile('ebook_cover', 'a.jpg')],
};
const printPlan = {
  book: { ...ebookFields, isbn: '9780306406157' },
  files: [createFile('pod_content', 'a.pdf'), createFile('pod_cover', 'b.pdf')],
};
const audiobookPlan = { book: audiobookFields, files: tracks, isFinalVersion: true };

type Run = (flows: Flows, journal: UploadJournal) => Promise<FlowResult>;

const runs: readonly (readonly [string, Run])[] = [
  ['ebook', async (flows, journal) => flows.ebook(ebookPlan, { journal })],
  ['print', async (flows, journal) => flows.print(printPlan, { journal })],
  ['audiobook', async (flows, journal) => flows.audiobook(audiobookPlan, { journal })],
];

describe.each(['reference', 'walkthrough'])('in the %s form', (form) => {
  const readings = { 'create.response': form, 'update.response': form, 'upload.response': form };

  it.each(runs)('publishes in one call, and only reads in a second call: %s', async (name, run) => {
    const { flows, journal, readStatus, takeWrites } = await createClient(readings);
    const first = await run(flows, journal);
    const isAudiobook = name === 'audiobook';
    const skippedSteps = first.steps.filter(({ done }) => !done).map(({ step }) => step);
    expect(skippedSteps).toEqual(isAudiobook ? [] : ['details']);
    expect(await readStatus(first.id)).toBe('in_review');
    expect(takeWrites().filter((call) => call === 'PUT')).toHaveLength(isAudiobook ? 3 : 2);
    const second = await run(flows, journal);
    expect(second).toEqual({
      ...first,
      steps: first.steps.map((step) => ({ ...step, done: false })),
    });
    expect(takeWrites()).toEqual([]);
  });
});

describe('a flow', () => {
  it('continues with an existing draft', async () => {
    const { flows, books, journal, takeWrites } = await createClient();
    const { id } = await books.create({ ...ebook, externalId: 'backlist/0042' });
    takeWrites();
    const { steps } = await flows.ebook(ebookPlan, { journal });
    expect(steps[0]).toEqual({ step: 'create', done: false });
    expect(takeWrites()).not.toContain('POST books');
    expect((await books.get(id)).attributes.status).toBe('in_review');
  });

  it('stops before publish if requested, and only publishes in the next call', async () => {
    const { flows, journal, readStatus, takeWrites } = await createClient();
    const { id } = await flows.ebook({ ...ebookPlan, publish: false }, { journal });
    expect(await readStatus(id)).toBe('draft');
    takeWrites();
    await flows.ebook(ebookPlan, { journal });
    expect(takeWrites()).toEqual(['POST publish']);
  });

  it('sends only a changed file, chapter, date and flag, and publishes again', async () => {
    const { flows, books, journal, takeWrites } = await createClient();
    const { id } = await flows.audiobook(audiobookPlan, { journal });
    takeWrites();
    const [one, two, cover] = tracks;
    const renamedChapter = { sequence: 1, title: 'The first' };
    const files = [
      { ...one, chapter: renamedChapter },
      two,
      createFile('audio_cover', 'other.jpg'),
    ];
    await flows.audiobook(
      { ...audiobookPlan, files: files.filter((track) => track !== undefined) },
      { journal },
    );
    expect(takeWrites()).toEqual([
      'POST upload',
      'PUT',
      'PATCH attach',
      `PATCH ${id}`,
      'POST publish',
    ]);
    const laterBook = { ...audiobookPlan.book, publicationDate: '2031-01-01' };
    await flows.audiobook(
      { ...audiobookPlan, book: laterBook, files: [], isFinalVersion: false },
      { journal },
    );
    expect(takeWrites()).toEqual([`PATCH ${id}`, 'POST publish']);
    const { attributes } = await books.get(id);
    expect(attributes).toMatchObject({
      status: 'in_review',
      publicationDate: '2031-01-01',
      isFinalVersion: false,
    });
    expect(attributes.chapters?.[0]?.title).toBe('The first');
    // The journal contains the first cover, but the book no longer has it.
    await flows.audiobook({ ...audiobookPlan, book: laterBook, files: [cover] }, { journal });
    expect(takeWrites()).toEqual(['PATCH attach', `PATCH ${id}`, 'POST publish']);
    expect(JSON.stringify((await books.get(id)).attributes.files)).toContain('cover.jpg');
  });

  it('changes nothing of a withdrawn book, and publishes it again only if the plan says so', async () => {
    const { flows, books, journal, sandbox, readStatus, takeWrites } = await createClient();
    const { id } = await flows.ebook(ebookPlan, { journal });
    await sandbox.settle(id, 'published');
    await books.unpublish(id);
    takeWrites();
    const laterPlan = { ...ebookPlan, files: [createFile('ebook_cover', 'new.jpg')] };
    expect(await flows.ebook(laterPlan, { journal })).toMatchObject({ id, isWithdrawn: true });
    expect(takeWrites()).toEqual([]);
    expect(await readStatus(id)).toBe('withdrawn');
    await flows.ebook({ ...ebookPlan, republishWithdrawn: true }, { journal });
    expect(takeWrites()).toEqual(['POST publish']);
    expect(await readStatus(id)).toBe('in_review');
  });

  it('runs after another one with the same externalId, so that both make one book', async () => {
    const { flows, journal, sandbox, takeWrites } = await createClient({
      'create.duplicate-external-id': 'accepted',
    });
    const runFlow = async () => flows.ebook(ebookPlan, { journal });
    const [first, second] = await Promise.all([runFlow(), runFlow()]);
    expect(second.id).toBe(first.id);
    expect(await sandbox.books()).toHaveLength(1);
    expect(takeWrites().filter((call) => call === 'PUT')).toHaveLength(2);
  });

  it('waits for a status, and reports each one', async () => {
    const { flows, sandbox } = await createClient();
    const statuses: string[] = [];
    const { id, steps } = await flows.ebook(
      { ...ebookPlan, waitForStatus: ['published', 'action_needed'] },
      {
        onStatus: async ({ id: bookId, status }) => {
          statuses.push(status);
          if (status === 'in_review') await sandbox.settle(bookId, 'published');
        },
      },
    );
    expect(steps.at(-1)).toEqual({ step: 'wait', done: true });
    expect(statuses).toEqual(['in_review', 'published']);
    expect((await sandbox.books()).find((book) => book.id === id)?.status).toBe('published');
  });

  it('sends what the plan held at the start, and survives a book with fields of other types', async () => {
    const { sandbox } = await openTestSandbox();
    const titles: unknown[] = [];
    const deepJson = '['.repeat(50_000) + ']'.repeat(50_000);
    const { flows } = createDistribution({
      baseUrl: 'http://sandbox.example',
      apiKey: 'sandbox-key',
      fetch: async (request) => {
        const body = await request.clone().text();
        if (request.method === 'POST') titles.push(/"title":"([^"]*)/.exec(body)?.[1]);
        const response = await sandbox.fetch(request);
        const text = await response.text();
        const changed = text
          .replace('"chapters":null', `"chapters":[{"fileId":${deepJson}}]`)
          .replace('"status":"draft"', '"status":{"toString":1}');
        return new Response(changed || null, response);
      },
      storageFetch: async (url, init) => sandbox.storageFetch(new Request(url, init)),
    });
    const book = { ...ebookFields };
    const flow = flows.ebook({ book, files: [], publish: false });
    book.title = 'Another book';
    await flow;
    expect(titles).toEqual(['The Salt Road']);
    const plan = { book: { ...audiobookFields, externalId: 'x' }, files: tracks, publish: false };
    for (const files of [[], tracks]) await flows.audiobook({ ...plan, files }).safe();
  });

  it('attaches its files again if the book has only a file of another program', async () => {
    const { flows, books, journal, sandbox, takeWrites } = await createClient();
    const { id } = await flows.ebook(ebookPlan, { journal });
    takeWrites();
    const otherFile = { id: '99999999-9999-4999-8999-999999999999', role: 'ebook_cover' };
    const { attributes, ...book } = await books.get(id);
    const shown = { data: { ...book, attributes: { ...attributes, files: [otherFile] } } };
    const distribution = createDistribution({
      baseUrl: 'http://sandbox.example',
      apiKey: 'sandbox-key',
      fetch: async (request) =>
        request.method === 'GET' ? Response.json(shown) : sandbox.fetch(request),
    });
    const { steps } = await distribution.flows.ebook({ ...ebookPlan, publish: false }, { journal });
    const uploads = steps.filter(({ step }) => step === 'upload');
    expect(uploads.map(({ done }) => done)).toEqual(ebookPlan.files.map(() => true));
  });

  it('sends no write for invalid arguments or a book of another format', async () => {
    const { flows, books, takeWrites } = await createClient();
    const bookWithoutId = { ...ebookPlan, book: { ...ebookPlan.book, externalId: '' } };
    await expect(flows.ebook(bookWithoutId)).rejects.toThrow(/externalId must be/);
    const planWithoutType = { ...ebookPlan, files: [{ ...createFile('ebook_cover', 'cover') }] };
    await expect(flows.ebook(planWithoutType)).rejects.toThrow(/needs a type/);
    await expect(flows.ebook(ebookPlan, { concurrency: 0 })).rejects.toThrow(/concurrency/);
    // @ts-expect-error: files are required
    await expect(flows.ebook({ book: ebookPlan.book })).rejects.toThrow(/files must be an array/);
    const files = [{ ...tracks[0], chapter: { sequence: 1 } }];
    // @ts-expect-error: a chapter needs a title
    const untitled = flows.audiobook({ ...audiobookPlan, files });
    await expect(untitled).rejects.toThrow(/has a chapter without a title/);
    const waiting = flows.ebook({ ...ebookPlan, waitForStatus: [] });
    await expect(waiting).rejects.toThrow(/statuses must be a status/);
    const waitingPlan = { ...ebookPlan, waitForStatus: 'published' } as const;
    // @ts-expect-error: not a function
    await expect(flows.ebook(waitingPlan, { onStatus: 7 })).rejects.toThrow(/onStatus must be a/);
    // @ts-expect-error: not a function
    await expect(flows.ebook(ebookPlan, { onProgress: 7 })).rejects.toThrow(/onProgress must be a/);
    expect(takeWrites()).toEqual([]);
    await books.create({ ...audiobook, externalId: 'backlist/0042' });
    takeWrites();
    await expect(flows.ebook(ebookPlan)).rejects.toThrow(
      /of format audio, not ebook\. Nothing was changed\./,
    );
    expect(takeWrites()).toEqual([]);
  });

  it('is checked as a whole by a pre-flight before its first call', async () => {
    const { flows, takeWrites } = await createClient({}, { preflight: preflight() });
    const filesWithoutChapters = tracks.map((track) => ({ ...track, chapter: undefined }));
    const bookWithoutNarrator = { ...audiobookPlan.book, contributor: [], isbn: '1' };
    const flow = flows.audiobook({
      ...audiobookPlan,
      book: bookWithoutNarrator,
      files: filesWithoutChapters,
    });
    await expect(flow).rejects.toMatchObject({
      // The last three are about the bytes of the three files.
      issues: [{ rule: 'isbn' }, { rule: 'narrator' }, { rule: 'chapters' }, {}, {}, {}],
    });
    expect(takeWrites()).toEqual([]);
  });

  it('throws the error of a refused publish, and continues in the next call', async () => {
    const { flows, journal, takeWrites } = await createClient();
    const earlyPlan = { ...ebookPlan, book: { ...ebookPlan.book, publicationDate: '2026-01-01' } };
    await expect(flows.ebook(earlyPlan, { journal })).rejects.toMatchObject({
      type: 'problem',
      operation: 'publishBook',
    });
    takeWrites();
    await flows.ebook({ ...earlyPlan, isFinalVersion: true }, { journal });
    expect(takeWrites()).toEqual([expect.stringMatching(/^PATCH/), 'POST publish']);
  });

  it('throws an AbortedError if its signal is aborted', async () => {
    const { flows } = await createClient();
    const signal = AbortSignal.abort();
    await expect(flows.ebook(ebookPlan, { signal })).rejects.toMatchObject({ type: 'aborted' });
  });
});
