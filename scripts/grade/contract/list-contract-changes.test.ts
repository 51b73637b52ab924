/** Tests the list of single changes with a small contract, and with the contract of the service. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { follow, type JsonObject } from '../../../src/contract/json-pointer.ts';
import { readParts } from '../../../src/contract/parts/index.ts';
import { parseContract, readContract, readOwnContract } from '../../../src/contract/spec.ts';
import { classifyChange, nameChange } from './contract-change.ts';
import { listContractChanges } from './list-contract-changes.ts';

const shop = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', pattern: '^[a-z]+$', description: 'The id.', 'x-requirements': ['a'] },
    size: { enum: ['small', 'large'] },
    owner: { type: ['string', 'null'] },
  },
};

const contract: JsonObject = {
  security: [{ key: [] }],
  servers: [{ url: 'http://127.0.0.1:1/v2/shops' }],
  paths: {
    '/shops/{shopId}': {
      parameters: [{ $ref: '#/components/parameters/ShopId' }],
      get: {
        operationId: 'readShop',
        parameters: [
          { name: 'depth', in: 'query', schema: { type: 'integer', minimum: 1, default: 50 } },
        ],
        responses: {
          '200': {
            description: 'The shop.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Shop' } } },
          },
          '404': { description: 'There is no such shop.' },
        },
      },
      put: {
        operationId: 'replaceShop',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Shop' } } },
        },
        responses: { '204': { description: 'Replaced.' } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'key' } },
    parameters: {
      ShopId: { name: 'shopId', in: 'path', required: true, schema: { type: 'string' } },
    },
    schemas: { Shop: shop, Unused: { type: 'string' } },
  },
};

const changes = listContractChanges(contract);

/** Returns the changes of a kind with a word in the description. */
function find(kind: string, word = '') {
  return changes.filter((change) => change.kind === kind && change.description.includes(word));
}

/** Returns the node at a pointer after the only change of a kind with a word in the description. */
function changed(kind: string, word: string, pointer: string): unknown {
  const [change, other] = find(kind, word);
  expect([change === undefined, other]).toEqual([false, undefined]);
  return change && follow(change.apply(contract), pointer);
}

const getPointer = '/paths/~1shops~1{shopId}/get';
const shopPointer = '/components/schemas/Shop';

test('changes success and refusal statuses, and removes responses', () => {
  expect(changed('success-status-changed', 'GET', `${getPointer}/responses`)).toHaveProperty('204');
  expect(changed('success-status-changed', 'PUT', '/paths')).toHaveProperty([
    '/shops/{shopId}',
    'put',
    'responses',
    '202',
  ]);
  expect(changed('refusal-status-changed', '404', `${getPointer}/responses`)).toHaveProperty('410');
  expect(changed('response-removed', '404', `${getPointer}/responses/404`)).toBeUndefined();
  expect(find('success-status-changed', 'GET')[0]).toMatchObject({
    pointer: `${getPointer}/responses/200`,
    aliases: [`${getPointer}/responses/204`],
    sides: ['response'],
  });
});

test('changes a shared schema once, at its definition, for all sides that use it', () => {
  const removals = find('property-removed', 'size');
  expect(removals).toMatchObject([
    { pointer: `${shopPointer}/properties/size`, sides: ['response', 'request'] },
  ]);
  expect(changes.filter(({ pointer }) => pointer.includes('Unused'))).toEqual([]);
});

test('changes what is required', () => {
  expect(changed('required-removed', 'id', shopPointer)).not.toHaveProperty('required');
  expect(changed('required-added', 'size', `${shopPointer}/required`)).toEqual(['id', 'size']);
  expect(changed('property-removed', 'property id', shopPointer)).not.toHaveProperty('required');
  expect(changed('required-property-added', 'Shop', `${shopPointer}/required`)).toEqual([
    'id',
    'probe',
  ]);
});

test('changes types, values, bounds and defaults', () => {
  const properties = `${shopPointer}/properties`;
  expect(changed('type-changed', 'Shop id', `${properties}/id`)).toEqual({
    type: 'integer',
    description: 'The id.',
    'x-requirements': ['a'],
  });
  expect(changed('null-removed', 'owner', `${properties}/owner/type`)).toBe('string');
  expect(changed('null-added', 'Shop id', `${properties}/id/type`)).toEqual(['string', 'null']);
  expect(changed('enum-value-removed', 'small', `${properties}/size/enum`)).toEqual(['large']);
  expect(changed('pattern-removed', 'Shop', `${properties}/id/pattern`)).toBeUndefined();
  const parameter = `${getPointer}/parameters/0/schema`;
  expect(changed('minimum-lowered', '', `${parameter}/minimum`)).toBe(0);
  expect(changed('default-changed', '', `${parameter}/default`)).toBe(75);
});

test('changes parameters, paths and keys', () => {
  expect(changed('parameter-renamed', 'depth becomes', `${getPointer}/parameters/0/name`)).toBe(
    'probe',
  );
  expect(changed('parameter-renamed', 'shopId becomes', '/paths')).toHaveProperty([
    '/shops/{probe}',
  ]);
  expect(changed('parameter-removed', 'depth', `${getPointer}/parameters`)).toEqual([]);
  expect(changed('parameter-made-required', '', `${getPointer}/parameters/0/required`)).toBe(true);
  expect(changed('parameter-added', 'GET', `${getPointer}/parameters/1`)).toMatchObject({
    in: 'query',
  });
  expect(changed('path-renamed', '', '/paths')).toHaveProperty(['/shops-probe/{shopId}']);
  expect(changed('security-removed', 'GET', `${getPointer}/security`)).toEqual([]);
  expect(changed('key-header-renamed', '', '/components/securitySchemes/key/name')).toBe('x-key');
  expect(changed('base-path-changed', '', '/servers/0/url')).toBe('http://127.0.0.1:1/v3/shops');
});

test('classifies a change as stricter, looser or different', () => {
  const classify = (kind: string, word = ''): string[] =>
    find(kind, word).map((change) => classifyChange(contract, change));
  expect(classify('minimum-raised')).toEqual(['stricter']);
  expect(classify('minimum-lowered')).toEqual(['looser']);
  expect(classify('type-changed', 'Shop id')).toEqual(['different']);
  expect(classify('response-removed', '404')).toEqual(['stricter']);
});

const { document } = readContract();
const realChanges = listContractChanges(document);

test('every change of the contract has a name of its own and changes the document', () => {
  const names = new Set(realChanges.map(nameChange));
  expect(names.size).toBe(realChanges.length);
  const idle = realChanges.filter((change) => isDeepStrictEqual(change.apply(document), document));
  expect(idle.map(nameChange)).toEqual([]);
});

test('no change concerns an example, a description or an extension', () => {
  const keys = realChanges.map(({ pointer }) => pointer.split('/').at(-1) ?? '');
  expect(keys.filter((key) => /^(x-|examples?$|summary$)/.test(key))).toEqual([]);
});

test.each([
  'enum-value-added',
  'branch-removed',
  'alternative-removed',
  'media-type-changed',
  'operation-added',
  'item-type-changed',
  'const-changed',
  'maximum-raised',
  'format-removed',
])('the contract has changes of the kind %s', (kind) => {
  expect(realChanges.some((change) => change.kind === kind)).toBe(true);
});

test.each([
  'base-path-changed',
  'security-added',
  'parameter-removed',
  'null-removed',
  'branch-removed',
  'alternative-removed',
])('a run can name a change of the kind %s as an unproven part', (kind) => {
  const own = new Set(readParts(readOwnContract()).all.map(({ identity }) => identity));
  const change = realChanges.findLast((candidate) => candidate.kind === kind);
  expect(change).toBeDefined();
  if (change === undefined) return;
  const { all } = readParts(parseContract(JSON.stringify(change.apply(document))));
  const places = all
    .filter(({ identity }) => !own.has(identity))
    .map(({ pointer }) => pointer.replace('#', ''));
  const isNamed = places.some(
    (place) => change.pointer.startsWith(place) || place.startsWith(change.pointer),
  );
  expect(isNamed).toBe(true);
});
