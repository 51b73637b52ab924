/** Draws the values of random traffic: books, updates and list queries, most of them valid. */
import { drawUuid, pick, type Random } from './random.ts';

type Body = Record<string, unknown>;

const texts = [
  'The Salt Road',
  'A second title',
  'Café Żółć',
  'Ångström & Çelik',
  'Letters 𝒜 and 📚',
  'ספר על הים',
  'كتاب البحر',
  `A long title ${'and on '.repeat(45)}`,
  'Line\nbreak "quoted" \\ slash',
] as const;

const dayMs = 86_400_000;
const offsets = [-4000, -400, -1, 0, 1, 6, 8, 10, 13, 14, 15, 20, 30, 400] as const;
const badDates = ['soon', '2031-02-30', '2030-02-29', '2030-13-01', '2030-1-5', ''] as const;
const badIsbns = ['9780306406158', '9780306046157', '0306406152', '978030640615', 'isbn'] as const;

/** Returns a UTC date near `now`, or a leap day. */
export function drawDay(random: Random, now: number): string {
  if (random() < 0.1) return '2028-02-29';
  return new Date(now + pick(random, offsets) * dayMs).toISOString().slice(0, 10);
}

/** Returns a valid ISBN-13. */
function drawIsbn(random: Random): string {
  const digits = `${pick(random, ['978', '9791'])}${String(Math.floor(random() * 1e9))}000000000`;
  const twelve = digits.slice(0, 12);
  const sum = [...twelve].reduce((total, digit, at) => total + Number(digit) * (at % 2 ? 3 : 1), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

function drawPerson(random: Random, role: string): Body {
  return { firstName: pick(random, texts).slice(0, 40), lastName: pick(random, texts), role };
}

function drawContributors(random: Random): Body[] {
  const roles = ['Author', 'Editor', 'Narrated by'].filter((_, at) => at === 0 || random() < 0.7);
  return roles.map((role) => drawPerson(random, role));
}

function drawPrices(random: Random): Body[] {
  return ['USD', 'EUR', 'GBP']
    .filter((_, at) => at === 0 || random() < 0.5)
    .map((currency) => ({ currency, price: pick(random, [0, 5, 9.99, 12.5, 100]) }));
}

/** Fields, each with a function that draws a valid value. */
const validFields: readonly [string, (random: Random, now: number) => unknown][] = [
  ['title', (random) => pick(random, texts)],
  ['subtitle', (random) => pick(random, [...texts, null, ''])],
  ['description', (random) => pick(random, texts)],
  ['externalId', (random) => `ext-${pick(random, ['a', 'é', '📚', 'x y'])}-${random()}`],
  ['language', (random) => pick(random, [['en'], ['EN'], ['de', 'fr'], ['pt'], ['FR', 'en']])],
  ['isbn', (random) => drawIsbn(random)],
  ['category', (random) => pick(random, [['FIC000000'], ['FIC002000', 'HIS010000']])],
  ['keyword', (random) => pick(random, [['salt', 'sea'], ['été'], [], ['one', 'two', 'three']])],
  ['copyright', () => 'SELF'],
  ['saleTerritory', () => ['ALL']],
  ['publicationDate', drawDay],
  ['contributor', (random) => drawContributors(random)],
  ['price', (random) => drawPrices(random)],
  [
    'audioDetails',
    (random) => ({
      audioLength: pick(random, [60, 3600, 27_840]),
      audioEdition: pick(random, ['UBR', 'ABR']),
    }),
  ],
  ['isFinalVersion', (random) => random() < 0.7],
];

/** Fields, each with a function that draws a value that must be refused. ISBNs and dates are drawn more often. */
const invalidFields: readonly [string, (random: Random) => unknown][] = [
  ['isbn', (random) => pick(random, badIsbns)],
  ['isbn', (random) => pick(random, badIsbns)],
  ['isbn', (random) => pick(random, badIsbns)],
  ['isbn', (random) => pick(random, badIsbns)],
  ['publicationDate', (random) => pick(random, badDates)],
  ['publicationDate', (random) => pick(random, badDates)],
  ['title', () => 7],
  ['language', () => 'en'],
  ['contributor', () => [{ firstName: 'A', lastName: 'B' }]],
  ['price', () => [{ currency: 'USD', price: '9' }]],
  ['keyword', () => 'one'],
  ['audioDetails', () => ({ audioLength: 1.5, audioEdition: 'UBR' })],
  ['audioDetails', () => ({ audioLength: 60, audioEdition: 'SHORT' })],
  ['isFinalVersion', () => 'yes'],
];

const formats = ['ebook', 'print', 'audio'] as const;

/** Returns the body of a create. One in four has an invalid value or lacks a field. */
export function drawBook(random: Random, now: number): Body {
  const format = pick(random, formats);
  const body: Body = { format };
  for (const [name, draw] of validFields) {
    const isOptional = ['subtitle', 'externalId', 'isbn', 'keyword', 'audioDetails'].includes(name);
    if (name === 'isFinalVersion' || (isOptional && random() < 0.35)) continue;
    if (name === 'audioDetails' && format !== 'audio') continue;
    body[name] = draw(random, now);
  }
  if (format === 'print') body['isbn'] = drawIsbn(random);
  if (random() < 0.75) return body;
  if (random() < 0.4)
    delete body[pick(random, ['title', 'price', 'language', 'format', 'copyright'])];
  else spoil(body, random);
  return body;
}

function spoil(body: Body, random: Random): void {
  const [name, draw] = invalidFields[Math.floor(random() * invalidFields.length)] ?? [
    'title',
    () => 7,
  ];
  body[name] = draw(random);
}

/** Returns an update of one to three fields. Some have an invalid value. */
export function drawUpdate(random: Random, now: number): Body {
  const body: Body = {};
  const count = 1 + Math.floor(random() * 3);
  for (let index = 0; index < count; index += 1) {
    const [name, draw] = validFields[Math.floor(random() * validFields.length)] ?? [
      'title',
      () => 'Title',
    ];
    body[name] = draw(random, now);
  }
  if (random() < 0.05) body['imprint'] = { id: drawUuid(random), name: 'Mine' };
  if (random() < 0.3) spoil(body, random);
  return body;
}

/** Returns the query of a list. At most one in six has an invalid value. */
export function drawQuery(random: Random): string {
  const query = new URLSearchParams();
  const add = (name: string, chance: number, values: readonly [string, ...string[]]): void => {
    if (random() < chance) query.set(name, pick(random, values));
  };
  add('page', 0.6, ['1', '2', '3', '4']);
  add('perPage', 0.7, ['1', '2', '3', '5', '100']);
  add('sort', 0.4, ['createdAt', 'title', 'productIdentifier']);
  add('format', 0.4, formats);
  add('language', 0.3, ['EN', 'en', 'DE', 'FR']);
  if (random() < 0.17) {
    add('perPage', 0.4, ['0', '101', '-1']);
    add('page', 0.3, ['0', '-1']);
    add('sort', 0.3, ['price']);
    add('format', 0.3, ['pdf']);
  }
  return query.toString();
}
