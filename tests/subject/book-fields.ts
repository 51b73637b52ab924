/** The validation of a book: one judgement for each field that a client can send. */
import { Refusal, type Flaw } from './refusal.ts';
import { isBag, listOf, type Bag, type Book, type Shelf } from './shelf.ts';
import { isDay, isIsbn } from './values.ts';

type Judge = (value: unknown, name: string) => readonly Flaw[];

const required = [
  'price',
  'contributor',
  'publicationDate',
  'saleTerritory',
  'copyright',
  'category',
  'description',
  'language',
  'title',
  'format',
];

const mayFollow = ['subtitle', 'keyword', 'externalId', 'isbn', 'audioDetails'];
const onlyLater = [
  'isFinalVersion',
  'series',
  'audience',
  'ebookDetails',
  'podDetails',
  'chapters',
];
const formats = ['audio', 'print', 'ebook'];

function flaw(name: string, reason: string, status: 400 | 422 = 400): Flaw[] {
  return [{ name, reason, status }];
}

const text: Judge = (value, name) =>
  typeof value === 'string' ? [] : flaw(name, 'is not a string');
const textOrNull: Judge = (value, name) => (value === null ? [] : text(value, name));
const truth: Judge = (value, name) =>
  typeof value === 'boolean' ? [] : flaw(name, 'is not a boolean');
const anything: Judge = () => [];

function whole(least: number): Judge {
  return (value, name) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least
      ? []
      : flaw(name, `is not a whole number from ${least}`);
}

function oneOf(words: readonly string[]): Judge {
  return (value, name) =>
    typeof value === 'string' && words.includes(value)
      ? []
      : flaw(name, `is not one of ${words.join('|')}`);
}

function listed(judge: Judge, least: number): Judge {
  return (value, name) => {
    if (!Array.isArray(value)) return flaw(name, 'is not a list');
    if (value.length < least) return flaw(name, 'is empty');
    return listOf(value).flatMap((item, index) => judge(item, `${name}.${index}`));
  };
}

function record(members: Readonly<Record<string, Judge>>): Judge {
  return (value, name) => {
    if (!isBag(value)) return flaw(name, 'is not an object');
    return Object.entries(members).flatMap(([key, judge]) => judge(value[key], `${name}.${key}`));
  };
}

function orNull(judge: Judge): Judge {
  return (value, name) => (value === null ? [] : judge(value, name));
}

const contributor = record({ role: text, lastName: text, firstName: text });
const price = record({
  price: (value, name) =>
    typeof value === 'number' && value >= 0 ? [] : flaw(name, 'is not an amount'),
  currency: (value, name) =>
    typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? [] : flaw(name, 'is not a currency'),
});
const audioDetails = record({ audioEdition: oneOf(['ABR', 'UBR']), audioLength: whole(0) });
const ebookDetails = record({
  pageCount: whole(0),
  programEnrolled: truth,
  publishedOnRetailer: truth,
});

function judges(shelf: Shelf, creating: boolean): Readonly<Record<string, Judge>> {
  const least = shelf.character.strict ? 1 : 0;
  return {
    format: oneOf(formats),
    title: shelf.character.strict ? filled : text,
    language: listed(text, least),
    description: text,
    category: listed(text, least),
    copyright: text,
    saleTerritory: listed(text, least),
    publicationDate: (value, name) => judgeDate(shelf, { value, name, creating }),
    contributor: listed(contributor, least),
    price: listed(price, least),
    subtitle: textOrNull,
    keyword: listed(text, 0),
    externalId: textOrNull,
    isbn: (value, name) => judgeIsbn(shelf, { value, name, creating }),
    audioDetails: orNull(audioDetails),
    isFinalVersion: truth,
    series: anything,
    imprint: anything,
    audience: anything,
    ebookDetails: orNull(ebookDetails),
    podDetails: orNull((value, name) => (isBag(value) ? [] : flaw(name, 'is not an object'))),
    chapters: listed((value, name) => (isBag(value) ? [] : flaw(name, 'is not a chapter')), 0),
  };
}

const filled: Judge = (value, name) =>
  value === '' ? flaw(name, 'is empty', 422) : text(value, name);

interface Asked {
  readonly value: unknown;
  readonly name: string;
  readonly creating: boolean;
}

function judgeDate(shelf: Shelf, { value, name, creating }: Asked): readonly Flaw[] {
  if (typeof value !== 'string')
    return flaw(name, 'is not a date', shelf.character.wrongTypeOfValue);
  if (!creating && shelf.bent('later-dates-go-unread')) return [];
  if (shelf.bent('no-leap-day') && value.endsWith('-02-29')) return flaw(name, 'is not a day', 422);
  const looksOnly = creating && shelf.bent('dates-need-only-look-right');
  return isDay(value, looksOnly) ? [] : flaw(name, 'is not a day of the calendar', 422);
}

function judgeIsbn(shelf: Shelf, { value, name, creating }: Asked): readonly Flaw[] {
  if (value === null) return [];
  if (typeof value !== 'string')
    return flaw(name, 'is not an ISBN', shelf.character.wrongTypeOfValue);
  const fine = isIsbn(value, {
    ...shelf.character.isbn,
    anyCheckDigit: shelf.bent(creating ? 'any-check-digit' : 'any-check-digit-later'),
    noZero: shelf.bent('no-check-digit-zero'),
    anyPrefix: shelf.bent('any-prefix'),
  });
  return fine ? [] : flaw(name, 'is not a valid ISBN-13', 422);
}

function later(shelf: Shelf): readonly string[] {
  return shelf.bent('imprint-by-publisher') ? [...onlyLater, 'imprint'] : onlyLater;
}

/** Returns the problems in the body of a create. */
export function flawsOfNew(shelf: Shelf, body: Bag): readonly Flaw[] {
  const forgiven = shelf.bent('copyright-not-needed') ? 'copyright' : '';
  const missing = required
    .filter((name) => body[name] === undefined && name !== forgiven)
    .flatMap((name) => flaw(name, 'is missing'));
  const allowed = [...required, ...mayFollow];
  return [...missing, ...flawsOf(shelf, body, allowed), ...narratorFlaws(shelf, body)];
}

/** Returns the problems in the body of an update of a book. */
export function flawsOfChange(shelf: Shelf, body: Bag, book: Book): readonly Flaw[] {
  const empty = shelf.character.strict && Object.keys(body).length === 0;
  const turned = body['format'] !== undefined && body['format'] !== book.format;
  return [
    ...(empty ? flaw('body', 'changes nothing') : []),
    ...(turned && shelf.character.strict ? flaw('format', 'stays what it is', 422) : []),
    ...flawsOf(shelf, body, [...required, ...mayFollow, ...later(shelf)]),
  ];
}

function flawsOf(shelf: Shelf, body: Bag, allowed: readonly string[]): readonly Flaw[] {
  const creating = !allowed.includes('isFinalVersion');
  const table = judges(shelf, creating);
  return Object.entries(body).flatMap(([name, value]) => {
    const judge = allowed.includes(name) ? table[name] : undefined;
    if (judge !== undefined) return judge(value, name);
    return shelf.character.strict ? flaw(name, 'is not known here') : [];
  });
}

function narratorFlaws(shelf: Shelf, body: Bag): readonly Flaw[] {
  if (shelf.character.narratorAt !== 'create' || body['format'] !== 'audio') return [];
  return hasNarrator(shelf, body) ? [] : flaw('contributor', 'lacks a narrator', 422);
}

/** True if an audiobook names a narrator. */
export function hasNarrator(shelf: Shelf, fields: Bag): boolean {
  if (shelf.bent('narrator-not-needed')) return true;
  const people = listOf(fields['contributor']).filter(isBag);
  const asked = shelf.bent('narrator-comes-first') ? people.slice(0, 1) : people;
  if (shelf.bent('editor-will-do') && people.some(({ role }) => role === 'Editor')) return true;
  return asked.some(({ role }) => role === 'Narrated by');
}

/** The fields a new book keeps of what was sent. */
export function keptOfNew(shelf: Shelf, body: Bag): Bag {
  const kept = pick(body, [...required, ...mayFollow]);
  if (shelf.bent('keyword-falls-off')) delete kept['keyword'];
  if (shelf.bent('editors-fall-off')) {
    const people = listOf(kept['contributor']);
    kept['contributor'] = people.filter((person) => !isBag(person) || person['role'] !== 'Editor');
  }
  if (shelf.bent('whole-amounts')) kept['price'] = listOf(kept['price']).map(withoutCents);
  kept['isFinalVersion'] = shelf.bent('born-final');
  return kept;
}

function withoutCents(item: unknown): unknown {
  if (!isBag(item) || typeof item['price'] !== 'number') return item;
  return { ...item, price: Math.trunc(item['price']) };
}

/** The fields a change may set, of what was sent. */
export function keptOfChange(shelf: Shelf, body: Bag): Bag {
  const kept = pick(body, [...required, ...mayFollow, ...later(shelf)]);
  delete kept['format'];
  delete kept['chapters'];
  return kept;
}

function pick(body: Bag, names: readonly string[]): Bag {
  const wanted = Object.entries(body).filter(([name]) => names.includes(name));
  return Object.fromEntries(wanted);
}

/** Refuses a body the body is not JSON object. */
export function asBag(body: unknown): Bag {
  if (isBag(body)) return body;
  throw new Refusal(400, 'an object was expected', {
    flaws: flaw('body', 'is not an object'),
  });
}
