/** Tests the flows against the sandbox: the first call does everything, the next one only what is left. */
import { afterEach, describe, expect, it } from 'vitest';
import { preflight } from '../../preflight/index.ts';
import { createSandbox, type Sandbox } from '../../sandbox/index.ts';
import { createDistribution, type DistributionOptions } from '../create-distribution.ts';
import type { FlowResult, Flows } from './index.ts';
import { hashBlob } from '../files/sha256.ts';
import { audiobook, namelessBook } from '../scenes/scene.ts';
import type { JournalNote, UploadJournal } from '../uploads/journal.ts';
import type { FileRole } from '../contract.ts';

const open: Sandbox[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

/** A journal that lasts as long as its test. */
function journalInMemory(): UploadJournal {
  const notes: JournalNote[] = [];
  return {
    read: async () => [...notes],
    note: async (note) => {
      notes.push(note);
    },
  };
}

async function world(
  readings: Readonly<Record<string, string>> = {},
  options: Partial<DistributionOptions> = {},
) {
  const sandbox = await createSandbox({ readings });
  open.push(sandbox);
  const sent: string[] = [];
  const distribution = createDistribution({
    baseUrl: 'http://sandbox.example',
    apiKey: 'sandbox-key',
    random: () => 0,
    fetch: async (request) => {
      sent.push(`${request.method} ${new URL(request.url).pathname.split('/').at(-1)}`);
      return sandbox.fetch(request);
    },
    storageFetch: async (url, init) => {
      sent.push('PUT');
      return sandbox.storageFetch(new Request(url, init));
    },
    ...options,
  });
  const status = async (id: string) => (await distribution.books.get(id)).attributes.status;
  /** Returns the writes that were sent since the last call. */
  const writes = () => sent.splice(0).filter((call) => !call.startsWith('GET'));
  return { ...distribution, sandbox, journal: journalInMemory(), status, writes };
}

const file = <Role extends FileRole>(role: Role, filename: string) => ({
  role,
  filename,
  blob: new Blob([`the bytes of ${filename}`]),
});

const tracks = [
  { ...file('audio_content', 'one.mp3'), chapter: { sequence: 1, title: 'One' } },
  {
    ...file('audio_content', 'two.mp3'),
    chapter: { sequence: 2, title: 'D\u00e9part', titleAscii: 'Depart' },
  },
  file('audio_cover', 'cover.jpg'),
] as const;

const { format: _ebook, ...unformatted } = { ...namelessBook, externalId: 'backlist/0042' };
const { format: _audio, ...spoken } = { ...audiobook, externalId: 'backlist/0042' };

const ebook = {
  book: unformatted,
  files: [file('ebook_content', 'a.epub'), file('ebook_cover', 'a.jpg')],
};
const print = {
  book: { ...unformatted, isbn: '9780306406157' },
  files: [file('pod_content', 'a.pdf'), file('pod_cover', 'b.pdf')],
};
const audio = { book: spoken, files: tracks, isFinalVersion: true };

type Run = (flows: Flows, journal: UploadJournal) => Promise<FlowResult>;

const runs: readonly (readonly [string, Run])[] = [
  ['ebook', async (flows, journal) => flows.ebook(ebook, { journal })],
  ['print', async (flows, journal) => flows.print(print, { journal })],
  ['audiobook', async (flows, journal) => flows.audiobook(audio, { journal })],
];

describe.each(['reference', 'walkthrough'])('in the %s form', (form) => {
  const readings = { 'create.response': form, 'update.response': form, 'upload.response': form };

  it.each(runs)(
    'an %s is published in one call, and a second call only reads',
    async (name, run) => {
      const { flows, journal, status, writes } = await world(readings);
      const first = await run(flows, journal);
      const audible = name === 'audiobook';
      const undone = first.steps.filter(({ done }) => !done).map(({ step }) => step);
      expect(undone).toEqual(audible ? [] : ['details']);
      expect(await status(first.id)).toBe('in_review');
      expect(writes().filter((call) => call === 'PUT')).toHaveLength(audible ? 3 : 2);
      const second = await run(flows, journal);
      expect(second).toEqual({
        ...first,
        steps: first.steps.map((each) => ({ ...each, done: false })),
      });
      expect(writes()).toEqual([]);
    },
  );
});

describe('a flow', () => {
  it('continues with a book that already exists as a draft', async () => {
    const { flows, books, journal, writes } = await world();
    const { id } = await books.create({ ...namelessBook, externalId: 'backlist/0042' });
    writes();
    const { steps } = await flows.ebook(ebook, { journal });
    expect(steps[0]).toEqual({ step: 'create', done: false });
    expect(writes()).not.toContain('POST books');
    expect((await books.get(id)).attributes.status).toBe('in_review');
  });

  it('stops before publish if requested, and the same call without that option finishes it', async () => {
    const { flows, journal, status, writes } = await world();
    const { id } = await flows.ebook({ ...ebook, publish: false }, { journal });
    expect(await status(id)).toBe('draft');
    writes();
    await flows.ebook(ebook, { journal });
    expect(writes()).toEqual(['POST publish']);
  });

  it('changes what is new and publishes again: a file, a chapter, the date, the flag', async () => {
    const { flows, books, journal, writes } = await world();
    const { id } = await flows.audiobook(audio, { journal });
    writes();
    const [one, two, cover] = tracks;
    const renamed = { sequence: 1, title: 'The first' };
    const files = [{ ...one, chapter: renamed }, two, file('audio_cover', 'other.jpg')];
    await flows.audiobook(
      { ...audio, files: files.filter((each) => each !== undefined) },
      { journal },
    );
    expect(writes()).toEqual(['POST upload', 'PUT', 'PATCH attach', `PATCH ${id}`, 'POST publish']);
    const later = { ...audio.book, publicationDate: '2031-01-01' };
    await flows.audiobook({ ...audio, book: later, files: [], isFinalVersion: false }, { journal });
    expect(writes()).toEqual([`PATCH ${id}`, 'POST publish']);
    const { attributes } = await books.get(id);
    expect(attributes).toMatchObject({
      status: 'in_review',
      publicationDate: '2031-01-01',
      isFinalVersion: false,
    });
    expect(attributes.chapters?.[0]?.title).toBe('The first');
    // The first cover was replaced: the journal knows it, and the book no longer has it.
    await flows.audiobook({ ...audio, book: later, files: [cover] }, { journal });
    expect(writes()).toEqual(['PATCH attach', `PATCH ${id}`, 'POST publish']);
    expect(JSON.stringify((await books.get(id)).attributes.files)).toContain('cover.jpg');
  });

  it('publishes again what was withdrawn', async () => {
    const { flows, books, journal, sandbox, status, writes } = await world();
    const { id } = await flows.ebook(ebook, { journal });
    await sandbox.settle(id, 'published');
    await books.unpublish(id);
    writes();
    await flows.ebook(ebook, { journal });
    expect(writes()).toEqual(['POST publish']);
    expect(await status(id)).toBe('in_review');
  });

  it('knows files without a journal by the hashes a book shows', async () => {
    const { flows, sandbox, writes } = await world();
    await flows.audiobook(audio);
    const hashes = new Map<unknown, string>();
    for (const each of tracks) {
      hashes.set(each.filename, await hashBlob(each.blob ?? new Blob()));
    }
    writes();
    const telling = createDistribution({
      baseUrl: 'http://sandbox.example',
      apiKey: 'sandbox-key',
      fetch: async (request) => {
        if (request.method !== 'GET') throw new Error(`${request.method} is a write`);
        const body = await (await sandbox.fetch(request)).text();
        const text = body.replaceAll(
          /"filename":"([^"]*)"/g,
          (pair, name: string) => `${pair},"sha":"${hashes.get(name)?.toUpperCase()}"`,
        );
        return new Response(text, { headers: { 'content-type': 'application/json' } });
      },
    });
    const { steps } = await telling.flows.audiobook(audio);
    expect(steps.some(({ done }) => done)).toBe(false);
  });

  it('does not start with invalid arguments, and does not touch a book of another format', async () => {
    const { flows, books, writes } = await world();
    const nameless = { ...ebook, book: { ...ebook.book, externalId: '' } };
    await expect(flows.ebook(nameless)).rejects.toThrow(/needs an externalId/);
    const untyped = { ...ebook, files: [{ ...file('ebook_cover', 'cover') }] };
    await expect(flows.ebook(untyped)).rejects.toThrow(/needs a type/);
    await expect(flows.ebook(ebook, { concurrency: 0 })).rejects.toThrow(/concurrency/);
    expect(writes()).toEqual([]);
    await books.create({ ...audiobook, externalId: 'backlist/0042' });
    writes();
    await expect(flows.ebook(ebook)).rejects.toThrow(/names a book of format audio/);
    expect(writes()).toEqual([]);
  });

  it('is checked as a whole by a pre-flight before its first call', async () => {
    const { flows, writes } = await world({}, { preflight: preflight() });
    const chapterless = tracks.map((each) => ({ ...each, chapter: undefined }));
    const silent = { ...audio.book, contributor: [], isbn: '1' };
    const flow = flows.audiobook({ ...audio, book: silent, files: chapterless });
    await expect(flow).rejects.toMatchObject({
      issues: [{ rule: 'isbn' }, { rule: 'narrator' }, { rule: 'chapters' }, {}, {}, {}],
    });
    expect(writes()).toEqual([]);
  });

  it('throws the errors of its calls, and the next call continues', async () => {
    const { flows, journal, writes } = await world();
    const tooSoon = { ...ebook, book: { ...ebook.book, publicationDate: '2026-01-01' } };
    await expect(flows.ebook(tooSoon, { journal })).rejects.toMatchObject({
      type: 'problem',
      operation: 'publishBook',
    });
    writes();
    await flows.ebook({ ...tooSoon, isFinalVersion: true }, { journal });
    expect(writes()).toEqual([expect.stringMatching(/^PATCH/), 'POST publish']);
  });

  it('ends with its signal', async () => {
    const { flows } = await world();
    const signal = AbortSignal.abort();
    await expect(flows.ebook(ebook, { signal })).rejects.toMatchObject({ type: 'aborted' });
  });
});
