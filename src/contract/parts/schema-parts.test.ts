/** Tests which parts of a schema are listed, with small schemas. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../json-pointer.ts';
import type { ContractPart } from './part.ts';
import { createSchemaLister } from './schema-parts.ts';

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
