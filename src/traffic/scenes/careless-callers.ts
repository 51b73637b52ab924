/** Programs that pass over what the document says of values and of the order of steps. */
import {
  addChapters,
  asCover,
  attach,
  attachedTrack,
  bookOf,
  create,
  grant,
  publish,
  put,
  send,
  type Surroundings,
} from './caller-steps.ts';
import type { FaultyCaller } from './faulty-caller.ts';

/** A program that sends one request to a new book; `BOOK` in the call is its id. */
function sending(call: string, body?: unknown) {
  return async (around: Surroundings): Promise<void> => {
    const book = call.includes('BOOK') ? await create(around) : '';
    const sent = body === undefined ? {} : { body };
    await send(around, call.replace('BOOK', book), sent);
  };
}

/** A program that creates a book with other fields than it should. */
function creating(format: 'ebook' | 'print' | 'audio', changes: object) {
  return sending('POST /books', { ...bookOf(format, 'x'), ...changes });
}

/** A program that attaches a track, gives it a chapter, and then does something to the book. */
function withChapter(act: (around: Surroundings, book: string, file: string) => Promise<unknown>) {
  return async (around: Surroundings): Promise<void> => {
    const { book, file } = await attachedTrack(around);
    await addChapters(around, book, file);
    await act(around, book, file);
  };
}

const dayAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** One for each way of breaking the rules about values, fields and the order of steps. */
export const carelessCallers: readonly FaultyCaller[] = [
  {
    name: 'updates-with-put',
    breaks: 'caller.calls-known-endpoints',
    run: sending('PUT /books/BOOK', { title: 'New' }),
  },
  {
    name: 'sends-a-form',
    breaks: 'caller.labels-json',
    run: async (around) => {
      const headers = {
        apikey: around.apiKey,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const body = new TextEncoder().encode('format=ebook&title=A');
      await send(around, 'POST /books', { headers, body });
    },
  },
  {
    name: 'uploads-as-octet-stream',
    breaks: 'caller.labels-upload',
    run: async (around) => {
      const headers = { 'content-type': 'application/octet-stream' };
      await put(around, (await grant(around)).url, { headers });
    },
  },
  {
    name: 'uploads-a-png-as-jpeg',
    breaks: 'caller.labels-upload',
    run: async (around) => {
      const made = await grant(around, { role: 'audio_cover', filename: 'cover.png' });
      await put(around, made.url, { headers: asCover });
    },
  },
  {
    name: 'creates-without-a-price',
    breaks: 'caller.sends-required-fields',
    run: creating('ebook', { price: undefined }),
  },
  {
    name: 'adds-a-chapter-without-a-title',
    breaks: 'caller.sends-required-fields',
    run: async (around) => {
      const { book, file } = await attachedTrack(around);
      const body = { chapters: [{ fileId: file, sequence: 1 }] };
      await send(around, `PATCH /books/${book}`, { body });
    },
  },
  {
    name: 'requests-pages-of-500',
    breaks: 'caller.sends-valid-values',
    run: sending('GET /books?perPage=500'),
  },
  {
    name: 'requests-page-zero',
    breaks: 'caller.sends-valid-values',
    run: sending('GET /books?page=0'),
  },
  {
    name: 'sorts-by-an-unknown-key',
    breaks: 'caller.sends-valid-values',
    run: sending('GET /books?sort=updatedAt'),
  },
  {
    name: 'reads-by-external-id-in-the-path-of-ids',
    breaks: 'caller.sends-valid-values',
    run: sending('GET /books/my-own-id'),
  },
  {
    name: 'sends-prices-as-text',
    breaks: 'caller.sends-valid-values',
    run: creating('ebook', { price: [{ currency: 'USD', price: '9.50' }] }),
  },
  {
    name: 'sends-a-wrong-isbn',
    breaks: 'caller.sends-valid-values',
    run: creating('print', { isbn: '9780306406158' }),
  },
  {
    name: 'writes-dates-the-other-way-round',
    breaks: 'caller.sends-valid-values',
    run: creating('ebook', { publicationDate: '01.05.2031' }),
  },
  {
    name: 'counts-chapters-from-zero',
    breaks: 'caller.sends-valid-values',
    run: async (around) => {
      const { book, file } = await attachedTrack(around);
      const body = { chapters: [{ fileId: file, sequence: 0, title: 'One' }] };
      await send(around, `PATCH /books/${book}`, { body });
    },
  },
  {
    name: 'keeps-curly-quotes-in-an-ascii-title',
    breaks: 'caller.sends-valid-values',
    run: async (around) => {
      const { book, file } = await attachedTrack(around);
      const title = { title: 'L’Été', titleAscii: 'L’Ete' };
      const body = { chapters: [{ fileId: file, sequence: 1, ...title }] };
      await send(around, `PATCH /books/${book}`, { body });
    },
  },
  {
    name: 'publishes-without-a-body',
    breaks: 'caller.sends-empty-object',
    run: withChapter(async (around, book) => send(around, `POST /books/${book}/publish`)),
  },
  {
    name: 'creates-an-audiobook-without-details',
    breaks: 'caller.gives-format-fields',
    run: creating('audio', { audioDetails: undefined }),
  },
  {
    name: 'creates-a-print-book-without-an-isbn',
    breaks: 'caller.gives-format-fields',
    run: creating('print', { isbn: undefined }),
  },
  {
    name: 'gives-an-ebook-a-running-time',
    breaks: 'caller.audio-fields-only-for-audiobooks',
    run: creating('ebook', { audioDetails: { audioLength: 60, audioEdition: 'UBR' } }),
  },
  {
    name: 'creates-an-audiobook-without-a-narrator',
    breaks: 'caller.names-narrator',
    run: creating('audio', {
      contributor: [{ firstName: 'Ada', lastName: 'Reed', role: 'Author' }],
    }),
  },
  {
    name: 'sends-all-fields-with-every-update',
    breaks: 'caller.updates-only-changes',
    run: async (around) => {
      const book = await create(around, 'ebook');
      const body = { title: 'A Ride', description: 'A long walk.', copyright: 'SELF' };
      await send(around, `PATCH /books/${book}`, { body });
    },
  },
  {
    name: 'attaches-before-uploading',
    breaks: 'caller.uploads-before-attaching',
    run: async (around) => {
      const made = await grant(around);
      await attach(around, made);
      await put(around, made.url);
    },
  },
  {
    name: 'attaches-to-another-book',
    breaks: 'caller.attaches-as-declared',
    run: async (around) => {
      const made = await grant(around);
      await put(around, made.url);
      await attach(around, { ...made, book: await create(around) });
    },
  },
  {
    name: 'gives-two-chapters-one-number',
    breaks: 'caller.numbers-chapters-once',
    run: async (around) => {
      const { book, file } = await attachedTrack(around);
      const one = { fileId: file, sequence: 1, title: 'One' };
      const other = { fileId: await secondTrack(around, book), sequence: 1, title: 'Two' };
      await send(around, `PATCH /books/${book}`, { body: { chapters: [one, other] } });
    },
  },
  {
    name: 'publishes-a-track-without-a-chapter',
    breaks: 'caller.gives-each-track-a-chapter',
    run: withChapter(async (around, book) => {
      await secondTrack(around, book);
      await publish(around, book);
    }),
  },
  {
    name: 'moves-a-file-to-a-second-chapter',
    breaks: 'caller.one-chapter-per-file',
    run: withChapter(async (around, book, fileId) => {
      const chapters = [{ fileId, sequence: 2, title: 'Two' }];
      await send(around, `PATCH /books/${book}`, { body: { chapters } });
      await publish(around, book);
    }),
  },
  ...[1, 13, 14].map((days) => ({
    name: `publishes-a-book-of-day-${days}-that-is-not-final`,
    breaks: 'caller.publishes-final-version' as const,
    run: withChapter(async (around, book) => {
      await send(around, `PATCH /books/${book}`, { body: { publicationDate: dayAhead(days) } });
      await publish(around, book);
    }),
  })),
];

/** Adds another track to the same book; returns its file. */
async function secondTrack(around: Surroundings, book: string): Promise<string> {
  const content = new TextEncoder().encode('ID3 another track');
  const made = await grant(around, { book, content });
  await put(around, made.url, { body: content });
  await attach(around, made);
  return made.file;
}
