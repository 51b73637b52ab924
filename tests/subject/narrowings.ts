/** Conditions under which the subject breaks a promise, for faults that show only now and then. */
import { isBag, listOf, statusOf, type Bag, type Book, type Moment, type Shelf } from './shelf.ts';

interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly bytes: Uint8Array;
}

/** Counts that moments need. */
export interface Counts {
  readonly turns: Map<string, number>;
  readonly publishes: Map<string, number>;
}

const steps = [
  'POST books',
  'GET books',
  'GET one',
  'GET external-id',
  'PATCH one',
  'POST upload',
  'PUT bytes',
  'PATCH attach',
  'POST publish',
  'POST unpublish',
  'DELETE one',
] as const;

function stepOf({ method, url }: Asked): string {
  const [, , , , first, second, , last] = url.pathname.split('/');
  if (method === 'PUT') return 'PUT bytes';
  if (first === undefined || first === '') return `${method} books`;
  if (first === 'external-id') return 'GET external-id';
  return `${method} ${last ?? second ?? 'one'}`;
}

/** Reads a request; a book it names is taken as it is before the request. */
export function momentOf(shelf: Shelf, counts: Counts, asked: Asked): Moment {
  const { url } = asked;
  const step = stepOf(asked);
  const book = bookOf(shelf, step, url);
  const body = bodyOf(asked);
  const words = [...stringsIn(body), ...stringsIn(book?.fields), ...stringsIn(book?.chapters)];
  const query = url.searchParams;
  const turn = (counts.turns.get(step) ?? 0) + 1;
  counts.turns.set(step, turn);
  const publishes = counts.publishes.get(book?.id ?? '') ?? 0;
  if (step === 'POST publish' && book !== undefined) counts.publishes.set(book.id, publishes + 1);
  const sent = isBag(body) ? body : {};
  return {
    step,
    format: book?.format ?? query.get('format') ?? String(sent['format']),
    status: book === undefined ? undefined : statusOf(shelf, book),
    page: step === 'GET books' ? Number(query.get('page') ?? 1) : 1,
    filtered: step === 'GET books' && (query.has('format') || query.has('language')),
    words: words.join('\n'),
    longestWord: Math.max(0, ...words.map((word) => word.length)),
    items: longestList(body),
    chapters: Math.max(book?.chapters.length ?? 0, listOf(sent['chapters']).length),
    publishes,
    turn,
  };
}

function bookOf(shelf: Shelf, step: string, url: URL): Book | undefined {
  const [, first = '', , , id = '', own = ''] = url.pathname.split('/');
  if (step === 'PUT bytes') return shelf.books.get(shelf.parcels.get(first)?.bookId ?? '');
  if (step !== 'GET external-id') return shelf.books.get(id.toLowerCase());
  const wanted = decodeURIComponent(own);
  return [...shelf.books.values()].find(({ fields }) => fields['externalId'] === wanted);
}

function bodyOf({ bytes, method }: Asked): unknown {
  if (method === 'PUT' || bytes.length === 0) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return listOf(value).flatMap(stringsIn);
  return isBag(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function longestList(value: unknown): number {
  if (Array.isArray(value)) return Math.max(value.length, ...listOf(value).map(longestList));
  const below: readonly unknown[] = isBag(value) ? Object.values(value satisfies Bag) : [];
  return Math.max(0, ...below.map(longestList));
}

/** Every narrowing by name. */
export const narrowings: Readonly<Record<string, (now: Moment) => boolean>> = {
  ...Object.fromEntries(
    ['ebook', 'print', 'audio'].map((format) => [
      `for-${format}`,
      (now: Moment) => now.format === format,
    ]),
  ),
  ...Object.fromEntries(
    ['draft', 'in_review', 'published', 'withdrawn'].map((status) => [
      `while-${status}`,
      (now: Moment) => now.status === status,
    ]),
  ),
  'on-later-pages': ({ page }) => page > 1,
  'for-several-items': ({ items }) => items > 1,
  'once-published-before': ({ publishes }) => publishes > 0,
  'for-several-chapters': ({ chapters }) => chapters > 1,
  'under-a-filter': ({ filtered }) => filtered,
  'for-accents': ({ words }) => /[À-ÖØ-öø-ÿ]/.test(words),
  'for-emoji': ({ words }) => /[\u{1F000}-\u{1FAFF}]/u.test(words),
  'for-right-to-left': ({ words }) => /[\u0590-\u06FF]/.test(words),
  'for-long-texts': ({ longestWord }) => longestWord >= 200,
  'every-seventh-time': ({ turn }) => turn % 7 === 0,
  ...Object.fromEntries(
    steps.map((step) => [`at-${step.replace(' ', '-')}`, (now: Moment) => now.step === step]),
  ),
};
