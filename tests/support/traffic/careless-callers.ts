/** Programs that each break one rule about values, fields or the order of steps. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  addChapters,
  coverHeaders,
  attach,
  uploadTrack,
  createBook,
  requestUpload,
  publish,
  uploadBytes,
  send,
  sendOneRequest,
  createWithChanges,
  type CallerEnvironment,
  type FaultyCaller,
} from './caller-steps.ts';

function addChapterAndThen(
  takeStep: (env: CallerEnvironment, book: string, file: string) => Promise<unknown>,
) {
  return async (env: CallerEnvironment): Promise<void> => {
    const { book, file } = await uploadTrack(env);
    await addChapters(env, book, file);
    await takeStep(env, book, file);
  };
}

function sendChapter(fields: object) {
  return async (env: CallerEnvironment): Promise<void> => {
    const { book, file: fileId } = await uploadTrack(env);
    await send(env, `PATCH /books/${book}`, { body: { chapters: [{ fileId, ...fields }] } });
  };
}

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** One program for each way to break these rules. */
export const carelessCallers: readonly FaultyCaller[] = [
  {
    name: 'updates-with-put',
    brokenRule: 'caller.calls-known-endpoints',
    run: sendOneRequest('PUT /books/BOOK', { body: { title: 'New' } }),
  },
  {
    name: 'sends-a-form',
    brokenRule: 'caller.labels-json',
    run: async (env) => {
      const headers = {
        apikey: env.apiKey,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const body = new TextEncoder().encode('format=ebook&title=A');
      await send(env, 'POST /books', { headers, body });
    },
  },
  {
    name: 'uploads-as-octet-stream',
    brokenRule: 'caller.labels-upload',
    run: async (env) => {
      const headers = { 'content-type': 'application/octet-stream' };
      await uploadBytes(env, (await requestUpload(env)).url, { headers });
    },
  },
  {
    name: 'uploads-a-png-as-jpeg',
    brokenRule: 'caller.labels-upload',
    run: async (env) => {
      const upload = await requestUpload(env, { role: 'audio_cover', filename: 'cover.png' });
      await uploadBytes(env, upload.url, { headers: coverHeaders });
    },
  },
  {
    name: 'creates-without-a-price',
    brokenRule: 'caller.sends-required-fields',
    run: createWithChanges('ebook', { price: undefined }),
  },
  {
    name: 'adds-a-chapter-without-a-title',
    brokenRule: 'caller.sends-required-fields',
    run: sendChapter({ sequence: 1 }),
  },
  {
    name: 'requests-pages-of-500',
    brokenRule: 'caller.sends-valid-values',
    run: sendOneRequest('GET /books?perPage=500'),
  },
  {
    name: 'requests-page-zero',
    brokenRule: 'caller.sends-valid-values',
    run: sendOneRequest('GET /books?page=0'),
  },
  {
    name: 'sorts-by-an-unknown-key',
    brokenRule: 'caller.sends-valid-values',
    run: sendOneRequest('GET /books?sort=updatedAt'),
  },
  {
    name: 'reads-by-external-id-in-the-path-of-ids',
    brokenRule: 'caller.sends-valid-values',
    run: sendOneRequest('GET /books/my-own-id'),
  },
  {
    name: 'sends-prices-as-text',
    brokenRule: 'caller.sends-valid-values',
    run: createWithChanges('ebook', { price: [{ currency: 'USD', price: '9.50' }] }),
  },
  {
    name: 'sends-a-wrong-isbn',
    brokenRule: 'caller.sends-valid-values',
    run: createWithChanges('print', { isbn: '9780306406158' }),
  },
  {
    name: 'writes-dates-the-other-way-round',
    brokenRule: 'caller.sends-valid-values',
    run: createWithChanges('ebook', { publicationDate: '01.05.2031' }),
  },
  {
    name: 'counts-chapters-from-zero',
    brokenRule: 'caller.sends-valid-values',
    run: sendChapter({ sequence: 0, title: 'One' }),
  },
  {
    name: 'keeps-curly-quotes-in-an-ascii-title',
    brokenRule: 'caller.sends-valid-values',
    run: sendChapter({ sequence: 1, title: 'L’Été', titleAscii: 'L’Ete' }),
  },
  {
    name: 'publishes-without-a-body',
    brokenRule: 'caller.sends-empty-object',
    run: addChapterAndThen(async (env, book) => send(env, `POST /books/${book}/publish`)),
  },
  {
    name: 'creates-an-audiobook-without-details',
    brokenRule: 'caller.gives-format-fields',
    run: createWithChanges('audio', { audioDetails: undefined }),
  },
  {
    name: 'creates-a-print-book-without-an-isbn',
    brokenRule: 'caller.gives-format-fields',
    run: createWithChanges('print', { isbn: undefined }),
  },
  {
    name: 'gives-an-ebook-a-running-time',
    brokenRule: 'caller.audio-fields-only-for-audiobooks',
    run: createWithChanges('ebook', { audioDetails: { audioLength: 60, audioEdition: 'UBR' } }),
  },
  {
    name: 'creates-an-audiobook-without-a-narrator',
    brokenRule: 'caller.names-narrator',
    run: createWithChanges('audio', {
      contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
    }),
  },
  {
    name: 'sends-all-fields-with-every-update',
    brokenRule: 'caller.updates-only-changes',
    run: async (env) => {
      const book = await createBook(env, 'ebook');
      const body = { title: 'A Ride', description: 'A long walk.', copyright: 'SELF' };
      await send(env, `PATCH /books/${book}`, { body });
    },
  },
  {
    name: 'attaches-before-uploading',
    brokenRule: 'caller.uploads-before-attaching',
    run: async (env) => {
      const upload = await requestUpload(env);
      await attach(env, upload);
      await uploadBytes(env, upload.url);
    },
  },
  {
    name: 'attaches-to-another-book',
    brokenRule: 'caller.attaches-as-declared',
    run: async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await attach(env, { ...upload, book: await createBook(env) });
    },
  },
  {
    name: 'gives-two-chapters-one-number',
    brokenRule: 'caller.numbers-chapters-once',
    run: async (env) => {
      const { book, file } = await uploadTrack(env);
      const firstChapter = { fileId: file, sequence: 1, title: 'One' };
      const secondFile = await uploadSecondTrack(env, book);
      const secondChapter = { fileId: secondFile, sequence: 1, title: 'Two' };
      const chapters = [firstChapter, secondChapter];
      await send(env, `PATCH /books/${book}`, { body: { chapters } });
    },
  },
  {
    name: 'publishes-a-track-without-a-chapter',
    brokenRule: 'caller.gives-each-track-a-chapter',
    run: addChapterAndThen(async (env, book) => {
      await uploadSecondTrack(env, book);
      await publish(env, book);
    }),
  },
  {
    name: 'moves-a-file-to-a-second-chapter',
    brokenRule: 'caller.one-chapter-per-file',
    run: addChapterAndThen(async (env, book, fileId) => {
      const chapters = [{ fileId, sequence: 2, title: 'Two' }];
      await send(env, `PATCH /books/${book}`, { body: { chapters } });
      await publish(env, book);
    }),
  },
  {
    name: 'edits-a-published-book-and-ends',
    brokenRule: 'caller.publishes-after-edits',
    run: addChapterAndThen(async (env, book) => {
      await send(env, `PATCH /books/${book}`, { body: { publicationDate: daysFromNow(100) } });
      const filename = 'cover.jpg';
      const cover = await requestUpload(env, { book, role: 'audio_cover', filename });
      await uploadBytes(env, cover.url, { headers: coverHeaders });
      await attach(env, cover, { filename });
      await publish(env, book);
      // So that the edit certainly starts after the publish.
      await pause(5);
      await send(env, `PATCH /books/${book}`, { body: { description: 'Another one.' } });
    }),
  },
  ...[1, 13, 14].map((days) => ({
    name: `publishes-a-book-of-day-${days}-that-is-not-final`,
    brokenRule: 'caller.publishes-final-version' as const,
    run: addChapterAndThen(async (env, book) => {
      await send(env, `PATCH /books/${book}`, { body: { publicationDate: daysFromNow(days) } });
      await publish(env, book);
    }),
  })),
];

/** Adds another track to the same book; returns the id of its file. */
async function uploadSecondTrack(env: CallerEnvironment, book: string): Promise<string> {
  const content = new TextEncoder().encode('ID3 another track');
  const upload = await requestUpload(env, { book, content });
  await uploadBytes(env, upload.url, { body: content });
  await attach(env, upload);
  return upload.file;
}
