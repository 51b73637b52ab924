/** Sends random traffic: hundreds of calls, chosen by seed, that take books through their whole life. */
import { drawUuid, pick, type Random } from './random.ts';
import {
  changeStatus,
  sendCall,
  updateBook,
  getMember,
  getString,
  type KnownBook,
  type Traffic,
  type TrafficOptions,
} from './traffic-calls.ts';
import { uploadConcurrently, uploadFiles } from './traffic-files.ts';
import { callUnknownBook, callWithBadBody, callWithBadKey } from './traffic-misuse.ts';
import { drawBook, drawDay, drawQuery, drawUpdate } from './traffic-values.ts';

type Action = (traffic: Traffic, book: KnownBook) => Promise<unknown>;

/** Makes this many moves. Each sends one to a dozen requests. */
export async function driveTraffic(options: TrafficOptions, moves: number): Promise<void> {
  const traffic: Traffic = { ...options, books: options.books ?? [] };
  const { random, books } = traffic;
  for (let move = 0; move < moves; move += 1) {
    if (books.length < 3 || random() < 0.12) await createBook(traffic);
    const book = books.at(-1 - Math.floor(random() * Math.min(5, books.length)));
    if (book === undefined) continue;
    await drawAction(random)(traffic, book);
    if (random() < 0.5) await readBook(traffic, book);
  }
}

const weightedActions: readonly (readonly [number, Action])[] = [
  [7, (traffic, book) => updateBook(traffic, book, drawUpdate(traffic.random, traffic.now()))],
  [4, uploadFiles],
  [5, setChapters],
  [6, prepareAndPublish],
  [4, publishOnDate],
  [2, (traffic, book) => changeStatus(traffic, book, 'publish')],
  [2, (traffic, book) => changeStatus(traffic, book, 'unpublish')],
  [1.2, deleteBook],
  [3, readBook],
  [2, callUnknownBook],
  [2, callWithBadKey],
  [2, callWithBadBody],
  [1, updateConcurrently],
  [1, uploadConcurrently],
  [1, publishWithoutNarrator],
  [1.5, async ({ advance, random }) => advance(pick(random, [11_000, 11_000, 1_000_000]))],
];

function drawAction(random: Random): Action {
  let remaining = random() * weightedActions.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, action] of weightedActions) {
    remaining -= weight;
    if (remaining < 0) return action;
  }
  return readBook;
}

async function createBook(traffic: Traffic): Promise<void> {
  const body = drawBook(traffic.random, traffic.now());
  const response = await sendCall(traffic, 'POST', '/books', body);
  const id = getString(response, 'bookId') ?? getString(getMember(response, 'data'), 'id');
  if (id === undefined) return;
  const { format, externalId } = body;
  traffic.books.push({
    id,
    format: String(format),
    externalId: typeof externalId === 'string' ? externalId : undefined,
    files: [],
  });
}

/** Deletes a book. Later calls rarely use it again. */
async function deleteBook(traffic: Traffic, book: KnownBook): Promise<void> {
  await changeStatus(traffic, book, 'delete');
  if (traffic.random() < 0.9) traffic.books.splice(traffic.books.indexOf(book), 1);
}

/** Gives a book a new date, makes it a final version or not, and publishes it. */
async function publishOnDate(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random, now } = traffic;
  const date = drawDay(random, now());
  await updateBook(traffic, book, { publicationDate: date, isFinalVersion: random() < 0.3 });
  await changeStatus(traffic, book, 'publish');
  await sendCall(traffic, 'GET', `/books/${book.id}`);
}

async function readBook(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random } = traffic;
  await sendCall(traffic, 'GET', `/books/${book.id}`);
  if (random() < 0.5) {
    const externalId = random() < 0.8 ? (book.externalId ?? 'nobody') : 'nobody';
    await sendCall(traffic, 'GET', `/books/external-id/${encodeURIComponent(externalId)}`);
  }
  if (random() < 0.6) await sendCall(traffic, 'GET', `/books?${drawQuery(random)}`);
}

async function setChapters(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random } = traffic;
  const tracks = book.files.filter(({ role }) => role === 'audio_content');
  const pool = random() < 0.85 ? tracks : book.files;
  const start = pick(random, [1, 1, 1, 2, 9, 10]);
  const chapters = pool.slice(-3).map(({ id }, at) => ({
    fileId: random() < 0.95 ? id : drawUuid(random),
    sequence: start + at,
    title: pick(random, ['One', 'Zwölf', '第二章', 'A chapter 📚', 'ספר']),
    ...(random() < 0.6 ? { titleAscii: pick(random, ['One', 'Two']) } : {}),
  }));
  const last = chapters.at(-1);
  if (last !== undefined && random() < 0.06) chapters.push({ ...last, sequence: 99 });
  await updateBook(traffic, book, { chapters: random() < 0.3 ? chapters.slice(-1) : chapters });
}

/** Gives a book everything that it needs, and publishes it. */
async function prepareAndPublish(traffic: Traffic, book: KnownBook): Promise<void> {
  if (book.files.length < 2) await uploadFiles(traffic, book);
  const tracks = book.files.filter(({ role }) => role === 'audio_content');
  const chapters = tracks.map(({ id }, at) => ({
    fileId: id,
    sequence: at + 1,
    title: `Chapter ${at + 1}`,
  }));
  const narrator = { firstName: 'Noa', lastName: 'Reader', role: 'Narrated by' };
  const audio = book.format === 'audio' ? { chapters, contributor: [narrator] } : {};
  await updateBook(traffic, book, { isFinalVersion: traffic.random() < 0.8, ...audio });
  await changeStatus(traffic, book, 'publish');
  if (traffic.random() < 0.5) await traffic.advance(11_000);
  await sendCall(traffic, 'GET', `/books/${book.id}`);
  if (traffic.random() < 0.15) await changeStatus(traffic, book, 'delete');
  if (traffic.random() < 0.15) await changeStatus(traffic, book, 'unpublish');
}

async function updateConcurrently(traffic: Traffic, book: KnownBook): Promise<void> {
  const draw = (): unknown => drawUpdate(traffic.random, traffic.now());
  await Promise.all([updateBook(traffic, book, draw()), updateBook(traffic, book, draw())]);
  await sendCall(traffic, 'GET', `/books/${book.id}`);
}

/** Publishes a book without a narrator, which an audiobook needs. */
async function publishWithoutNarrator(traffic: Traffic, book: KnownBook): Promise<void> {
  const contributor = [{ firstName: 'Ana', lastName: 'Writer', role: 'Author' }];
  await updateBook(traffic, book, { contributor, isFinalVersion: true });
  await changeStatus(traffic, book, 'publish');
  await sendCall(traffic, 'GET', `/books/${book.id}`);
}
