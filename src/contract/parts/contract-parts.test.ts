/** Tests the parts of the contract and of small schemas, and how those of another contract differ. */
import { expect, test } from 'vitest';
import { parseContract, readOwnContract } from '../spec.ts';
import { isDecisive, listUncheckable, readParts, summarizeCoverage } from './index.ts';
import type { ContractPart, Need } from './part.ts';
import type { JsonObject } from '../json-pointer.ts';
import { createSchemaLister } from './schema-parts.ts';

const own = readOwnContract();

function change(...changes: readonly (readonly [string, string])[]) {
  const source = changes.reduce((text, [before, after]) => {
    expect(text).toContain(before);
    return text.replace(before, after);
  }, own.source);
  return parseContract(source);
}

/** Returns the parts that differ from the contract of the package, if nothing was checked. */
function listDifferences(contract: ReturnType<typeof change>) {
  const missing = new Map<ContractPart, ReadonlySet<Need>>();
  for (const part of readParts(contract).all) missing.set(part, new Set(part.needs));
  const { unproven } = summarizeCoverage(contract, missing);
  return unproven.filter(({ differs }) => differs);
}

test('lists the eleven operations, and every part once', () => {
  const { all, operations } = readParts(own);
  expect(operations.size).toBe(11);
  expect(new Set(all.map(({ identity }) => identity)).size).toBe(all.length);
  expect(all.every(({ pointer }) => pointer.startsWith('#/'))).toBe(true);
  expect(all).toContainEqual(
    expect.objectContaining({
      name: 'GET /books, query parameter perPage: maximum 100',
      pointer: '#/paths/~1books/get/parameters/1/schema/maximum',
    }),
  );
});

test('does not call a part of the own contract different', () => {
  expect(listDifferences(parseContract(own.source))).toEqual([]);
});

test('names a changed bound and default by their keywords', () => {
  const contract = change([
    'maximum: 100\n            default: 50',
    'maximum: 200\n            default: 20',
  ]);
  expect(listDifferences(contract).map(({ part, pointer }) => `${part} ${pointer}`)).toEqual([
    'GET /books, query parameter perPage: default 20 #/paths/~1books/get/parameters/1/schema/default',
    'GET /books, query parameter perPage: maximum 200 #/paths/~1books/get/parameters/1/schema/maximum',
  ]);
});

test('lists what another contract has in addition and no exchange can show', () => {
  const contract = change(
    ['paths:\n', 'paths:\n  /reviews: { get: { operationId: listReviews, responses: {} } }\n'],
    [
      '        - name: perPage\n',
      `        - { name: author, in: query, schema: { maxLength: 3 } }\n$&`,
    ],
  );
  expect(listUncheckable(own, contract)).toEqual([
    'GET /reviews: this version knows no such operation',
    'GET /books, query parameter author: no check knows what this parameter does',
  ]);
  expect(listUncheckable(contract, own)).toEqual([]);
});

test('takes parameters behind a new one for the same as before, and the new one for decisive', () => {
  const contract = change([
    '        - name: perPage\n',
    '        - { name: author, in: query, schema: { type: string } }\n        - name: perPage\n',
  ]);
  const differences = listDifferences(contract);
  expect(differences.map(({ part }) => part)).toEqual([
    'GET /books, query parameter author',
    'GET /books, query parameter author: type string',
  ]);
  expect(differences.filter(isDecisive)).toHaveLength(1);
});

test('names a value that requests may no longer have', () => {
  const contract = change([
    'enum: [createdAt, title, productIdentifier]',
    'enum: [createdAt, productIdentifier]',
  ]);
  expect(listDifferences(contract).map(({ part }) => part)).toEqual([
    'GET /books, query parameter sort: no value but createdAt, productIdentifier',
    'GET /books, query parameter sort: value title, no longer permitted',
  ]);
});

test('lists of an unknown operation only the operation, which nothing checks', () => {
  const contract = change([
    '  /books/{bookPublicId}:\n',
    "  /authors:\n    get:\n      operationId: listAuthors\n      responses:\n        '200': { description: Authors. }\n\n  /books/{bookPublicId}:\n",
  ]);
  expect(listDifferences(contract)).toEqual([
    {
      pointer: '#/paths/~1authors/get',
      part: 'GET /authors',
      kind: 'operation',
      reason: 'this version knows no such operation',
      differs: true,
    },
  ]);
});

test('refuses a contract with a reference that leads nowhere', () => {
  expect(() =>
    change(["$ref: '#/components/schemas/Price'", "$ref: '#/components/schemas/Fee'"]),
  ).toThrow('The contract refers to #/components/schemas/Fee, which it does not have.');
});

function listParts(side: 'request' | 'response', schema: JsonObject, schemas: JsonObject = {}) {
  const lister = createSchemaLister({ body: schema, components: { schemas } });
  const pointer = '#/body';
  lister.list({ pointer, identity: pointer, side, owner: 'body', path: '' });
  return lister.parts;
}

function describe({ pointer, name, needs }: ContractPart): string {
  return `${name} | ${pointer} | ${needs.join(', ')}`;
}

test('lists constraints and properties of a request with what has to be sent', () => {
  const schema = {
    type: 'object',
    description: 'Not a part.',
    'x-requirements': ['not.a-part'],
    required: ['kind'],
    properties: { kind: { enum: ['a', 'b'] }, size: { type: 'integer', maximum: 9 } },
  };
  expect(listParts('request', schema).map(describe)).toEqual([
    'body: type object | #/body/type | accepted, refused',
    'body, property kind: required | #/body/required | accepted, refused',
    'body, property size: may be absent | #/body/required | left out',
    'body, property kind | #/body/properties/kind | sent',
    'body, property kind: value a | #/body/properties/kind/enum | accepted',
    'body, property kind: value b | #/body/properties/kind/enum | accepted',
    'body, property kind: no value but a, b | #/body/properties/kind/enum | refused',
    'body, property size | #/body/properties/size | sent',
    'body, property size: type integer | #/body/properties/size/type | accepted, refused',
    'body, property size: maximum 9 | #/body/properties/size/maximum | accepted, refused',
  ]);
});

test('lists each type of a response, and whether a property may be absent', () => {
  const schema = { properties: { note: { type: ['string', 'null'], pattern: '^a' } } };
  expect(listParts('response', schema).map(describe)).toEqual([
    'body, property note: may be absent | #/body/required | absent',
    'body, property note | #/body/properties/note | shown',
    'body, property note: type string | #/body/properties/note/type | shown',
    'body, property note: may be null | #/body/properties/note/type | shown',
    'body, property note: pattern ^a | #/body/properties/note/pattern | shown',
  ]);
});

test('lists a component once, at its definition and by its title', () => {
  const person = { title: 'Person', type: 'object', properties: { name: { type: 'string' } } };
  const reference = { $ref: '#/components/schemas/Person' };
  const schema = { properties: { author: reference, editors: { items: reference } } };
  const names = listParts('response', schema, { Person: person }).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('Person'))).toEqual([
    'Person: type object',
    'Person, property name: may be absent',
    'Person, property name',
    'Person, property name: type string',
  ]);
});

test('lists alternatives, and both outcomes of a condition', () => {
  const schema = {
    anyOf: [{ title: 'Short', type: 'string' }],
    if: { properties: { kind: { const: 'a' } } },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { properties: { size: { type: 'null' } } },
  };
  expect(listParts('response', schema).map(describe)).toEqual([
    'body: form "Short" | #/body/anyOf/0 | shown',
    'body: type string | #/body/anyOf/0/type | shown',
    'body, property kind: if const a | #/body/if/properties/kind/const | matched, not matched',
    'body, property size: then type null | #/body/then/properties/size/type | shown',
  ]);
});

test('asks for less where the document leaves the response open', () => {
  const silence = 'request.null-optional';
  const schema = {
    properties: {
      note: { type: ['string', 'null'], 'x-open': [{ silence, when: { type: 'null' } }] },
      code: {
        pattern: '^a',
        'x-open': [{ silence, when: { type: 'string', not: { pattern: '^a' } } }],
      },
    },
  };
  const parts = listParts('request', schema);
  const getNeeds = (text: string) => parts.find(({ name }) => name.endsWith(text))?.needs;
  expect(getNeeds('note: may be null')).toEqual(['tried']);
  expect(getNeeds('code: pattern ^a')).toEqual(['accepted', 'tried']);
});
