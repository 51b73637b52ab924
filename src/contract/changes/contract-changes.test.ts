/** Tests which changes between two contracts are reported, may break callers, or make the contract wider. */
import { expect, test, describe } from 'vitest';
import { compareContracts } from './contract-changes.ts';
import { type JsonObject, follow, type Json, unescape } from '../json-pointer.ts';
import { readContract } from '../spec.ts';
import { findWidenings } from './widenings.ts';

const createParameter = (maximum: number): JsonObject => ({
  name: 'perPage',
  in: 'query',
  schema: { type: 'integer', maximum },
});

function createContract(parameter: JsonObject, parameters: JsonObject = {}): JsonObject {
  return { paths: { '/books': { get: { parameters: [parameter] } } }, components: { parameters } };
}

const reference = { $ref: '#/components/parameters/PerPage' };

test('reports no change if a parameter moves into the shared components or out of them', () => {
  const sharedContract = createContract(reference, { PerPage: createParameter(100) });
  expect(compareContracts(sharedContract, createContract(createParameter(100)))).toEqual([]);
  expect(compareContracts(createContract(createParameter(100)), sharedContract)).toEqual([]);
});

test('reports a shared parameter that allows less as breaking', () => {
  const changes = compareContracts(
    createContract(reference, { PerPage: createParameter(100) }),
    createContract(reference, { PerPage: createParameter(50) }),
  );
  const what = 'requests may contain less, or need more';
  expect(changes).toEqual([{ breaking: true, where: 'GET /books parameters 0 maximum', what }]);
});

test('reports a removed path as breaking, and an added path as not breaking', () => {
  const onePath = { paths: { '/books': {} } };
  const twoPaths = { paths: { '/books': {}, '/books/{id}': { get: {} } } };
  const where = '/books/{id}';
  expect(compareContracts(twoPaths, onePath)).toEqual([
    { breaking: true, where, what: 'no longer part of requests' },
  ]);
  expect(compareContracts(onePath, twoPaths)).toEqual([
    { breaking: false, where, what: 'new in requests' },
  ]);
});

const { document } = readContract();
const book = '/components/schemas/BookAttributes';
const create = '/paths/~1books/post';
const created = `${create}/responses/201/content`;

/** Finds what a contract permits in addition with another value at a pointer, or without a value there. */
function findWideningsWith(pointer: string, value?: Json): string[] {
  const changed = structuredClone(document);
  const place = pointer.lastIndexOf('/');
  const key = unescape(pointer.slice(place + 1));
  const parent = place === 0 ? changed : follow(changed, pointer.slice(0, place));
  if (typeof parent !== 'object' || parent === null) throw new Error(`${pointer} has no parent.`);
  if (value !== undefined) Reflect.set(parent, key, value);
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else Reflect.deleteProperty(parent, key);
  expect(changed).not.toEqual(document);
  return findWidenings(document, changed);
}

describe('a contract is wider if', () => {
  test.each<[string, string, Json?]>([
    ['a property may have another type', `${book}/properties/title/type`, 'number'],
    ['an entry is no longer required', `${book}/required/0`],
    ['an enum has another value', `${book}/properties/format/enum/3`, 'vinyl'],
    ['a pattern changes', '/components/schemas/Instant/pattern', ''],
    ['a limit is removed', '/components/schemas/Chapter/properties/sequence/minimum'],
    ['a limit is lower', '/components/schemas/Chapter/properties/sequence/minimum', 0],
    ['a property is removed', `${book}/properties/title`],
    ['a condition is removed', `${book}/else`],
    [
      'a reference leads to another schema',
      `${book}/properties/contributor/items/$ref`,
      '#/components/schemas/Price',
    ],
    ['an alternative is added', `${created}/application~1json/schema/anyOf/2`, { type: 'string' }],
    ['a documented status is removed', `${create}/responses/400`],
    ['the last media type is removed', `${created}/application~1json`],
    ['a body is no longer required', `${create}/requestBody/required`, false],
    ['an operation is removed', create],
    ['no key is required', '/security/0'],
  ])('%s', (_, pointer, value) => {
    expect(findWideningsWith(pointer, value)).not.toEqual([]);
  });
});

test.each<[string, Json?]>([
  [`${book}/properties/title/description`, 'Its name.'],
  [`${created}/application~1json/examples`],
])('a change of %s does not make a contract wider', (pointer, value) => {
  expect(findWideningsWith(pointer, value)).toEqual([]);
});
