/** Programs that call the service and each break one rule for callers. */
import {
  addChapters,
  coverHeaders,
  trackHeaders,
  attach,
  uploadTrack,
  trackBytes,
  createBook,
  requestUpload,
  uploadBytes,
  send,
  createWithChanges,
  type CallersByRule,
  type FaultyCaller,
  sendOneRequest,
} from './caller-steps.ts';
import { callerIds } from '../../../src/contract/requirements.ts';
import { newBook } from '../books.ts';
import { carelessCallers } from './careless-callers.ts';

/** Waits until the observer's clock has moved on, so that the next call certainly starts after this one. */
async function waitBriefly(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

const callersByRule: CallersByRule = {
  'caller.sends-key': {
    'forgets-key': sendOneRequest('GET /books', { headers: {} }),
    'sends-empty-key': sendOneRequest('GET /books', { headers: { apikey: ' ' } }),
  },
  'caller.keeps-key-from-storage': {
    'sends-key-to-storage': async (env) => {
      const { url } = await requestUpload(env);
      const headers = { ...trackHeaders, apikey: env.apiKey };
      await send(env, `PUT ${url}`, { headers, body: trackBytes });
    },
  },
  'caller.labels-json': {
    'labels-json-as-text': async (env) => {
      const headers = { apikey: env.apiKey, 'content-type': 'text/plain' };
      await send(env, 'POST /books', { headers, body: newBook('ebook') });
    },
  },
  'caller.sends-known-fields': {
    'misspells-a-field': createWithChanges('ebook', { keywords: [] }),
    'misspells-a-nested-field': createWithChanges('ebook', {
      price: [{ currency: 'USD', price: 5, amount: 5 }],
    }),
    'sends-the-whole-book-back': sendOneRequest('PATCH /books/BOOK', {
      body: { title: 'New', status: 'draft' },
    }),
    'invents-a-query-parameter': sendOneRequest('GET /books?limit=10'),
  },
  'caller.roles-fit-format': {
    'requests-an-ebook-role-for-an-audiobook': async (env) =>
      void (await requestUpload(env, { role: 'ebook_cover' })),
  },
  'caller.labels-upload': {
    'uploads-without-a-type': async (env) => {
      const { url } = await requestUpload(env);
      await send(env, `PUT ${url}`, { headers: {}, body: trackBytes });
    },
  },
  'caller.sends-declared-bytes': {
    'uploads-other-bytes': async (env) =>
      uploadBytes(env, (await requestUpload(env)).url, { body: trackBytes.slice(1) }),
  },
  'caller.uses-url-once': {
    'uses-a-url-twice': async (env) => {
      const { url } = await requestUpload(env);
      await uploadBytes(env, url);
      await waitBriefly();
      await uploadBytes(env, url);
    },
  },
  'caller.uploads-in-time': {
    'uploads-too-late': async (env) => {
      const { url } = await requestUpload(env);
      env.advance(7 * 24 * 3600 * 1000);
      await send(env, 'GET /books');
      await uploadBytes(env, url);
    },
  },
  'caller.attaches-as-declared': {
    'attaches-under-another-name': async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await attach(env, upload, { filename: 'two.mp3' });
    },
    'attaches-with-another-hash': async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await attach(env, upload, { hashSha256: 'a'.repeat(64) });
    },
  },
  'caller.chapters-use-attached-files': {
    'adds-a-chapter-before-attaching': async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await addChapters(env, upload.book, upload.file);
    },
    'makes-the-cover-a-chapter': async (env) => {
      const filename = 'cover.jpg';
      const upload = await requestUpload(env, { role: 'audio_cover', filename });
      await uploadBytes(env, upload.url, { headers: coverHeaders });
      await attach(env, upload, { filename });
      await addChapters(env, upload.book, upload.file);
    },
  },
  'caller.one-chapter-per-file': {
    'gives-one-file-to-two-chapters': async (env) => {
      const upload = await uploadTrack(env);
      await addChapters(env, upload.book, upload.file, upload.file);
    },
  },
  'caller.looks-before-creating-again': {
    'creates-again-blindly': async (env) => {
      env.loseCreate();
      const body = newBook('ebook', { externalId: 'ext-twice' });
      await send(env, 'POST /books', { body }).catch(() => undefined);
      await waitBriefly();
      await send(env, 'POST /books', { body });
    },
  },
  'caller.waits-as-told': {
    'repeats-at-once-after-429': async (env) => {
      env.refuseList();
      await send(env, 'GET /books');
      await waitBriefly();
      await send(env, 'GET /books');
    },
  },
  'caller.follows-links': {
    'builds-the-next-page-without-the-filter': async (env) => {
      await createBook(env, 'ebook');
      await createBook(env, 'ebook');
      await send(env, 'GET /books?format=ebook&perPage=1');
      await send(env, 'GET /books?page=2&perPage=1');
    },
    'walks-past-the-last-page': async (env) => {
      await createBook(env, 'ebook');
      await send(env, 'GET /books?perPage=50');
      await send(env, 'GET /books?perPage=50&page=2');
    },
  },
};

/** One program for each known way to break a rule. */
export const faultyCallers: readonly FaultyCaller[] = callerIds.flatMap((brokenRule) =>
  Object.entries({ ...callersByRule[brokenRule], ...carelessCallers[brokenRule] }).map(
    ([name, run]) => ({ name, brokenRule, run }),
  ),
);
