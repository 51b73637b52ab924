/** Random moves, which take books through their whole life. Each move sends up to a dozen requests. */
import fc from 'fast-check';
import { sha256 } from '../sandbox/test-client.ts';
import type { Call, Caller, GrantedFile, KnownBook } from './caller.ts';
import { type Body, createBooks, createDays, createUpdates, oddValue, query } from './values.ts';

type Action = (caller: Caller, book: KnownBook) => Promise<unknown>;

export interface Move {
  /** The book that is created first. */
  readonly create: Body | undefined;
  /** The place of the book that the action is about, counted from the newest. */
  readonly place: number;
  readonly act: Action;
  readonly readAfter: Action | undefined;
}

/** Makes moves one after the other. */
export async function makeMoves(caller: Caller, moves: readonly Move[]): Promise<void> {
  for (const { create, place, act, readAfter } of moves) {
    if (create !== undefined) await caller.create(create);
    const book = caller.books.at(-1 - (place % Math.max(1, caller.books.length)));
    if (book === undefined) continue;
    await act(caller, book);
    await readAfter?.(caller, book);
  }
}

const minuteMs = 60_000;
/** Longer than the sandbox reviews a book. */
const reviewMs = 11_000;

/** Returns a value in one of `total` cases, and otherwise undefined. */
function oneIn<T>(total: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  const absent = { weight: total - 1, arbitrary: fc.constant(undefined) };
  return fc.oneof(absent, { weight: 1, arbitrary: value });
}

/** Returns arbitrary moves. @param now the time of the service at the start */
export function createMoves(now: number): fc.Arbitrary<Move> {
  const updates = createUpdates(now);
  const actions: readonly (readonly [weight: number, action: fc.Arbitrary<Action>])[] = [
    [
      7,
      updates.map(
        (body) =>
          async ({ update }, book) =>
            update(book, body),
      ),
    ],
    [1, fc.tuple(updates, updates).map(updateTogether)],
    [5, uploads],
    [5, chapters],
    [6, publishing],
    [5, createDatedPublishing(now)],
    [2, fc.constant(async ({ publish }, book) => publish(book))],
    [2, fc.constant(async ({ call }, { id }) => call('POST', `/books/${id}/unpublish`, {}))],
    [1, fc.boolean().map(deleteBook)],
    [3, reading],
    [7, createMisuse(now)],
    [
      1,
      fc.constantFrom(reviewMs, 17 * minuteMs).map(
        (ms) =>
          async ({ advance }) =>
            advance(ms),
      ),
    ],
  ];
  return fc.record({
    create: oneIn(6, createBooks(now)),
    place: fc.nat({ max: 4 }),
    act: fc.oneof(...actions.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    readAfter: oneIn(2, reading),
  });
}

/** Reads a book, and often looks it up and lists books. */
const reading: fc.Arbitrary<Action> = fc
  .tuple(fc.constantFrom('none', 'unknown', 'known', 'known'), oneIn(2, query))
  .map(([lookUp, list]) => async ({ call, read }, book) => {
    await read(book);
    const externalId = (lookUp === 'known' ? book.externalId : undefined) ?? 'nobody';
    if (lookUp !== 'none')
      await call('GET', `/books/external-id/${encodeURIComponent(externalId)}`);
    if (list !== undefined) await call('GET', `/books?${list}`);
  });

function deleteBook(forgets: boolean): Action {
  return async ({ call, books }, book) => {
    await call('DELETE', `/books/${book.id}`, {});
    if (forgets) books.splice(books.indexOf(book), 1);
  };
}

function updateTogether(bodies: readonly Body[]): Action {
  return async ({ update, read }, book) => {
    await Promise.all(bodies.map(async (body) => update(book, body)));
    await read(book);
  };
}

/** The prefixes of file roles, by format. */
const prefixes: Readonly<Record<string, string>> = { audio: 'audio', print: 'pod', ebook: 'ebook' };

type UploadStep = (caller: Caller, book: KnownBook, file: GrantedFile) => Promise<unknown>;

const attachWith =
  (changes: Body): UploadStep =>
  async ({ attach }, book, file) =>
    attach(book, file, changes);

const put: UploadStep = async (caller, _, { url, content }) =>
  caller.put(url, content, 'audio/mpeg');
const attach = attachWith({});
const otherSteps: readonly UploadStep[] = [
  put,
  attach,
  async (caller, _, { url, content }) => caller.put(url, content, 'image/jpeg'),
  async (caller, _, { url }) => caller.put(url, 'other bytes', 'application/pdf'),
  attachWith({ hashSha256: sha256('other bytes') }),
  attachWith({ hashSha256: undefined }),
  async ({ advance }) => advance(20 * minuteMs),
];
const anySteps = fc.array(fc.constantFrom(...otherSteps), { minLength: 1, maxLength: 3 });

const plannedFile = fc.record({
  filename: fc.constantFrom('file.bin', 'çövér.jpg', 'a b.mp3'),
  content: fc.tuple(fc.uuid(), oneIn(30, fc.constant(100_000))),
  stepsBefore: oneIn(4, anySteps),
  stepsAfter: oneIn(4, anySteps),
  /** The role of another format. */
  wrongRole: oneIn(10, fc.constantFrom('audio_content', 'pod_cover', 'ebook_content')),
});

/** Uploads files, mostly in the documented order, sometimes all at the same time. */
const uploads: fc.Arbitrary<Action> = fc
  .tuple(fc.array(plannedFile, { minLength: 1, maxLength: 4 }), oneIn(6, fc.constant('together')))
  .map(([plans, together]) => async (caller, book) => {
    const files = plans.map(({ filename, content: [start, length], wrongRole }, at) => ({
      role: wrongRole ?? `${prefixes[book.format]}_${at === 1 ? 'cover' : 'content'}`,
      filename,
      content: start.padEnd(length ?? 0, 'bytes '),
    }));
    const grantedFiles = await caller.grant(book, files);
    const steps = grantedFiles.flatMap((file, at) => {
      const { stepsBefore = [], stepsAfter = [] } = plans[at] ?? {};
      return [...stepsBefore, put, attach, ...stepsAfter].map(
        (step) => async () => step(caller, book, file),
      );
    });
    if (together !== undefined) await Promise.all(steps.map(async (step) => step()));
    else for (const step of steps) await step();
    book.files.push(...grantedFiles);
  });

function listTracks({ files }: KnownBook): GrantedFile[] {
  return files.filter(({ role }) => role === 'audio_content');
}

/** Sets one to three chapters, sometimes with an unknown file, another file, or one file twice. */
const chapters: fc.Arbitrary<Action> = fc
  .record({
    start: fc.constantFrom(1, 1, 1, 2, 9, 10),
    title: fc.constantFrom('One', 'Zwölf', '第二章', 'A chapter 📚', 'ספר'),
    titleAscii: oneIn(2, fc.constantFrom('One', 'Two')),
    count: fc.integer({ min: 1, max: 3 }),
    otherFile: oneIn(7, fc.constantFrom('any role', 'twice', 'unknown')),
    unknownId: fc.uuid(),
  })
  .map(({ start, title, titleAscii, count, otherFile, unknownId }) => async ({ update }, book) => {
    const files = otherFile === 'any role' ? book.files : listTracks(book);
    const ids = files.slice(-count).map(({ id }) => id);
    if (otherFile === 'twice') ids.push(...ids.slice(-1));
    if (otherFile === 'unknown') ids[0] = unknownId;
    const list = ids.map((fileId, at) => ({ fileId, sequence: start + at, title, titleAscii }));
    await update(book, { chapters: list });
  });

/** Gives a book everything that it needs, publishes it, and sometimes withdraws or deletes it. */
const publishing: fc.Arbitrary<Action> = fc
  .tuple(uploads, fc.constantFrom(true, true, true, false), fc.boolean(), oneIn(4, fc.boolean()))
  .map(([upload, isFinalVersion, waits, deletes]) => async (caller, book) => {
    if (book.files.length < 2) await upload(caller, book);
    const list = listTracks(book).map(({ id }, at) => ({
      fileId: id,
      sequence: at + 1,
      title: `Chapter ${at + 1}`,
    }));
    const contributor = [{ firstName: 'Noa', lastName: 'Reader', role: 'Narrated by' }];
    const audio = book.format === 'audio' ? { chapters: list, contributor } : {};
    await caller.update(book, { isFinalVersion, ...audio });
    await caller.publish(book);
    if (waits) await caller.advance(reviewMs);
    await caller.read(book);
    if (deletes === true) await caller.call('DELETE', `/books/${book.id}`, {});
    if (deletes === false) await caller.call('POST', `/books/${book.id}/unpublish`, {});
  });

/** Publishes a book on a day near the edges of the window, or without the narrator that an audiobook needs. */
function createDatedPublishing(now: number): fc.Arbitrary<Action> {
  const contributor = [{ firstName: 'Ana', lastName: 'Writer', role: 'Author' }];
  return fc
    .tuple(
      createDays(now),
      fc.constantFrom(true, false, false),
      oneIn(5, fc.constant({ contributor })),
    )
    .map(([publicationDate, isFinalVersion, others]) => async ({ update, publish, read }, book) => {
      await update(book, { publicationDate, isFinalVersion, ...others });
      await publish(book);
      await read(book);
    });
}

const attachBody = { filename: 'a.bin', hashSha256: sha256('a') };
const descriptor = { ...attachBody, referenceId: 'a', role: 'ebook_cover' };

/** Sends a call of any kind with one thing wrong: the key, an id, the media type, or the body. */
function createMisuse(now: number): fc.Arbitrary<Action> {
  const anyCall = fc.oneof(
    query.map((fields): Call => ({ method: 'GET', path: `/books?${fields}` })),
    createBooks(now).map((json): Call => ({ method: 'POST', path: '/books', json })),
    createUpdates(now).map((json): Call => ({ method: 'PATCH', path: '/books/ID', json })),
    fc.constantFrom<Call>(
      { method: 'GET', path: '/books/ID' },
      { method: 'GET', path: '/books/external-id/ID' },
      { method: 'POST', path: '/books/ID/upload', json: [descriptor] },
      { method: 'POST', path: '/books/ID/upload', json: [{ ...descriptor, hashSha256: 'abc' }] },
      { method: 'PATCH', path: '/books/ID/file/FILE/attach', json: attachBody },
      { method: 'POST', path: '/books/ID/publish', json: {} },
      { method: 'POST', path: '/books/ID/unpublish', json: {} },
      { method: 'DELETE', path: '/books/ID', json: {} },
    ),
  );
  return fc
    .tuple(anyCall, mistake, fc.uuid())
    .map(([call, spoil, unknownFile]) => async ({ sendCall }, { id, files }) => {
      const spoiledCall = spoil(call);
      const file = files.at(-1)?.id ?? unknownFile;
      const path = spoiledCall.path.replace('ID', id).replace('FILE', file);
      return sendCall({ ...spoiledCall, path });
    });
}

const mistake: fc.Arbitrary<(call: Call) => Call> = fc.oneof(
  fc
    .oneof(fc.uuid(), fc.constantFrom('nonsense', '%20'))
    .map((id) => (call: Call) => ({ ...call, path: call.path.replace('ID', id) })),
  fc.constantFrom(null, 'wrong').map((key) => (call: Call) => ({ ...call, key })),
  fc.constant((call: Call) => ({ ...call, mediaType: 'text/plain' })),
  oddValue.map((json) => (call: Call) => (call.json === undefined ? call : { ...call, json })),
  fc.tuple(oddValue, fc.nat({ max: 20 })).map(([odd, place]) => (call: Call) => {
    if (typeof call.json !== 'object' || call.json === null) return call;
    const names = ['status', 'shelf', 'chapters', 'imprint', ...Object.keys(call.json)];
    return { ...call, json: { ...call.json, [names[place % names.length] ?? '']: odd } };
  }),
);
