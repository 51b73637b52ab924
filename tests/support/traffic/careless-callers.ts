/** Programs that each break one rule about values, fields or the order of steps. */
import { setTimeout as pause } from 'node:timers/promises';
import { newBook } from '../books.ts';
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
  type CallersByRule,
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

/** One program for each way to break these rules, by rule. */
export const carelessCallers: CallersByRule = {
  'caller.calls-known-endpoints': {
    'updates-with-put': sendOneRequest('PUT /books/BOOK', { body: { title: 'New' } }),
  },
  'caller.labels-json': {
    'sends-a-form': async (env) => {
      const headers = {
        apikey: env.apiKey,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const body = new TextEncoder().encode('format=ebook&title=A');
      await send(env, 'POST /books', { headers, body });
    },
  },
  'caller.labels-upload': {
    'uploads-as-octet-stream': async (env) => {
      const headers = { 'content-type': 'application/octet-stream' };
      await uploadBytes(env, (await requestUpload(env)).url, { headers });
    },
    'uploads-a-png-as-jpeg': async (env) => {
      const upload = await requestUpload(env, { role: 'audio_cover', filename: 'cover.png' });
      await uploadBytes(env, upload.url, { headers: coverHeaders });
    },
  },
  'caller.sends-required-fields': {
    'creates-without-a-price': createWithChanges('ebook', { price: undefined }),
    'adds-a-chapter-without-a-title': sendChapter({ sequence: 1 }),
  },
  'caller.sends-valid-values': {
    'requests-pages-of-500': sendOneRequest('GET /books?perPage=500'),
    'requests-page-zero': sendOneRequest('GET /books?page=0'),
    'sorts-by-an-unknown-key': sendOneRequest('GET /books?sort=updatedAt'),
    'reads-by-external-id-in-the-path-of-ids': sendOneRequest('GET /books/my-own-id'),
    'sends-prices-as-text': createWithChanges('ebook', {
      price: [{ currency: 'USD', price: '9.50' }],
    }),
    'sends-a-wrong-isbn': createWithChanges('print', { isbn: '9780306406158' }),
    'writes-dates-the-other-way-round': createWithChanges('ebook', {
      publicationDate: '01.05.2031',
    }),
    'counts-chapters-from-zero': sendChapter({ sequence: 0, title: 'One' }),
    'keeps-curly-quotes-in-an-ascii-title': sendChapter({
      sequence: 1,
      title: 'L’Été',
      titleAscii: 'L’Ete',
    }),
  },
  'caller.sends-empty-object': {
    'publishes-without-a-body': addChapterAndThen(async (env, book) =>
      send(env, `POST /books/${book}/publish`),
    ),
  },
  'caller.gives-format-fields': {
    'creates-an-audiobook-without-details': createWithChanges('audio', { audioDetails: undefined }),
    'creates-a-print-book-without-an-isbn': createWithChanges('print', { isbn: undefined }),
  },
  'caller.audio-fields-only-for-audiobooks': {
    'gives-an-ebook-a-running-time': createWithChanges('ebook', {
      audioDetails: { audioLength: 60, audioEdition: 'UBR' },
    }),
  },
  'caller.names-narrator': {
    'creates-an-audiobook-without-a-narrator': createWithChanges('audio', {
      contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
    }),
  },
  'caller.updates-only-changes': {
    'sends-all-fields-with-every-update': async (env) => {
      const book = await createBook(env, 'ebook');
      const { description, copyright } = newBook('ebook');
      await send(env, `PATCH /books/${book}`, {
        body: { title: 'A Ride', description, copyright },
      });
    },
  },
  'caller.uploads-before-attaching': {
    'attaches-before-uploading': async (env) => {
      const upload = await requestUpload(env);
      await attach(env, upload);
      await uploadBytes(env, upload.url);
    },
  },
  'caller.attaches-as-declared': {
    'attaches-to-another-book': async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await attach(env, { ...upload, book: await createBook(env) });
    },
  },
  'caller.numbers-chapters-once': {
    'gives-two-chapters-one-number': async (env) => {
      const { book, file } = await uploadTrack(env);
      const firstChapter = { fileId: file, sequence: 1, title: 'One' };
      const secondFile = await uploadSecondTrack(env, book);
      const secondChapter = { fileId: secondFile, sequence: 1, title: 'Two' };
      const chapters = [firstChapter, secondChapter];
      await send(env, `PATCH /books/${book}`, { body: { chapters } });
    },
  },
  'caller.gives-each-track-a-chapter': {
    'publishes-a-track-without-a-chapter': addChapterAndThen(async (env, book) => {
      await uploadSecondTrack(env, book);
      await publish(env, book);
    }),
  },
  'caller.one-chapter-per-file': {
    'moves-a-file-to-a-second-chapter': addChapterAndThen(async (env, book, fileId) => {
      const chapters = [{ fileId, sequence: 2, title: 'Two' }];
      await send(env, `PATCH /books/${book}`, { body: { chapters } });
      await publish(env, book);
    }),
  },
  'caller.publishes-after-edits': {
    'edits-a-published-book-and-ends': addChapterAndThen(async (env, book) => {
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
  'caller.publishes-final-version': Object.fromEntries(
    [1, 13, 14].map((days) => [
      `publishes-a-book-of-day-${days}-that-is-not-final`,
      addChapterAndThen(async (env, book) => {
        await send(env, `PATCH /books/${book}`, { body: { publicationDate: daysFromNow(days) } });
        await publish(env, book);
      }),
    ]),
  ),
};

/** Adds another track to the same book; returns the id of its file. */
async function uploadSecondTrack(env: CallerEnvironment, book: string): Promise<string> {
  const content = new TextEncoder().encode('ID3 another track');
  const upload = await requestUpload(env, { book, content });
  await uploadBytes(env, upload.url, { body: content });
  await attach(env, upload);
  return upload.file;
}
