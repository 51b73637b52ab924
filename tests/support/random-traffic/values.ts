/** Random books, updates and list queries, most of them valid. */
import fc from 'fast-check';
import { isbn978 } from '../../../src/harness/arbitraries/index.ts';

export type Body = Readonly<Record<string, unknown>>;

type Value = fc.Arbitrary<unknown>;

const formats = ['ebook', 'print', 'audio'] as const;

const dayMs = 86_400_000;

const text = fc.constantFrom(
  'The Salt Road',
  'A second title',
  'Café Żółć',
  'Ångström & Çelik',
  'Letters 𝒜 and 📚',
  'ספר על הים',
  'كتاب البحر',
  `A long title ${'and on '.repeat(45)}`,
  'Line\nbreak "quoted" \\ slash',
);

/** Returns days near a time: around the edges of the publish window, long ago and far ahead. */
export function createDays(now: number): fc.Arbitrary<string> {
  const offsets = [-4000, -400, -1, 0, 1, 6, 8, 10, 13, 14, 15, 20, 30, 400];
  const days = offsets.map((offset) => new Date(now + offset * dayMs).toISOString().slice(0, 10));
  return fc.constantFrom(...days, '2028-02-29');
}

const contributors = fc
  .tuple(text, text, fc.subarray(['Editor', 'Narrated by']))
  .map(([first, lastName, roles]) =>
    ['Author', ...roles].map((role) => ({ firstName: first.slice(0, 40), lastName, role })),
  );

const prices = fc
  .tuple(fc.constantFrom(0, 5, 9.99, 12.5, 100), fc.subarray(['EUR', 'GBP']))
  .map(([price, others]) => ['USD', ...others].map((currency) => ({ currency, price })));

/** Returns the arbitraries of valid values, by field. */
function listFields(now: number) {
  return {
    title: text,
    subtitle: fc.oneof(text, fc.constantFrom(null, '')),
    description: text,
    externalId: fc.tuple(fc.constantFrom('a', 'é', '📚', 'x y'), fc.uuid()).map((id) => id.join()),
    language: fc.constantFrom(['en'], ['EN'], ['de', 'fr'], ['pt'], ['FR', 'en']),
    isbn: isbn978,
    category: fc.constantFrom(['FIC000000'], ['FIC002000', 'HIS010000']),
    keyword: fc.constantFrom(['salt', 'sea'], ['été'], [], ['one', 'two', 'three']),
    copyright: fc.constant('SELF'),
    saleTerritory: fc.constant(['ALL']),
    publicationDate: createDays(now),
    contributor: contributors,
    price: prices,
    audioDetails: fc.record({
      audioLength: fc.constantFrom(60, 3600, 27_840),
      audioEdition: fc.constantFrom('UBR', 'ABR'),
    }),
  };
}

/** Values that hardly any field accepts; undefined stands for a missing field. */
export const oddValue = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(null, 0, -1, 1.5, true),
  fc.constantFrom('', ' ', 'x'.repeat(300), '\u0001', 'שלום', 'draft'),
  fc.constantFrom<unknown>([], {}, [null], [{}], ['x', 7], {
    audioLength: 1.5,
    audioEdition: 'UBR',
  }),
);

const badIsbn = fc.constantFrom('9780306406158', '9780306046157', '0306406152', '97803064061', 'x');
const badDay = fc.constantFrom('soon', '2031-02-30', '2030-02-29', '2030-13-01', '2030-1-5', '');

/** A field with a value that most services refuse. */
const invalidField: fc.Arbitrary<Body> = fc.oneof(
  { weight: 2, arbitrary: badIsbn.map((isbn) => ({ isbn })) },
  { weight: 1, arbitrary: badDay.map((publicationDate) => ({ publicationDate })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('format', 'isFinalVersion', ...Object.keys(listFields(0))), oddValue)
      .map(([name, value]) => ({ [name]: value })),
  },
);

/** Returns bodies of creates. */
export function createBooks(now: number): fc.Arbitrary<Body> {
  const { subtitle, externalId, isbn, keyword, audioDetails, ...required } = listFields(now);
  const optional = fc.record({ subtitle, externalId, keyword, isbn }, { requiredKeys: [] });
  const valid = fc
    .tuple(fc.constantFrom(...formats), fc.record(required), optional, isbn, audioDetails)
    .map(([format, fields, others, bookNumber, details]): Body => ({
      format,
      ...fields,
      ...(format === 'print' && { isbn: bookNumber }),
      ...(format === 'audio' && { audioDetails: details }),
      ...others,
    }));
  return withInvalidField(valid);
}

/** Returns updates of one to three fields. */
export function createUpdates(now: number): fc.Arbitrary<Body> {
  const imprint = fc.record({ id: fc.uuid(), name: fc.constant('Mine') });
  const fields: Readonly<Record<string, Value>> = {
    ...listFields(now),
    isFinalVersion: fc.boolean(),
    imprint,
  };
  const oneField = fc.oneof(
    ...Object.entries(fields).map(([name, value]) => value.map((given) => ({ [name]: given }))),
  );
  const valid = fc
    .array(oneField, { minLength: 1, maxLength: 3 })
    .map((bodies) => bodies.reduce<Body>((body, field) => ({ ...body, ...field }), {}));
  return withInvalidField(valid);
}

/** Replaces one field in every third body. */
function withInvalidField(bodies: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  const spoiled = fc.tuple(bodies, invalidField).map(([body, field]) => ({ ...body, ...field }));
  return fc.oneof({ weight: 2, arbitrary: bodies }, { weight: 1, arbitrary: spoiled });
}

/** The queries of lists. A few have an invalid value. */
export const query: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .record(
        {
          page: fc.constantFrom('1', '2', '3', '4'),
          perPage: fc.constantFrom('1', '2', '3', '5', '100'),
          sort: fc.constantFrom('createdAt', 'title', 'productIdentifier'),
          format: fc.constantFrom(...formats),
          language: fc.constantFrom('EN', 'en', 'DE', 'FR'),
        },
        { requiredKeys: [] },
      )
      .map((fields) => new URLSearchParams(fields).toString()),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('perPage=0', 'perPage=101', 'page=-1', 'sort=price', 'format=pdf'),
  },
);
