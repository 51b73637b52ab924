/** Programs that call the service: a correct one, and one for each way of breaking a rule. */
import {
  addChapters,
  asCover,
  asTrack,
  attach,
  attachedTrack,
  bookOf,
  bytes,
  create,
  grant,
  publish,
  put,
  send,
  textAt,
  type Surroundings,
} from './caller-steps.ts';
import type { FaultyCaller } from './faulty-caller.ts';
import { carelessCallers } from './careless-callers.ts';

/** A service that conforms. */
export async function callCorrectly(around: Surroundings): Promise<void> {
  const made = await attachedTrack(around);
  await addChapters(around, made.book, made.file);
  await publish(around, made.book);
  around.loseCreate();
  await send(around, 'POST /books', { body: bookOf('ebook', 'ext-lost') }).catch(() => undefined);
  await send(around, 'GET /books/external-id/ext-lost');
  await create(around, 'print');
  const first = await send(around, 'GET /books?perPage=1');
  const second = await followNext(around, first);
  await followNext(around, second);
  await send(around, `POST /books/${made.book}/unpublish`, { body: {} });
}

/** A link may be absolute, or a path. */
async function followNext(around: Surroundings, list: unknown): Promise<unknown> {
  return send(around, `GET ${new URL(textAt(list, 'links', 'next'), around.api).href}`);
}

async function putLateOrTwice(around: Surroundings, seconds: number): Promise<void> {
  const { url } = await grant(around);
  if (seconds === 0) await put(around, url);
  around.advance(seconds * 1000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await put(around, url);
}

/** One for each known way to break a rule. */
export const faultyCallers: readonly FaultyCaller[] = [
  ...carelessCallers,
  {
    name: 'forgets-key',
    breaks: 'caller.sends-key',
    run: async (around) => void (await send(around, 'GET /books', { headers: {} })),
  },
  {
    name: 'sends-empty-key',
    breaks: 'caller.sends-key',
    run: async (around) => void (await send(around, 'GET /books', { headers: { apikey: ' ' } })),
  },
  {
    name: 'sends-key-to-storage',
    breaks: 'caller.keeps-key-from-storage',
    run: async (around) => {
      const { url } = await grant(around);
      const headers = { ...asTrack, apikey: around.apiKey };
      await send(around, `PUT ${url}`, { headers, body: bytes });
    },
  },
  {
    name: 'labels-json-as-text',
    breaks: 'caller.labels-json',
    run: async (around) => {
      const headers = { apikey: around.apiKey, 'content-type': 'text/plain' };
      await send(around, 'POST /books', { headers, body: bookOf('ebook', 'x') });
    },
  },
  {
    name: 'misspells-a-field',
    breaks: 'caller.sends-known-fields',
    run: async (around) =>
      void (await send(around, 'POST /books', { body: { ...bookOf('ebook', 'x'), keywords: [] } })),
  },
  {
    name: 'misspells-a-nested-field',
    breaks: 'caller.sends-known-fields',
    run: async (around) => {
      const price = [{ currency: 'USD', price: 5, amount: 5 }];
      await send(around, 'POST /books', { body: { ...bookOf('ebook', 'x'), price } });
    },
  },
  {
    name: 'sends-the-whole-book-back',
    breaks: 'caller.sends-known-fields',
    run: async (around) => {
      const id = await create(around, 'ebook');
      await send(around, `PATCH /books/${id}`, { body: { title: 'New', status: 'draft' } });
    },
  },
  {
    name: 'invents-a-query-parameter',
    breaks: 'caller.sends-known-fields',
    run: async (around) => void (await send(around, 'GET /books?limit=10')),
  },
  {
    name: 'requests-an-ebook-role-for-an-audiobook',
    breaks: 'caller.roles-fit-format',
    run: async (around) => void (await grant(around, { role: 'ebook_cover' })),
  },
  {
    name: 'uploads-without-a-type',
    breaks: 'caller.labels-upload',
    run: async (around) => {
      const { url } = await grant(around);
      await send(around, `PUT ${url}`, { headers: {}, body: bytes });
    },
  },
  {
    name: 'uploads-other-bytes',
    breaks: 'caller.sends-declared-bytes',
    run: async (around) => put(around, (await grant(around)).url, { body: bytes.slice(1) }),
  },
  {
    name: 'uses-a-url-twice',
    breaks: 'caller.uses-url-once',
    run: async (around) => putLateOrTwice(around, 0),
  },
  {
    name: 'uploads-too-late',
    breaks: 'caller.uploads-in-time',
    run: async (around) => {
      const { url } = await grant(around);
      around.advance(7 * 24 * 3600 * 1000);
      await send(around, 'GET /books');
      await put(around, url);
    },
  },
  {
    name: 'attaches-under-another-name',
    breaks: 'caller.attaches-as-declared',
    run: async (around) => {
      const made = await grant(around);
      await put(around, made.url);
      await attach(around, made, { filename: 'two.mp3' });
    },
  },
  {
    name: 'attaches-with-another-hash',
    breaks: 'caller.attaches-as-declared',
    run: async (around) => {
      const made = await grant(around);
      await put(around, made.url);
      await attach(around, made, { hashSha256: 'a'.repeat(64) });
    },
  },
  {
    name: 'adds-a-chapter-before-attaching',
    breaks: 'caller.chapters-use-attached-files',
    run: async (around) => {
      const made = await grant(around);
      await put(around, made.url);
      await addChapters(around, made.book, made.file);
    },
  },
  {
    name: 'makes-the-cover-a-chapter',
    breaks: 'caller.chapters-use-attached-files',
    run: async (around) => {
      const filename = 'cover.jpg';
      const made = await grant(around, { role: 'audio_cover', filename });
      await put(around, made.url, { headers: asCover });
      await attach(around, made, { filename });
      await addChapters(around, made.book, made.file);
    },
  },
  {
    name: 'gives-one-file-to-two-chapters',
    breaks: 'caller.one-chapter-per-file',
    run: async (around) => {
      const made = await attachedTrack(around);
      await addChapters(around, made.book, made.file, made.file);
    },
  },
  {
    name: 'creates-again-blindly',
    breaks: 'caller.looks-before-creating-again',
    run: async (around) => {
      around.loseCreate();
      const body = bookOf('ebook', 'ext-twice');
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
      await create(around, 'ebook');
      await create(around, 'ebook');
      await send(around, 'GET /books?format=ebook&perPage=1');
      await send(around, 'GET /books?page=2&perPage=1');
    },
  },
  {
    name: 'walks-past-the-last-page',
    breaks: 'caller.follows-links',
    run: async (around) => {
      await create(around, 'ebook');
      await send(around, 'GET /books?perPage=50');
      await send(around, 'GET /books?perPage=50&page=2');
    },
  },
];
