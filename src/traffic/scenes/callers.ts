/** Programs that call the service: a correct one, and one for each way of breaking a rule. */
import {
  addChapters,
  asCover,
  asTrack,
  attach,
  uploadTrack,
  createBookFields,
  bytes,
  createBook,
  requestUpload,
  publish,
  put,
  send,
  textAt,
  type CallerEnvironment,
  createWithChanges,
  type FaultyCaller,
  sendOneRequest,
} from './caller-steps.ts';
import { carelessCallers } from './careless-callers.ts';

/** A program that breaks no rule. */
export async function callCorrectly(env: CallerEnvironment): Promise<void> {
  const upload = await uploadTrack(env);
  await addChapters(env, upload.book, upload.file);
  await publish(env, upload.book);
  env.loseCreate();
  await send(env, 'POST /books', { body: createBookFields('ebook', 'ext-lost') }).catch(
    () => undefined,
  );
  await send(env, 'GET /books/external-id/ext-lost');
  await createBook(env, 'print');
  const first = await send(env, 'GET /books?perPage=1');
  const second = await followNext(env, first);
  await followNext(env, second);
  await send(env, `POST /books/${upload.book}/unpublish`, { body: {} });
}

/** A link may be absolute, or a path. */
async function followNext(env: CallerEnvironment, list: unknown): Promise<unknown> {
  return send(env, `GET ${new URL(textAt(list, 'links', 'next'), env.api).href}`);
}

async function putLateOrTwice(env: CallerEnvironment, seconds: number): Promise<void> {
  const { url } = await requestUpload(env);
  if (seconds === 0) await put(env, url);
  env.advance(seconds * 1000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await put(env, url);
}

/** One for each known way to break a rule. */
export const faultyCallers: readonly FaultyCaller[] = [
  ...carelessCallers,
  {
    name: 'forgets-key',
    breaks: 'caller.sends-key',
    run: sendOneRequest('GET /books', { headers: {} }),
  },
  {
    name: 'sends-empty-key',
    breaks: 'caller.sends-key',
    run: sendOneRequest('GET /books', { headers: { apikey: ' ' } }),
  },
  {
    name: 'sends-key-to-storage',
    breaks: 'caller.keeps-key-from-storage',
    run: async (env) => {
      const { url } = await requestUpload(env);
      const headers = { ...asTrack, apikey: env.apiKey };
      await send(env, `PUT ${url}`, { headers, body: bytes });
    },
  },
  {
    name: 'labels-json-as-text',
    breaks: 'caller.labels-json',
    run: async (env) => {
      const headers = { apikey: env.apiKey, 'content-type': 'text/plain' };
      await send(env, 'POST /books', { headers, body: createBookFields('ebook', 'x') });
    },
  },
  {
    name: 'misspells-a-field',
    breaks: 'caller.sends-known-fields',
    run: createWithChanges('ebook', { keywords: [] }),
  },
  {
    name: 'misspells-a-nested-field',
    breaks: 'caller.sends-known-fields',
    run: createWithChanges('ebook', { price: [{ currency: 'USD', price: 5, amount: 5 }] }),
  },
  {
    name: 'sends-the-whole-book-back',
    breaks: 'caller.sends-known-fields',
    run: sendOneRequest('PATCH /books/BOOK', { body: { title: 'New', status: 'draft' } }),
  },
  {
    name: 'invents-a-query-parameter',
    breaks: 'caller.sends-known-fields',
    run: sendOneRequest('GET /books?limit=10'),
  },
  {
    name: 'requests-an-ebook-role-for-an-audiobook',
    breaks: 'caller.roles-fit-format',
    run: async (env) => void (await requestUpload(env, { role: 'ebook_cover' })),
  },
  {
    name: 'uploads-without-a-type',
    breaks: 'caller.labels-upload',
    run: async (env) => {
      const { url } = await requestUpload(env);
      await send(env, `PUT ${url}`, { headers: {}, body: bytes });
    },
  },
  {
    name: 'uploads-other-bytes',
    breaks: 'caller.sends-declared-bytes',
    run: async (env) => put(env, (await requestUpload(env)).url, { body: bytes.slice(1) }),
  },
  {
    name: 'uses-a-url-twice',
    breaks: 'caller.uses-url-once',
    run: async (env) => putLateOrTwice(env, 0),
  },
  {
    name: 'uploads-too-late',
    breaks: 'caller.uploads-in-time',
    run: async (env) => {
      const { url } = await requestUpload(env);
      env.advance(7 * 24 * 3600 * 1000);
      await send(env, 'GET /books');
      await put(env, url);
    },
  },
  {
    name: 'attaches-under-another-name',
    breaks: 'caller.attaches-as-declared',
    run: async (env) => {
      const upload = await requestUpload(env);
      await put(env, upload.url);
      await attach(env, upload, { filename: 'two.mp3' });
    },
  },
  {
    name: 'attaches-with-another-hash',
    breaks: 'caller.attaches-as-declared',
    run: async (env) => {
      const upload = await requestUpload(env);
      await put(env, upload.url);
      await attach(env, upload, { hashSha256: 'a'.repeat(64) });
    },
  },
  {
    name: 'adds-a-chapter-before-attaching',
    breaks: 'caller.chapters-use-attached-files',
    run: async (env) => {
      const upload = await requestUpload(env);
      await put(env, upload.url);
      await addChapters(env, upload.book, upload.file);
    },
  },
  {
    name: 'makes-the-cover-a-chapter',
    breaks: 'caller.chapters-use-attached-files',
    run: async (env) => {
      const filename = 'cover.jpg';
      const upload = await requestUpload(env, { role: 'audio_cover', filename });
      await put(env, upload.url, { headers: asCover });
      await attach(env, upload, { filename });
      await addChapters(env, upload.book, upload.file);
    },
  },
  {
    name: 'gives-one-file-to-two-chapters',
    breaks: 'caller.one-chapter-per-file',
    run: async (env) => {
      const upload = await uploadTrack(env);
      await addChapters(env, upload.book, upload.file, upload.file);
    },
  },
  {
    name: 'creates-again-blindly',
    breaks: 'caller.looks-before-creating-again',
    run: async (around) => {
      around.loseCreate();
      const body = createBookFields('ebook', 'ext-twice');
      await send(around, 'POST /books', { body }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
      await send(around, 'POST /books', { body });
    },
  },
  {
    name: 'repeats-at-once-after-429',
    breaks: 'caller.waits-as-told',
    run: async (around) => {
      around.refuseList();
      await send(around, 'GET /books');
      await new Promise((resolve) => setTimeout(resolve, 5));
      await send(around, 'GET /books');
    },
  },
  {
    name: 'builds-the-next-page-without-the-filter',
    breaks: 'caller.follows-links',
    run: async (around) => {
      await createBook(around, 'ebook');
      await createBook(around, 'ebook');
      await send(around, 'GET /books?format=ebook&perPage=1');
      await send(around, 'GET /books?page=2&perPage=1');
    },
  },
  {
    name: 'walks-past-the-last-page',
    breaks: 'caller.follows-links',
    run: async (around) => {
      await createBook(around, 'ebook');
      await send(around, 'GET /books?perPage=50');
      await send(around, 'GET /books?perPage=50&page=2');
    },
  },
];
