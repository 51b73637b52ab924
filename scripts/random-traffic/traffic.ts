/** Varied traffic: hundreds of calls, drawn by seed, that lead books through every part of their life. */
import { drawUuid, pick, type Random } from './random.ts';
import {
  act,
  call,
  change,
  memberOf,
  textAt,
  type KnownBook,
  type Traffic,
  type TrafficOptions,
} from './traffic-calls.ts';
import { uploadAtOnce, uploadFiles } from './traffic-files.ts';
import { askForNothing, askWithBadBody, askWithBadKey } from './traffic-misuse.ts';
import { drawBook, drawDay, drawQuery, drawUpdate } from './traffic-values.ts';

type Action = (traffic: Traffic, book: KnownBook) => Promise<unknown>;

/** Makes this many moves, each of one to a dozen requests; ends early when `send` rejects. */
export async function driveTraffic(options: TrafficOptions, moves: number): Promise<void> {
  const traffic: Traffic = { ...options, books: options.books ?? [] };
  const { random, books } = traffic;
  for (let made = 0; made < moves; made += 1) {
    if (books.length < 3 || random() < 0.12) await create(traffic);
    const book = books.at(-1 - Math.floor(random() * Math.min(5, books.length)));
    if (book === undefined) continue;
    await drawAction(random)(traffic, book);
    if (random() < 0.5) await look(traffic, book);
  }
}

const weighted: readonly (readonly [number, Action])[] = [
  [7, (traffic, book) => change(traffic, book, drawUpdate(traffic.random, traffic.now()))],
  [4, uploadFiles],
  [5, setChapters],
  [6, makeReady],
  [4, publishOnDate],
  [2, (traffic, book) => act(traffic, book, 'publish')],
  [2, (traffic, book) => act(traffic, book, 'unpublish')],
  [1.2, remove],
  [3, look],
  [2, askForNothing],
  [2, askWithBadKey],
  [2, askWithBadBody],
  [1, updateTwiceAtOnce],
  [1, uploadAtOnce],
  [1, publishWithoutNarrator],
  [1.5, async ({ advance, random }) => advance(pick(random, [11_000, 11_000, 1_000_000]))],
];

function drawAction(random: Random): Action {
  let left = random() * weighted.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, action] of weighted) {
    left -= weight;
    if (left < 0) return action;
  }
  return look;
}

async function create(traffic: Traffic): Promise<void> {
  const body = drawBook(traffic.random, traffic.now());
  const answer = await call(traffic, 'POST', '/books', body);
  const id = textAt(answer, 'bookId') ?? textAt(memberOf(answer, 'data'), 'id');
  if (id === undefined) return;
  const { format, externalId } = body;
  traffic.books.push({
    id,
    format: String(format),
    externalId: typeof externalId === 'string' ? externalId : undefined,
    files: [],
  });
}

/** Deletes a book; later calls rarely name it again. */
async function remove(traffic: Traffic, book: KnownBook): Promise<void> {
  await act(traffic, book, 'delete');
  if (traffic.random() < 0.9) traffic.books.splice(traffic.books.indexOf(book), 1);
}

/** Publishes a book that is, or is not, a final version, for a new date. */
async function publishOnDate(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random, now } = traffic;
  const date = drawDay(random, now());
  await change(traffic, book, { publicationDate: date, isFinalVersion: random() < 0.3 });
  await act(traffic, book, 'publish');
  await call(traffic, 'GET', `/books/${book.id}`);
}

async function look(traffic: Traffic, book: KnownBook): Promise<void> {
  const { random } = traffic;
  await call(traffic, 'GET', `/books/${book.id}`);
  if (random() < 0.5) {
    const wanted = random() < 0.8 ? (book.externalId ?? 'nobody') : 'nobody';
    await call(traffic, 'GET', `/books/external-id/${encodeURIComponent(wanted)}`);
  }
  if (random() < 0.6) await call(traffic, 'GET', `/books?${drawQuery(random)}`);
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
  await change(traffic, book, { chapters: random() < 0.3 ? chapters.slice(-1) : chapters });
}

/** Everything a book needs before it can be published. */
async function makeReady(traffic: Traffic, book: KnownBook): Promise<void> {
  if (book.files.length < 2) await uploadFiles(traffic, book);
  const tracks = book.files.filter(({ role }) => role === 'audio_content');
  const chapters = tracks.map(({ id }, at) => ({
    fileId: id,
    sequence: at + 1,
    title: `Chapter ${at + 1}`,
  }));
  const narrator = { firstName: 'Noa', lastName: 'Reader', role: 'Narrated by' };
  const audio = book.format === 'audio' ? { chapters, contributor: [narrator] } : {};
  await change(traffic, book, { isFinalVersion: traffic.random() < 0.8, ...audio });
  await act(traffic, book, 'publish');
  if (traffic.random() < 0.5) await traffic.advance(11_000);
  await call(traffic, 'GET', `/books/${book.id}`);
  if (traffic.random() < 0.15) await act(traffic, book, 'delete');
  if (traffic.random() < 0.15) await act(traffic, book, 'unpublish');
}

async function updateTwiceAtOnce(traffic: Traffic, book: KnownBook): Promise<void> {
  const draw = (): unknown => drawUpdate(traffic.random, traffic.now());
  await Promise.all([change(traffic, book, draw()), change(traffic, book, draw())]);
  await call(traffic, 'GET', `/books/${book.id}`);
}

/** Publishes a book that has an author only, which an audiobook must not. */
async function publishWithoutNarrator(traffic: Traffic, book: KnownBook): Promise<void> {
  const contributor = [{ firstName: 'Ana', lastName: 'Writer', role: 'Author' }];
  await change(traffic, book, { contributor, isFinalVersion: true });
  await act(traffic, book, 'publish');
  await call(traffic, 'GET', `/books/${book.id}`);
}
