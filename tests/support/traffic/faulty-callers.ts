/** Programs that call the service and each break one rule for callers. */
import {
  addChapters,
  coverHeaders,
  trackHeaders,
  attach,
  uploadTrack,
  createBookFields,
  trackBytes,
  createBook,
  requestUpload,
  uploadBytes,
  send,
  createWithChanges,
  type FaultyCaller,
  sendOneRequest,
} from './caller-steps.ts';
import { carelessCallers } from './careless-callers.ts';

/** Waits until the observer's clock has moved on, so that the next call certainly starts after this one. */
async function waitBriefly(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** One program for each known way to break a rule. */
export const faultyCallers: readonly FaultyCaller[] = [
  ...carelessCallers,
  {
    name: 'forgets-key',
    brokenRule: 'caller.sends-key',
    run: sendOneRequest('GET /books', { headers: {} }),
  },
  {
    name: 'sends-empty-key',
    brokenRule: 'caller.sends-key',
    run: sendOneRequest('GET /books', { headers: { apikey: ' ' } }),
  },
  {
    name: 'sends-key-to-storage',
    brokenRule: 'caller.keeps-key-from-storage',
    run: async (env) => {
      const { url } = await requestUpload(env);
      const headers = { ...trackHeaders, apikey: env.apiKey };
      await send(env, `PUT ${url}`, { headers, body: trackBytes });
    },
  },
  {
    name: 'labels-json-as-text',
    brokenRule: 'caller.labels-json',
    run: async (env) => {
      const headers = { apikey: env.apiKey, 'content-type': 'text/plain' };
      await send(env, 'POST /books', { headers, body: createBookFields('ebook', 'x') });
    },
  },
  {
    name: 'misspells-a-field',
    brokenRule: 'caller.sends-known-fields',
    run: createWithChanges('ebook', { keywords: [] }),
  },
  {
    name: 'misspells-a-nested-field',
    brokenRule: 'caller.sends-known-fields',
    run: createWithChanges('ebook', { price: [{ currency: 'USD', price: 5, amount: 5 }] }),
  },
  {
    name: 'sends-the-whole-book-back',
    brokenRule: 'caller.sends-known-fields',
    run: sendOneRequest('PATCH /books/BOOK', { body: { title: 'New', status: 'draft' } }),
  },
  {
    name: 'invents-a-query-parameter',
    brokenRule: 'caller.sends-known-fields',
    run: sendOneRequest('GET /books?limit=10'),
  },
  {
    name: 'requests-an-ebook-role-for-an-audiobook',
    brokenRule: 'caller.roles-fit-format',
    run: async (env) => void (await requestUpload(env, { role: 'ebook_cover' })),
  },
  {
    name: 'uploads-without-a-type',
    brokenRule: 'caller.labels-upload',
    run: async (env) => {
      const { url } = await requestUpload(env);
      await send(env, `PUT ${url}`, { headers: {}, body: trackBytes });
    },
  },
  {
    name: 'uploads-other-bytes',
    brokenRule: 'caller.sends-declared-bytes',
    run: async (env) =>
      uploadBytes(env, (await requestUpload(env)).url, { body: trackBytes.slice(1) }),
  },
  {
    name: 'uses-a-url-twice',
    brokenRule: 'caller.uses-url-once',
    run: async (env) => {
      const { url } = await requestUpload(env);
      await uploadBytes(env, url);
      await waitBriefly();
      await uploadBytes(env, url);
    },
  },
  {
    name: 'uploads-too-late',
    brokenRule: 'caller.uploads-in-time',
    run: async (env) => {
      const { url } = await requestUpload(env);
      env.advance(7 * 24 * 3600 * 1000);
      await send(env, 'GET /books');
      await uploadBytes(env, url);
    },
  },
  {
    name: 'attaches-under-another-name',
    brokenRule: 'caller.attaches-as-declared',
    run: async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await attach(env, upload, { filename: 'two.mp3' });
    },
  },
  {
    name: 'attaches-with-another-hash',
    brokenRule: 'caller.attaches-as-declared',
    run: async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await attach(env, upload, { hashSha256: 'a'.repeat(64) });
    },
  },
  {
    name: 'adds-a-chapter-before-attaching',
    brokenRule: 'caller.chapters-use-attached-files',
    run: async (env) => {
      const upload = await requestUpload(env);
      await uploadBytes(env, upload.url);
      await addChapters(env, upload.book, upload.file);
    },
  },
  {
    name: 'makes-the-cover-a-chapter',
    brokenRule: 'caller.chapters-use-attached-files',
    run: async (env) => {
      const filename = 'cover.jpg';
      const upload = await requestUpload(env, { role: 'audio_cover', filename });
      await uploadBytes(env, upload.url, { headers: coverHeaders });
      await attach(env, upload, { filename });
      await addChapters(env, upload.book, upload.file);
    },
  },
  {
    name: 'gives-one-file-to-two-chapters',
    brokenRule: 'caller.one-chapter-per-file',
    run: async (env) => {
      const upload = await uploadTrack(env);
      await addChapters(env, upload.book, upload.file, upload.file);
    },
  },
  {
    name: 'creates-again-blindly',
    brokenRule: 'caller.looks-before-creating-again',
    run: async (env) => {
      env.loseCreate();
      const body = createBookFields('ebook', 'ext-twice');
      await send(env, 'POST /books', { body }).catch(() => undefined);
      await waitBriefly();
      await send(env, 'POST /books', { body });
    },
  },
  {
    name: 'repeats-at-once-after-429',
    brokenRule: 'caller.waits-as-told',
    run: async (env) => {
      env.refuseList();
      await send(env, 'GET /books');
      await waitBriefly();
      await send(env, 'GET /books');
    },
  },
  {
    name: 'builds-the-next-page-without-the-filter',
    brokenRule: 'caller.follows-links',
    run: async (env) => {
      await createBook(env, 'ebook');
      await createBook(env, 'ebook');
      await send(env, 'GET /books?format=ebook&perPage=1');
      await send(env, 'GET /books?page=2&perPage=1');
    },
  },
  {
    name: 'walks-past-the-last-page',
    brokenRule: 'caller.follows-links',
    run: async (env) => {
      await createBook(env, 'ebook');
      await send(env, 'GET /books?perPage=50');
      await send(env, 'GET /books?perPage=50&page=2');
    },
  },
];
