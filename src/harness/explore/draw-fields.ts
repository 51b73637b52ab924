/** Draws values of single fields, each with the name of its class. */
import fc from 'fast-check';
import {
  author,
  editor,
  type Format,
  drawVariation,
  isbn978,
  longDescription,
  narrator,
} from '../arbitraries/index.ts';
import type { Draw } from './draw.ts';

/** A value with the kind of value that it is, such as `title emoji`. */
export interface ClassedValue {
  readonly value: unknown;
  readonly kind: string;
}

type Kinds = Readonly<Record<string, unknown>>;

const texts: Kinds = {
  plain: 'The salt road',
  digits: '20500',
  'leading zeros': '007 00',
  'one letter': 'x',
  'two spaces': 'Salt  road',
  combining: 'Cafe\u0301 du port',
  accented: 'Überfahrt nach Malmö',
  emoji: 'The ship 🚢 sails 👩‍👧',
  'beyond BMP': '𝔗𝔥𝔢 sea',
  'right to left': 'ספר الهيم',
  quotes: `"One" & 'two' <b>three</b> \\ 100% ; --`,
  lines: 'First line\nsecond\tline',
  word: 'null',
  long: longDescription,
};

const dates: Kinds = {
  'leap day': '2028-02-29',
  'century leap day': '2400-02-29',
  'end of a year': '2029-12-31',
  'start of a year': '2030-01-01',
  'end of a month': '2027-04-30',
  'decade ago': '1999-12-31',
  'long ago': '1950-01-01',
  'old leap day': '1952-02-29',
  'century ahead': '2101-03-01',
  'far ahead': '2150-12-31',
};

/** Days near the edges of the final version window, and elsewhere. */
const days = [-400, -31, -2, -1, 0, 1, 5, 9, 11, 12, 13, 14, 15, 16, 17, 30, 365, 500] as const;

const prices: Kinds = {
  cent: 0.01,
  'one decimal': 0.1,
  'two decimals': 8.29,
  whole: 12,
  'rounding sum': 0.3,
  'binary fraction': 19.99,
  large: 999.99,
  ten: 10,
};

function pickKind(draw: Draw, name: string, kinds: Kinds): ClassedValue {
  const [kind, value] = draw.pick(Object.entries(kinds));
  return { kind: `${name} ${kind}`, value };
}

/** The lengths of lists: few entries, and both sides of ten. */
const lengths = [1, 2, 3, 9, 10, 11, 12] as const;

function drawList(draw: Draw, name: string, drawEntry: (index: number) => unknown): ClassedValue {
  const length = draw.pick(lengths);
  const value = Array.from({ length }, (_, index) => drawEntry(index));
  return { kind: `${name} of ${length}`, value };
}

const categories = ['FIC000000', 'FIC002000', 'HIS010000', 'BIO000000', 'TRV000000'] as const;
const languages = ['en', 'EN', 'de', 'FR', 'es', 'ES', 'pt', 'it'] as const;
const currencies = ['USD', 'EUR', 'GBP'] as const;

type DrawField = (draw: Draw, format: Format, number: number) => ClassedValue;

function drawContributors(draw: Draw, format: Format): ClassedValue {
  const { kind, value } = pickKind(draw, 'contributor name', texts);
  const person = { firstName: value, lastName: 'Marsh', role: draw.pick(['Author', 'Editor']) };
  const extra = draw.integer(0, 9);
  const others = Array.from({ length: extra }, (_, index) => ({
    ...editor,
    lastName: `Writer ${index}`,
  }));
  const narrators = format === 'audio' && draw.chance(0.7) ? [narrator] : [];
  const people = [author, ...others, person, ...narrators];
  return {
    kind: `${kind} ${people.length > 9 ? 'many' : 'few'}`,
    value: draw.value(fc.shuffledSubarray(people, { minLength: people.length })),
  };
}

function drawDate(draw: Draw): ClassedValue {
  if (draw.chance(0.4)) return pickKind(draw, 'publicationDate', dates);
  const day = draw.pick(days);
  return { kind: `publicationDate day ${day}`, value: `{day ${day}}` };
}

/** Draws values that most services accept; the monitor decides whether they must. By field. */
export const drawField: Readonly<Record<string, DrawField>> = {
  title: (draw, _format, number) => {
    const { kind, value } = pickKind(draw, 'title', texts);
    return { kind, value: `{title ${number}} ${String(value)}`.slice(0, 240) };
  },
  subtitle: (draw) =>
    draw.chance(0.15) ? { kind: 'subtitle null', value: null } : pickKind(draw, 'subtitle', texts),
  description: (draw) => pickKind(draw, 'description', texts),
  externalId: (draw, _format, number) => {
    const suffix = draw.pick(['', '-B', ' b', 'é', '📚', '.00', '%2F', '_', '+', '/b']);
    return { kind: `externalId ${suffix}`, value: `{externalId ${number}}${suffix}` };
  },
  language: (draw) => drawList(draw, 'language', (index) => languages[index % languages.length]),
  isbn: (draw, format, number) => {
    if (format !== 'print' && draw.chance(0.2)) return { kind: 'isbn null', value: null };
    return draw.chance(0.5)
      ? { kind: 'isbn fresh', value: `{isbn ${number}}` }
      : { kind: 'isbn any', value: draw.value(isbn978) };
  },
  category: (draw) => drawList(draw, 'category', (index) => categories[index % categories.length]),
  keyword: (draw) => {
    const { kind, value } = pickKind(draw, 'keyword', texts);
    const word = String(value).slice(0, 40);
    return drawList(draw, kind, (index) => (index === 0 ? word : `word ${index}`));
  },
  publicationDate: (draw) => drawDate(draw),
  isFinalVersion: (draw) => {
    const value = draw.chance(0.5);
    return { kind: `isFinalVersion ${value}`, value };
  },
  contributor: drawContributors,
  price: (draw) => {
    const { kind, value } = pickKind(draw, 'price', prices);
    const length = draw.integer(1, currencies.length);
    const list = currencies.slice(0, length).map((currency) => ({ currency, price: value }));
    return { kind: `${kind} ${length}`, value: draw.chance(0.5) ? list : list.toReversed() };
  },
  audioDetails: (draw) => {
    const audioLength = draw.pick([1, 9, 10, 59, 60, 3600, 27_840, 99_999, 100_000]);
    const audioEdition = draw.pick(['UBR', 'ABR']);
    return {
      kind: `audioDetails ${audioLength} ${audioEdition}`,
      value: { audioLength, audioEdition },
    };
  },
};

/** Draws values that a service must refuse although the contract's schemas allow them. By field. */
export const drawInvalidField: Readonly<Record<string, (draw: Draw) => ClassedValue>> = {
  isbn: (draw) => drawRefused(draw, { isbn: draw.value(isbn978) }),
  publicationDate: (draw) => drawRefused(draw, { publicationDate: '2031-03-15' }),
};

/** Draws a refused value for the only field of an update. */
function drawRefused(draw: Draw, field: Readonly<Record<string, string>>): ClassedValue {
  const isVaried = (name: string): boolean => name in field;
  const variations = drawVariation('updateBook', field, { kinds: ['refused'], isVaried });
  const { className, part } = draw.value(
    variations.filter(({ path, rule }) => path.length === 1 && rule !== 'left out'),
  );
  return { kind: `invalid ${className}`, value: part };
}
