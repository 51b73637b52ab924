/** What create refuses, how, and that nothing stays behind. */
import type { JsonObject } from '../../../src/contract/json-pointer.ts';
import { type CaseBody, check, section } from '../../../src/harness/suite/index.ts';
import type { Exchange } from '../../../src/harness/evidence/index.ts';
import type { Stage } from '../../../src/harness/stage/index.ts';
import { author, type Format } from '../../../src/harness/values/index.ts';
import { accepted, creation, onceLookedUp, untouched, without } from '../steps/index.ts';

const required = [
  'format',
  'title',
  'language',
  'description',
  'category',
  'copyright',
  'saleTerritory',
  'publicationDate',
  'contributor',
  'price',
] as const;

/** A value of another JSON type for each field whose wrong type is nobody else's question. */
const wrongTypes: Readonly<Record<string, string | number>> = {
  title: 5,
  description: 7,
  language: 'en',
  category: 'FIC000000',
  keyword: 'tide',
  copyright: 5,
  saleTerritory: 'ALL',
  subtitle: 5,
  externalId: 5,
  contributor: 'Ada Okafor',
  price: 9.99,
};

async function post(t: Stage, json: unknown): Promise<Exchange> {
  return t.wire({ method: 'POST', path: '/books', json });
}

/** Sends a valid body with each replacement in turn; `judge` sees each answer. */
function refusesEach(
  format: Format,
  bad: readonly JsonObject[],
  judge: (t: Stage, refused: Exchange, fields: readonly string[]) => void,
): CaseBody {
  return async (t) => {
    const body = t.make.body(format);
    for (const replacement of bad) {
      judge(t, await post(t, { ...body, ...replacement }), Object.keys(replacement));
    }
    await untouched(t, format);
  };
}

/** The external id of a body; empty where it has none. */
function externalIdOf({ externalId }: JsonObject): string {
  return typeof externalId === 'string' ? externalId : '';
}

/** Refused as a bad request or as an invalid one: which of the two is another requirement's question. */
const asBad = (t: Stage, refused: Exchange): void => t.expect.refused(refused, [400, 422]);

const lacking = (entry: object, key: string): JsonObject[] => [without(entry, key)];

const badContributors: readonly JsonObject[] = [
  ...['firstName', 'lastName', 'role'].map((key) => ({ contributor: lacking(author, key) })),
  { contributor: [{ ...author, firstName: 5 }] },
  { contributor: [{ ...author, role: 5 }] },
];
const badPrices: readonly JsonObject[] = [
  ...['currency', 'price'].map((key) => ({ price: lacking({ currency: 'USD', price: 9 }, key) })),
  { price: [{ currency: 'USD', price: '9.99' }] },
  { price: [{ currency: 5, price: 9.99 }] },
];

export const createRefusals = section('Create: what is refused', [
  check('create.required-properties', {
    'refuses a body that lacks one of the ten required properties, and names it': async (t) => {
      const body = t.make.body('ebook');
      for (const key of required) {
        t.expect.problem(await post(t, without(body, key)), 400, { names: [key] });
      }
      await untouched(t, 'ebook');
    },
  }),
  check('create.schema-400', {
    'answers 400 to a value of the wrong type, and lists the field': refusesEach(
      'ebook',
      Object.entries(wrongTypes).map(([field, value]) => ({ [field]: value })),
      (t, refused, names) => t.expect.problem(refused, 400, { names }),
    ),
  }),
  check(
    'create.schema-400',
    {
      'answers 400 to a body that is no object': async (t) => {
        for (const json of [[], 'a book']) t.expect.problem(await post(t, json), 400);
        await untouched(t, 'ebook');
      },
      'answers 400 where a nested value is missing or of the wrong type': refusesEach(
        'ebook',
        [...badContributors.slice(2, 4), ...badPrices.slice(1, 3)],
        (t, refused) => {
          t.need.that(!accepted(refused), 'the body was not refused at all');
          t.expect.problem(refused, 400);
        },
      ),
    },
    { reach: 'shape' },
  ),
  check(
    'create.content-type-400',
    {
      'refuses a book sent as plain text': async (t) => {
        const body = t.make.body('ebook');
        const text = JSON.stringify(body);
        const sent = { method: 'POST', path: '/books', text, contentType: 'text/plain' };
        t.expect.problem(await t.wire(sent), 400);
        t.need.accepted(await t.ask.create(body));
      },
    },
    { reach: 'shape' },
  ),
  check('create.refused-leaves-nothing', {
    'keeps no book of a create that was refused': async (t) => {
      const bad = [
        without(t.make.body('ebook'), 'title'),
        { ...t.make.body('ebook'), price: 'free' },
      ];
      for (const json of bad) {
        const { status } = await post(t, json);
        t.need.that(status >= 400, 'the create was not refused');
      }
      const twin = await t.make.draft('ebook');
      t.need.accepted(await onceLookedUp(t, twin.externalId));
      for (const json of bad) {
        const found = await t.ask.lookUp(externalIdOf(json));
        t.expect.that(found.status !== 200, {
          expected: 'no book under the external id of a refused create',
          actual: `the lookup answered ${found.status}`,
        });
      }
    },
  }),
  check('contributor.fields', {
    'refuses a contributor that lacks a field or has one of the wrong type': refusesEach(
      'ebook',
      badContributors,
      asBad,
    ),
  }),
  check('price.fields', {
    'refuses a price that lacks a field or has one of the wrong type': refusesEach(
      'ebook',
      badPrices,
      asBad,
    ),
  }),
  check('book.format', {
    'refuses a format that is none of the three': refusesEach(
      'ebook',
      [{ format: 'pdf' }, { format: 'scroll' }],
      asBad,
    ),
  }),
  check('audio-details.length', {
    'refuses a length that is no whole number of seconds': refusesEach(
      'audio',
      ['5400', 5400.5].map((audioLength) => ({
        audioDetails: { audioLength, audioEdition: 'UBR' },
      })),
      asBad,
    ),
  }),
  check('audio-details.edition', {
    'refuses an edition that is neither unabridged nor abridged': refusesEach(
      'audio',
      ['XYZ', 5].map((audioEdition) => ({ audioDetails: { audioLength: 5400, audioEdition } })),
      asBad,
    ),
    'takes an unabridged and an abridged edition': async (t) => {
      const { sent, answer } = await creation(t, 'audio');
      t.expect.accepted(answer, `for edition ${sent.audioDetails?.audioEdition}`);
      const audioDetails = { audioLength: 5400, audioEdition: 'ABR' } as const;
      const created = await t.ask.create(t.make.body('audio', { audioDetails }));
      t.expect.accepted(created, 'for edition ABR');
    },
  }),
]);
